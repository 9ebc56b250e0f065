import { randomUUID } from "node:crypto";
import { addDays, dayOf } from "@portal/shared/platform/calendar.ts";
import { type AuditAction, auditSentences } from "@portal/shared/platform/audit-actions.ts";
import { expect } from "vitest";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { aProduct } from "../../testing/busy-shop.ts";
import { deliverAll, openPostOffice } from "../../testing/post-office.ts";
import { aGuestOrder, products, type TestShop, test } from "../../testing/shop-test.ts";
import { aStockist } from "../../testing/some-users.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { uploadSettlement, uploadStatement } from "../../testing/upload-statement.ts";
import { announceOfficeDays } from "./office-day.actions.ts";
import { heardActions, listHeardActs, officeDayFacts } from "./office-day.queries.ts";

const order = {
  subject: "Your order {{orderNumber}}",
  body: "{{greeting}}\n\nThank you.",
  buttonLabel: "View order",
  sms: "",
};

async function emailsOf({ deps }: TestShop) {
  const rows = await deps.db
    .selectFrom("account")
    .select(["id", "email"])
    .where("role", "=", "admin")
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

// shows T196
test("what one admin did alone, the others hear of the next day, once, with sums and changed texts", async ({
  shop,
}) => {
  const { admin, dev, anna } = shop.people;
  const api = await shop.as(admin);
  const start = openPostOffice();
  for (let nth = 0; nth < 3; nth += 1) {
    const { uuid } = await aGuestOrder(shop);
    const receivedOn = shopDay();
    const eft = { commandId: crypto.randomUUID(), uuid, amount: 100_00, reference: "", receivedOn };
    await api.orders.recordEft({ ...eft, reference: `for ${uuid}` });
  }
  await api.emailCopy.save({ ...order, kind: "order-paid" });
  const actor = { user: null, impersonatedById: admin, now: shop.deps.now };
  await insertAudit(shop.deps.db, actor, { action: "impersonation.started", subjectId: anna });
  const { orders } = await api.settings.get();
  await api.settings.save({ section: "orders", ...orders, stockIssues: "Back on Monday." });
  await api.content.set({ varName: "home.lead", copy: "<p>Hello</p>" });
  await deliverAll(shop, start);

  const announce = async (days: number) => {
    const now = () =>
      `${addDays(dayOf(shop.deps.now(), "Africa/Johannesburg"), days)}T08:00:00.000Z`;
    await announceOfficeDays({ ...shop.deps, now });
    const office = openPostOffice();
    await deliverAll(shop, office);
    return office.mails;
  };
  expect(await announce(0)).toEqual([]);
  const emails = await emailsOf(shop);
  const mails = await announce(1);
  expect(mails.map(({ to }) => to)).not.toContain(emails.get(admin));
  const [mail] = mails.filter(({ to }) => to === emails.get(dev));
  expect(mail?.text).toMatch(/3 times, R300[.,]00/);
  expect(mail?.text).toContain("changed the text of an email, once: Order paid");
  expect(mail?.text).toContain("once: orders and stock, stock issues");
  expect(mail?.text).toContain("once: Home page: Lead");
  expect(mail?.text).toMatch(/impersonat|signed in|viewed/i);
  expect(await announce(1)).toEqual([]);
  expect(await announce(2)).toEqual([]);
});

type Unheard = Exclude<AuditAction, (typeof heardActions)[number]>;

/** Why each other act is not in the email. An action that is new has to be put here or among those that are heard. */
const unheard = {
  own: [
    "signed-in",
    "signed-out",
    "password.changed",
    "email.confirmed",
    "profile.changed",
    "profile.updated",
    "session.ended",
    "sessions.ended",
    "tax-details.saved",
    "bank-details.saved",
    "invitation.declined",
  ],
  "told at once": [
    "factor.added",
    "factor.removed",
    "factor.wrong",
    "recovery-codes.made",
    "recovery-code.used",
    "user.locked",
    "user.unlocked",
    "user.left-office",
    "proposal.made",
    "proposal.confirmed",
    "proposal.declined",
    "proposal.withdrawn",
    "proposal.took-effect",
    "proposal.expired",
    "payout.approved",
    "bank-account.allowed",
  ],
  "by no admin": [
    "portal.restored",
    "ledger.accepted",
    "card-notification.rejected",
    "card-notification.forged",
  ],
  "moves no money, and changes nothing that people are paid or pay by": [
    "note.added",
    "user.invited",
    "user.opt-in-resent",
    "impersonation.ended",
    "bank-details.viewed",
    "bank-columns.chosen",
    "bank-columns.forgotten",
    "bank-rule.added",
    "bank-rule.removed",
    "card-exception.reopened",
    "difference.reopened",
    "card-notification.replayed",
    "ledger.reconciled",
    "ledger.rebuilt",
    "plan.simulated",
    "order.delivery-quoted",
    "order.collection-booked",
    "order.ready-to-collect",
    "order.shipped",
    "order.shipment-cancelled",
    "orders.click-and-drop-exported",
    "payout-batch.downloaded",
    "sales-report.exported",
    "commission-register.exported",
    "bank-reconciliation.exported",
    "card-reconciliation.exported",
    "owed.exported",
    "owed.reminded",
    "documents.exported",
    "statements.exported",
    "tax-packs.exported",
    "month-end.exported",
    "audit.exported",
    "email-copy.tested",
    "testimonial.deleted",
    "upload.moved",
    "upload.deleted",
    "upload.captions-removed",
    "upload.access-log-exported",
    "message.resent",
  ],
} as const satisfies Record<string, readonly Unheard[]>;

// shows T332
test("every act is either heard, or is said why not", () => {
  const known = [...heardActions, ...Object.values(unheard).flat()];
  expect(known.toSorted()).toEqual(Object.keys(auditSentences).toSorted());
});

// shows T355
test("what hides money or stops earnings needs the second factor shown just now", async ({
  shop,
}) => {
  const { admin, cara } = shop.people;
  const session = { token: "none", handle: randomUUID(), impersonatorId: null, passwordAt: null };
  const late = await shop.as(admin, { session });
  const commandId = randomUUID();
  const exception = {
    from: "2026-11-01",
    to: "2026-11-30",
    state: "missing-in-ledger",
    paymentId: "pf-1",
    orderId: null,
    orderNumber: null,
    settledOn: null,
    settledAmount: null,
    note: "Agreed",
  } as const;
  for (const act of [
    () => late.users.delete({ commandId, id: cara }),
    () => late.users.restore({ commandId, id: cara }),
    () => late.cardMatch.ignore(exception),
    () =>
      late.books.bookOpening({ commandId, kind: "opening-vat", day: "2026-01-01", amount: 500 }),
    () => late.differences.accept({ key: "payout 1", note: "Agreed" }),
    () => late.cardMatch.explain({ commandId, lineId: 1, kind: "card-fee" }),
    () => late.notifications.handle({ id: 1, as: "refunded" }),
  ])
    await expect(act()).rejects.toMatchObject({ cause: { code: "access.password-needed" } });
});

// shows T368
test("a lower price, other terms and another place in the tree need the second factor shown just now", async ({
  shop,
}) => {
  const { admin, anna, ben, cara, kim, skye } = shop.people;
  const session = { token: "none", handle: randomUUID(), impersonatorId: null, passwordAt: null };
  const late = await shop.as(admin, { session });
  const command = { commandId: randomUUID() };
  const cheaper = { id: products.bottle, ...aProduct, price: aProduct.price - 1 };
  const stockist = aStockist(ben, { company: "Corner Shop" });
  const { id } = await (await shop.as(admin)).users.create(stockist);
  const { email, firstName, lastName, cellNumber } = stockist;
  const person = { id, email, firstName, lastName, cellNumber };
  const business = { companyAddress: "1 Road", vatNo: "4123456789", stockistMargin: 20 };
  for (const act of [
    () => late.products.save({ ...command, ...cheaper }),
    () => late.users.update({ ...command, ...person, stockistMargin: 21 }),
    () => late.users.create({ ...stockist, ...command, email: "new@shop.test" }),
    () => late.users.convertToDistributor({ ...command, customerId: kim, parentId: anna }),
    () => late.users.convertToStockist({ ...command, customerId: kim, parentId: ben, ...business }),
    () => late.users.moveDistributor({ ...command, id: cara, parentId: anna }),
    () => late.users.moveStockist({ ...command, id: skye, parentId: ben }),
    () => late.users.uplift({ ...command, id: ben }),
  ])
    await expect(act()).rejects.toMatchObject({ cause: { code: "access.password-needed" } });
  // Words alone ask for nothing.
  await late.users.update({ commandId: randomUUID(), ...person, firstName: "Zola" });
});

// shows T377
test("a setting, price or term is heard with its former and new value, and an upload by its title", async ({
  shop,
}) => {
  const now = () => "2031-04-05T10:00:00.000Z";
  const { admin, dev, sam } = shop.people;
  const actor = { user: { id: admin }, impersonatedById: null, now };
  const { db } = shop.deps;
  const upload = await insertAnUpload(shop);
  for (const [action, details, target] of [
    ["settings.changed", { changed: { vatBps: [1500, 1400] }, region: "za" }, "region"],
    ["settings.changed", { changed: { payoutHoldDays: [14, 21] } }, "payouts"],
    [
      "settings.changed",
      { changed: { stockIssues: ["", "Soon"], firstDelivery: [null, "a"] } },
      "orders",
    ],
    ["product.changed", { changed: { price: [325_00, 170_00] } }, "product 94"],
    ["upload.changed", { category: "Photos", bytes: 1 }, `upload ${upload}`],
    ["upload.added", { category: "Documents", bytes: 1 }, `upload ${upload}`],
    ["upload.poster-changed", {}, `upload ${upload}`],
    ["upload.captions-changed", {}, `upload ${upload}`],
  ] as const)
    await insertAudit(db, actor, { action, details, target });
  await insertAudit(db, actor, {
    action: "upload.added",
    details: { category: "Photos", bytes: 1 },
    target: "upload 1",
  });
  const terms = { terms: { before: { marginBps: 2000 }, after: { marginBps: 2100 } } };
  const details = { changed: ["terms"], ...terms };
  await insertAudit(db, actor, { action: "user.updated", subjectId: sam, details });

  const asked = { userId: dev, day: "2031-04-05" };
  const { officeActs } = await officeDayFacts(shop.deps.readDb, asked, "za");
  const words = officeActs.as === "facts" ? officeActs.rows.map(([, said]) => said) : [];
  expect(words).toEqual(
    expect.arrayContaining([
      expect.stringContaining("VAT and region (vat: 15% to 14%)"),
      expect.stringContaining("payouts (payout hold days: 14 to 21)"),
      expect.stringContaining("orders and stock, stock issues"),
      expect.stringContaining("product 94 (price: 325.00 to 170.00)"),
      expect.stringMatching(/^changed the terms|Sam .*margin: 20% to 21%/),
      "changed an upload, once: Price list",
      "uploaded a file, once: Price list",
      "added a video thumbnail, once: Price list",
      "gave a video captions, once: Price list",
    ]),
  );
});

// shows T397
test("an uploaded file is heard with its account, its lines and its sums", async ({ shop }) => {
  const day = shopDay();
  const statement = ["Date,Amount,Description", `${day},40.00,CAME IN`, `${day},-10.00,WENT OUT`];
  await uploadStatement(shop, statement.join("\n"));
  const settled = ["Date,Type,Name,Gross,Fee,Net,M Payment ID,PF Payment ID"]
    .concat(`${day} 10:00:00,FUNDS_RECEIVED,T,100.00,-3.00,97.00,,9${Date.now()}`)
    .join("\n");
  await uploadSettlement(shop, settled);
  const asked = { userId: shop.people.dev, day };
  const { officeActs } = await officeDayFacts(shop.deps.readDb, asked, "za");
  const [bank = "", card = ""] = ["a bank statement", "a card settlement"].map((what) =>
    officeActs.rows.map(([, words]) => words).find((words) => words.includes(what)),
  );
  expect(bank).toContain("uploaded a bank statement, once: without an account number (");
  for (const words of ["lines: 1", "outgoing: 1", "received amount: 40.00", "paid amount: 10.00"])
    expect(bank).toContain(words);
  for (const words of ["lines: 1", "gross amount: 100.00", "net amount: 97.00"])
    expect(card).toContain(words);
});

async function insertAnUpload({ deps }: TestShop): Promise<number> {
  const { id } = await deps.db
    .insertInto("upload")
    .values({
      title: "Price list",
      category: "Documents",
      kind: "file",
      filename: "a.pdf",
      content_type: "application/pdf",
      bytes: 1,
      sha256: "0".repeat(64),
      width: null,
      height: null,
      uploaded_by: null,
      uploaded_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-01-01T00:00:00.000Z",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

// shows T332
test("the sum of an act is heard wherever its audit has it", async ({ shop }) => {
  const now = () => "2031-03-04T10:00:00.000Z";
  const actor = { user: { id: shop.people.admin }, impersonatedById: null, now };
  const heard = async (action: AuditAction, details: object, target?: string) => {
    await insertAudit(shop.deps.db, actor, { action, details, ...(target && { target }) });
    const acts = await listHeardActs(shop.deps.db, "2031-03-04", "Africa/Johannesburg");
    return acts.find((act) => act.action === action);
  };
  for (const [action, details] of [
    ["order.payment-undone", { amount: 500 }],
    ["payout.requests-saved", { corrections: ["grant-credit"], amount: 500 }],
    ["entry-question.answered", { creditAmount: 500 }],
    ["account.erased", { credit: { as: "paid-out", amount: 500 } }],
    ["card-fees.booked", { amount: 500 }],
    ["card-exception.ignored", { amount: 500 }],
    ["difference.accepted", { amount: 500 }],
    ["opening-balance.booked", { amount: 500 }],
    ["vat-rounding.booked", { amount: 500 }],
    ["card-line.explained", { kind: "card-fee", amount: 500 }],
    ["bank-debit.explained", { kind: "courier", amount: 500 }],
    ["bank-line.ignored", { kind: "interest", amount: 500 }],
    ["payout-batch.proved", { proved: 1, amount: 500 }],
    ["refunds.proved", { proved: 1, amount: 500 }],
  ] as const)
    expect(await heard(action, details)).toMatchObject({ action, count: 1, sum: 500 });
  for (const action of ["withholding.saved", "self-billing.saved", "site-copy.restored"] as const)
    expect(await heard(action, {})).toMatchObject({ action, count: 1, sum: null });
  expect(await heard("site-copy.changed", {}, "bank-note")).toMatchObject({ texts: ["bank-note"] });
  const product = { changed: { price: [1, 2], description: ["", "a"] } };
  expect(await heard("product.changed", product, "product 94")).toMatchObject({
    texts: ["product 94, description"],
    changes: [{ of: "product 94", details: { changed: { price: [1, 2] } } }],
  });
});
