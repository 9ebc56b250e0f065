import { isTaxNumber } from "@portal/shared/people/tax-numbers.ts";
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import { sendMessage } from "../platform/messages/send-message.actions.ts";
import { quotePlacedOrder } from "../sales/delivery/delivery-quote.actions.ts";
import { type Answer, aBrowser, type Browser } from "./a-browser.ts";
import { openPostOffice } from "./post-office.ts";
import { shopDay } from "./shop-day.ts";
import { password } from "./shop-people.ts";
import { aRecipient, products, type TestShop } from "./shop-test.ts";
import type { Planter } from "./typed-texts.ts";

/** Text inputs that only older clients send. */
export const ofPrograms = {
  cancel: "/api/purchase/cancel reason",
  name: "/api/contact-us name",
  text: "/api/contact-us text",
} as const;

const command = () => ({ commandId: randomUUID() });

/** A rejected canary would be absent for the wrong reason. */
export async function done(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body, data } = await answer;
  if (status !== 200) throw new Error(`${status}: ${body}`);
  return { ...data };
}

async function signedIn(shop: TestShop, email: string): Promise<Browser> {
  const browser = aBrowser(shop, undefined, "office.shop.test");
  await done(browser.change("auth.login", { email, password }));
  return browser;
}

async function doneByProgram(
  shop: TestShop,
  email: string,
  url: string,
  payload: object,
): Promise<void> {
  const { token } = await done(aBrowser(shop).change("auth.login", { email, password }));
  const headers = { authorization: `Bearer ${String(token)}` };
  const { statusCode, body } = await shop.app.inject({ method: "POST", url, payload, headers });
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode}: ${body}`);
}

async function setPassword({ deps }: TestShop, id: number): Promise<void> {
  const password_hash = await deps.passwords.hash(password);
  await deps.db
    .updateTable("account")
    .set({ password_hash, verified: true })
    .where("id", "=", id)
    .execute();
}

export async function sendEverything({ deps }: TestShop): Promise<void> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const waiting = deps.db.selectFrom("message").select("id").where("state", "=", "queued");
  for (const { id } of await waiting.execute())
    await sendMessage({ ...deps, ...openPostOffice(), log: silent }, id);
}

/** A bank transaction that names the order. @returns its id */
async function aBankLine({ deps, people }: TestShop, orderNumber: number): Promise<number> {
  const { id } = await deps.db
    .insertInto("bank_line")
    .values({
      fingerprint: "c".repeat(64),
      account: "",
      booked_on: "2026-06-01",
      amount: 100,
      description: `zzcanary twice RH${orderNumber}`,
      file_name: "june.csv",
      uploaded_by: people.admin,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A settlement that names the order with a payment that is not in the ledger. @returns its question to the office */
async function anUnknownPayment({ deps, people }: TestShop, orderNumber: number) {
  const day = "2026-06-01";
  const file = await deps.db
    .insertInto("settlement_file")
    .values({ name: "june.csv", from_day: day, to_day: day, uploaded_by: people.admin })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [paymentId, gross] = ["pf-canary", 100];
  await deps.db
    .insertInto("settlement_line")
    .values({
      fingerprint: "d".repeat(64),
      file_id: file.id,
      line: 2,
      type: "FUNDS_RECEIVED",
      day,
      gross,
      fee: 0,
      net: gross,
      payment_id: paymentId,
      order_number: orderNumber,
      order_id: null,
    })
    .execute();
  return {
    from: day,
    to: day,
    state: "missing-in-ledger",
    paymentId,
    orderId: null,
    orderNumber,
    settledOn: day,
    settledAmount: gross,
  };
}

/**
 * The office adds a user, and every action with free text is carried out on them: each text that the planter knows is typed
 * once or more.
 */
export async function liveALife(shop: TestShop, plant: Planter) {
  const office = await signedIn(shop, "admin@shop.test");
  const dev = await signedIn(shop, "dev@shop.test");
  /** Types a text into each field of the procedure that is not given. */
  const type = (who: Browser, procedure: string, given: object = {}) =>
    done(who.change(procedure, { ...plant.fill(procedure), ...command(), ...given }));
  const created = await type(office, "users.create", {
    role: "distributor",
    parentId: shop.people.anna,
  });
  const id = z.int().parse(created.id);
  const { email } = await shop.deps.db
    .selectFrom("account")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await setPassword(shop, id);
  const self = await signedIn(shop, email);
  await type(self, "profile.update");
  await type(office, "users.update", { id });
  await type(self, "bankDetails.save", {
    accountNumber: `6200${plant.cell("bankDetails.save.accountNumber").slice(3)}`,
    chequeOrSavings: "Cheque",
  });
  await done(office.change("withholding.saveRate", { userId: id, bps: 1 }));
  await type(self, "taxDetails.save", {
    kind: "za-tax",
    number: asTaxNumber(`01${plant.cell("taxDetails.save.number").slice(3)}`),
    idNumber: asIdNumber(plant.cell("taxDetails.save.idNumber").slice(3)),
    vatNumber: `412${plant.cell("taxDetails.save.vatNumber").slice(3)}`,
  });
  await type(office, "taxDetails.saveSelfBilling", { userId: id, agreedOn: "2026-01-01" });

  const uniqueId = randomUUID();
  const guest = aBrowser(shop);
  const recipient = { ...aRecipient, ...plant.fill("addresses.save") };
  const lines = [{ productId: products.bottle, quantity: 4 }];
  const asGuest = await done(guest.change("addresses.save", { ...recipient, uniqueId }));
  const section = { addressId: asGuest.id, lines, ...plant.fill("orders.save.sections[]") };
  const buyer = plant.fill("orders.save.buyer");
  const guestOrder = await type(guest, "orders.save", { uniqueId, buyer, sections: [section] });
  const saved = await done(self.change("addresses.save", recipient));
  const order = async (more: object = {}) =>
    z.object({ uuid: z.string(), orderNumber: z.int(), total: z.int() }).parse(
      await done(
        self.change("orders.save", {
          ...command(),
          sections: [{ addressId: saved.id, lines }],
          ...more,
        }),
      ),
    );
  const collection = { by: "courier", ...plant.fill("orders.save.collection") };
  const cancelled = await order({ deliveryService: "COL", collection });
  await type(self, "orders.cancel", { uuid: cancelled.uuid });
  const byProgram = await order();
  await doneByProgram(shop, email, `/api/purchase/cancel/${byProgram.orderNumber}`, {
    reason: plant.word(ofPrograms.cancel),
  });
  await doneByProgram(shop, email, "/api/contact-us", {
    email,
    source: "general",
    rcData: "x",
    name: plant.word(ofPrograms.name),
    text: plant.word(ofPrograms.text),
  });
  const shipped = await order({ deliveryService: "ECO" });
  const { uuid, orderNumber } = shipped;
  await done(
    office.change("orders.correctRecipient", {
      ...aRecipient,
      ...plant.fill("orders.correctRecipient"),
      ...command(),
      uuid,
      section: 1,
      formerAddressId: saved.id,
    }),
  );
  const receivedOn = shopDay();
  await type(office, "orders.recordEft", { uuid, amount: shipped.total + 100, receivedOn });
  await type(office, "orders.refund", {
    uuid,
    amount: 100,
    productAmount: 0,
    units: 0,
    method: "eft",
  });
  const ship = async (ready: string) => {
    await quotePlacedOrder(shop.deps, ready);
    await done(office.change("courier.createShipment", { ...command(), uuid: ready }));
  };
  await ship(uuid);
  await type(office, "courier.cancelShipment", { uuid });
  await ship(uuid);
  await type(office, "bankLines.ignore", { lineId: await aBankLine(shop, orderNumber) });
  await type(office, "cardMatch.ignore", await anUnknownPayment(shop, orderNumber));

  const entries = await self.read("wallet.entries", {});
  const entry = z
    .object({ position: z.int(), entryNo: z.int() })
    .parse(Reflect.get(Object(entries.data), "rows")?.[0]);
  const asked = await type(self, "wallet.askAboutEntry", entry);
  // The email to the invited person contains the inviter's name.
  const invitation = { ...command(), email: "lone@shop.test", role: "distributor" };
  await done(self.change("users.invite", invitation));
  await sendEverything(shop);
  await type(office, "wallet.answerQuestion", { id: asked.id, credit: null });
  await type(office, "people.addNote", { id });

  const request = async () =>
    z.string().parse((await done(self.change("wallet.requestPayout", command()))).payoutId);
  await type(office, "payouts.reject", { id: await request() });
  // As if the office had entered the email and number before the hold.
  const contacts_set_at = new Date(Date.now() - 49 * 3_600_000).toISOString();
  await shop.deps.db.updateTable("account").set({ contacts_set_at }).where("id", "=", id).execute();
  // The granted credit is spent immediately.
  const bought = await order({ deliveryService: "ECO" });
  const shown = await dev.read("payouts.requestsOf", { userId: id });
  const before = z.string().parse(Reflect.get(Object(shown.data), "text"));
  const grant = { amount: bought.total, reason: plant.word("payouts.saveRequests.text") };
  plant.planted.set("payouts.saveRequests.before", "zzcanary");
  const text = before.replace('"creditGranted": []', `"creditGranted": [${JSON.stringify(grant)}]`);
  await done(dev.change("payouts.saveRequests", { ...command(), userId: id, before, text }));
  await done(self.change("orders.payWithCredit", { ...command(), uuid: bought.uuid }));
  await ship(bought.uuid);
  const paid = await request();
  // The one who entered their email and number does not confirm their bank details.
  await type(dev, "payouts.markAsPaid", { id: paid, paidOn: receivedOn, confirmHold: true });
  await type(office, "payouts.correct", { id: paid, paidOn: receivedOn });
  // A statement begins that does not have it.
  await shop.deps.db
    .insertInto("bank_statement")
    .values({
      account: "",
      from_day: receivedOn,
      to_day: receivedOn,
      uploaded_at: new Date().toISOString(),
      uploaded_by: shop.people.admin,
    })
    .execute();
  await type(office, "differences.accept", { key: `payout ${paid}` });

  await type(guest, "contact.submit", {
    source: "distributor",
    rcData: "x",
    existingCustomer: "Yes",
    orderNumber: plant.cell("contact.submit.orderNumber").slice(3),
  });
  await type(guest, "products.tellWhenBack", { productId: products.soldOut });
  await type(await signedIn(shop, "admin@shop.test"), "users.impersonate", { id });
  const refused = { email, password: `Zzcanary-1234!` };
  expect((await guest.change("auth.login", refused)).status).not.toBe(200);
  await guest.change("auth.forgotPassword", { email });
  await guest.change("auth.requestCode", { email });
  await sendEverything(shop);
  return { id, email, office, guestOrder, shipped };
}

/** With the check digit of an income tax number of South Africa. */
/** On the day that makes the last digit right. */
function asIdNumber(digits: string): string {
  const number = Array.from({ length: 28 }, (_, at) => `8001${String(at + 1).padStart(2, "0")}`)
    .map((day) => `${day}${digits}`)
    .find((each) => isTaxNumber("za-id", each));
  if (number === undefined) throw new Error(`no ID number ends with ${digits}`);
  return number;
}

function asTaxNumber(digits: string): string {
  const number = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find((each) =>
    isTaxNumber("za-tax", each),
  );
  if (number === undefined) throw new Error(`no tax number begins with ${digits}`);
  return number;
}
