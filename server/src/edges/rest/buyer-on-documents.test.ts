import { randomUUID } from "node:crypto";
import { extractText, getDocumentProxy } from "unpdf";
import type { UpdateUser } from "@portal/shared/people/users/user-forms.ts";
import { describe, expect } from "vitest";
import { aStockist } from "../../testing/some-users.ts";
import { aRecipient, payByBank, products, type TestShop, test } from "../../testing/shop-test.ts";

/** A stockist who buys, and what the office changes of them. */
async function aBuyer(shop: TestShop, given: Partial<UpdateUser> = {}) {
  const office = await shop.as(shop.people.admin);
  const wanted = aStockist(shop.people.ben, {
    firstName: "Zola",
    lastName: "Nkosi",
    company: "Corner Shop",
    ...given,
  });
  const { id } = await office.users.create(wanted);
  const { email, firstName, lastName, cellNumber } = wanted;
  const change = (changes: Partial<UpdateUser>) =>
    office.users.update({
      commandId: randomUUID(),
      id,
      email,
      firstName,
      lastName,
      cellNumber,
      ...changes,
    });
  return { id, office, change };
}

async function aPaidOrderOf(shop: TestShop, buyerId: number) {
  const buyer = await shop.as(buyerId);
  const { id: addressId } = await buyer.addresses.save(aRecipient);
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 20 }] }];
  const order = await buyer.orders.save({ commandId: randomUUID(), sections });
  await payByBank(shop, order.uuid, order.total);
  return order;
}

/** A PDF as the office sees it. */
async function read({ app, deps, people }: TestShop, path: string): Promise<string> {
  const device = "Firefox on Linux";
  const { cookie } = await deps.sessions.start({
    userId: people.admin,
    device,
    withPassword: true,
  });
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const { rawPayload } = await app.inject({ url: path, headers });
  const document = await getDocumentProxy(new Uint8Array(rawPayload));
  return (await extractText(document, { mergePages: true })).text.replaceAll(/\s+/g, " ");
}

const moved = {
  firstName: "Zolani",
  company: "Corner Trading",
  companyAddress: "2 New Road",
  vatNo: "4999999999",
} as const;

describe("the buyer on an invoice and its credit notes", () => {
  test("is called as when it was issued, after any change", async ({ shop }) => {
    const { id, office, change } = await aBuyer(shop);
    await shop.deps.db.updateTable("shop_setting").set({ vat_no: "4000000000" }).execute();
    const { uuid } = await aPaidOrderOf(shop, id);
    const half = { amount: 100_00, productAmount: 100_00, units: 0 };
    const why = { method: "eft", reason: "one broke" } as const;
    await office.orders.refund({ commandId: randomUUID(), uuid, ...half, ...why });
    const paths = [`/orders/${uuid}/invoice.pdf`, `/orders/${uuid}/credit-notes/1`];
    const all = () => Promise.all(paths.map((path) => read(shop, path)));
    const before = await all();
    for (const text of before)
      expect(text).toContain("To Corner Shop 1 Main Road VAT no. 4123456789");

    await change(moved);
    await change({ ...moved, company: "Corner Holdings" });
    expect(await all()).toEqual(before);
    await office.orders.refund({ commandId: randomUUID(), uuid, ...half, ...why });
    expect(await read(shop, `/orders/${uuid}/credit-notes/2`)).toContain("To Corner Shop 1 Main");

    const later = await aPaidOrderOf(shop, id);
    expect(await read(shop, `/orders/${later.uuid}/invoice.pdf`)).toContain(
      "To Corner Holdings 2 New Road VAT no. 4999999999",
    );
  });

  test("keeps the name of a buyer without a company", async ({ shop }) => {
    const { uuid } = await aPaidOrderOf(shop, shop.people.kim);
    const path = `/orders/${uuid}/invoice.pdf`;
    const before = await read(shop, path);
    expect(before).toContain("To Kim Person 1 Long Street");
    const kim = await shop.as(shop.people.kim);
    const { email } = await kim.profile.get();
    const names = { firstName: "Kimberley", lastName: "Smith" };
    await kim.profile.update({
      commandId: randomUUID(),
      email,
      cellNumber: "0821234567",
      ...names,
    });
    expect(await read(shop, path)).toBe(before);
  });

  test("has a number that was typed later than it was issued, and keeps that", async ({ shop }) => {
    const { id, change } = await aBuyer(shop);
    await shop.deps.db.updateTable("shop_setting").set({ vat_no: "4000000000" }).execute();
    await shop.deps.db.updateTable("account").set({ vat_no: null }).where("id", "=", id).execute();
    const { uuid } = await aPaidOrderOf(shop, id);
    const path = `/orders/${uuid}/invoice.pdf`;
    expect(await read(shop, path)).not.toContain("1 Main Road VAT no.");
    await change({ vatNo: "4888888888" });
    await change({ vatNo: "4777777777" });
    expect(await read(shop, path)).toContain("To Corner Shop 1 Main Road VAT no. 4888888888");
  });

  test("of an order that was paid twice is that of each invoice", async ({ shop }) => {
    const { id, office, change } = await aBuyer(shop);
    const { uuid, total } = await aPaidOrderOf(shop, id);
    const paths = [`/orders/${uuid}/invoices/1`, `/orders/${uuid}/credit-notes/1`];
    const { money } = await office.orders.detail({ uuid });
    const position = money?.moves[0]?.standing?.position ?? 0;
    await change(moved);
    await office.orders.undoPayment({ commandId: randomUUID(), uuid, position });
    await payByBank(shop, uuid, total);
    for (const path of paths)
      expect(await read(shop, path)).toContain("To Corner Shop 1 Main Road");
    expect(await read(shop, `/orders/${uuid}/invoices/2`)).toContain("To Corner Trading 2 New");
  });

  test("is erased with the buyer", async ({ shop }) => {
    const { id, office, change } = await aBuyer(shop);
    const { uuid } = await aPaidOrderOf(shop, id);
    const { left } = await office.orders.detail({ uuid });
    await change(moved);
    const former = shop.deps.db.selectFrom("former_buyer_details").select("company");
    expect(await former.where("user_id", "=", id).execute()).toEqual([{ company: "Corner Shop" }]);
    const all = { amount: left.amount, productAmount: left.goods, units: left.units };
    const why = { method: "eft", reason: "gone" } as const;
    await office.orders.refund({ commandId: randomUUID(), uuid, ...all, ...why });
    await office.users.delete({ commandId: randomUUID(), id });
    await office.users.erase({ commandId: randomUUID(), id });
    expect(await former.where("user_id", "=", id).execute()).toEqual([]);
    expect(await read(shop, `/orders/${uuid}/invoice.pdf`)).not.toMatch(/Corner|Main|Zola|4123/);
  });
});
