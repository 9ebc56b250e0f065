import { randomUUID } from "node:crypto";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { connectPool, portalRole } from "../db/connect.ts";
import type { Tx } from "../db/database.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import {
  aCommand,
  type LampEvent,
  lampDecider,
  lampEvents,
  lampLit,
  someLamp,
} from "../../testing/lamps.ts";
import { createLedger, type Ledger, once } from "./ledger.ts";

const test = databaseTest
  .extend("rows", { scope: "file" }, async ({ superuser, db }) => {
    await sql`create table lamp_row (name text primary key, times integer not null)`.execute(
      superuser,
    );
    await sql`grant select, insert, update on lamp_row to portal_app`.execute(superuser);
    return {
      insert: (name: string) => sql`insert into lamp_row values (${name}, 0)`.execute(superuser),
      count: (tx: Tx, name: string) =>
        sql`update lamp_row set times = times + 1 where name = ${name}`.execute(tx),
      async times(name: string) {
        const { rows } = await sql<{ times: number }>`
        select times from lamp_row where name = ${name}`.execute(db);
        return rows[0]?.times;
      },
    };
  })
  .extend("ledger", { scope: "file" }, ({ pool }, { onCleanup }) => {
    const ledger = createLedger({ pool, catalogue: lampEvents });
    onCleanup(() => ledger.close());
    return ledger;
  });

/** Lights a lamp, deciding on its stream. */
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

/** The same, with a side write. */
function lightAndCount(
  ledger: Ledger,
  rows: Readonly<{ count: (tx: Tx, name: string) => Promise<unknown> }>,
  streamId: string,
) {
  return ledger.execute(aCommand(), async (streams) => {
    const lamp = await streams.load(streamId, lampDecider, lampEvents);
    return {
      events: [{ streamId, event: lampLit("hall") }],
      answer: { after: lamp.version },
      sideWrites: async (tx) => void (await rows.count(tx, streamId)),
    };
  });
}

/** Appends without an expected version. */
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

/** It runs for every command: planning takes longer than finding its id. */
test("looks up the ids of commands with a plan that is made once", async ({ ownerUrl }) => {
  const pool = connectPool(ownerUrl, { role: portalRole, poolSize: 1, prepare: true });
  const ledger = createLedger({ pool, catalogue: lampEvents });
  for (let count = 0; count < 10; count++) await append(ledger, someLamp(), [lampLit("hall")]);
  await ledger.close();

  const { rows } = await pool.query(
    "select generic_plans > 0 as once from pg_prepared_statements where statement like '%answer%any%'",
  );
  await pool.end();

  expect(rows).toEqual([{ once: true }]);
});

describe("the ledger", () => {
  test("reads a stream as it was written, in order", async ({ ledger, db }) => {
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

  // shows R61, T88
  test("replays the stored answer of a retry and writes nothing", async ({ ledger, db }) => {
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

  test("decides a command once, also when it is retried while it runs", async ({ ledger }) => {
    const command = aCommand();
    let decided = 0;
    const doIt = () =>
      ledger.execute(command, async () => {
        decided += 1;
        return { events: [{ streamId: someLamp(), event: lampLit() }], answer: { decided } };
      });

    const answers = await Promise.all([doIt(), doIt(), doIt()]);
    const later = await doIt();

    expect(decided).toBe(1);
    expect([...answers, later].map(({ answer }) => answer)).toEqual([
      { decided: 1 },
      { decided: 1 },
      { decided: 1 },
      { decided: 1 },
    ]);
    expect([...answers, later].filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  test("takes a value once, however often the command is decided", async ({ ledger }) => {
    const streamId = someLamp();
    let [taken, decided] = [0, 0];
    const number = once(async () => (taken += 1));

    const { answer } = await ledger.execute(aCommand(), async (streams) => {
      decided += 1;
      const { version } = await streams.load(streamId, lampDecider, lampEvents);
      // Another process is faster.
      if (decided === 1) await append(ledger, streamId, [lampLit()]);
      return {
        events: [{ streamId, event: lampLit() }],
        answer: { version, number: await number() },
      };
    });

    expect(decided).toBe(2);
    expect(answer).toEqual({ version: 1, number: 1 });
  });

  test("rejects a command id that was used for another request", async ({ ledger }) => {
    const command = aCommand();
    await append(ledger, someLamp(), [lampLit()], command);

    const other = append(ledger, someLamp(), [lampLit()], {
      ...command,
      request: "something else",
    });

    await expect(other).rejects.toMatchObject({ code: "request.reused-key" });
  });

  test("replays a command that would be refused now", async ({ ledger }) => {
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

  test("executes twenty duplicates of one command once", async ({ ledger, db }) => {
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

  test("decides again when the stream moved", async ({ ledger }) => {
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

  // shows T83
  test("is busy when the stream moves on every attempt", async ({ pool, ledger }) => {
    const hasty = createLedger({ pool, catalogue: lampEvents, patienceMs: 100 });
    const streamId = someLamp();
    let tries = 0;

    const hopeless = hasty.execute(aCommand(), async (streams) => {
      await streams.load(streamId, lampDecider, lampEvents);
      tries += 1;
      await append(ledger, streamId, [lampLit()]);
      return { events: [{ streamId, event: lampLit() }], answer: null };
    });

    await expect(hopeless).rejects.toMatchObject({ code: "request.busy" });
    expect(tries).toBeGreaterThan(1);
    await hasty.close();
  });

  // shows T100
  test("retries a side write on a locked row without blocking other commands", async ({
    rows,
    superuser,
    ownerUrl,
  }) => {
    // A command that waited for the lock would exceed the timeout of the test.
    const own = { role: portalRole, lockTimeoutMs: 600_000 };
    const pool = connectPool(ownerUrl, own);
    const ledger = createLedger({ pool, catalogue: lampEvents });
    const otherPool = connectPool(ownerUrl, { ...own, poolSize: 2 });
    const other = createLedger({ pool: otherPool, catalogue: lampEvents });
    const streamId = someLamp();
    await rows.insert(streamId);
    const holder = await superuser.startTransaction().execute();
    await rows.count(holder, streamId);

    let isAnswered = false;
    const held = lightAndCount(ledger, rows, streamId).finally(() => (isAnswered = true));
    for (let round = 0; round < 5; round++)
      // Also commands on the same stream, in this process and in another.
      await Promise.all([
        light(ledger, streamId, "hall"),
        light(ledger, someLamp(), "hall"),
        light(other, streamId, "hall"),
      ]);
    const wasAnswered = isAnswered;
    await holder.commit().execute();

    // It is decided again on the new state.
    expect((await held).answer).toEqual({ after: 10 });
    expect(wasAnswered).toBe(false);
    expect(await rows.times(streamId)).toBe(2);
    await Promise.all([ledger.close(), other.close()]);
    await Promise.all([pool.end(), otherPool.end()]);
  });

  // shows T100
  test("is busy only for the command whose row stays locked", async ({ pool, rows, superuser }) => {
    const hasty = createLedger({ pool, catalogue: lampEvents, patienceMs: 500 });
    const streamId = someLamp();
    await rows.insert(streamId);
    const holder = await superuser.startTransaction().execute();
    await rows.count(holder, streamId);

    let isRefused = false;
    const refused = lightAndCount(hasty, rows, streamId)
      .catch((error: unknown) => error)
      .finally(() => (isRefused = true));
    while (!isRefused) await light(hasty, streamId, "hall");
    await holder.rollback().execute();

    expect(await refused).toMatchObject({ code: "request.busy" });
    expect(await rows.times(streamId)).toBe(0);
    expect(await lightAndCount(hasty, rows, streamId)).toMatchObject({ replayed: false });
    expect(await rows.times(streamId)).toBe(1);
    await hasty.close();
  });

  // shows T83
  test("serialises commands that read the same stream, each decided once", async ({ ledger }) => {
    const streamId = someLamp();
    let decisions = 0;

    const executed = await Promise.all(
      Array.from({ length: 50 }, () =>
        ledger.execute(aCommand(), async (streams) => {
          const { version } = await streams.load(streamId, lampDecider, lampEvents);
          decisions += 1;
          return { events: [{ streamId, event: lampLit() }], answer: version };
        }),
      ),
    );

    expect(executed.map(({ answer }) => answer)).toEqual(executed.map((_, index) => index));
    expect(decisions).toBe(50);
  });

  // shows T83
  test("has no deadlock between commands that read several streams in any order", async ({
    ledger,
  }) => {
    const lamps = [someLamp(), someLamp(), someLamp()];
    const orders = [
      [0, 1],
      [1, 0],
      [1, 2, 0],
      [2, 1],
      [0, 2],
    ];

    const executed = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        ledger.execute(aCommand(), async (streams) => {
          const streamIds = (orders[index % orders.length] ?? []).map((lamp) => lamps[lamp] ?? "");
          for (const streamId of streamIds) await streams.load(streamId, lampDecider, lampEvents);
          return {
            events: streamIds.map((streamId) => ({ streamId, event: lampLit() })),
            answer: null,
          };
        }),
      ),
    );

    expect(executed.every(({ replayed }) => !replayed)).toBe(true);
  });

  // shows T83
  test("fails the waiting commands with the one that found the database away", async ({
    ownerUrl,
    superuser,
  }) => {
    const pool = connectPool(ownerUrl, { role: portalRole, lockTimeoutMs: 400 });
    const hasty = createLedger({ pool, catalogue: lampEvents });
    const streamId = someLamp();
    const holder = await superuser.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(7226001)`.execute(holder);

    let decisions = 0;
    const refused = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        hasty.execute(aCommand(), async (streams) => {
          const lamp = await streams.load(streamId, lampDecider, lampEvents);
          decisions += 1;
          const events = lamp.decide({ type: "LightLamp", room: "hall" });
          return { events: events.map((event) => ({ streamId, event })), answer: null };
        }),
      ),
    );
    await holder.rollback().execute();

    expect(refused).toEqual(
      refused.map(() => ({
        status: "rejected",
        reason: expect.objectContaining({ code: "request.busy" }),
      })),
    );
    // Only the first one reached the lock.
    expect(decisions).toBe(1);
    expect(await light(hasty, streamId, "hall")).toMatchObject({ replayed: false });
    await hasty.close();
    await pool.end();
  });

  test("keeps the id and time that an event brings", async ({ ledger, db }) => {
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

  test("rejects a known event id", async ({ ledger }) => {
    const eventId = randomUUID();
    const appendIt = () =>
      ledger.execute(aCommand(), async () => ({
        events: [{ streamId: someLamp(), event: lampLit(), eventId }],
        answer: null,
      }));
    await appendIt();

    await expect(appendIt()).rejects.toThrow("event_id");
  });

  test("rejects an event of an unknown type or shape", async ({ ledger }) => {
    const appendFact = (event: { type: string; data: object }) =>
      ledger.execute(aCommand(), async () => ({
        events: [{ streamId: someLamp(), event }],
        answer: null,
      }));

    await expect(appendFact({ type: "LampEaten", data: {} })).rejects.toThrow("LampEaten");
    await expect(appendFact({ type: "LampLit", data: { room: 5 } })).rejects.toThrow("room");
  });

  test("replays a command without events", async ({ ledger }) => {
    const command = aCommand();
    await append(ledger, someLamp(), [], command);

    const again = await append(ledger, someLamp(), [], command);

    expect(again).toEqual({ answer: null, replayed: true, positions: [] });
  });
});
