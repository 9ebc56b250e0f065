import { randomUUID } from "node:crypto";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { beforeEach, describe, expect } from "vitest";
import { openPostOffice } from "../../testing/post-office.ts";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  type TestShop,
  test,
} from "../../testing/shop-test.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { setAccountNumber } from "../../testing/waiting-payouts.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { sendMessage } from "../../platform/messages/send-message.actions.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const demoBank = {
  bank_name: "Demo Bank",
  bank_account_name: "Rhizo Shop (Pty) Ltd",
  bank_account_type: "Business account",
  bank_account_number: "62000000000",
  bank_branch_code: "250655",
};

beforeEach<{ shop: TestShop }>(async ({ shop }) => {
  await asOwner(shop.deps.db, (tx) => tx.updateTable("shop_setting").set(demoBank).execute());
  // Hourly rate limits would otherwise carry over from one test to the next.
  await shop.deps.db.deleteFrom("rate_limit").execute();
});

/** The messages about an order or payout, oldest first. */
function told({ deps }: TestShop, id: string) {
  return deps.db
    .selectFrom("message")
    .select(["id", "kind", "user_id as userId"])
    .where("message_key", "like", `%${id}%`)
    .orderBy("id")
    .execute();
}

/** Sends these messages as their jobs do, and returns the emails. */
async function delivered(shop: TestShop, id: string) {
  const office = openPostOffice();
  for (const message of await told(shop, id))
    await sendMessage({ ...shop.deps, ...office, log: silent }, message.id);
  return office.mails;
}

async function anOrderOfKim(shop: TestShop) {
  const kim = await shop.as(shop.people.kim);
  const { id: addressId } = await kim.addresses.save(aRecipient);
  const lines = [{ productId: products.bottle, quantity: 2 }];
  return kim.orders.save({ commandId: randomUUID(), sections: [{ addressId, lines }] });
}

describe("emails to the buyer", () => {
  test("confirm a placed order, to a guest at the first recipient's address", async ({ shop }) => {
    const { uuid, orderNumber } = await aGuestOrder(shop);

    expect(await told(shop, uuid)).toMatchObject([{ kind: "order-placed", userId: null }]);
    const [mail] = await delivered(shop, uuid);
    expect(mail).toMatchObject({
      to: aRecipient.recipientEmail,
      subject: `We have received your order ${orderNumber}`,
    });
    expect(mail?.text).toContain("4 × Original 50ml: R1\u00a0300.00\n1 × Delivery: R100.00");
    expect(mail?.text).toContain(`http://shop.test/orders/pay/${uuid}`);
  });

  test("go to the account's address, not to the recipient's", async ({ shop }) => {
    const { uuid } = await anOrderOfKim(shop);
    expect(await told(shop, uuid)).toMatchObject([
      { kind: "order-placed", userId: shop.people.kim },
    ]);
    expect(await delivered(shop, uuid)).toMatchObject([{ to: "kim@shop.test" }]);
  });

  // shows S9.17
  test("contain the bank details once, when the buyer asks for them", async ({ shop }) => {
    const { uuid, orderNumber, guest } = await aGuestOrder(shop);
    await guest.orders.mailEftDetails({ uuid });
    await guest.orders.mailEftDetails({ uuid });

    expect(await told(shop, uuid)).toMatchObject([{ kind: "order-placed" }, { kind: "order-eft" }]);
    const text = (await delivered(shop, uuid))[1]?.text ?? "";
    expect(text).toContain(`Amount: R1\u00a0400.00\nReference: RH${orderNumber}\nBank: Demo Bank`);
    expect(text).toContain("Account number: 62000000000\nBranch code: 250655");
    expect(text).toContain("email your proof of payment to orders@shop.test.");
  });

  test("promise the bank details while the shop has none", async ({ shop }) => {
    const { uuid, guest } = await aGuestOrder(shop);
    await setAccountNumber(shop.deps.db, "");
    await guest.orders.mailEftDetails({ uuid });
    expect((await guest.orders.byUuid({ uuid })).bank).toBeNull();
    expect((await delivered(shop, uuid))[1]?.text).toContain("we’ll send you our bank details");
  });

  test("contain the bank details at once if card payment is unavailable", async ({ shop }) => {
    const noCard = { ...shop.deps.card, providerOf: () => null };
    const lone = await shop.as(shop.people.lone, { card: noCard });
    const { id: addressId } = await lone.addresses.save(aRecipient);
    const lines = [{ productId: products.bottle, quantity: 1 }];
    const sections = [{ addressId, lines }];
    const { uuid } = await lone.orders.save({ commandId: randomUUID(), sections });
    expect(await told(shop, uuid)).toMatchObject([{ kind: "order-eft" }]);
  });

  test("confirm the payment once the order is paid in full", async ({ shop }) => {
    const { uuid, total } = await aGuestOrder(shop);
    await payByBank(shop, uuid, 1_00);
    expect(await told(shop, uuid)).toHaveLength(1);

    await payByBank(shop, uuid, total - 1_00);
    await payByBank(shop, uuid, 1_00);
    const kinds = (await told(shop, uuid)).map(({ kind }) => kind);
    expect(kinds).toEqual(["order-placed", "order-paid"]);
  });

  test("confirm the cancellation of an unpaid order, with nothing to refund", async ({ shop }) => {
    const { uuid } = await anOrderOfKim(shop);
    const kim = await shop.as(shop.people.kim);
    await kim.orders.cancel({ commandId: randomUUID(), uuid, reason: "changed my mind" });

    const mails = await delivered(shop, uuid);
    expect(mails[1]?.text).toContain("there is nothing to refund");
    expect(mails[1]?.text).not.toContain("changed my mind");
  });

  test("announce the refund of a cancelled order", async ({ shop }) => {
    const { uuid } = await anOrderOfKim(shop);
    await payByBank(shop, uuid, 50_00);
    const admin = await shop.as(shop.people.admin);
    await admin.orders.cancel({ commandId: randomUUID(), uuid, reason: "" });
    expect((await delivered(shop, uuid))[1]?.text).toContain("We’ll refund the R50.00");
  });

  test("contain the amount and the method of a refund", async ({ shop }) => {
    const { uuid, total } = await anOrderOfKim(shop);
    await payByBank(shop, uuid, total);
    const admin = await shop.as(shop.people.admin);
    const refund = { amount: 325_00, productAmount: 325_00, units: 1, reason: "one broke" };
    await admin.orders.refund({ commandId: randomUUID(), uuid, ...refund, method: "eft" });

    const mail = (await delivered(shop, uuid))[2];
    expect(mail?.text).toContain("We are refunding R325.00");
    expect(mail?.text).toContain("We are paying it into your bank account.");
    expect(mail?.text).not.toContain("one broke");
  });
});

describe("emails to a distributor", () => {
  test("confirm a payout request, and its payment or rejection", async ({ shop }) => {
    const order = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, order.uuid, order.total);
    const anna = await shop.as(shop.people.anna);
    await anna.bankDetails.save({
      bankName: "First Bank",
      accountName: "Anna",
      accountNumber: "62001234567",
      chequeOrSavings: "Savings",
    });
    const { unpaid, currency } = await anna.wallet.mine();
    const due = formatMoney(unpaid, currency);
    const first = await anna.wallet.requestPayout({ commandId: randomUUID() });
    const admin = await shop.as(shop.people.admin);
    const rejection = { commandId: randomUUID(), id: first.payoutId, reason: "wrong account" };
    await admin.payouts.reject(rejection);
    const second = await anna.wallet.requestPayout({ commandId: randomUUID() });
    const payment = { id: second.payoutId, paidOn: shopDay(), confirmHold: true };
    await admin.payouts.markAsPaid({ commandId: randomUUID(), ...payment });

    const rejected = await delivered(shop, first.payoutId);
    expect(rejected).toMatchObject([{ to: "anna@shop.test" }, { to: "anna@shop.test" }]);
    expect(rejected[0]?.text).toContain(`We have received your request for a payout of ${due}`);
    expect(rejected[1]?.text).toContain(`We did not pay your request for ${due}`);
    expect(rejected[1]?.text).not.toContain("wrong account");
    const paid = await delivered(shop, second.payoutId);
    expect(paid[1]?.text).toContain(
      `We paid ${due} into your bank account on ${longDay(shopDay())}.`,
    );
  });
});

describe("messages", () => {
  test("are not queued for refused commands", async ({ shop }) => {
    const { uuid, guest } = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    await admin.orders.cancel({ commandId: randomUUID(), uuid, reason: "" });
    await expect(
      admin.orders.cancel({ commandId: randomUUID(), uuid, reason: "" }),
    ).rejects.toThrow("already cancelled");
    await expect(guest.orders.mailEftDetails({ uuid })).rejects.toThrow("can no longer be paid");
    await expect(guest.orders.mailEftDetails({ uuid: randomUUID() })).rejects.toThrow(
      "could not find",
    );
    expect(await told(shop, uuid)).toHaveLength(2);
  });

  test("are queued with ids only, without personal data", async ({ shop }) => {
    const { uuid } = await aGuestOrder(shop);
    const row = await shop.deps.db
      .selectFrom("message")
      .select(["about", "to_address"])
      .where("message_key", "=", `order-placed:${uuid}`)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      about: { kind: "order-placed", userId: null, orderId: uuid },
      to_address: null,
    });
  });
});

function longDay(day: string): string {
  const parts = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", parts).format(new Date(day));
}
