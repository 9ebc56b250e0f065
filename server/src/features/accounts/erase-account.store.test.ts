import { sql } from "kysely";
import { describe, expect } from "vitest";
import type { Database } from "../../db/database.ts";
import { seedDemo } from "../../seed/seed-demo.ts";
import { demoIds } from "../../seed/demo-people.ts";
import { test as base } from "../../testing/database-test.ts";
import { eraseAccount } from "./erase-account.store.ts";

const now = "2026-07-02T09:00:00.000Z";
const test = base.extend("demo", { scope: "file" }, ({ ownerUrl }) =>
  seedDemo({ ownerUrl, until: "2026-07-01" }),
);

describe("erasing an account", () => {
  test("leaves nothing that tells who it was", async ({ demo, db }) => {
    const kim = demo.accounts.find(({ id }) => id === demoIds.kim);

    const erased = await db.transaction().execute((tx) => eraseAccount(tx, demoIds.kim, now));

    expect(erased).toMatchObject({ addresses: expect.any(Number), orders: expect.any(Number) });
    const found = await sql`
      select account::text as line from account union all
      select address::text from address union all
      select bank_detail::text from bank_detail union all
      select order_detail::text from order_detail`.execute(db);
    const everything = found.rows.map((row) => JSON.stringify(row)).join("\n");
    expect(everything).not.toContain(kim?.email);
    expect(everything).toContain(`erased-${demoIds.kim}@erased.invalid`);
  });

  test("keeps the ledger, and what it says of the number", async ({ demo, db }) => {
    const before = await ledgerOf(db);

    await db.transaction().execute((tx) => eraseAccount(tx, demoIds.cara, now));

    expect(await ledgerOf(db)).toEqual(before);
    const wallet = await db
      .selectFrom("projection.wallet")
      .select("user_id")
      .where("user_id", "=", demoIds.cara)
      .executeTakeFirst();
    expect(wallet).toBeDefined();
    expect(demo.events).toBeGreaterThan(0);
  });

  test("waits until an open payout is settled", async ({ demo, db }) => {
    const open = await db
      .selectFrom("projection.payout_request")
      .select("user_id")
      .where("state", "=", "requested")
      .executeTakeFirstOrThrow();

    expect(demo.members).toBeGreaterThan(0);
    expect(await db.transaction().execute((tx) => eraseAccount(tx, open.user_id, now))).toBe(
      "open-payout",
    );
  });

  test("knows when there is nobody to erase", async ({ db }) => {
    expect(await db.transaction().execute((tx) => eraseAccount(tx, 999_999, now))).toBe("unknown");
  });
});

async function ledgerOf(db: Database): Promise<unknown[]> {
  const hashes = await sql`select position, hash from ledger_events order by position`.execute(db);
  return hashes.rows;
}
