import { sql } from "kysely";
import { describe, expect } from "vitest";
import type { Database } from "../../platform/db/database.ts";
import { seedDemo } from "../../edges/demo/seed-demo.ts";
import { demoIds } from "../../edges/demo/demo-people.ts";
import { test as base } from "../../testing/database-test.ts";
import { mintLink } from "../../people/accounts/account-link.store.ts";
import { eraseAccount } from "./erase-account.actions.ts";

const traceOfKim = "a trace of Kim";
const now = "2026-07-02T09:00:00.000Z";
const test = base.extend("demo", { scope: "file" }, ({ ownerUrl }) =>
  seedDemo({ ownerUrl, until: "2026-07-01" }),
);

describe("erasing an account", () => {
  test("leaves no personal data", async ({ demo, db, superuser }) => {
    const kim = demo.accounts.find(({ id }) => id === demoIds.kim);

    await fillEverything(db, demoIds.kim, kim?.email ?? "");
    await expect(eraseIn(db, demoIds.kim)).rejects.toMatchObject({ code: "account.orders-due" });
    // All open orders have been shipped.
    await sql`update projection.order_state set waybill = 'W-1' where buyer_id = ${demoIds.kim}`.execute(
      superuser,
    );

    const erased = await eraseIn(db, demoIds.kim);

    expect(erased).toMatchObject({ addresses: expect.any(Number), orders: expect.any(Number) });
    const found = await sql`
      select account::text as line from account union all
      select address::text from address union all
      select bank_detail::text from bank_detail union all
      select order_detail::text from order_detail union all
      select message::text from message union all
      select sign_in_code::text from sign_in_code union all
      select account_link::text from account_link union all
      select contact_message::text from contact_message union all
      select entry_question::text from entry_question union all
      select bank_line::text from bank_line union all
      select erased_person::text from erased_person union all
      select sign_in_failure::text from sign_in_failure`.execute(db);
    const everything = found.rows.map((row) => JSON.stringify(row)).join("\n");
    expect(everything).not.toContain(kim?.email);
    expect(everything).not.toContain(traceOfKim);
    expect(everything).toContain(`erased-${demoIds.kim}@erased.invalid`);
  });

  // shows R77, T118
  test("keeps the ledger and what it has about the user id", async ({ demo, db }) => {
    const before = await ledgerOf(db);

    const settled = await someWallet(db, "<=");
    await eraseIn(db, settled.user_id);

    expect(await ledgerOf(db)).toEqual(before);
    const wallet = await db
      .selectFrom("projection.wallet")
      .select("user_id")
      .where("user_id", "=", settled.user_id)
      .executeTakeFirst();
    expect(wallet).toBeDefined();
    expect(demo.events).toBeGreaterThan(0);
  });

  test("is refused while a payout is open", async ({ demo, db }) => {
    const open = await db
      .selectFrom("projection.payout_request")
      .select("user_id")
      .where("state", "=", "requested")
      .executeTakeFirstOrThrow();

    expect(demo.members).toBeGreaterThan(0);
    await expect(eraseIn(db, open.user_id)).rejects.toMatchObject({ code: "account.open-payout" });
  });

  test("is refused while commission is unpaid", async ({ demo, db }) => {
    const owed = await someWallet(db, ">");

    expect(demo.members).toBeGreaterThan(0);
    await expect(eraseIn(db, owed.user_id)).rejects.toMatchObject({ code: "account.money-due" });
  });

  test("is refused while store credit is undecided", async ({ demo, db }) => {
    expect(demo.members).toBeGreaterThan(0);
    const { user_id: id } = await db
      .selectFrom("projection.wallet")
      .innerJoin("account", "account.id", "user_id")
      .select("user_id")
      .where("credit_account", ">", 0)
      .where("account.role", "=", "customer")
      .executeTakeFirstOrThrow();
    await expect(eraseIn(db, id)).rejects.toMatchObject({ code: "account.credit-due" });
  });

  test("rejects an unknown account and one that is erased already", async ({ demo, db }) => {
    expect(demo.members).toBeGreaterThan(0);
    await expect(eraseIn(db, 999_999)).rejects.toMatchObject({ code: "account.unknown" });
    const { id } = await db
      .selectFrom("account")
      .select("id")
      .where("role", "=", "customer")
      .where("id", "<>", demoIds.kim)
      .executeTakeFirstOrThrow();
    await eraseIn(db, id);
    await expect(eraseIn(db, id)).rejects.toMatchObject({ code: "account.erased" });
  });
});

/** A user with or without a positive balance, and without an open payout. */
function someWallet(db: Database, balance: ">" | "<=") {
  return db
    .selectFrom("projection.wallet")
    .select("user_id")
    .where(sql<number>`accrued - paid - credit`, balance, 0)
    .where("user_id", "not in", (query) =>
      query
        .selectFrom("projection.payout_request")
        .select("user_id")
        .where("state", "=", "requested"),
    )
    .executeTakeFirstOrThrow();
}

function eraseIn(db: Database, userId: number) {
  return db.transaction().execute((tx) => eraseAccount(tx, userId, now));
}

/** All columns with personal data, and all messages. */
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
      id: crypto.randomUUID(),
      user_id: userId,
      purpose: "sign-in",
      request_hash: "a".repeat(64),
      code_hash: traceOfKim,
      expires_at: now,
    })
    .execute();
  await sql`
    insert into contact_message (command_id, source, email, text)
    values (gen_random_uuid(), 'general', ${email}, ${traceOfKim})`.execute(db);
  await sql`
    insert into bank_line (fingerprint, account, booked_on, amount, description, file_name, uploaded_by, state,
      decided_at, decided_by)
    values (${"f".repeat(64)}, 'a', '2026-06-01', 100, ${traceOfKim}, 'june.csv', 1, 'applied', now(), 1)`.execute(
    db,
  );
  await sql`
    insert into bank_line_use (line_id, order_number, amount)
    select line.id, placed.order_number, 100 from bank_line line, projection.order_state placed
    where line.description = ${traceOfKim} and placed.buyer_id = ${userId} limit 1`.execute(db);
  await mintLink(db, { userId, purpose: "reset-password", sentTo: null }, now);
  await db
    .insertInto("sign_in_failure")
    .values({ key: `account ${email} 203.0.113.9`, failures: 1, last_at: now })
    .execute();
}

async function ledgerOf(db: Database): Promise<unknown[]> {
  const hashes = await sql`select position, hash from ledger_events order by position`.execute(db);
  return hashes.rows;
}
