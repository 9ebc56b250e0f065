import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { anAdmin } from "../../testing/proposals-test.ts";
import { aGuestOrder, payByBank, type TestShop, test } from "../../testing/shop-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { holdAfter } from "./payout-hold.queries.ts";

const bankDetails = {
  bankName: "First Bank",
  accountName: "Account",
  accountNumber: "62001234567",
  chequeOrSavings: "Savings",
} as const;

const ask = () => ({ commandId: randomUUID() });
const hourMs = 3_600_000;

/** An open payout request of a member who then changed the bank account. */
async function aHeldPayout(shop: TestShop, name: "anna" | "ben" | "cara") {
  const order = await aGuestOrder(shop, name.toUpperCase());
  await payByBank(shop, order.uuid, order.total);
  const person = await shop.as(shop.people[name]);
  await person.bankDetails.save(bankDetails);
  const { payoutId } = await person.wallet.requestPayout(ask());
  await person.bankDetails.save({ ...bankDetails, accountNumber: "999888777" });
  return payoutId;
}

describe("a payout to changed bank details", () => {
  test("is listed with the end of its hold", async ({ shop }) => {
    const id = await aHeldPayout(shop, "anna");
    const admin = await shop.as(shop.people.admin);

    const { rows } = await admin.payouts.list({ state: "requested", search: "anna" });

    const row = rows.find((each) => each.id === id);
    const leftMs = Date.parse(row?.bankDetailsHoldUntil ?? "") - Date.now();
    expect(leftMs).toBeGreaterThan(47 * hourMs);
    expect(leftMs).toBeLessThanOrEqual(48 * hourMs);
  });

  test("is listed alone by its id, whatever its state", async ({ shop }) => {
    const id = await aHeldPayout(shop, "cara");
    const admin = await shop.as(shop.people.admin);
    const alone = async () => (await admin.payouts.list({ page: 1, pageSize: 1, id })).rows;
    expect(await alone()).toMatchObject([{ id, state: "requested" }]);
    await admin.payouts.markAsPaid({ ...ask(), id, paidOn: shopDay(), confirmHold: true });
    expect(await alone()).toMatchObject([{ id, state: "paid" }]);
    const none = await admin.payouts.list({ id: randomUUID() });
    expect(none).toMatchObject({ rows: [], total: 0 });
  });

  // shows R29, T34
  test("is paid only after the office confirms the details with the person", async ({ shop }) => {
    const id = await aHeldPayout(shop, "ben");
    const admin = await shop.as(shop.people.admin);
    const paid = { id, paidOn: shopDay() };

    await expect(admin.payouts.markAsPaid({ ...ask(), ...paid })).rejects.toMatchObject({
      code: "CONFLICT",
      message:
        "The bank or contact details changed in the last 48 hours. Confirm the account with the person first.",
      cause: { code: "payout.on-hold" },
    });

    const confirmed = { ...ask(), ...paid, confirmHold: true };
    expect(await admin.payouts.markAsPaid(confirmed)).toEqual({ id, state: "paid" });
    expect(await admin.payouts.markAsPaid(confirmed)).toEqual({ id, state: "paid" });
    const written = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "payout.paid")
      .where("target", "=", id)
      .execute();
    expect(written).toEqual([
      { details: { paidOn: shopDay(), reference: null, confirmHold: true } },
    ]);
    const { rows } = await admin.payouts.list({ state: "paid", search: "ben" });
    expect(rows[0]?.bankDetailsHoldUntil).toBeNull();
  });

  test("can be rejected during the hold, and is paid without confirmation after it", async ({
    shop,
  }) => {
    const rejected = await aHeldPayout(shop, "cara");
    const admin = await shop.as(shop.people.admin);
    await admin.payouts.reject({ ...ask(), id: rejected, reason: "Please call us." });

    const cara = await shop.as(shop.people.cara);
    const { payoutId: id } = await cara.wallet.requestPayout(ask());
    const later = new Date(Date.now() + 49 * hourMs).toISOString();
    const adminLater = await shop.as(shop.people.admin, { now: () => later });

    const { rows } = await adminLater.payouts.list({ state: "requested", search: "person cara" });
    expect(rows[0]).toMatchObject({ id, bankDetailsHoldUntil: null });
    expect(await adminLater.payouts.markAsPaid({ ...ask(), id, paidOn: shopDay() })).toMatchObject({
      state: "paid",
    });
  });
});

describe("a payout to somebody whose email or number the office entered", () => {
  /** A member without bank details, and an admin who gives them another email address. */
  async function aTakenOver(shop: TestShop) {
    const order = await aGuestOrder(shop, "SKYE");
    await payByBank(shop, order.uuid, order.total);
    const { skye, admin } = shop.people;
    const thief = await shop.as(admin);
    const { firstName, lastName } = await shop.deps.db
      .selectFrom("account")
      .select(["first_name as firstName", "last_name as lastName"])
      .where("id", "=", skye)
      .executeTakeFirstOrThrow();
    const theirs = { id: skye, firstName, lastName, email: `mine-${randomUUID()}@thief.test` };
    await thief.users.update({ ...ask(), ...theirs, cellNumber: "082 123 4567" });
    // A colleague who means well takes nothing of it back.
    const helper = await shop.as((await anAdmin(shop)).id);
    await helper.users.update({ ...ask(), ...theirs, cellNumber: "082 123 4568" });
    const { db } = shop.deps;
    await db
      .updateTable("account")
      .set({ contacts_set_at: new Date(Date.now() - 72 * hourMs).toISOString() })
      .where("id", "=", skye)
      .execute();
    const member = await shop.as(skye, { session: aConfirmedSession() });
    await member.bankDetails.save({ ...bankDetails, accountNumber: "62800739677" });
    const { payoutId: id } = await member.wallet.requestPayout(ask());
    return id;
  }

  // shows T343
  test("is on hold for first bank details too, which whoever entered it does not confirm", async ({
    shop,
  }) => {
    const id = await aTakenOver(shop);
    const paid = { id, paidOn: shopDay() };
    const thief = await shop.as(shop.people.admin, { session: aConfirmedSession() });
    const { rows } = await thief.payouts.list({ state: "requested", search: "skye" });
    expect(rows[0]?.bankDetailsHoldUntil).not.toBeNull();
    await expect(thief.payouts.markAsPaid({ ...ask(), ...paid })).rejects.toMatchObject({
      cause: { code: "payout.on-hold" },
    });
    await expect(
      thief.payouts.markAsPaid({ ...ask(), ...paid, confirmHold: true }),
    ).rejects.toMatchObject({ cause: { code: "payout.own-contact-change" } });
    const colleague = await shop.as(shop.people.dev, { session: aConfirmedSession() });
    expect(
      await colleague.payouts.markAsPaid({ ...ask(), ...paid, confirmHold: true }),
    ).toMatchObject({ state: "paid" });
  });
});

describe("the hold", () => {
  test.for([
    ["2026-03-03T07:59:59.999Z", "2026-03-03T08:00:00.000Z"],
    ["2026-03-03T08:00:00.000Z", null],
  ] as const)("of a change on 1 March at 08:00, seen at %s, lasts until %s", ([now, until]) => {
    expect(holdAfter("2026-03-01T08:00:00.000Z", now)).toBe(until);
  });

  test("does not apply to first bank details", () => {
    expect(holdAfter(null, "2026-03-01T08:00:00.000Z")).toBeNull();
  });
});
