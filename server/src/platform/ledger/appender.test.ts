import { randomUUID } from "node:crypto";
import { setImmediate as immediate } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { connectPool, portalRole } from "../db/connect.ts";
import type { Database, Tx } from "../db/database.ts";
import { countLockWaits } from "../../testing/advisory-locks.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { lampLit, someLamp } from "../../testing/lamps.ts";
import type { NewEvent } from "./append-statement.ts";
import { type AppendCommand, createAppender, type InlineProjector } from "./appender.ts";
import { newEventId, type Recorded } from "./event-catalogue.ts";
import { sharedSideWrite } from "./side-writes.ts";

const test = databaseTest.extend("noted", { scope: "file" }, async ({ superuser, db }) => {
  await sql`create table noted (what text)`.execute(superuser);
  await sql`grant select, insert, update on noted to portal_app`.execute(superuser);
  return async () => (await sql<{ what: string }>`select what from noted`.execute(db)).rows;
});

function anEvent(streamId: string, changes: Partial<NewEvent> = {}): NewEvent {
  return {
    streamId,
    streamVersion: null,
    eventId: newEventId(),
    ...lampLit(),
    schemaVersion: 1,
    metadata: {},
    occurredAt: "2026-01-31T08:00:00.000Z",
    ...changes,
  };
}

function aCommand(
  events: readonly NewEvent[],
  changes: Partial<AppendCommand> = {},
): AppendCommand {
  const requestHash = Buffer.from("request");
  return { commandId: randomUUID(), requestHash, actor: null, answer: "done", events, ...changes };
}

function note(what: string) {
  return async (tx: Tx): Promise<void> => {
    await sql`insert into noted values (${what})`.execute(tx);
  };
}

describe("the appender", () => {
  test("coalesces waiting commands, with an answer for each", async ({ pool }) => {
    const appender = createAppender({ pool });
    const moved = someLamp();
    await appender.append(aCommand([anEvent(moved)]));
    const events = Array.from({ length: 20 }, () => anEvent(someLamp(), { streamVersion: 1 }));

    const [stale, ...others] = await Promise.all([
      appender.append(aCommand([anEvent(moved, { streamVersion: 1 })])),
      ...events.map((event) => appender.append(aCommand([event]))),
    ]);

    expect(stale?.outcome).toBe("stale");
    expect(others.map(({ outcome }) => outcome)).toEqual(events.map(() => "appended"));
    expect(new Set(others.map(({ recordedAt }) => recordedAt)).size).toBeLessThan(20);
    await appender.close();
  });

  test("appends several commands of one batch to one stream", async ({ pool }) => {
    const appender = createAppender({ pool });
    const streamId = someLamp();

    const outcomes = await Promise.all([
      appender.append(aCommand([anEvent(streamId, { streamVersion: 1 }), anEvent(someLamp())])),
      appender.append(aCommand([anEvent(streamId, { streamVersion: 1 }), anEvent(streamId)])),
      appender.append(aCommand([anEvent(streamId), anEvent(streamId, { streamVersion: 3 })])),
    ]);

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["appended", "stale", "appended"]);
    expect(outcomes[2]?.streamVersions).toEqual([2, 3]);
    await appender.close();
  });

  test("replays the first answer for a duplicate in the same batch", async ({ pool }) => {
    const appender = createAppender({ pool });
    const command = aCommand([anEvent(someLamp())], { answer: { number: 7 } });

    const [first, copy, other] = await Promise.all([
      appender.append(command),
      appender.append({ ...command, answer: "another" }),
      appender.append({ ...command, requestHash: Buffer.from("another request") }),
    ]);

    expect(first?.outcome).toBe("appended");
    expect(copy).toMatchObject({
      outcome: "replayed",
      answer: { number: 7 },
      firstPosition: first?.firstPosition,
      eventCount: 1,
    });
    expect(other?.outcome).toBe("reused");
    await appender.close();
  });

  test("commits side writes with the events, or neither", async ({ pool, noted, db }) => {
    const appender = createAppender({ pool });
    const failing = someLamp();

    const [one, broken, other] = await Promise.allSettled([
      appender.append(aCommand([anEvent(someLamp())], { sideWrites: note("one") })),
      appender.append(
        aCommand([anEvent(failing)], {
          async sideWrites(tx) {
            await note("broken")(tx);
            throw new Error("the mail could not be queued");
          },
        }),
      ),
      appender.append(aCommand([anEvent(someLamp())], { sideWrites: note("other") })),
    ]);

    expect([one?.status, other?.status]).toEqual(["fulfilled", "fulfilled"]);
    expect(broken).toMatchObject({ reason: { message: "the mail could not be queued" } });
    const written = (await noted()).map(({ what }) => what);
    expect(written.toSorted()).toEqual(["one", "other"]);
    expect(await eventsOf(db, failing)).toEqual([]);
    await appender.close();
  });

  // shows T100
  test("fails each command with the error of its own side writes", async ({ pool, noted }) => {
    const appender = createAppender({ pool });
    const name = randomUUID();
    const commands = Array.from({ length: 30 }, (_, index) => {
      const sideWrites = async (tx: Tx) => {
        await note(`${name} ${index}`)(tx);
        if (index % 3 === 0) await sql`select * from no_such_table`.execute(tx);
        if (index % 3 === 1) throw new Error(`number ${index} is refused`);
      };
      return aCommand([anEvent(someLamp())], { sideWrites });
    });

    const outcomes = await Promise.allSettled(commands.map((each) => appender.append(each)));
    const refusedFor = (message: string) => ({
      status: "rejected",
      reason: expect.objectContaining({ message }),
    });

    expect(outcomes).toEqual(
      commands.map(
        (_, index) =>
          [
            refusedFor('relation "no_such_table" does not exist'),
            refusedFor(`number ${index} is refused`),
            expect.objectContaining({ status: "fulfilled" }),
          ][index % 3],
      ),
    );
    const written = (await noted()).filter(({ what }) => what.startsWith(name));
    expect(written).toHaveLength(10);
    await appender.close();
  });

  // shows T100
  test("fails at once, and only for the command whose row is locked", async ({
    ownerUrl,
    noted,
    superuser,
  }) => {
    // A command that waited for the lock would exceed the timeout of the test.
    const pool = connectPool(ownerUrl, { role: portalRole, lockTimeoutMs: 600_000 });
    const name = randomUUID();
    await sql`insert into noted values (${name})`.execute(superuser);
    const appender = createAppender({ pool });
    const holder = await superuser.startTransaction().execute();
    await sql`select from noted where what = ${name} for update`.execute(holder);
    const change = async (tx: Tx) => {
      await sql`update noted set what = 'changed' where what = ${name}`.execute(tx);
    };

    const [before, held, after] = await Promise.allSettled([
      appender.append(aCommand([anEvent(someLamp())], { sideWrites: note(`${name} before`) })),
      appender.append(aCommand([anEvent(someLamp())], { sideWrites: change })),
      appender.append(aCommand([anEvent(someLamp())], { sideWrites: note(`${name} after`) })),
    ]);
    await holder.rollback().execute();

    expect([before?.status, after?.status]).toEqual(["fulfilled", "fulfilled"]);
    expect(held).toMatchObject({ reason: { name: "FailedSideWrite", isHeld: true } });
    const written = (await noted()).filter(({ what }) => what.startsWith(name));
    expect(written.map(({ what }) => what).toSorted()).toEqual([
      name,
      `${name} after`,
      `${name} before`,
    ]);
    await appender.close();
    await pool.end();
  });

  test("writes what commands of a batch share in one statement", async ({ pool, noted }) => {
    const appender = createAppender({ pool });
    const name = randomUUID();
    const sizes: number[] = [];
    const noteAll = sharedSideWrite<string>(async (tx, all) => {
      sizes.push(all.length);
      await sql`insert into noted select unnest(${all}::text[])`.execute(tx);
    });
    const commands = Array.from({ length: 20 }, (_, index) =>
      aCommand([anEvent(someLamp())], {
        sideWrites: index % 5 === 0 ? note(`${name} own`) : noteAll(`${name} ${index}`),
      }),
    );
    const again = commands[1];

    await Promise.all(commands.map((each) => appender.append(each)));
    if (again) await appender.append(again);

    const written = (await noted()).filter(({ what }) => what.startsWith(name));
    expect(written).toHaveLength(20);
    expect(new Set(written.map(({ what }) => what)).size).toBe(17);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(16);
    expect(Math.max(...sizes)).toBeGreaterThan(10);
    await appender.close();
  });

  test("refuses, of commands that share a statement, only the one that breaks it or is held", async ({
    pool,
    noted,
    superuser,
  }) => {
    const appender = createAppender({ pool });
    const name = randomUUID();
    await sql`create table named (what text primary key)`.execute(superuser);
    await sql`grant insert, select on named to portal_app`.execute(superuser);
    const nameAll = sharedSideWrite<string | null>(async (tx, all) => {
      await sql`insert into named select unnest(${all}::text[])`.execute(tx);
      for (const what of all) await note(`${name} ${what}`)(tx);
    });
    const holder = await superuser.startTransaction().execute();
    await sql`insert into named values ('held')`.execute(holder);
    const streams = new Map(["one", "held", null, "other"].map((what) => [what, someLamp()]));

    const outcomes = await Promise.allSettled(
      [...streams].map(([what, stream]) =>
        appender.append(aCommand([anEvent(stream)], { sideWrites: nameAll(what) })),
      ),
    );
    await holder.rollback().execute();

    expect(outcomes).toMatchObject([
      { status: "fulfilled" },
      { reason: { name: "FailedSideWrite", isHeld: true } },
      { reason: { code: "23502" } },
      { status: "fulfilled" },
    ]);
    const written = (await noted()).filter(({ what }) => what.startsWith(name));
    expect(written.map(({ what }) => what).toSorted()).toEqual([`${name} one`, `${name} other`]);
    await appender.close();
  });

  test("runs no side writes of a replayed command", async ({ pool, noted }) => {
    const appender = createAppender({ pool });
    const what = randomUUID();
    const command = aCommand([anEvent(someLamp())], { sideWrites: note(what) });

    await appender.append(command);
    await appender.append(command);

    expect((await noted()).filter((row) => row.what === what)).toHaveLength(1);
    await appender.close();
  });

  test("projects each event with its position before it is visible", async ({ pool, db }) => {
    const projected: Recorded[] = [];
    const projector: InlineProjector = {
      async project(_tx, events) {
        projected.push(...events);
        const last = Math.max(...events.map(({ position }) => position));
        const head = await db.selectFrom("ledger_head").select("position").executeTakeFirst();
        expect(head?.position).toBeLessThan(last);
      },
    };
    const appender = createAppender({ pool, projector });
    const streamId = someLamp();

    const { firstPosition } = await appender.append(
      aCommand([anEvent(streamId), anEvent(streamId)]),
    );

    expect(projected).toMatchObject([
      { position: firstPosition, streamVersion: 1, type: "LampLit", data: { room: "hall" } },
      { position: firstPosition + 1, streamVersion: 2 },
    ]);
    await appender.close();
  });

  test("fails only the command that the projector cannot fold", async ({ pool, db }) => {
    const poison = someLamp();
    const appender = createAppender({
      pool,
      projector: {
        async project(_tx, events) {
          if (events.some(({ streamId }) => streamId === poison)) throw new Error("cannot fold");
        },
      },
    });

    const outcomes = await Promise.allSettled(
      [someLamp(), poison, someLamp()].map((streamId) =>
        appender.append(aCommand([anEvent(streamId)])),
      ),
    );

    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const head = await db.selectFrom("ledger_head").select("position").executeTakeFirstOrThrow();
    const { events } = await db
      .selectFrom("ledger_events")
      .select(({ fn }) => fn.countAll<number>().as("events"))
      .executeTakeFirstOrThrow();
    expect(events).toBe(head.position);
    await appender.close();
  });

  // shows R67, T93
  test("is busy while another writer holds the lock, and recovers", async ({
    superuser,
    ownerUrl,
  }) => {
    const hasty = connectPool(ownerUrl, { role: portalRole, lockTimeoutMs: 400 });
    const appender = createAppender({ pool: hasty });
    const holder = await superuser.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(7226001)`.execute(holder);

    const appendOne = () =>
      appender.append(aCommand([anEvent(someLamp())])).catch((error) => error);
    const first = appendOne();
    await expect.poll(() => countLockWaits(superuser, 7226001)).toBe(1);
    const behind = Promise.all([appendOne(), appendOne(), appendOne()]);
    const refused = await first;
    // The queued commands fail with the first one, and do not wait as long again.
    const toldTogether = await Promise.race([behind, immediate("still waiting")]);
    await holder.rollback().execute();
    const { outcome } = await appender.append(aCommand([anEvent(someLamp())]));

    const busy = expect.objectContaining({ code: "request.busy" });
    expect(refused).toEqual(busy);
    expect(toldTogether).toEqual([busy, busy, busy]);
    expect(outcome).toBe("appended");
    await appender.close();
    await hasty.end();
  });

  test("finishes queued commands before it closes", async ({ pool }) => {
    const appender = createAppender({ pool });
    const appends = Array.from({ length: 5 }, () =>
      appender.append(aCommand([anEvent(someLamp())])),
    );

    await appender.close();

    const outcomes = await Promise.all(appends);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(appends.map(() => "appended"));
    await expect(appender.append(aCommand([]))).rejects.toThrow("the ledger is closed");
  });
});

function eventsOf(db: Database, streamId: string) {
  return db
    .selectFrom("ledger_events")
    .select("position")
    .where("stream_id", "=", streamId)
    .execute();
}
