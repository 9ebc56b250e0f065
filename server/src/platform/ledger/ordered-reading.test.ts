import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { connectPool, portalRole } from "../db/connect.ts";
import { type Database, readOnly } from "../db/database.ts";
import { countLockWaits } from "../../testing/advisory-locks.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import {
  aCommand,
  type LampEvent,
  lampEvents,
  lampLit,
  someLamp,
  readEvents,
} from "../../testing/lamps.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import type { Recorded } from "./event-catalogue.ts";

const servers = 4;
const writers = 32;

/** Several servers on one database, each with its own connections. */
const test = databaseTest.extend("ledgers", { scope: "file" }, ({ ownerUrl }, { onCleanup }) => {
  const opened = Array.from({ length: servers }, () => {
    const pool = connectPool(ownerUrl, { role: portalRole, poolSize: 4 });
    return { pool, ledger: createLedger({ pool, catalogue: lampEvents }) };
  });
  onCleanup(async () => {
    for (const { ledger, pool } of opened) {
      await ledger.close();
      await pool.end();
    }
  });
  return opened.map(({ ledger }) => ledger);
});

function append(ledger: Ledger | undefined, streamId: string, count: number, room = "hall") {
  return ledger?.execute(aCommand(), async () => ({
    events: Array.from({ length: count }, () => ({ streamId, event: lampLit(room) })),
    answer: null,
  }));
}

/** A subscriber that polls for events after the last position that it saw. */
async function follow(db: Database, from: number, isDone: () => boolean) {
  const seen: Recorded<LampEvent>[] = [];
  for (;;) {
    const wasDone = isDone();
    const after = seen.at(-1)?.position ?? from;
    const page = await readEvents(readOnly(db), lampEvents, { after, limit: 100 });
    seen.push(...page);
    if (page.length === 0 && wasDone) return seen;
    if (page.length === 0) await delay(1);
  }
}

async function headOf(db: Database): Promise<number> {
  const head = await db.selectFrom("ledger_head").select("position").executeTakeFirstOrThrow();
  return head.position;
}

/** Gaps, and streams out of order. */
function disorderIn(seen: readonly Recorded[], from: number): string[] {
  const versions = new Map<string, number>();
  return seen.flatMap(({ position, streamId, streamVersion }, index) => {
    const expected = (versions.get(streamId) ?? streamVersion - 1) + 1;
    versions.set(streamId, streamVersion);
    return position === from + index + 1 && streamVersion === expected
      ? []
      : [`position ${position} after ${from + index}: version ${streamVersion} of ${streamId}`];
  });
}

describe("a reader of positions", () => {
  // shows R69, T102
  test("misses and reorders nothing while 32 writers append", async ({ db, ledgers }) => {
    const rounds = 25;
    const from = await headOf(db);
    let isDone = false;
    const shared = someLamp();

    const following = follow(db, from, () => isDone);
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const own = someLamp();
        for (let round = 0; round < rounds; round++)
          await append(ledgers[writer % servers], round % 5 === 0 ? shared : own, 1 + (round % 3));
      }),
    );
    isDone = true;
    const seen = await following;

    const perWriter = Array.from({ length: rounds }, (_, round) => 1 + (round % 3));
    const written = writers * perWriter.reduce((sum, count) => sum + count, 0);
    expect(seen).toHaveLength(written);
    expect(disorderIn(seen, from)).toEqual([]);
    expect(await headOf(db)).toBe(from + written);
  });

  // shows R69, T102
  test("sees no later event before that of a writer that is held back", async ({
    db,
    ledgers,
    superuser,
  }) => {
    const from = await headOf(db);
    await sql`
      create function hold_back() returns trigger language plpgsql as $$
      begin
        if new.data->>'room' = 'held back' then perform pg_advisory_xact_lock(42); end if;
        return new;
      end $$`.execute(superuser);
    await sql`create trigger hold_back before insert on ledger_events
      for each row execute function hold_back()`.execute(superuser);
    const holder = await superuser.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(42)`.execute(holder);
    let isDone = false;

    const following = follow(db, from, () => isDone);
    const heldBack = append(ledgers[0], someLamp(), 1, "held back");
    await expect.poll(() => countLockWaits(superuser, 42)).toBe(1);
    const others = Array.from({ length: writers - 1 }, (_, writer) =>
      append(ledgers[1 + (writer % 3)], someLamp(), 1),
    );
    await expect.poll(() => countLockWaits(superuser, 7226001)).toBeGreaterThanOrEqual(3);
    const seenMeanwhile = await headOf(db);
    await holder.commit().execute();
    await Promise.all([heldBack, ...others]);
    isDone = true;
    const seen = await following;

    expect(seenMeanwhile).toBe(from);
    expect(seen).toHaveLength(writers);
    expect(disorderIn(seen, from)).toEqual([]);
    expect(seen[0]?.data).toEqual({ room: "held back" });
  });
});
