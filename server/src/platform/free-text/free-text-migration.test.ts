import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../db/connect.ts";
import type { Database } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { appendAll } from "../ledger/append-all.ts";
import { testBefore } from "../../testing/older-database.ts";
import { tablesWith } from "../../testing/table-contents.ts";

const test = testBefore("0059-free-text.ts");

const kept = "Zzkept";
const gone = "Zzgone";
const orderId = randomUUID();
const orderOfErased = randomUUID();

/** What a release of before wrote, of somebody who is there (1) and of somebody who is erased (2). */
async function history(db: Database): Promise<Record<string, string>> {
  const account = (id: number, email: string) =>
    sql`insert into account (id, email, first_name, last_name, role) overriding system value
      values (${id}, ${email}, 'A', 'B', 'customer')`.execute(db);
  await account(1, "kim@people.test");
  await account(2, "erased-2@erased.invalid");
  for (const [number, id, buyer] of [
    [1, orderId, 1],
    [2, orderOfErased, 2],
  ] as const)
    await sql`insert into projection.order_state (order_id, order_number, buyer_id, region, currency,
        vat_bps, live, total, goods, value, units, state, received, refunded, refunded_goods,
        refunded_units, placed_at, placed_position, accrual, paid_goods, due)
      values (${id}, ${number}, ${buyer}, 'za', 'ZAR', 1500, true, 1, 1, 1, 1, 'placed', 0, 0, 0, 0,
        now(), ${number}, '[]', 1, 1)`.execute(db);
  const facts = {
    eft: ["order", "PaymentReceived", { orderId, method: "eft", reference: kept }],
    own: ["order", "PaymentReceived", { orderId, method: "eft", reference: "RH1" }],
    card: ["order", "PaymentReceived", { orderId, method: "card", reference: "1187" }],
    cancelled: ["order", "OrderCancelled", { orderId, reason: kept }],
    wordless: ["order", "OrderCancelled", { orderId, reason: "" }],
    ofErased: ["other", "OrderCancelled", { orderId: orderOfErased, reason: gone }],
    paid: ["wallet-1", "PayoutPaid", { payoutId: "p1", userId: 1, reference: kept }],
    rejected: ["wallet-1", "PayoutRejected", { payoutId: "p2", userId: 1, reason: kept }],
    cleared: ["wallet-1", "PayoutRejected", { payoutId: "p3", userId: 1, reason: null }],
    granted: ["wallet-2", "CreditGranted", { userId: 2, amount: 5, reason: gone }],
  } as const;
  const ids = Object.fromEntries(Object.keys(facts).map((name) => [name, randomUUID()]));
  const events = Object.entries(facts).map(([name, [streamId, type, data]]) => ({
    ...{ streamId, type, data, streamVersion: null, eventId: ids[name] ?? "", schemaVersion: 1 },
    ...{ metadata: {}, occurredAt: "2026-03-01T08:00:00.000Z" },
  }));
  await db.transaction().execute((tx) => appendAll(tx, events));
  for (const payoutId of ["p1", "p2", "p3"])
    await sql`insert into projection.payout_request (payout_id, user_id, commission, credit,
        requested, after_position, cutoff_position, accrued_at_cutoff, state, requested_at, reference, reason)
      values (${payoutId}, 1, 1, 0, 1, 0, 1, 1, 'paid', now(), ${kept}, ${kept})`.execute(db);
  return ids;
}

async function audit(db: Database): Promise<void> {
  const entry = (action: string, subject: number, target: string | null, details: object) =>
    sql`insert into audit_entry (action, subject_id, target, details)
      values (${action}, ${subject}, ${target}, ${JSON.stringify(details)})`.execute(db);
  await entry("impersonation.started", 1, null, { reason: kept });
  await entry("impersonation.started", 2, null, { reason: gone });
  await entry("order.refunded", 1, orderId, { amount: 5, reason: kept });
  await entry("bank-line.ignored", 1, "bank line 7", { reason: kept });
  await entry("signed-in", 1, null, { by: "password" });
}

// shows T124
test("words of before are where they can be erased, and those of the erased nowhere but in the ledger's bytes", async ({
  olderUrl,
}) => {
  const before = connect(olderUrl);
  const ids = await history(before);
  await audit(before);
  await before.destroy();

  await migrate(olderUrl);

  const db = connect(olderUrl);
  const rows = await db.selectFrom("free_text").selectAll().orderBy("text").execute();
  const ofEvents = rows.filter(({ id }) => Object.values(ids).includes(id));
  expect(ofEvents).toHaveLength(4);
  expect(ofEvents).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: ids.eft, order_id: orderId, text: kept }),
      expect.objectContaining({ id: ids.cancelled, order_id: orderId, text: kept }),
      expect.objectContaining({ id: ids.paid, user_id: 1, text: kept }),
      expect.objectContaining({ id: ids.rejected, user_id: 1, text: kept }),
    ]),
  );
  const payouts = await db
    .selectFrom("projection.payout_request")
    .select(["payout_id", "reference_id", "reason_id"])
    .orderBy("payout_id")
    .execute();
  expect(payouts).toEqual([
    { payout_id: "p1", reference_id: ids.paid, reason_id: null },
    { payout_id: "p2", reference_id: null, reason_id: ids.rejected },
    { payout_id: "p3", reference_id: null, reason_id: null },
  ]);

  const ofAudit = rows.filter(({ id }) => !Object.values(ids).includes(id));
  expect(ofAudit).toHaveLength(3);
  const written = await db
    .selectFrom("audit_entry")
    .select(["action", "details"])
    .orderBy("id")
    .execute();
  const idOf = (subject: object) => ({
    textId: ofAudit.find((row) =>
      Object.entries(subject).every(([name, value]) => Reflect.get(row, name) === value),
    )?.id,
  });
  expect(written).toEqual([
    {
      action: "impersonation.started",
      details: { reason: idOf({ user_id: 1, order_id: null, bank_line_id: null }) },
    },
    { action: "impersonation.started", details: { reason: { textId: expect.any(String) } } },
    { action: "order.refunded", details: { amount: 5, reason: idOf({ order_id: orderId }) } },
    { action: "bank-line.ignored", details: { reason: idOf({ bank_line_id: 7 }) } },
    { action: "signed-in", details: { by: "password" } },
  ]);
  expect(await tablesWith(db, gone)).toEqual(["ledger.events_0", "public.ledger_events"]);
  for (const table of ["audit_entry", "ledger_commands"])
    await expect(sql.raw(`delete from ${table}`).execute(db)).rejects.toThrow("append-only");
  await db.destroy();
});
