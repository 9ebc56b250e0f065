import { sql } from "kysely";
import { describe, expect } from "vitest";
import type { Database } from "../../db/database.ts";
import { seedDemo } from "../../seed/seed-demo.ts";
import { demoIds } from "../../seed/demo-people.ts";
import { test as base } from "../../testing/database-test.ts";
import { mintLink } from "./account-link.store.ts";
import { eraseAccount } from "./erase-account.store.ts";

const traceOfKim = "a trace of Kim";
const now = "2026-07-02T09:00:00.000Z";
const test = base.extend("demo", { scope: "file" }, ({ ownerUrl }) =>
  seedDemo({ ownerUrl, until: "2026-07-01" }),
);

describe("erasing an account", () => {
  test("leaves nothing that tells who it was", async ({ demo, db }) => {
    const kim = demo.accounts.find(({ id }) => id === demoIds.kim);

    await fillEverything(db, demoIds.kim, kim?.email ?? "");

    const erased = await db.transaction().execute((tx) => eraseAccount(tx, demoIds.kim, now));

    expect(erased).toMatchObject({ addresses: expect.any(Number), orders: expect.any(Number) });
    const found = await sql`
      select account::text as line from account union all
      select address::text from address union all
      select bank_detail::text from bank_detail union all
      select order_detail::text from order_detail union all
      select message::text from message union all
      select sign_in_code::text from sign_in_code union all
      select account_link::text from account_link union all
      select sign_in_failure::text from sign_in_failure`.execute(db);
    const everything = found.rows.map((row) => JSON.stringify(row)).join("\n");
    expect(everything).not.toContain(kim?.email);
    expect(everything).not.toContain(traceOfKim);
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

/** In every column that could say who it was, and in everything that was sent. */
async function fillEverything(db: Database, userId: number, email: string): Promise<void> {
  await db
    .updateTable("account")
    .set({
      alt_number: traceOfKim,
      area: traceOfKim,
      company: traceOfKim,
      company_address: traceOfKim,
      vat_no: traceOfKim,
      referred_by: traceOfKim,
    })
    .where("id", "=", userId)
    .execute();
  const [message_key, kind] = ["code:1", "sign-in-code"];
  await sql`
    insert into message (message_key, channel, kind, user_id, to_address, about, text)
    values (${message_key}, 'email', ${kind}, ${userId}, ${email}, '{}', ${traceOfKim})`.execute(
    db,
  );
  await db
    .insertInto("sign_in_code")
    .values({
      ...{ id: crypto.randomUUID(), user_id: userId, purpose: "sign-in" },
      ...{ request_hash: "a".repeat(64), code_hash: traceOfKim, expires_at: now },
    })
    .execute();
  await mintLink(db, userId, "reset-password", now);
  await db
    .insertInto("sign_in_failure")
    .values({ key: `account ${email} 203.0.113.9`, failures: 1, last_at: now })
    .execute();
}

async function ledgerOf(db: Database): Promise<unknown[]> {
  const hashes = await sql`select position, hash from ledger_events order by position`.execute(db);
  return hashes.rows;
}
