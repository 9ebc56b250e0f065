import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect } from "vitest";
import { aBrowser } from "../../testing/a-browser.ts";
import { aNotification, settled, signed } from "../../testing/card-notifications.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { aRecipient, products, test as base, type TestShop } from "../../testing/shop-test.ts";
import { tablesWith } from "../../testing/table-contents.ts";
import { sendMessage } from "../../platform/messages/send-message.actions.ts";
import { completeErasedList, digestOfAccount, readErasedList } from "./erased-list.ts";

const test = base.extend("listFile", async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-erased-"));
  onCleanup(() => rm(folder, { recursive: true }));
  return path.join(folder, "deep", "erased-people.txt");
});

const change = (id: number) => ({ commandId: randomUUID(), id });

describe("erasing somebody from the list of users", () => {
  test("is for deleted users only, and never for oneself", async ({ shop }) => {
    const admin = await shop.as(shop.people.admin);
    await expect(admin.users.erase(change(shop.people.skye))).rejects.toMatchObject({
      cause: { code: "account.active" },
    });
    await expect(admin.users.erase(change(shop.people.admin))).rejects.toMatchObject({
      cause: { code: "account.yourself" },
    });
  });

  test("requires recent authentication, and leaves no data of the person", async ({
    shop,
    listFile,
  }) => {
    const { skye: id } = shop.people;
    const { db } = shop.deps;
    const before = await db
      .selectFrom("account")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const admin = await shop.as(shop.people.admin);
    await admin.users.delete(change(id));
    const late = await shop.as(shop.people.admin, {
      session: { token: "none", handle: randomUUID(), impersonatorId: null, passwordAt: null },
    });
    await expect(late.users.erase(change(id))).rejects.toMatchObject({
      cause: { code: "access.password-needed" },
    });

    await admin.users.erase(change(id));

    const found = await admin.users.list({ search: before.last_name, showDeleted: true });
    expect(found.rows.map((row) => row.id)).not.toContain(id);
    const member = await db
      .selectFrom("projection.member")
      .select("active")
      .where("user_id", "=", id)
      .executeTakeFirst();
    expect(member).toEqual({ active: false });
    await expect(admin.users.erase(change(id))).rejects.toMatchObject({
      cause: { code: "access.forbidden" },
    });

    expect(await completeErasedList(db, listFile)).toBe(1);
    expect(await completeErasedList(db, listFile)).toBe(0);
    const digest = digestOfAccount({ id, createdAt: before.created_at });
    expect(await readErasedList(listFile)).toEqual(new Set([digest]));
    expect(await readFile(listFile, "utf8")).not.toContain(before.email);
  });

  test("removes a member from the network", async ({ shop }) => {
    const { lone: id } = shop.people;
    const admin = await shop.as(shop.people.admin);
    await admin.users.delete(change(id));
    await admin.users.erase(change(id));
    const account = await shop.deps.db
      .selectFrom("account")
      .select(["email", "active", "first_name as firstName"])
      .where("id", "=", id)
      .executeTakeFirst();
    expect(account).toEqual({
      email: `erased-${id}@erased.invalid`,
      active: false,
      firstName: "Erased",
    });
  });
});

/** In every text that a user can write about themselves. */
const trace = "Zzcanary";
const email = "zzcanary@people.test";
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A distributor who ordered as a guest before, with personal data in every field. */
async function somebodyEverywhere(shop: TestShop): Promise<number> {
  const uniqueId = randomUUID();
  const guest = await shop.as(null);
  const recipient = {
    ...aRecipient,
    recipientFirstName: trace,
    recipientLastName: trace,
    recipientEmail: "Zzcanary@people.test",
    streetAddress: `1 ${trace} Road`,
  };
  const lines = [{ productId: products.bottle, quantity: 1 }];
  const orderOf = async (person: typeof guest, owner: object) => {
    const { id: addressId } = await person.addresses.save({ ...recipient, ...owner });
    const notes = { deliveryNotes: `Ask ${trace}`, gclid: trace };
    const sections = [{ addressId, lines }];
    return person.orders.save({ commandId: randomUUID(), ...owner, sections, ...notes });
  };
  await orderOf(guest, { uniqueId });

  const admin = await shop.as(shop.people.admin);
  const { id } = await admin.users.create({
    commandId: randomUUID(),
    role: "distributor",
    parentId: shop.people.anna,
    email,
    firstName: trace,
    lastName: trace,
    cellNumber: "082 999 1234",
    company: trace,
    distributorArea: trace,
  });
  const self = await shop.as(id);
  const order = await orderOf(self, {});
  const paid = aNotification(order, {
    amount_gross: "1.00",
    name_first: trace,
    email_address: email,
  });
  await settled(shop, signed(paid));
  const account = {
    accountName: trace,
    accountNumber: "62001234567",
    chequeOrSavings: "Cheque",
  } as const;
  await self.bankDetails.save({ ...account, bankName: "FNB", notes: trace, branchCode: "250655" });
  const message = { source: "general", email, name: trace, text: `I am ${trace}` } as const;
  await guest.contact.submit({ commandId: randomUUID(), ...message, rcData: "x" });
  await guest.products.tellWhenBack({ productId: products.soldOut, email });
  await aBrowser(shop).change("auth.login", { email, password: "Wrong-1234!" });
  await sendEverything(shop);
  return id;
}

async function sendEverything({ deps }: TestShop): Promise<void> {
  const waiting = deps.db.selectFrom("message").select("id").where("state", "=", "queued");
  for (const { id } of await waiting.execute())
    await sendMessage({ ...deps, ...openPostOffice(), log: silent }, id);
}

describe("an erased person", () => {
  // shows R77, T118
  test("is in no table, and may register again as a new person", async ({ shop, superuser }) => {
    const id = await somebodyEverywhere(shop);
    expect(await tablesWith(superuser, trace)).toEqual(
      expect.arrayContaining(
        ["account", "address", "bank_detail", "card_notification", "contact_message", "message"]
          .concat("order_detail", "sign_in_failure", "stock_alert")
          .map((table) => `public.${table}`),
      ),
    );
    expect(await tablesWith(superuser, "no-such-trace")).toEqual([]);

    const admin = await shop.as(shop.people.admin);
    await admin.users.delete(change(id));
    await sendEverything(shop);
    // The rand of the provider's notification is refunded first.
    const { orders } = await admin.users.moneyDue({ id });
    for (const { uuid } of orders)
      await admin.orders.refund({
        commandId: randomUUID(),
        uuid,
        amount: 100,
        productAmount: 0,
        units: 0,
        method: "eft",
        reason: trace,
      });
    await sendEverything(shop);
    await admin.users.erase(change(id));

    expect(await tablesWith(superuser, trace)).toEqual([]);
    const again = await admin.users.create({
      commandId: randomUUID(),
      role: "admin",
      email,
      firstName: "New",
      lastName: "Person",
      cellNumber: "082 999 1234",
    });
    expect(again.id).not.toBe(id);
  });
});
