import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { grantCredit } from "../../testing/grant-credit.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, aRecipient, payByBank, products, test } from "../../testing/shop-test.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import { aDistributor } from "../../testing/some-users.ts";
import { sendMessage } from "../../platform/messages/send-message.actions.ts";

const command = () => ({ commandId: randomUUID() });
const hourMs = 3_600_000;
const refusedAs = (code: string) => ({ cause: { code } });
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A member below Anna who never finished registering, and has earned on an order by their code. */
async function anUnregistered(shop: TestShop) {
  const admin = await shop.as(shop.people.admin);
  const distributorCode = `NEW${randomUUID().slice(0, 4).toUpperCase()}`;
  const { commandId, role, parentId, ...person } = aDistributor(shop.people.anna);
  const member = { commandId, role, parentId, distributorCode };
  const { id } = await admin.users.create({ ...member, ...person });
  const { uuid, total } = await aGuestOrder(shop, distributorCode);
  await payByBank(shop, uuid, total);
  const readdress = (changes: Readonly<{ email?: string; cellNumber?: string }>) =>
    admin.users.update({ ...command(), id, ...person, ...changes });
  return { id, person, readdress };
}

/** As if the office had entered the contacts so many hours earlier. */
async function hoursLater({ deps }: TestShop, id: number, hours: number): Promise<void> {
  const contacts_set_at = new Date(Date.now() - hours * hourMs).toISOString();
  await deps.db.updateTable("account").set({ contacts_set_at }).where("id", "=", id).execute();
}

async function limitTo(shop: TestShop, above: number | null): Promise<void> {
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
  );
}

async function anOrderOf(shop: TestShop, id: number): Promise<string> {
  const member = await shop.as(id, { isOfficeHost: true });
  const { id: addressId } = await member.addresses.save(aRecipient);
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }];
  return (await member.orders.save({ ...command(), sections })).uuid;
}

describe("the wallet of somebody whose email or number the office entered", () => {
  // shows T383
  test("lets nothing out for 48 hours, and then no more than one admin lets out alone", async ({
    shop,
  }) => {
    const { id, readdress } = await anUnregistered(shop);
    await readdress({ cellNumber: "082 000 1111" });
    const member = await shop.as(id, { session: aConfirmedSession() });
    const { payable } = await member.wallet.mine();
    expect(payable).toBeGreaterThan(100_00);
    const convert = (amount: number) => member.wallet.convertToCredit({ ...command(), amount });
    const uuid = await anOrderOf(shop, id);
    const pay = (amount: number) => member.orders.payWithCredit({ ...command(), uuid, amount });

    await hoursLater(shop, id, 47);
    await expect(convert(1)).rejects.toMatchObject(refusedAs("wallet.on-hold"));
    await expect(pay(1)).rejects.toMatchObject(refusedAs("wallet.on-hold"));

    await hoursLater(shop, id, 49);
    onTestFinished(() => limitTo(shop, null));
    await limitTo(shop, 50_00);
    await expect(convert(50_01)).rejects.toMatchObject(refusedAs("wallet.above-limit"));
    await convert(30_00);
    await expect(convert(20_01)).rejects.toMatchObject(refusedAs("wallet.above-limit"));
    // Of an order too, whether it takes store credit or commission.
    await expect(pay(50_01)).rejects.toMatchObject(refusedAs("wallet.above-limit"));
    await pay(30_00);
    await expect(pay(20_01)).rejects.toMatchObject(refusedAs("wallet.above-limit"));

    await hoursLater(shop, id, 31 * 24);
    await convert(20_01);
  });

  // shows T383
  test("is not paid out by erasing them for 48 hours", async ({ shop }) => {
    const { id, readdress } = await anUnregistered(shop);
    await readdress({ email: `mine-${randomUUID()}@thief.test` });
    await hoursLater(shop, id, 49);
    const member = await shop.as(id, { session: aConfirmedSession() });
    const { payable } = await member.wallet.mine();
    await member.wallet.convertToCredit({ ...command(), amount: payable });
    await hoursLater(shop, id, 47);
    const admin = await shop.as(shop.people.admin);
    await admin.users.delete({ ...command(), id });
    const credit = {
      decision: "paid-out",
      amount: payable,
      paidOn: shopDay(),
      reason: "account-closed",
    } as const;
    await expect(admin.users.erase({ ...command(), id, credit })).rejects.toMatchObject(
      refusedAs("wallet.on-hold"),
    );
  });

  test("is open where nobody of the office entered anything", async ({ shop }) => {
    await grantCredit(shop, shop.people.kim, 50_00);
    const kim = await shop.as(shop.people.kim, { session: aConfirmedSession() });
    const { id: addressId } = await kim.addresses.save(aRecipient);
    const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }];
    const { uuid } = await kim.orders.save({ ...command(), sections });
    onTestFinished(() => limitTo(shop, null));
    await limitTo(shop, 10_00);
    expect(await kim.orders.payWithCredit({ ...command(), uuid })).toMatchObject({
      paidWithCredit: 50_00,
    });
  });
});

// shows T384
test("whoever never registered and has earned hears of another email or number at the former ones, and so does the parent", async ({
  shop,
}) => {
  const { id, person, readdress } = await anUnregistered(shop);
  const { db } = shop.deps;
  await db.deleteFrom("message").execute();
  await readdress({ cellNumber: "082 000 1111" });
  const email = `mine-${randomUUID()}@thief.test`;
  await readdress({ email, cellNumber: "082 000 1111" });
  const warnings = await db
    .selectFrom("message")
    .select(["id", "user_id", "channel", "to_address"])
    .where("kind", "=", "office-change")
    .orderBy("id")
    .execute();
  const { anna } = shop.people;
  expect(warnings.map(({ id: _id, ...warning }) => warning)).toEqual([
    { user_id: id, channel: "email", to_address: person.email },
    { user_id: id, channel: "sms", to_address: "+27821234567" },
    { user_id: anna, channel: "email", to_address: null },
    { user_id: id, channel: "email", to_address: person.email },
    { user_id: id, channel: "sms", to_address: "+27820001111" },
    { user_id: anna, channel: "email", to_address: null },
  ]);
  // Equal ones within minutes are one.
  const post = openPostOffice();
  for (const { id: messageId } of warnings)
    await sendMessage({ ...shop.deps, ...post, log: silent }, messageId);
  expect(post.mails.map(({ to, text }) => [to, /We have changed [^.]+\./.exec(text)?.[0]])).toEqual(
    [
      [person.email, "We have changed the email address or cell number of your account."],
      [
        "anna@shop.test",
        "We have changed the email address or cell number of the account of Thandi Nkosi, a member of your team.",
      ],
    ],
  );
  // No link puts an address back that nobody proved.
  expect(post.mails.map(({ text }) => text).join()).not.toContain("not-me");
});
