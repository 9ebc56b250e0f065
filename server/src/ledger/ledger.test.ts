import { randomUUID } from "node:crypto";
import { DomainError } from "@portal/shared/domain-error.ts";
import { describe, expect } from "vitest";
import { test as databaseTest } from "../testing/database-test.ts";
import {
  aCommand,
  type LampEvent,
  lampDecider,
  lampEvents,
  lampLit,
  someLamp,
} from "../testing/lamps.ts";
import { createLedger, type Ledger } from "./ledger.ts";

const test = databaseTest.extend("ledger", { scope: "file" }, ({ pool }, { onCleanup }) => {
  const ledger = createLedger({ pool, catalogue: lampEvents });
  onCleanup(() => ledger.close());
  return ledger;
});

/** Lights a lamp where it stands, deciding on what is in its stream. */
function light(ledger: Ledger, streamId: string, room: string, command = aCommand()) {
  return ledger.execute(command, async (streams) => {
    const lamp = await streams.load(streamId, lampDecider, lampEvents);
    const events = lamp.decide({ type: "LightLamp", room });
    return {
      events: events.map((event) => ({ streamId, event })),
      answer: { after: lamp.version },
    };
  });
}

/** Appends without looking. */
function append(
  ledger: Ledger,
  streamId: string,
  events: readonly LampEvent[],
  command = aCommand(),
) {
  return ledger.execute(command, async () => ({
    events: events.map((event) => ({ streamId, event })),
    answer: null,
  }));
}

describe("the ledger", () => {
  test("gives a stream back as it was written, in order", async ({ ledger, db }) => {
    const streamId = someLamp();

    await append(ledger, streamId, [lampLit("hall"), lampLit("attic")]);
    await light(ledger, streamId, "cellar");

    const rows = await db
      .selectFrom("ledger_events")
      .select(["stream_version", "type", "schema_version", "data", "metadata", "occurred_at"])
      .where("stream_id", "=", streamId)
      .orderBy("position")
      .execute();
    expect(rows.map(({ stream_version, data }) => [stream_version, data])).toEqual([
      [1, { room: "hall" }],
      [2, { room: "attic" }],
      [3, { room: "cellar" }],
    ]);
    expect(rows[0]).toMatchObject({
      type: "LampLit",
      schema_version: 1,
      metadata: { actorId: 7, correlationId: "test", source: "test" },
      occurred_at: "2026-01-31T08:00:00.000Z",
    });
  });

  test("answers a repeated command as it did the first time and writes nothing", async ({
    ledger,
    db,
  }) => {
    const streamId = someLamp();
    const command = aCommand();

    const first = await light(ledger, streamId, "hall", command);
    const second = await light(ledger, streamId, "hall", command);

    expect(first).toMatchObject({ answer: { after: 0 }, replayed: false });
    expect(second).toEqual({ ...first, replayed: true });
    const { count } = await db
      .selectFrom("ledger_events")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("stream_id", "=", streamId)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test("refuses a command id that was used for another request", async ({ ledger }) => {
    const command = aCommand();
    await append(ledger, someLamp(), [lampLit()], command);

    const other = append(ledger, someLamp(), [lampLit()], {
      ...command,
      request: "something else",
    });

    await expect(other).rejects.toMatchObject({ code: "request.reused-key" });
  });

  test("answers a repeated command that would be refused today", async ({ ledger }) => {
    const command = aCommand();
    const streamId = someLamp();
    const lightOnce = () =>
      ledger.execute(command, async (streams) => {
        const { version } = await streams.load(streamId, lampDecider, lampEvents);
        if (version > 0) throw new DomainError("order.already-placed");
        return { events: [{ streamId, event: lampLit() }], answer: "lit" };
      });

    const first = await lightOnce();

    expect(await lightOnce()).toEqual({ ...first, replayed: true });
  });

  test("does twenty copies of one command once", async ({ ledger, db }) => {
    const command = aCommand();
    const streamId = someLamp();

    const copies = await Promise.all(
      Array.from({ length: 20 }, () => light(ledger, streamId, "hall", command)),
    );

    expect(copies.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(copies.map(({ positions }) => positions.join())).size).toBe(1);
    const rows = await db
      .selectFrom("ledger_events")
      .select("position")
      .where("stream_id", "=", streamId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test("decides again when the stream moved meanwhile", async ({ ledger }) => {
    const streamId = someLamp();
    let tries = 0;

    const late = await ledger.execute(aCommand(), async (streams) => {
      const { version } = await streams.load(streamId, lampDecider, lampEvents);
      tries += 1;
      if (tries === 1) await append(ledger, streamId, [lampLit("first")]);
      return { events: [{ streamId, event: lampLit("second") }], answer: version };
    });

    expect(late.answer).toBe(1);
    expect(tries).toBe(2);
  });

  test("is busy when the stream moves every time", async ({ ledger }) => {
    const streamId = someLamp();
    let tries = 0;

    const hopeless = ledger.execute(aCommand(), async (streams) => {
      await streams.load(streamId, lampDecider, lampEvents);
      tries += 1;
      await append(ledger, streamId, [lampLit()]);
      return { events: [{ streamId, event: lampLit() }], answer: null };
    });

    await expect(hopeless).rejects.toMatchObject({ code: "request.busy" });
    expect(tries).toBe(3);
  });

  test("keeps an event with the id and the instant that it brings", async ({ ledger, db }) => {
    const eventId = randomUUID();
    const streamId = someLamp();

    await ledger.execute(aCommand(), async () => ({
      events: [{ streamId, event: lampLit(), eventId, occurredAt: "2025-12-31T22:00:00.001Z" }],
      answer: null,
    }));

    const row = await db
      .selectFrom("ledger_events")
      .select(["event_id", "occurred_at"])
      .where("stream_id", "=", streamId)
      .executeTakeFirst();
    expect(row).toEqual({ event_id: eventId, occurred_at: "2025-12-31T22:00:00.001Z" });
  });

  test("refuses an event id that it has", async ({ ledger }) => {
    const eventId = randomUUID();
    const appendIt = () =>
      ledger.execute(aCommand(), async () => ({
        events: [{ streamId: someLamp(), event: lampLit(), eventId }],
        answer: null,
      }));
    await appendIt();

    await expect(appendIt()).rejects.toThrow("event_id");
  });

  test("refuses an event that is not in the catalogue or has another shape", async ({ ledger }) => {
    const appendFact = (event: { type: string; data: object }) =>
      ledger.execute(aCommand(), async () => ({
        events: [{ streamId: someLamp(), event }],
        answer: null,
      }));

    await expect(appendFact({ type: "LampEaten", data: {} })).rejects.toThrow("LampEaten");
    await expect(appendFact({ type: "LampLit", data: { room: 5 } })).rejects.toThrow("room");
  });

  test("remembers a command that wrote no events", async ({ ledger }) => {
    const command = aCommand();
    await append(ledger, someLamp(), [], command);

    const again = await append(ledger, someLamp(), [], command);

    expect(again).toEqual({ answer: null, replayed: true, positions: [] });
  });
});
