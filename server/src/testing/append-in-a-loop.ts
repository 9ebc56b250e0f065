import { randomUUID } from "node:crypto";
import { connectPool, portalRole } from "../platform/db/connect.ts";
import { createAppender } from "../platform/ledger/appender.ts";
import { newEventId } from "../platform/ledger/event-catalogue.ts";

// A writer that a test runs as a separate process and kills. It prints the id of every acknowledged command as a line
// on standard output.
const [url = "", writer = ""] = process.argv.slice(2);
const eventsPerCommand = 3;

const pool = connectPool(url, { role: portalRole, poolSize: 2 });
const appender = createAppender({ pool });

async function appendForever(): Promise<void> {
  for (;;) {
    const commandId = randomUUID();
    const events = Array.from({ length: eventsPerCommand }, () => ({
      streamId: `${writer}-${commandId}`,
      streamVersion: null,
      eventId: newEventId(),
      type: "LampLit",
      schemaVersion: 1,
      data: { room: writer },
      metadata: {},
      occurredAt: new Date().toISOString(),
    }));
    const requestHash = Buffer.from(commandId);
    await appender.append({ commandId, requestHash, actor: writer, answer: null, events });
    process.stdout.write(`${commandId}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, appendForever));
