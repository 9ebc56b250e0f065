import { randomUUID } from "node:crypto";
import { shopEmail } from "@portal/shared/platform/constants.ts";
import { describe, expect } from "vitest";
import { aBrowser, aPerson } from "../../testing/a-browser.ts";
import { deliverAll, openPostOffice } from "../../testing/post-office.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aRecipient, products, type TestShop, test } from "../../testing/shop-test.ts";

const password = "Correct-1234!";
const start = Date.parse("2026-03-02T10:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
/** Another place in the network for each. */
const placeOf = (nth: number) => `203.0.${(nth % 10) + 10}.7`;

/** An order of a guest who names this email, to be paid by bank transfer. */
async function orderAs(shop: TestShop, email: string, nth = 0, quantity = 4): Promise<string> {
  const guest = await shop.as(null, { ip: placeOf(nth) });
  const uniqueId = randomUUID();
  const { id: addressId } = await guest.addresses.save({ ...aRecipient, uniqueId });
  const { uuid } = await guest.orders.save({
    commandId: randomUUID(),
    uniqueId,
    sections: [{ addressId, lines: [{ productId: products.bottle, quantity }] }],
    buyer: { firstName: "Thandi", lastName: "Nkosi", email, cellNumber: "082 123 4567" },
  });
  await guest.orders.mailEftDetails({ uuid });
  return uuid;
}

async function fillMailbox(shop: TestShop, email: string, cellNumber: string): Promise<void> {
  for (let nth = 0; nth < 21; nth += 1) await orderAs(shop, email, nth);
  for (let nth = 0; nth < 7; nth += 1) {
    const stranger = await shop.as(null, { ip: placeOf(nth) });
    const newcomer = { firstName: "Some", lastName: "One", cellNumber };
    await stranger.auth.signUp1({ ...newcomer, email: `some-${randomUUID()}@people.test` });
  }
  for (let nth = 0; nth < 30; nth += 1) {
    const stranger = await shop.as(null, { ip: placeOf(nth) });
    const text = "Somebody else's address is below.";
    const message = { source: "general", name: "Some One", email, text } as const;
    await stranger.contact.submit({ commandId: randomUUID(), ...message });
  }
}

describe("somebody else's address in orders, sign-ups and contact messages", () => {
  // shows T190
  test("silences neither codes, links nor warnings", async ({ shop }) => {
    const cell = "+27837770001";
    const { id, email } = await aPerson(shop, { password, cell });
    const office = openPostOffice();
    await fillMailbox(shop, email, "083 777 0001");
    await deliverAll(shop, office);
    expect(office.mails.filter(({ to }) => to === email)).toHaveLength(4);
    expect(await countDropped(shop)).toBe(68);

    const own = aBrowser(shop);
    const mailed = async (act: () => Promise<unknown>) => {
      const [mails, texts] = [office.mails.length, office.texts.length];
      await act();
      await deliverAll(shop, office);
      return {
        mails: office.mails.slice(mails).map(({ to, subject }) => [to, subject]),
        texts: office.texts.slice(texts).map(({ to }) => to),
      };
    };
    const code = await mailed(() => own.change("auth.requestCode", { email }));
    expect(code).toEqual({ mails: [[email, expect.any(String)]], texts: [cell] });
    const reset = await mailed(() => own.change("auth.forgotPassword", { email }));
    expect(reset.mails).toHaveLength(1);
    const api = await shop.as(id);
    const newPassword = { currentPassword: password, password: "Another-1234!" };
    const changed = await mailed(() => api.auth.updatePassword(newPassword));
    expect(changed.mails).toHaveLength(1);
    const profile = { firstName: "Zanele", lastName: "Khumalo", cellNumber: "083 777 0001" };
    const moved = await mailed(() => api.profile.update({ ...profile, email: `new-${email}` }));
    expect(new Set(moved.mails.map(([to]) => to))).toEqual(new Set([`new-${email}`, email]));
    expect(moved.mails).toHaveLength(2);
    expect(office.mails.at(-1)?.text).toMatch(/not-me#[0-9a-f-]{36}/);
  });

  // shows T190
  test("does not silence the notice of a proposal, nor the shop's own address", async ({
    shop,
  }) => {
    const { admin, dev } = shop.people;
    const { email, cell } = await shop.deps.db
      .selectFrom("account")
      .select(["email", "cell"])
      .where("id", "=", dev)
      .executeTakeFirstOrThrow();
    const office = openPostOffice();
    await fillMailbox(shop, email, cell ?? "083 777 0002");
    await fillMailbox(shop, shopEmail, "083 777 0003");
    await deliverAll(shop, office);
    const before = office.mails.length;
    await aProposal(shop, admin);
    await deliverAll(shop, office);
    const told = office.mails.slice(before).map(({ to }) => to);
    expect(told).toContain(email);
    expect(told).toContain(shopEmail);
  });

  // shows T191
  test("leaves a guest both mails with the bank details of two unpaid orders on one day", async ({
    shop,
  }) => {
    const email = `guest-${randomUUID()}@people.test`;
    await orderAs(shop, email);
    await orderAs(shop, email);
    const office = openPostOffice();
    await deliverAll(shop, office);
    const own = office.mails.filter(({ to }) => to === email);
    expect(own.filter(({ subject }) => subject.startsWith("How to pay"))).toHaveLength(2);
  });
});

describe("links that a stranger asks for without end", () => {
  // shows T192
  test("leave one that works in the mailbox, and using it ends the others", async ({ shop }) => {
    const { email } = await aPerson(shop, { password });
    const office = openPostOffice();
    // Mails of the other tests that waited for their limits arrive here too.
    const mailed = () => office.mails.filter(({ to }) => to === email);
    const sentAt: number[] = [];
    for (let second = 0; second <= 3600; second += 60) {
      const now = () => at(second);
      const stranger = await shop.as(null, { now, ip: placeOf(second / 60) });
      await stranger.auth.forgotPassword({ email });
      const before = mailed().length;
      await deliverAll(shop, office, now);
      if (mailed().length > before) sentAt.push(second);
    }
    expect(sentAt).toEqual([0, 120, 240, 1140, 2040, 2940]);

    const now = () => at(3620);
    const own = await shop.as(null, { now });
    expect(await own.auth.forgotPassword({ email })).toEqual({ sent: true });
    const links = mailed().map(({ text }) => /#([0-9a-f-]{36})/.exec(text)?.[1] ?? "");
    const [newest = "", ...older] = links.toReversed();
    await own.auth.signUp2({ uuid: newest, password: "Another-1234!" });
    for (const uuid of older)
      await expect(own.auth.getCustomerByUUID({ uuid })).rejects.toThrow("This link has expired");
  });

  // shows T192
  test("and codes do not end the code that a browser waits for", async ({ shop }) => {
    const { email } = await aPerson(shop, {});
    const office = openPostOffice();
    const own = aBrowser(shop);
    await own.change("auth.requestCode", { email });
    await deliverAll(shop, office);
    const code = /^[A-Z0-9]{6}$/m.exec(office.mails.at(-1)?.text ?? "")?.[0];
    for (let nth = 0; nth < 5; nth += 1) await aBrowser(shop).change("auth.requestCode", { email });
    await deliverAll(shop, office);
    expect((await own.change("auth.login", { email, code })).status).toBe(200);
  });
});

/** A bank transfer above the limit of one admin. */
async function aProposal(shop: TestShop, adminId: number): Promise<void> {
  const uuid = await orderAs(shop, `buyer-${randomUUID()}@people.test`, 0, 40);
  const admin = await shop.as(adminId);
  const payment = { uuid, amount: 14_000_00, reference: "on the statement", receivedOn: shopDay() };
  const { proposalId } = await admin.orders.recordEft({ commandId: randomUUID(), ...payment });
  expect(proposalId).not.toBeNull();
}

async function countDropped({ deps }: TestShop): Promise<number> {
  const rows = await deps.db
    .selectFrom("message")
    .select("id")
    .where("state", "=", "dropped")
    .where("channel", "=", "email")
    .execute();
  return rows.length;
}
