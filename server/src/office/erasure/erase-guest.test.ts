import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { sql } from "kysely";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  test,
  type TestShop,
} from "../../testing/shop-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { tablesWith } from "../../testing/table-contents.ts";
import { readOnly } from "../../platform/db/database.ts";
import { eraseGuest, eraseGuestAgain } from "./erase-guest.actions.ts";
import { listGuestsReadableAgain } from "./erased-list.ts";

const erase = async (shop: TestShop, who: string) =>
  (await shop.as(shop.people.admin)).users.eraseGuest({ commandId: randomUUID(), who });
const refusedAs = (code: string) =>
  expect.objectContaining({ cause: expect.objectContaining({ code }) });

/** A guest who ordered twice from one browser and wrote to the shop, and the office's free text about it. */
async function aGuest(shop: TestShop, name: string) {
  const email = `${name}@people.test`;
  const guest = await shop.as(null);
  const uniqueId = randomUUID();
  const { id: addressId } = await guest.addresses.save({
    ...aRecipient,
    uniqueId,
    recipientLastName: name,
    recipientEmail: email,
  });
  const order = () =>
    guest.orders.save({
      commandId: randomUUID(),
      uniqueId,
      deliveryNotes: `Ask ${name}`,
      sections: [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }],
    });
  const [paid, cancelled] = [await order(), await order()];
  await guest.contact.submit({
    commandId: randomUUID(),
    source: "general",
    email,
    name,
    text: `I am ${name}`,
    rcData: "x",
  });
  await guest.products.tellWhenBack({ productId: products.soldOut, email });
  const admin = await shop.as(shop.people.admin);
  const receivedOn = shopDay();
  await admin.orders.recordEft({
    commandId: randomUUID(),
    uuid: paid.uuid,
    amount: paid.total,
    receivedOn,
    reference: `from ${name}`,
  });
  await shipped(shop, paid.uuid);
  // Above the limit of one admin, so that it waits for another.
  await admin.orders.recordEft({
    commandId: randomUUID(),
    uuid: paid.uuid,
    amount: 15_000_00,
    receivedOn,
    reference: `once more from ${name}`,
    knownPayments: 1,
  });
  await admin.orders.cancel({
    commandId: randomUUID(),
    uuid: cancelled.uuid,
    reason: `${name} rang`,
  });
  return { email, paid, cancelled };
}

async function shipped({ deps }: TestShop, uuid: string): Promise<void> {
  await sql`update projection.order_state set waybill = 'W-1' where order_id = ${uuid}`.execute(
    deps.db,
  );
}

describe("erasing a person without an account", () => {
  // shows R77, T126
  test.for([["email"], ["order"]] as const)(
    "by the %s leaves nothing to find, and the orders as they were",
    async ([by], { shop, superuser }) => {
      const name = `Zzguest${by}`;
      const { email, paid } = await aGuest(shop, name);
      const admin = await shop.as(shop.people.admin);
      const before = await admin.orders.detail({ uuid: paid.uuid });
      expect(await tablesWith(superuser, name)).toEqual(
        expect.arrayContaining(
          [
            "address",
            "contact_message",
            "decision",
            "free_text",
            "order_detail",
            "stock_alert",
          ].map((table) => `public.${table}`),
        ),
      );

      const erased = await erase(
        shop,
        by === "email" ? email.toUpperCase() : `RH${paid.orderNumber}`,
      );

      expect(erased).toEqual({ orders: 2, addresses: 1, contacts: 1 });
      expect(await tablesWith(superuser, name)).toEqual([]);
      const after = await admin.orders.detail({ uuid: paid.uuid });
      expect(after).toMatchObject({
        total: before.total,
        received: before.received,
        state: "paid",
      });
      expect(after.sections[0]?.recipient).toBeNull();
      const written = await admin.audit.list({ action: "guest.erased" });
      expect(written.rows[0]?.details).toEqual(erased);
      await expect(erase(shop, email)).rejects.toEqual(refusedAs("guest.unknown"));
    },
  );

  // shows T126
  test("is refused while money is due on an order, a bank transaction names it, or goods are to be shipped", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const who = `RH${order.orderNumber}`;
    await payByBank(shop, order.uuid, order.total + 100);
    await expect(erase(shop, who)).rejects.toEqual(refusedAs("order.money-due"));
    const admin = await shop.as(shop.people.admin);
    await admin.orders.refund({
      commandId: randomUUID(),
      uuid: order.uuid,
      amount: 100,
      productAmount: 0,
      units: 0,
      method: "eft",
      reason: "too much",
    });
    await sql`insert into bank_line (fingerprint, account, booked_on, amount, description, file_name, uploaded_by)
      values (${"e".repeat(64)}, '', '2026-06-01', 100, ${`again ${who.toLowerCase()}`}, 'june.csv', 1)`.execute(
      shop.deps.db,
    );
    await sql`
      insert into bank_debit (account, booked_on, amount, description, named_orders, file_name, uploaded_at, uploaded_by)
      select 'a', '2026-06-02', 100, text, orders, 'june.csv', now(), 1
      from (values (${`refund ${who} T Buyer`}, array[${Number(who.replace(/\D+/, ""))}::bigint]), ('rent', '{}'::bigint[]))
        as line (text, orders)`.execute(shop.deps.db);
    await expect(erase(shop, who)).rejects.toEqual(refusedAs("order.money-due"));
    const line = await shop.deps.db.selectFrom("bank_line").select("id").executeTakeFirstOrThrow();
    await admin.bankLines.ignore({
      commandId: randomUUID(),
      lineId: line.id,
      reason: `${who} twice`,
    });

    await expect(erase(shop, who)).rejects.toEqual(refusedAs("order.to-ship"));
    await shipped(shop, order.uuid);
    expect(await erase(shop, who)).toMatchObject({ addresses: 1 });

    const left = await shop.deps.db
      .selectFrom("bank_line")
      .select(["description", "reason"])
      .execute();
    expect(left).toEqual([{ description: "Erased", reason: "Erased" }]);
    const outgoing = shop.deps.db.selectFrom("bank_debit").select("description").orderBy("id");
    expect(await outgoing.execute()).toEqual([{ description: "Erased" }, { description: "rent" }]);
    const { rows } = await admin.audit.list({ action: "bank-line.ignored" });
    expect(rows[0]?.details).toEqual({
      kind: "other",
      amount: expect.any(Number),
      reason: "Erased",
    });
  });

  // shows T126, T223
  test.for([
    (number: number) => `rh ${number}`,
    (number: number) => `RH-${number} DUBE`,
    (number: number) => `EFT RH#0${number}`,
    (number: number) => `RH\u00A0: ${number}`,
    (number: number) => `RH1 AND RH\u2013${number}`,
  ])("finds a bank transaction however its reference is written: %s", async (write, { shop }) => {
    const order = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    await admin.orders.cancel({ commandId: randomUUID(), uuid: order.uuid });
    const line = await shop.deps.db
      .insertInto("bank_line")
      .values({
        fingerprint: randomUUID().replaceAll("-", "").repeat(2),
        account: "",
        booked_on: "2026-06-01",
        amount: 100,
        description: write(order.orderNumber),
        file_name: "june.csv",
        uploaded_by: shop.people.admin,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const who = String(order.orderNumber);
    await expect(erase(shop, who)).rejects.toEqual(refusedAs("order.money-due"));
    await admin.bankLines.ignore({ commandId: randomUUID(), lineId: line.id, reason: "not ours" });
    await erase(shop, who);
    const left = shop.deps.db
      .selectFrom("bank_line")
      .select("description")
      .where("id", "=", line.id);
    expect(await left.executeTakeFirstOrThrow()).toEqual({ description: "Erased" });
  });

  test("is refused for accounts, for unknown people, and outside the office", async ({ shop }) => {
    const { kim, admin } = shop.people;
    const emailOf = async (id: number) =>
      (
        await shop.deps.db
          .selectFrom("account")
          .select("email")
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).email;
    await expect(erase(shop, await emailOf(kim))).rejects.toEqual(refusedAs("guest.has-account"));
    await expect(erase(shop, "RH999999")).rejects.toEqual(refusedAs("guest.unknown"));
    await expect(erase(shop, "nobody at all")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const buyer = await shop.as(kim);
    await expect(
      buyer.users.eraseGuest({ commandId: randomUUID(), who: await emailOf(admin) }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  // shows T126
  test("is repeated in a restored backup, by the list of erased people", async ({
    shop,
    superuser,
  }) => {
    const name = "Zzbefore";
    const { email } = await aGuest(shop, name);
    const { db } = shop.deps;
    const listed = await db.transaction().execute(async (tx) => {
      const other = await tx.selectFrom("erased_person").select("digest").execute();
      return new Set(other.map(({ digest }) => digest));
    });
    const again = (list: ReadonlySet<string>) =>
      db.transaction().execute(async (tx) => {
        const guests = await listGuestsReadableAgain(readOnly(tx), list);
        for (const guest of guests) await eraseGuestAgain(tx, guest, shop.deps.now());
        return guests.length;
      });
    expect(await again(listed)).toBe(0);
    expect(await tablesWith(superuser, name)).not.toEqual([]);

    const list = await db.transaction().execute(async (tx) => {
      await sql`savepoint before`.execute(tx);
      await eraseGuest(tx, { email: email.toLowerCase() }, shop.deps.now());
      const all = await tx.selectFrom("erased_person").select("digest").execute();
      await sql`rollback to savepoint before`.execute(tx);
      return new Set(all.map(({ digest }) => digest));
    });
    expect(await tablesWith(superuser, name)).not.toEqual([]);
    expect(await again(list)).toBe(4);
    expect(await tablesWith(superuser, name)).toEqual([]);
    expect(await again(list)).toBe(0);
  });
});
