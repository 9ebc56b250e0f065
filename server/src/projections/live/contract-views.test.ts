import { describe, expect } from "vitest";
import { createHistory } from "../../testing/a-history.ts";
import { createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { rebuildProjections } from "../rebuild/rebuild.ts";

const test = databaseTest.extend("ledger", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const ledger = createProjectionsLedger(pool);
  onCleanup(() => ledger.close());
  await happen(ledger, createHistory({ seed: 41 }), 300);
  return ledger;
});

const views = [
  [
    "public.ledger_entries",
    "order, beneficiary, kind, seller, seller_level, rate_bps, value, amount, position",
  ],
  ["contract.orders", "number, uuid, state, total_cents, live"],
  ["contract.conservation", "user_id, accrued, reversed, paid, unpaid"],
  ["contract.inbox", "id, pf_payment_id, state, reason"],
  ["contract.audit", "at, actor, subject, action, target"],
  ["contract.tree", "id, parent_id, level"],
] as const;

describe("the views for external readers", () => {
  test.for(views)(
    "%s has its columns, and answers the same after a swap of the tables",
    async ([view, columns], { ledger, pool }) => {
      expect(ledger).toBeDefined();
      const before = await pool.query(`select * from ${view} order by 1, 2, 3`);

      expect(await rebuildProjections(pool)).toMatchObject({ isSwapped: true });

      const after = await pool.query(`select * from ${view} order by 1, 2, 3`);
      expect(
        after.fields
          .map(({ name }) => name)
          .slice(0, before.fields.length)
          .join(", "),
      ).toMatch(columns);
      expect(after.rows).toHaveLength(before.rows.length);
      expect(new Set(after.rows.map((row) => JSON.stringify(row)))).toEqual(
        new Set(before.rows.map((row) => JSON.stringify(row))),
      );
    },
  );

  test("show that accrued commission is paid, reversed or unpaid", async ({ ledger, pool }) => {
    expect(ledger).toBeDefined();

    const { rows } = await pool.query<Record<"accrued" | "reversed" | "paid" | "unpaid", number>>(
      "select * from contract.conservation",
    );

    expect(rows.some(({ reversed }) => reversed > 0)).toBe(true);
    expect(rows.some(({ paid }) => paid > 0)).toBe(true);
    expect(
      rows.filter(({ accrued, reversed, paid, unpaid }) => accrued !== reversed + paid + unpaid),
    ).toEqual([]);
  });

  test("use the indexes of their tables", async ({ ledger, pool }) => {
    expect(ledger).toBeDefined();
    const client = await pool.connect();
    await client.query("set enable_seqscan = off");

    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      "explain select * from ledger_entries where beneficiary = 1 and position > 10",
    );
    client.release(true);

    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index .*commission_entry/);
    expect(plan).not.toMatch(/Function Scan/);
  });
});
