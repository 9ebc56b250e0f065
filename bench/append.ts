import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { connectPool, databaseOn, patient, portalRole } from "../server/src/platform/db/connect.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { appendAll, type NewEvent } from "../server/src/platform/ledger/append-statement.ts";
import { type Appender, createAppender } from "../server/src/platform/ledger/appender.ts";
import { newEventId } from "../server/src/platform/ledger/event-catalogue.ts";
import { verifyLedger } from "../server/src/platform/ledger/verify.ts";
import { closedLoop } from "./closed-loop.ts";
import type { Contest, Goal, Measured, OpenScenario } from "./contest.ts";
import { createMultiRowInsert } from "./multi-row-insert.ts";
import { createRawInsert, type RawInsert } from "./raw-insert.ts";
import { createScratchDatabase } from "./scratch-database.ts";

const eventsPerCall = 1000;

/** Appends of 600-byte events, with version check, idempotency and hash chain. */
export const openAppend: OpenScenario = async ({ serverUrl, isQuick }) => {
  await using resources = new AsyncDisposableStack();
  const database = await createScratchDatabase(serverUrl, "append");
  resources.defer(database.drop);
  await migrate(database.url);
  const raw = await createRawInsert(database.url);
  const rows = await createMultiRowInsert(database.url, eventsPerCall, () => someEvent(1));
  resources.defer(rows.close);

  const pool = connectPool(database.url, { role: portalRole, poolSize: 4 });
  resources.defer(() => pool.end());
  const appender = createAppender({ pool });
  resources.defer(appender.close);
  const reader = watchPositions(pool);
  resources.defer(() => reader.stop());

  const seconds = isQuick ? 1 : 4;
  // Warm-up: query plans and compiled code.
  await append(appender, 8, isQuick ? 0.5 : 2);
  const contests = [
    contestOf({ clients: 1, must: 0.35, target: 0.9 }, { raw, appender, seconds }),
    contestOf({ clients: 8, must: 0.4, target: 0.8 }, { raw, appender, seconds }),
    contestOf({ clients: 32, must: 0.5, target: 1.2 }, { raw, appender, seconds }),
    {
      name: `append, ${eventsPerCall} events a call`,
      unit: "events" as const,
      limitName: rows.name,
      productName: "appendAll",
      ratio: { must: 0.5, target: 1 },
      limit: () => rows.run(seconds),
      product: () => appendBatches(pool, seconds),
    },
  ];
  const running = resources.move();
  return {
    contests,
    async verify() {
      await reader.stop();
      const { damage, events } = await verifyPatiently(database.url);
      if (damage) throw new Error(damage.explanation);
      if (reader.seen() !== events)
        throw new Error(`a reader saw ${reader.seen()} of ${events} events`);
    },
    close: () => running.disposeAsync(),
  };
};

function contestOf(
  { clients, ...ratio }: Readonly<{ clients: number }> & Goal,
  setting: Readonly<{ raw: RawInsert; appender: Appender; seconds: number }>,
): Contest {
  const { raw, appender, seconds } = setting;
  return {
    name: `append, ${clients} ${clients === 1 ? "client" : "clients"}`,
    unit: "events",
    limitName: raw.name,
    productName: "ledger.append",
    ratio,
    limit: () => raw.run(clients, seconds),
    product: () => append(appender, clients, seconds),
  };
}

function append(appender: Appender, clients: number, seconds: number): Promise<Measured> {
  const requestHash = randomBytes(32);
  return closedLoop({ clients, seconds }, async () => {
    const command = { commandId: randomUUID(), requestHash, actor: "7", answer: null };
    const { outcome } = await appender.append({ ...command, events: [someEvent(1)] });
    if (outcome !== "appended") throw new Error(`an append was ${outcome}`);
  });
}

async function appendBatches(pool: pg.Pool, seconds: number): Promise<Measured> {
  const db = databaseOn(pool);
  let done = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  while (performance.now() < end) {
    const events = Array.from({ length: eventsPerCall }, () => someEvent(1));
    await db.transaction().execute((tx) => appendAll(tx, events));
    done += events.length;
  }
  return { perSecond: (done * 1000) / (performance.now() - start) };
}

/** About the size of an order with its lines. */
const data = { text: "x".repeat(580) };

function someEvent(streamVersion: number): NewEvent {
  return {
    streamId: `order-${randomUUID()}`,
    streamVersion,
    eventId: newEventId(),
    type: "OrderPlaced",
    schemaVersion: 1,
    data,
    metadata: { actorId: 7, source: "bench" },
    occurredAt: "2026-01-31T08:00:00.000Z",
  };
}

/** A reader that polls for events after the last position, as a projection does, and must not miss any. */
function watchPositions(pool: pg.Pool) {
  let last = 0;
  let isWatching = true;
  const watching = (async () => {
    for (;;) {
      const wasWatching = isWatching;
      const { rows } = await pool.query<{ positions: number; last: number }>(
        `select count(*) as positions, max(position) as last from ledger_events where position > $1`,
        [last],
      );
      const [seen] = rows;
      if (seen && seen.positions > 0) {
        if (seen.last - last !== seen.positions)
          throw new Error(`a reader found a gap after position ${last}`);
        last = seen.last;
      } else if (!wasWatching) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  // A gap is reported by `stop`.
  watching.catch(() => undefined);
  return {
    seen: () => last,
    stop(): Promise<void> {
      isWatching = false;
      return watching;
    },
  };
}

async function verifyPatiently(url: string) {
  const pool = connectPool(url, { ...patient, role: portalRole, poolSize: 1 });
  try {
    return await verifyLedger(databaseOn(pool));
  } finally {
    await pool.end();
  }
}
