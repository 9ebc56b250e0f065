import { describe, expect } from "vitest";
import { connectPool, portalRole } from "../../platform/db/connect.ts";
import { createHistory } from "../../testing/a-history.ts";
import { createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { rowsInTables, rowsOfReplay } from "../../testing/projection-row-samples.ts";
import { test } from "../../testing/database-test.ts";
import { rebuildProjections } from "./rebuild.ts";

/** Histories in one database use separate members and orders. */
const histories = (seed: number) =>
  createHistory({ seed, firstMember: seed * 10_000, firstOrder: seed * 10_000 });

describe("the projections under traffic", () => {
  // shows R68, T101
  test("stay exact with two servers that append concurrently", async ({ pool, ownerUrl }) => {
    const otherPool = connectPool(ownerUrl, { role: portalRole, poolSize: 4 });
    const ledgers = [createProjectionsLedger(pool), createProjectionsLedger(otherPool)];
    const writers = [1, 2, 3, 4, 5, 6].map((seed) => ({ seed, history: histories(seed) }));

    await Promise.all(
      writers.flatMap(({ seed, history }) => {
        const ledger = ledgers[seed % 2];
        return ledger ? [happen(ledger, history, 80)] : [];
      }),
    );

    await Promise.all(ledgers.map((ledger) => ledger.close()));
    await otherPool.end();
    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
  });

  // shows R68, T101
  test("are rebuilt while orders and reads continue", async ({ pool, db }) => {
    const ledger = createProjectionsLedger(pool);
    await happen(ledger, histories(11), 200);
    const stop = new AbortController();
    let appended = 0;
    const seen: number[] = [];
    const write = async (seed: number) => {
      const history = histories(seed);
      for (; !stop.signal.aborted; appended++) await happen(ledger, history, 1);
    };
    const read = async () => {
      while (!stop.signal.aborted) {
        const { entries } = await db
          .selectFrom("ledger_entries")
          .select(({ fn }) => fn.countAll<number>().as("entries"))
          .executeTakeFirstOrThrow();
        seen.push(entries);
      }
    };
    const traffic = [write(12), write(13), read(), read()];
    await expect.poll(() => appended).toBeGreaterThan(5);

    const before = appended;
    const results = [await rebuildProjections(pool), await rebuildProjections(pool)];
    const after = appended;

    stop.abort();
    await Promise.all(traffic);
    await ledger.close();
    expect(results.map(({ isSwapped }) => isSwapped)).toEqual([true, true]);
    expect(after).toBeGreaterThan(before);
    expect(Math.min(...seen)).toBeGreaterThan(0);
    expect(seen.length).toBeGreaterThan(10);
    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
  });

  test("are swapped once a long-running reader has finished undisturbed", async ({ pool }) => {
    const reader = await pool.connect();
    await reader.query("begin; select count(*) from projection.wallet");
    const rebuild = rebuildProjections(pool);
    await expect
      .poll(() =>
        pool
          .query(
            `select from pg_locks where not granted and mode = 'AccessExclusiveLock'
              and database = (select oid from pg_database where datname = current_database())`,
          )
          .then((found) => found.rowCount),
      )
      .toBeGreaterThan(0);
    const { rows } = await reader.query("select count(*) as wallets from projection.wallet");
    await reader.query("commit");
    reader.release();

    expect(rows[0]?.wallets).toBeGreaterThan(0);
    expect(await rebuild).toMatchObject({ isSwapped: true });
  });
});
