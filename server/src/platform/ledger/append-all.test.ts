import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { connect, patient, portalRole } from "../db/connect.ts";
import { test } from "../../testing/database-test.ts";
import { lampLit, someLamp } from "../../testing/lamps.ts";
import { appendAll, type NewEvent } from "./append-statement.ts";
import { newEventId } from "./event-catalogue.ts";
import { verifyLedger } from "./verify.ts";

function anEvent(streamId: string, changes: Partial<NewEvent> = {}): NewEvent {
  return {
    streamId,
    streamVersion: null,
    eventId: newEventId(),
    ...lampLit(),
    schemaVersion: 1,
    metadata: { source: "import" },
    occurredAt: "2025-06-30T22:00:00.000Z",
    ...changes,
  };
}

describe("appending a batch", () => {
  test("assigns positions and versions across mixed streams", async ({ db }) => {
    const streams = Array.from({ length: 50 }, someLamp);
    const events = Array.from({ length: 1000 }, (_, index) =>
      anEvent(streams[(index * 7) % 50] ?? "", { streamVersion: Math.floor(index / 50) + 1 }),
    );

    const recorded = await db.transaction().execute((tx) => appendAll(tx, events));

    expect(recorded.map(({ position }) => position)).toEqual(
      events.map((_, index) => (recorded[0]?.position ?? 0) + index),
    );
    expect(recorded.map(({ streamVersion }) => streamVersion)).toEqual(
      events.map(({ streamVersion }) => streamVersion),
    );
    expect((await verifyLedger(db)).damage).toBeNull();
  });

  test("rolls back with its transaction", async ({ db }) => {
    const streamId = someLamp();
    const failing = db.transaction().execute(async (tx) => {
      await appendAll(tx, [anEvent(streamId)]);
      await appendAll(tx, [anEvent(streamId)]);
      throw new Error("line 3 is no event");
    });

    await expect(failing).rejects.toThrow("line 3");
    const [first] = await db.transaction().execute((tx) => appendAll(tx, [anEvent(streamId)]));
    expect(first?.streamVersion).toBe(1);
    expect((await verifyLedger(db)).damage).toBeNull();
  });

  test("refuses a batch with a wrong version", async ({ db }) => {
    const streamId = someLamp();
    const other = someLamp();
    await db.transaction().execute((tx) => appendAll(tx, [anEvent(streamId)]));
    const batch = [
      anEvent(other, { streamVersion: 1 }),
      anEvent(streamId, { streamVersion: 2 }),
      anEvent(streamId, { streamVersion: 4 }),
      anEvent(other, { streamVersion: 7 }),
    ];

    const refused = db.transaction().execute((tx) => appendAll(tx, batch));

    await expect(refused).rejects.toThrow("the batch was not appended: stale");
  });

  test("rejects a known event id, also one in an older partition", async ({
    ownerUrl,
    superuser,
  }) => {
    const db = connect(ownerUrl, { ...patient, role: portalRole, poolSize: 1 });
    const eventId = randomUUID();
    await db.transaction().execute((tx) => appendAll(tx, [anEvent(someLamp(), { eventId })]));
    await sql`update ledger_head set position = 9999998`.execute(superuser);

    const across = await db.transaction().execute((tx) =>
      appendAll(
        tx,
        [1, 2, 3].map(() => anEvent(someLamp())),
      ),
    );
    const repeated = db
      .transaction()
      .execute((tx) => appendAll(tx, [anEvent(someLamp(), { eventId }), anEvent(someLamp())]));
    await expect(repeated).rejects.toThrow(`event ${eventId} is in the ledger already`);
    const alone = db
      .transaction()
      .execute((tx) => appendAll(tx, [anEvent(someLamp(), { eventId })]));
    await expect(alone).rejects.toThrow(`event ${eventId} is in the ledger already`);

    expect(across.map(({ position }) => position)).toEqual([9999999, 10000000, 10000001]);
    const { rows } = await sql`
      select tableoid::regclass::text as partition from ledger_events
      where position >= 9999999 order by position`.execute(db);
    expect(rows).toEqual([
      { partition: "ledger.events_0" },
      { partition: "ledger.events_1" },
      { partition: "ledger.events_1" },
    ]);
    await db.destroy();
  });
});
