import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { type Kysely, sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { buildApp } from "../../app.ts";
import { backup } from "../../edges/backup/backup.ts";
import { keepLog } from "../app-log/log-keeper.ts";
import { appRouter } from "../../app-router.ts";
import { type Answer, aBrowser, type Browser } from "../../testing/a-browser.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { password } from "../../testing/shop-people.ts";
import {
  appOptions,
  aRecipient,
  products,
  test as base,
  type TestShop,
} from "../../testing/shop-test.ts";
import { quotePlacedOrder } from "../../sales/delivery/delivery-quote.actions.ts";
import { sendMessage } from "../../platform/messages/send-message.actions.ts";

/** The server with its log captured, to search it for canaries. */
const test = base
  .extend("folder", async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-canaries-"));
    onCleanup(() => rm(folder, { recursive: true }));
    return folder;
  })
  .extend("context", { scope: "file" }, async ({ shop }, { onCleanup }) => {
    const lines: string[] = [];
    const keeper = keepLog(shop.deps.db);
    const keepLogLine = (line: string) => {
      lines.push(line);
      keeper.write(line);
    };
    const app = await buildApp(shop.deps, { ...appOptions, logLevel: "info", keepLogLine });
    onCleanup(async () => {
      await app.close();
      await keeper.stop();
    });
    return { lines, shop: { ...shop, app } };
  });

const of = (procedure: string, ...fields: string[]) =>
  fields.map((field) => `${procedure}.${field}`);

/** Every text input of every procedure, by its retention. A new one must be added here and planted below. */
const fates = {
  "goes with the person": [
    ...of(
      "addresses.save",
      "complexBuilding",
      "manualSuburb",
      "province",
      "recipientAltNumber",
      "recipientCell",
      "recipientEmail",
      "recipientFirstName",
      "recipientLastName",
      "streetAddress",
      "town",
      "vatNo",
    ),
    ...of("bankDetails.save", "accountName", "accountNumber", "bankName", "branchCode", "notes"),
    ...of("bankLines.ignore", "reason"),
    ...of("cardMatch.ignore", "note"),
    ...of(
      "contact.submit",
      "cellNumber",
      "email",
      "name",
      "orderNumber",
      "residingTown",
      "surname",
      "text",
      "whereDidYouHear",
    ),
    ...of("courier.cancelShipment", "reason"),
    ...of("orders.cancel", "reason"),
    ...of(
      "orders.correctRecipient",
      "complexBuilding",
      "manualSuburb",
      "province",
      "recipientAltNumber",
      "recipientCell",
      "recipientEmail",
      "recipientFirstName",
      "recipientLastName",
      "streetAddress",
      "town",
      "vatNo",
    ),
    ...of("orders.recordEft", "reference"),
    ...of("orders.refund", "reason"),
    ...of(
      "orders.save",
      "buyer.cellNumber",
      "buyer.email",
      "buyer.firstName",
      "buyer.lastName",
      "collection.cellNumber",
      "collection.courierName",
      "collection.name",
      "deliveryNotes",
      "distributorCode",
      "fbclid",
      "gclid",
      "sections[].deliveryNotes",
      "sections[].giftMessage",
      "stockistCode",
    ),
    ...of("payouts.correct", "reference"),
    ...of("payouts.markAsPaid", "reference"),
    ...of("payouts.reject", "reason"),
    ...of("payouts.saveRequests", "before", "text"),
    ...of("people.addNote", "note"),
    ...of("products.tellWhenBack", "email"),
    ...of("profile.update", "cellNumber", "distributorArea", "email", "firstName", "lastName"),
    ...of(
      "users.create",
      "altNumber",
      "cellNumber",
      "company",
      "distributorArea",
      "email",
      "firstName",
      "lastName",
    ),
    ...of("users.impersonate", "reason"),
    ...of(
      "users.update",
      "altNumber",
      "cellNumber",
      "company",
      "distributorArea",
      "email",
      "firstName",
      "lastName",
    ),
    ...of("wallet.answerQuestion", "answer"),
    ...of("wallet.askAboutEntry", "question"),
  ],
  "fills what another field fills too": [
    ...of("users.acceptInvitation", "companyAddress", "vatNo"),
    ...of("addresses.save", "line2", "line3"),
    // The same address in the fields of the specification.
    ...of("addresses.save", "businessOrResidential"),
    ...of("addresses.save", "place", "place.label", "place.value", "place.town", "place.pcode"),
    ...["place", "googlePlace"].flatMap((place) =>
      of(
        `addresses.save.${place}`,
        "addressType",
        "latitude",
        "line_1",
        "line_2",
        "line_3",
        "longitude",
        "postcode",
        "town_or_city",
      ),
    ),
    ...of("addresses.save", "googlePlace"),
    ...of("auth.forgotPassword", "email"),
    ...of("auth.login", "email"),
    ...of("auth.requestCode", "email"),
    ...of(
      "auth.signUp1",
      "cellNumber",
      "email",
      "firstName",
      "lastName",
      "referredBy",
      "referredByOther",
    ),
    ...of("orders.correctRecipient", "line2", "line3"),
    ...of("users.convertToDistributor", "distributorArea"),
    ...of("users.convertToStockist", "companyAddress", "vatNo"),
    ...of("users.create", "companyAddress", "vatNo"),
    ...of("users.update", "companyAddress", "vatNo"),
  ],
  "is looked for": [
    ...of("audit.list", "action", "search"),
    ...of("bankDebits.list", "search"),
    ...of("bankLines.list", "search"),
    ...of("cardMatch.list", "search"),
    ...of("commissionPlan.simulatedMembers", "search"),
    ...of("contact.list", "search"),
    ...of("network.activity", "search"),
    ...of("network.tree", "search"),
    ...of("notifications.list", "search"),
    ...of("orders.list", "search"),
    ...of("orders.mine", "search"),
    ...of("orders.sellers", "search"),
    ...of("payoutBatches.list", "search"),
    ...of("payouts.list", "search"),
    ...of("phones.check", "number"),
    ...of("places.byName", "name"),
    ...of("products.list", "search"),
    ...of("reports.activity", "search"),
    ...of("reports.sales", "search"),
    ...of("system.logs", "search"),
    ...of("system.sentEmails", "search"),
    ...of("testimonials.list", "search"),
    ...of("uploads.accessLog", "search"),
    ...of("uploads.list", "search"),
    ...of("users.byEmail", "email"),
    ...of("users.list", "search"),
    ...of("users.targets", "search"),
    ...of("wallet.entries", "payout", "search"),
    ...of("wallet.questions", "search"),
  ],
  "is only compared": [
    ...of("users.invite", "email"),
    ...of("addresses.save", "postalCode"),
    ...of("auth.confirmEmail", "password", "newPassword", "rcData"),
    ...of("auth.confirmPassword", "password", "rcData"),
    ...of("auth.comeBack", "password"),
    ...of(
      "factors.addPasskey",
      "passkey.id",
      "passkey.rawId",
      "passkey.response.attestationObject",
      "passkey.response.authenticatorData",
      "passkey.response.clientDataJSON",
      "passkey.response.publicKey",
      "passkey.response.transports[]",
    ),
    ...of("factors.openLink", "password"),
    ...of("factors.proposeNew", "password"),
    ...of(
      "factors.pass",
      "passkey.id",
      "passkey.rawId",
      "passkey.response.authenticatorData",
      "passkey.response.clientDataJSON",
      "passkey.response.signature",
      "passkey.response.userHandle",
    ),
    ...of("auth.login", "password", "rcData"),
    ...of("auth.signUp1", "nickname", "rcData"),
    ...of("auth.signUp2", "password"),
    ...of("auth.updatePassword", "currentPassword", "password", "rcData"),
    ...of("auth.requestCode", "rcData"),
    ...of("cardMatch.ignore", "paymentId"),
    ...of("catalog.quote", "deliveryService", "sections[].deliveryService"),
    ...of("contact.submit", "rcData"),
    ...of("content.get", "varName"),
    ...of("content.list", "page"),
    ...of("content.set", "varName"),
    ...of("content.versions", "varName"),
    ...of("courier.updateQuote", "service"),
    ...of("orders.correctRecipient", "postalCode"),
    ...of("orders.save", "deliveryService", "sections[].deliveryService"),
    ...of("payoutBatches.make", "ids[]"),
    ...of("payouts.approve", "id"),
    ...of("payouts.breakdown", "id"),
    ...of("payouts.correct", "id"),
    ...of("payouts.list", "id"),
    ...of("payouts.log", "id"),
    ...of("payouts.markAsPaid", "id"),
    ...of("payouts.planRequests", "before", "text"),
    ...of("payouts.reject", "id"),
    ...of("places.ukByPostcode", "postcode"),
    ...of("users.eraseGuest", "who"),
  ],
  /** Kept with a decision once it verifies: a challenge and its signature, without words. */
  "is signed by an admin's passkey": [
    ...of(
      "proposals.confirm",
      "passkey.id",
      "passkey.rawId",
      "passkey.response.authenticatorData",
      "passkey.response.clientDataJSON",
      "passkey.response.signature",
      "passkey.response.userHandle",
    ),
  ],
  "is a code for everybody": [
    ...of("users.convertToDistributor", "distributorCode"),
    ...of("users.convertToStockist", "stockistCode"),
    ...of("users.create", "distributorCode", "stockistCode"),
    ...of("users.update", "distributorCode", "stockistCode"),
  ],
  "is of the shop itself": [
    ...of("bankDebits.addRule", "contains"),
    ...of("bankDebits.explain", "ruleFor"),
    ...of("courier.recordPosting", "former[]", "trackingReferences[]"),
    ...of("content.set", "copy"),
    ...of("emailCopy.preview", "body", "buttonLabel", "sms", "subject"),
    ...of("emailCopy.save", "body", "buttonLabel", "sms", "subject"),
    ...of("emailCopy.sendTest", "body", "buttonLabel", "sms", "subject"),
    ...of(
      "products.save",
      "description",
      "dimensions",
      "name",
      "outOfStockButton",
      "outOfStockMessage",
      "productCode",
    ),
    ...of(
      "settings.save",
      "bankAccountName",
      "bankAccountType",
      "bankName",
      "cell",
      "checkoutPopupText",
      "company",
      "companyNo",
      "contactEmail",
      "contactName",
      "email",
      "facebookUrl",
      "instagramUrl",
      "postalCode",
      "province",
      "salesOfProducts",
      "shopAddress",
      "shopName",
      "stockIssues",
      "streetAddress",
      "suburb",
      "town",
      "vatNo",
      "whatsappUrl",
    ),
    ...of("testimonials.save", "name", "town", "words"),
    ...of("uploads.update", "description", "title"),
  ],
} as const;

/** The parts of a JSON schema that matter for finding text. */
type Shape = Readonly<{
  type?: unknown;
  enum?: unknown;
  const?: unknown;
  format?: unknown;
  pattern?: unknown;
  properties?: Readonly<Record<string, Shape>>;
  items?: unknown;
  anyOf?: readonly Shape[];
  oneOf?: readonly Shape[];
  allOf?: readonly Shape[];
}>;
const shapeSchema: z.ZodType<Shape> = z.looseObject({});

/** The strings of a schema that can hold free text: no ids, days, numbers or enums. */
function textsIn(shape: Shape, name: string): string[] {
  const { properties = {}, items } = shape;
  const own = shape.type === "string" && canHoldWords(shape) ? [name] : [];
  const parts = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  const item = shapeSchema.safeParse(items);
  return [
    ...own,
    ...parts.flatMap((part) => textsIn(part, name)),
    ...Object.entries(properties).flatMap(([field, inner]) => textsIn(inner, `${name}.${field}`)),
    ...(item.success ? textsIn(item.data, `${name}[]`) : []),
  ];
}

function canHoldWords(shape: Shape): boolean {
  if (shape.enum !== undefined || shape.const !== undefined || shape.format !== undefined)
    return false;
  return typeof shape.pattern !== "string" || new RegExp(shape.pattern, "u").test("zzcanary");
}

const inputsSchema = z.object({ inputs: z.array(z.instanceof(z.core.$ZodType)).default([]) });

function textsOfProcedures(procedures: object): string[] {
  const found = Object.entries(procedures).flatMap(([name, procedure]: [string, unknown]) => {
    const { inputs } = inputsSchema.parse(Reflect.get(Object(procedure), "_def"));
    return inputs.flatMap((input) => {
      const shape = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
      return textsIn(shapeSchema.parse(shape), name);
    });
  });
  return [...new Set(found)].toSorted();
}

/** All typed text: a canary for each field, and the text that it was typed with. */
function createPlanter() {
  const planted = new Map<string, string>();
  const count = () => String(planted.size).padStart(3, "0");
  const keep = (field: string, word: string) => {
    planted.set(field, word);
    return word;
  };
  return {
    planted,
    word: (field: string) => keep(field, `zzcanary${count()}x`),
    email: (field: string) => `${keep(field, `zzcanary${count()}x`)}@people.test`,
    /** Numbers have no letters; the last seven figures are found however it is written. */
    cell: (field: string) => `082${keep(field, `999${String(1000 + planted.size)}`)}`,
  };
}
type Planter = ReturnType<typeof createPlanter>;

const command = () => ({ commandId: randomUUID() });

/** A rejected canary would be absent for the wrong reason. */
async function done(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body, data } = await answer;
  if (status !== 200) throw new Error(`${status}: ${body}`);
  return { ...data };
}

async function signedIn(shop: TestShop, email: string): Promise<Browser> {
  const browser = aBrowser(shop, undefined, "office.shop.test");
  await done(browser.change("auth.login", { email, password }));
  return browser;
}

/** Text inputs that only older clients send. */
const ofPrograms = {
  cancel: "/api/purchase/cancel reason",
  name: "/api/contact-us name",
  text: "/api/contact-us text",
} as const;

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

async function sendEverything({ deps }: TestShop): Promise<void> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const waiting = deps.db.selectFrom("message").select("id").where("state", "=", "queued");
  for (const { id } of await waiting.execute())
    await sendMessage({ ...deps, ...openPostOffice(), log: silent }, id);
}

function recipientOf(plant: Planter, call: string) {
  const field = (name: string) => `${call}.${name}`;
  return {
    ...aRecipient,
    recipientFirstName: plant.word(field("recipientFirstName")),
    recipientLastName: plant.word(field("recipientLastName")),
    recipientCell: plant.cell(field("recipientCell")),
    recipientAltNumber: plant.cell(field("recipientAltNumber")),
    streetAddress: plant.word(field("streetAddress")),
    complexBuilding: plant.word(field("complexBuilding")),
    vatNo: plant.word(field("vatNo")),
    manualSuburb: plant.word(field("manualSuburb")),
    town: plant.word(field("town")),
    province: plant.word(field("province")),
  };
}

/** The office adds a user, and every action with free text is carried out on them. */
async function liveALife(shop: TestShop, plant: Planter) {
  const { db } = shop.deps;
  const office = await signedIn(shop, "admin@shop.test");
  const dev = await signedIn(shop, "dev@shop.test");
  const person = (call: string) => ({
    firstName: plant.word(`${call}.firstName`),
    lastName: plant.word(`${call}.lastName`),
    cellNumber: plant.cell(`${call}.cellNumber`),
    altNumber: plant.cell(`${call}.altNumber`),
    company: plant.word(`${call}.company`),
    distributorArea: plant.word(`${call}.distributorArea`),
  });
  const email = plant.email("users.create.email");
  const created = await done(
    office.change("users.create", {
      ...command(),
      ...person("users.create"),
      role: "distributor",
      email,
      parentId: shop.people.anna,
    }),
  );
  const id = z.int().parse(created.id);
  await setPassword(shop, id);
  const self = await signedIn(shop, email);
  const { distributorArea, ...own } = person("profile.update");
  const { altNumber: _alt, company: _company, ...profile } = own;
  for (const unasked of ["altNumber", "company"]) plant.planted.delete(`profile.update.${unasked}`);
  plant.planted.set("profile.update.email", "zzcanary");
  await done(self.change("profile.update", { ...profile, email, distributorArea }));
  plant.planted.set("users.update.email", "zzcanary");
  await done(office.change("users.update", { ...command(), ...person("users.update"), id, email }));
  await done(
    self.change("bankDetails.save", {
      bankName: plant.word("bankDetails.save.bankName"),
      accountName: plant.word("bankDetails.save.accountName"),
      accountNumber: `6200${plant.cell("bankDetails.save.accountNumber").slice(3)}`,
      branchCode: plant.word("bankDetails.save.branchCode"),
      notes: plant.word("bankDetails.save.notes"),
      chequeOrSavings: "Cheque",
    }),
  );

  const uniqueId = randomUUID();
  const guest = aBrowser(shop);
  plant.planted.set("addresses.save.recipientEmail", "zzcanary");
  const recipient = { ...recipientOf(plant, "addresses.save"), recipientEmail: email };
  const lines = [{ productId: products.bottle, quantity: 4 }];
  const asGuest = await done(guest.change("addresses.save", { ...recipient, uniqueId }));
  plant.planted.set("orders.save.buyer.email", "zzcanary");
  const guestOrder = await done(
    guest.change("orders.save", {
      ...command(),
      uniqueId,
      buyer: {
        firstName: plant.word("orders.save.buyer.firstName"),
        lastName: plant.word("orders.save.buyer.lastName"),
        email,
        cellNumber: plant.cell("orders.save.buyer.cellNumber"),
      },
      sections: [
        {
          addressId: asGuest.id,
          lines,
          giftMessage: plant.word("orders.save.sections[].giftMessage"),
          deliveryNotes: plant.word("orders.save.sections[].deliveryNotes"),
        },
      ],
      deliveryNotes: plant.word("orders.save.deliveryNotes"),
      gclid: plant.word("orders.save.gclid"),
      fbclid: plant.word("orders.save.fbclid"),
      distributorCode: plant.word("orders.save.distributorCode"),
      stockistCode: plant.word("orders.save.stockistCode"),
    }),
  );
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
  const courierName = plant.word("orders.save.collection.courierName");
  const cancelled = await order({
    deliveryService: "COL",
    collection: {
      by: "courier",
      courierName,
      name: plant.word("orders.save.collection.name"),
      cellNumber: plant.cell("orders.save.collection.cellNumber"),
    },
  });
  await done(
    self.change("orders.cancel", {
      ...command(),
      uuid: cancelled.uuid,
      reason: plant.word("orders.cancel.reason"),
    }),
  );
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
  plant.planted.set("orders.correctRecipient.recipientEmail", "zzcanary");
  await done(
    office.change("orders.correctRecipient", {
      ...recipientOf(plant, "orders.correctRecipient"),
      recipientEmail: email,
      ...command(),
      uuid: shipped.uuid,
      section: 1,
      formerAddressId: saved.id,
    }),
  );
  const receivedOn = shopDay();
  await done(
    office.change("orders.recordEft", {
      ...command(),
      uuid: shipped.uuid,
      amount: shipped.total + 100,
      receivedOn,
      reference: plant.word("orders.recordEft.reference"),
    }),
  );
  await done(
    office.change("orders.refund", {
      ...command(),
      uuid: shipped.uuid,
      amount: 100,
      productAmount: 0,
      units: 0,
      method: "eft",
      reason: plant.word("orders.refund.reason"),
    }),
  );
  const ship = async (uuid: string) => {
    await quotePlacedOrder(shop.deps, uuid);
    await done(office.change("courier.createShipment", { ...command(), uuid }));
  };
  await ship(shipped.uuid);
  const cancelReason = plant.word("courier.cancelShipment.reason");
  await done(office.change("courier.cancelShipment", { uuid: shipped.uuid, reason: cancelReason }));
  await ship(shipped.uuid);
  const line = await db
    .insertInto("bank_line")
    .values({
      fingerprint: "c".repeat(64),
      account: "a",
      booked_on: "2026-06-01",
      amount: 100,
      description: `zzcanary twice RH${shipped.orderNumber}`,
      file_name: "june.csv",
      uploaded_by: shop.people.admin,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const lineReason = plant.word("bankLines.ignore.reason");
  await done(office.change("bankLines.ignore", { lineId: line.id, reason: lineReason }));

  // A settlement that names the order with a payment that is not in the ledger.
  const file = await db
    .insertInto("settlement_file")
    .values({
      name: "june.csv",
      from_day: "2026-06-01",
      to_day: "2026-06-01",
      uploaded_by: shop.people.admin,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const settled = { day: "2026-06-01", gross: 100, fee: 0, net: 100 };
  const named = { payment_id: "pf-canary", order_number: shipped.orderNumber, order_id: null };
  await db
    .insertInto("settlement_line")
    .values({
      fingerprint: "d".repeat(64),
      file_id: file.id,
      line: 2,
      type: "FUNDS_RECEIVED",
      ...settled,
      ...named,
    })
    .execute();
  await done(
    office.change("cardMatch.ignore", {
      from: settled.day,
      to: settled.day,
      state: "missing-in-ledger",
      paymentId: "pf-canary",
      orderId: null,
      orderNumber: shipped.orderNumber,
      settledOn: settled.day,
      settledAmount: settled.gross,
      note: plant.word("cardMatch.ignore.note"),
    }),
  );

  const entries = await self.read("wallet.entries", {});
  const entry = z
    .object({ position: z.int(), entryNo: z.int() })
    .parse(Reflect.get(Object(entries.data), "rows")?.[0]);
  const asked = await done(
    self.change("wallet.askAboutEntry", {
      ...command(),
      ...entry,
      question: plant.word("wallet.askAboutEntry.question"),
    }),
  );
  // The email to the invited person contains the inviter's name.
  const invitation = { ...command(), email: "lone@shop.test", role: "distributor" };
  await done(self.change("users.invite", invitation));
  await sendEverything(shop);
  await done(
    office.change("wallet.answerQuestion", {
      ...command(),
      id: asked.id,
      credit: null,
      answer: plant.word("wallet.answerQuestion.answer"),
    }),
  );

  await done(office.change("people.addNote", { id, note: plant.word("people.addNote.note") }));

  const request = async () =>
    z.string().parse((await done(self.change("wallet.requestPayout", command()))).payoutId);
  const rejected = await request();
  await done(
    office.change("payouts.reject", {
      ...command(),
      id: rejected,
      reason: plant.word("payouts.reject.reason"),
    }),
  );
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
  await done(
    office.change("payouts.markAsPaid", {
      ...command(),
      id: paid,
      paidOn: receivedOn,
      confirmHold: true,
      reference: plant.word("payouts.markAsPaid.reference"),
    }),
  );
  await done(
    office.change("payouts.correct", {
      ...command(),
      id: paid,
      paidOn: receivedOn,
      reference: plant.word("payouts.correct.reference"),
    }),
  );

  const contact = (name: string) => plant.word(`contact.submit.${name}`);
  plant.planted.set("contact.submit.email", "zzcanary");
  await done(
    guest.change("contact.submit", {
      ...command(),
      source: "distributor",
      email,
      rcData: "x",
      existingCustomer: "Yes",
      name: contact("name"),
      surname: contact("surname"),
      cellNumber: plant.cell("contact.submit.cellNumber"),
      residingTown: contact("residingTown"),
      whereDidYouHear: contact("whereDidYouHear"),
      orderNumber: plant.cell("contact.submit.orderNumber").slice(3),
      text: contact("text"),
    }),
  );
  plant.planted.set("products.tellWhenBack.email", "zzcanary");
  await done(guest.change("products.tellWhenBack", { productId: products.soldOut, email }));
  const impersonation = plant.word("users.impersonate.reason");
  const other = await signedIn(shop, "admin@shop.test");
  await done(other.change("users.impersonate", { id, reason: impersonation }));
  const refused = { email, password: `Zzcanary-1234!` };
  expect((await guest.change("auth.login", refused)).status).not.toBe(200);
  await guest.change("auth.forgotPassword", { email });
  await guest.change("auth.requestCode", { email });
  await sendEverything(shop);
  return { id, office, guestOrder, shipped };
}

/** Searches for each canary with the procedure that its field names, so that it is typed as a search text too. */
async function search(office: Browser, fields: readonly string[], plant: Planter): Promise<void> {
  for (const field of fields) {
    const [, procedure = "", name = ""] = /^(\w+\.\w+)\.(\w+)$/.exec(field) ?? [];
    await office.read(procedure, { [name]: plant.word(field) });
  }
}

/** Every row of every table as text, including bytes. */
async function tableTexts<Tables>(db: Kysely<Tables>): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(db);
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, e'\n') as text from ${sql.raw(name)} t`.execute(db);
    texts.set(name, rows[0]?.text?.toLowerCase() ?? "");
  }
  return texts;
}

function findIn(texts: ReadonlyMap<string, string>, word: string): string[] {
  const hex = Buffer.from(word).toString("hex");
  return [...texts].flatMap(([place, text]) =>
    text.includes(word) || text.includes(hex) ? [place] : [],
  );
}

async function filesIn(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const content = entry.name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
    files.set(file, content.toString("latin1").toLowerCase());
  }
  return files;
}

/** Overwritten by later text, or dropped, as no member has such a code. */
const notKept = [
  ...of("orders.save", "distributorCode", "stockistCode"),
  ...of("profile.update", "cellNumber", "distributorArea", "firstName", "lastName"),
  ...of("users.create", "altNumber", "company", "distributorArea", "firstName", "lastName"),
];

describe("free text in every field", () => {
  // shows T125
  test("is listed field by field with its retention", () => {
    expect(textsOfProcedures(appRouter._def.procedures)).toEqual(
      Object.values(fates).flat().toSorted(),
    );
  });

  // shows R77, T125
  test("is in no table, log, file or backup after the person is erased", async ({
    shop,
    context,
    superuser,
    ownerUrl,
    folder,
  }) => {
    const plant = createPlanter();
    const { id, office } = await liveALife(context.shop, plant);
    await search(office, fates["is looked for"], plant);

    const expected = [
      ...fates["goes with the person"],
      ...fates["is looked for"],
      ...Object.values(ofPrograms),
    ];
    expect([...plant.planted.keys()].toSorted()).toEqual(expected.toSorted());
    const before = await tableTexts(superuser);
    const kept = fates["goes with the person"].filter(
      (field) => findIn(before, plant.planted.get(field)?.toLowerCase() ?? "").length > 0,
    );
    expect(fates["goes with the person"].filter((field) => !kept.includes(field))).toEqual(notKept);

    await done(office.change("users.delete", { ...command(), id }));
    await sendEverything(context.shop);
    await done(office.change("users.erase", { ...command(), id }));
    // The log is written twice a second.
    await expect.poll(() => context.lines.length).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const madeAt = new Date().toISOString();
    await backup(ownerUrl, path.join(folder, "saved"), { madeAt, filesDir: shop.filesDir });
    const places = new Map([
      ...(await tableTexts(superuser)),
      ...(await filesIn(folder)),
      ...(await filesIn(shop.filesDir)),
      ["the log", context.lines.join("\n").toLowerCase()],
    ]);
    const found = [...plant.planted].flatMap(([field, word]) => {
      const where = findIn(places, word.toLowerCase());
      return where.length > 0 ? [`${field} in ${where.join(", ")}`] : [];
    });
    expect(found).toEqual([]);
  }, 120_000);
});
