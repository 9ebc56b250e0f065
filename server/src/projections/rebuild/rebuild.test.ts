import { sql } from "kysely";
import type pg from "pg";
import { describe, expect } from "vitest";
import { ofThisDatabase } from "../../testing/advisory-locks.ts";
import { createHistory } from "../../testing/a-history.ts";
import { createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { rowsInTables, rowsOfReplay } from "../../testing/projection-row-samples.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { applyToProjections, type ProjectionsFold } from "../fold/projections.fold.ts";
import { rebuildProjections } from "./rebuild.ts";
import { RebuildUnderWay } from "./replay.ts";

const test = databaseTest.extend("ledger", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const ledger = createProjectionsLedger(pool);
  onCleanup(() => ledger.close());
  await happen(ledger, createHistory({ seed: 7 }), 400);
  return ledger;
});

/** Accrues one cent too much for own sales at level 3. */
const generousFold: ProjectionsFold = (projections, event) => {
  const before = projections.commissionEntries.length;
  applyToProjections(projections, event);
  for (const [index, entry] of projections.commissionEntries.entries()) {
    if (index < before || entry.kind !== "own" || entry.sellerLevel !== 3) continue;
    const { beneficiaryId } = entry;
    projections.commissionEntries[index] = { ...entry, amount: entry.amount + 1 };
    const wallet = projections.wallets.get(beneficiaryId);
    if (wallet) projections.wallets.put(beneficiaryId, { ...wallet, accrued: wallet.accrued + 1 });
  }
};

describe("a rebuild of the projections", () => {
  test("finds no difference, and swaps equal tables", async ({ ledger, pool }) => {
    expect(ledger).toBeDefined();
    const before = await rowsInTables(pool);
    const reached: number[] = [];

    const { report, isSwapped } = await rebuildProjections(pool, {
      onProgress: ({ position }) => reached.push(position),
    });

    expect(report).toMatchObject({ isEqual: true, members: [] });
    expect(report.tables.map(({ differing }) => differing)).toEqual(report.tables.map(() => 0));
    expect(isSwapped).toBe(true);
    expect(reached.at(-1)).toBe(report.position);
    expect(await rowsInTables(pool)).toEqual(before);
  });

  test("preserves indexes, keys, settings and rights", async ({ ledger, pool, superuser }) => {
    expect(ledger).toBeDefined();
    await sql`do $$ begin create role books_reader; exception when duplicate_object then null; end $$`.execute(
      superuser,
    );
    await sql`grant select on projection.wallet to books_reader`.execute(superuser);
    const before = await catalogOf(pool);

    await rebuildProjections(pool);

    expect(await catalogOf(pool)).toEqual(before);
    await sql`drop owned by books_reader`.execute(superuser);
  });

  test("reports exactly the members affected by a changed rate, and does not swap", async ({
    ledger,
    pool,
    db,
  }) => {
    expect(ledger).toBeDefined();
    const before = await rowsInTables(pool);
    const matching = await db
      .selectFrom("projection.commission_entry")
      .where("kind", "=", "own")
      .where("seller_level", "=", 3)
      .groupBy("beneficiary_id")
      .select(({ fn }) => [
        "beneficiary_id",
        fn.countAll<number>().as("entries"),
        fn.min("position").as("first"),
      ])
      .orderBy("beneficiary_id")
      .execute();

    const { report, isSwapped } = await rebuildProjections(pool, { fold: generousFold });

    expect(matching.length).toBeGreaterThan(3);
    expect(isSwapped).toBe(false);
    expect(
      report.members.map(({ memberId, figures, firstEvent }) => ({
        memberId,
        accrued: figures.find(({ name }) => name === "accrued")?.delta,
        firstEvent: firstEvent?.position,
      })),
    ).toEqual(
      matching.map(({ beneficiary_id, entries, first }) => ({
        memberId: beneficiary_id,
        accrued: entries,
        firstEvent: first,
      })),
    );
    expect(report.members[0]?.firstEvent?.type).toMatch(/^Order/);
    expect(await rowsInTables(pool)).toEqual(before);
  });

  test("swaps an accepted difference, and no other", async ({ ledger, pool, db, superuser }) => {
    expect(ledger).toBeDefined();
    const sound = await rowsInTables(pool);
    const { user_id: userId } = await db
      .selectFrom("projection.wallet")
      .where("accrued", ">", 0)
      .select("user_id")
      .orderBy("user_id")
      .executeTakeFirstOrThrow();
    const alter = (cents: number) =>
      sql`update projection.wallet set accrued = accrued + ${cents} where user_id = ${userId}`.execute(
        superuser,
      );
    await alter(5);
    const { report } = await rebuildProjections(pool);
    await alter(1);

    const refused = await rebuildProjections(pool, { accepts: ({ hash }) => hash === report.hash });
    await alter(-1);
    const accepted = await rebuildProjections(pool, {
      accepts: ({ hash }) => hash === report.hash,
    });

    expect(report.members).toMatchObject([
      { memberId: userId, tables: ["wallet"], firstEvent: null },
    ]);
    expect(report.members[0]?.figures.map(({ name, delta }) => [name, delta])).toEqual([
      ["accrued", -5],
      ["unpaid", -5],
      ["balance", -5],
    ]);
    expect([refused.isSwapped, accepted.isSwapped]).toEqual([false, true]);
    expect(await rowsInTables(pool)).toEqual(sound);
  });

  test("of one projection does not change the others", async ({ ledger, pool, superuser }) => {
    expect(ledger).toBeDefined();
    await sql`update projection.order_state set state = 'placed'`.execute(superuser);

    const wallets = await rebuildProjections(pool, { projection: "wallets" });
    const orders = await rebuildProjections(pool, { projection: "orders" });
    const repaired = await rebuildProjections(pool, {
      projection: "orders",
      accepts: ({ hash }) => hash === orders.report.hash,
    });

    expect(wallets.report.tables.map(({ table }) => table)).toEqual(["wallet", "payout_request"]);
    expect(wallets).toMatchObject({ isSwapped: true, report: { isEqual: true } });
    expect(orders).toMatchObject({ isSwapped: false, report: { isEqual: false } });
    expect(repaired.isSwapped).toBe(true);
    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
  });

  test("refuses to run while another one is running", async ({ ledger, pool }) => {
    expect(ledger).toBeDefined();
    let second: Promise<unknown> | undefined;

    await rebuildProjections(pool, {
      onProgress: () => {
        second ??= rebuildProjections(pool).catch((error: unknown) => error);
      },
    });

    expect(await second).toBeInstanceOf(RebuildUnderWay);
    expect(await second).toHaveProperty(
      "message",
      expect.stringMatching(/^Another rebuild .* finished\.$/),
    );
  });

  test("that is killed does not change the live tables, and the next one cleans up", async ({
    ledger,
    pool,
    superuser,
  }) => {
    expect(ledger).toBeDefined();
    const before = await rowsInTables(pool);
    await sql`create table projection_next.wallet (left_behind integer)`.execute(superuser);
    await sql`alter table projection_next.wallet owner to portal_app`.execute(superuser);

    const killed = rebuildProjections(pool, {
      onProgress: () => {
        void sql`
          select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and objid = 7226004 and ${ofThisDatabase}`.execute(superuser);
      },
    });
    // The driver's error depends on whether a statement was in progress.
    await expect(killed).rejects.toThrow(/terminat|encountered a connection error/);
    expect(await rowsInTables(pool)).toEqual(before);

    expect(await rebuildProjections(pool)).toMatchObject({ isSwapped: true });
    const { rows } = await pool.query(
      "select relname from pg_class where relnamespace = 'projection_next'::regnamespace",
    );
    expect(rows).toEqual([]);
  });
});

/** Everything about the tables except their rows. */
async function catalogOf(pool: pg.Pool) {
  const { rows } = await pool.query(
    `select c.relname, c.relkind, c.reloptions, c.relacl, c.relowner::regrole::text,
       pg_get_indexdef(c.oid) as index, k.conname, k.contype
     from pg_class c left join pg_constraint k on k.conindid = c.oid
     where c.relnamespace = 'projection'::regnamespace and c.relkind in ('r', 'i')
     order by c.relname`,
  );
  return rows;
}
