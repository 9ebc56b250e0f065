import { connectPool, portalRole } from "../platform/db/connect.ts";
import { createAppender } from "../platform/ledger/appender.ts";
import { newEventId } from "../platform/ledger/event-catalogue.ts";
import { rebuildProjections } from "../projections/rebuild/rebuild.ts";

// A process that stops forever once it holds the append lock, as one whose network is gone. A test runs it, and kills it.
const [url = "", work = ""] = process.argv.slice(2);

const pool = connectPool(url, { role: portalRole, poolSize: 3 });
const hang = () => process.kill(process.pid, "SIGSTOP");

async function append(): Promise<void> {
  const event = {
    streamId: "hung",
    streamVersion: null,
    eventId: newEventId(),
    type: "LampLit",
    schemaVersion: 1,
    data: { room: "hall" },
    metadata: {},
    occurredAt: new Date().toISOString(),
  };
  await createAppender({ pool }).append({
    commandId: "hung",
    requestHash: Buffer.from("hung"),
    actor: null,
    answer: null,
    events: [event],
    sideWrites: async () => void hang(),
  });
}

/** Its lock is that of the session, and it hangs before the transaction in which it would swap. */
async function rebuild(): Promise<void> {
  pool.on("connect", (client) => {
    const send = client.query.bind(client);
    const hangOnceLocked = (...asked: unknown[]): unknown => {
      const sent: unknown = Reflect.apply(send, undefined, asked);
      const isLock = typeof asked[0] === "string" && asked[0].includes("pg_advisory_lock(");
      return isLock && sent instanceof Promise ? sent.finally(hang) : sent;
    };
    Object.defineProperty(client, "query", { value: hangOnceLocked });
  });
  await rebuildProjections(pool);
}

await (work === "an append" ? append() : rebuild());
