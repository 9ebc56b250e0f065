import { randomUUID } from "node:crypto";
import type { SaveProduct } from "@portal/shared/catalogue/products.ts";
import { monthSteps } from "@portal/shared/money/statements.ts";
import type { inferRouterInputs } from "@trpc/server";
import type { LiveSession } from "../platform/access/signed-in.ts";
import type { AppRouter } from "../app-router.ts";
import { anAuthenticator } from "./an-authenticator.ts";
import { aRecipient, aGuestOrder, payByBank, products, type TestShop } from "./shop-test.ts";
import { password } from "./shop-people.ts";

type Inputs = inferRouterInputs<AppRouter>;
/** Inputs by router and procedure, with the types of the procedures. */
type SomeInputs = {
  [Router in keyof Inputs]?: { [Procedure in keyof Inputs[Router]]?: Inputs[Router][Procedure] };
};

export const someBankDetails = {
  bankName: "First Bank",
  accountName: "Person",
  accountNumber: "62001234567",
  chequeOrSavings: "Savings",
} as const;

/** A session with recent authentication. */
export function aConfirmedSession(): LiveSession {
  const passwordAt = new Date().toISOString();
  return { token: "", handle: randomUUID(), passwordAt, impersonatorId: null };
}

export const aProduct: Omit<SaveProduct, "id"> = {
  name: "Original 50ml",
  description: "",
  price: 325_00,
  originalPrice: null,
  imageId: null,
  productCode: "50",
  productGroup: "50",
  weightInGrams: 140,
  dimensions: "4 x 4 x 11 cm",
  outOfStock: false,
  outOfStockButton: "",
  outOfStockMessage: "",
  hide: false,
};

const aTestimonial = {
  name: "Thandi",
  town: "",
  words: "Good.",
  imageId: null,
  sortOrder: 0,
  isShown: true,
} as const;

const someWords = {
  subject: "News",
  body: "{{greeting}}",
  buttonLabel: "Sign in",
  sms: "",
} as const;

export type BusyShop = Awaited<ReturnType<typeof aBusyShop>>;

/** A shop with one of everything that an unauthorized caller could try to change. */
export async function aBusyShop(shop: TestShop) {
  const { kim, ben } = shop.people;
  const sold = await aGuestOrder(shop, "BEN");
  await payByBank(shop, sold.uuid, sold.total);

  const buyer = await shop.as(kim);
  const { id: addressId } = await buyer.addresses.save(aRecipient);
  const lines = [{ productId: products.bottle, quantity: 1 }];
  const order = await buyer.orders.save({
    commandId: randomUUID(),
    sections: [{ addressId, lines }],
  });

  const seller = await shop.as(ben, { session: aConfirmedSession() });
  await seller.bankDetails.save(someBankDetails);
  const payout = await seller.wallet.requestPayout({ commandId: randomUUID() });
  const message = await shop.deps.db
    .selectFrom("message")
    .select("id")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const { sessions } = shop.deps;
  await sessions.start({ userId: kim, device: "Phone", withPassword: true });
  const [session] = await sessions.list(kim);
  if (!session) throw new Error("Kim is not signed in");

  return {
    order,
    sold,
    addressId,
    payoutId: payout.payoutId,
    messageId: message.id,
    sessionHandle: session.handle,
  };
}

const somePage = { origin: "http://shop.test", challenge: "AAAA", rpId: "shop.test" };
const aName = { firstName: "Some", lastName: "Body", cellNumber: "082 123 4567" };

/** A valid input, referring to existing things, for every mutation that requires a signed-in user. */
export function changesOf(shop: TestShop, busy: BusyShop) {
  const { anna, ben, cara, kim, lone, sam, skye } = shop.people;
  const commandId = () => randomUUID();
  const { uuid } = busy.order;
  const day = "2026-01-05";
  const stockist = { companyAddress: "1 Road", vatNo: "4123456789", stockistMargin: 20 };
  return {
    auth: {
      updatePassword: { currentPassword: password, password: "Unlike-9876!" },
      confirmPassword: { password },
      handOver: { told: "a".repeat(64) },
      endSession: { handle: busy.sessionHandle },
      endOtherSessions: undefined,
    },
    factors: {
      passkeyOptions: { place: "office" as const },
      pass: { code: "123456" },
      askForLink: undefined,
      beginPasskey: { place: "office" as const },
      addPasskey: { passkey: anAuthenticator().create(somePage) },
      beginCodes: undefined,
      addCodes: { code: "123456" },
      remove: { id: randomUUID() },
      renewRecoveryCodes: undefined,
    },
    profile: {
      update: { ...aName, email: "other@shop.test", distributorArea: "Karoo" },
      resendOptIn: undefined,
      cancelEmailChange: undefined,
    },
    orders: {
      readyToCollect: { commandId: commandId(), uuid },
      payWithCredit: { commandId: commandId(), uuid, amount: 1 },
      cancel: { commandId: commandId(), uuid, reason: "" },
      recordEft: { commandId: commandId(), uuid, amount: 1, reference: "r", receivedOn: day },
      undoPayment: { commandId: commandId(), uuid, position: 1 },
      refund: {
        commandId: commandId(),
        uuid: busy.sold.uuid,
        amount: 1,
        productAmount: 1,
        units: 0,
        method: "eft",
        reason: "r",
      },
      reassign: { commandId: commandId(), uuid, sellerId: anna },
      correctRecipient: {
        ...aRecipient,
        commandId: commandId(),
        uuid,
        section: 1,
        formerAddressId: busy.addressId,
      },
      reassignMany: { orders: [{ commandId: commandId(), uuid }], sellerId: anna },
    },
    courier: {
      updateQuote: { commandId: commandId(), uuid, service: "ECO" },
      ukUpdateQuote: { commandId: commandId(), uuid },
      quoteToCollection: { commandId: commandId(), uuid, collectionAt: `${day}T10:00:00.000Z` },
      createShipment: { commandId: commandId(), uuid },
      recordPosting: { commandId: commandId(), uuid, trackingReferences: ["RM123456789GB"] },
      cancelShipment: { uuid, reason: "r" },
    },
    monthEnd: {
      reconcile: { withBank: false },
      rebuild: { acceptedHash: null },
    },
    commissionPlan: {
      simulate: {
        plan: {
          own: { "1": 2000, "2": 1500, "3": 1000 },
          upline: { "1": { "2": 500, "3": 500 }, "2": { "3": 400 } },
          leader: 1000,
        },
        from: day,
        to: day,
      },
      publish: {
        commandId: commandId(),
        simulationId: randomUUID(),
        planHash: "0".repeat(64),
        publishOn: null,
        acceptsShareBps: null,
      },
      withdraw: { id: randomUUID() },
    },
    books: {
      bookRounding: { commandId: commandId(), from: "2026-01-01", to: "2026-01-31", amount: 1 },
      bookOpening: {
        commandId: commandId(),
        kind: "opening-card",
        day: "2026-01-01",
        amount: 1,
      },
      takeBackOpening: { commandId: commandId(), kind: "opening-card" },
      takeBackRounding: { commandId: commandId(), entryId: randomUUID() },
    },
    cardMatch: {
      ignore: {
        from: "2026-11-01",
        to: "2026-11-02",
        state: "missing-in-ledger",
        paymentId: "pf-1",
        orderId: null,
        orderNumber: null,
        settledOn: "2026-11-01",
        settledAmount: 100,
        note: "Agreed",
      },
      reopen: { id: 1 },
      bookFees: {
        commandId: commandId(),
        from: "2026-01-01",
        to: "2026-01-31",
        fees: [{ lineId: 1, amount: 1 }],
      },
      explain: { commandId: commandId(), lineId: 1, kind: "card-fee" },
      reopenLine: { commandId: commandId(), lineId: 1 },
      unbookFee: { commandId: commandId(), lineId: 1 },
    },
    differences: {
      accept: { key: "missing-in-bank 2026-11-01 100", note: "Agreed" },
      reopen: { id: 1 },
    },
    bankLines: {
      use: { commandId: commandId(), lineId: 1, uses: [{ orderNumber: 1001, amount: 1 }] },
      ignore: { commandId: commandId(), lineId: 1, reason: "r" },
      reopen: { commandId: commandId(), lineId: 1 },
      undo: { commandId: commandId(), lineId: 1 },
      forgetColumns: { columnsId: 1 },
    },
    bankDebits: {
      explain: { commandId: commandId(), debitId: 1, kind: "bank-fee", ruleFor: "fee" },
      acceptRules: { commandId: commandId(), debits: [{ debitId: 1, kind: "bank-fee" }] },
      reopen: { commandId: commandId(), debitId: 1 },
      addRule: { way: "in", contains: "interest", kind: "interest" },
      removeRule: { ruleId: 1 },
    },
    archives: { begin: { kind: "documents", from: day, to: day } },
    owed: { remind: { orderIds: [uuid] } },
    ledgerHealth: { checkNow: undefined },
    wallet: {
      requestPayout: { commandId: commandId() },
      convertToCredit: { commandId: commandId(), amount: 1 },
      askAboutEntry: { commandId: commandId(), position: 1, entryNo: 1, question: "q" },
      answerQuestion: { commandId: commandId(), id: 1, answer: "a", credit: 1 },
      repay: { commandId: commandId(), userId: ben, lineId: 1 },
      undoRepayment: { commandId: commandId(), lineId: 1 },
    },
    statements: {
      close: { commandId: commandId(), month: "2026-01", accepts: [...monthSteps] },
    },
    taxDetails: {
      save: { kind: "za-tax", number: "0001339050", vatNumber: "4123456789" },
      saveSelfBilling: { userId: ben, agreedOn: "2026-01-01", name: "B", address: "1 Street" },
      endSelfBilling: { userId: ben },
    },
    withholding: { saveRate: { userId: ben, bps: 0 } },
    bankDetails: { save: someBankDetails },
    proposals: {
      sign: { id: commandId(), place: "office" },
      confirm: { id: commandId() },
      decline: { id: commandId() },
      withdraw: { id: commandId() },
    },
    payouts: {
      markAsPaid: { commandId: commandId(), id: busy.payoutId, paidOn: day, confirmHold: true },
      correct: { commandId: commandId(), id: busy.payoutId, paidOn: day },
      creditTaxInvoice: { commandId: commandId(), id: busy.payoutId, reason: "wrong-payout" },
      return: { commandId: commandId(), id: busy.payoutId, lineId: 1 },
      undoReturn: { commandId: commandId(), id: busy.payoutId },
      reject: { commandId: commandId(), id: busy.payoutId, reason: "r" },
      approve: { id: busy.payoutId },
      saveRequests: { commandId: commandId(), userId: ben, before: "", text: "" },
    },
    payoutBatches: {
      make: { ids: [busy.payoutId], layout: "fnb", payOn: day },
      file: { batchId: 1 },
      pay: { batchId: 1, paidOn: day },
      cancel: { batchId: 1 },
    },
    people: {
      endSession: { id: kim, handle: busy.sessionHandle },
      addNote: { id: kim, note: "Asked about a parcel" },
    },
    users: {
      create: { commandId: commandId(), role: "admin", ...aName, email: "new@shop.test" },
      update: { commandId: commandId(), id: lone, ...aName, email: "lone@shop.test" },
      delete: { commandId: commandId(), id: lone },
      lock: { commandId: commandId(), id: lone },
      restore: { commandId: commandId(), id: lone },
      erase: { commandId: commandId(), id: lone },
      eraseGuest: { commandId: commandId(), who: "nobody@people.test" },
      resendOptIn: { id: kim },
      resendToMany: { ids: [kim] },
      convertToDistributor: { commandId: commandId(), customerId: kim, parentId: anna },
      convertToStockist: { commandId: commandId(), customerId: kim, parentId: ben, ...stockist },
      invite: { commandId: commandId(), email: "lone@shop.test", role: "stockist", parentId: null },
      moveDistributor: { commandId: commandId(), id: cara, parentId: anna },
      moveStockist: { commandId: commandId(), id: sam, parentId: anna },
      uplift: { commandId: commandId(), id: skye },
      impersonate: { id: kim, reason: "Looking for an order" },
      stopImpersonating: undefined,
      leave: { commandId: commandId(), id: kim },
    },
    settings: {
      save: { section: "payouts", payoutHoldDays: 0, payoutMinimum: 0, creditPasswordAbove: 0 },
    },
    products: {
      save: { id: products.bottle, ...aProduct },
      delete: { id: products.hidden },
    },
    testimonials: {
      save: { id: -1, ...aTestimonial },
      delete: { id: 1 },
    },
    content: { set: { varName: "home.lead", copy: "<p>Words</p>" } },
    emailCopy: {
      save: { kind: "converted", ...someWords },
      restore: { kind: "converted" },
      sendTest: { kind: "converted", ...someWords },
    },
    uploads: {
      update: { id: 1, title: "t", description: "", sortOrder: 1 },
      delete: { id: 1 },
      move: { id: 1, to: "up" },
      removeCaptions: { id: 1 },
      logAccess: { id: 1 },
    },
    notifications: { replay: { id: 1 }, handle: { id: 1, as: "refunded" } },
    system: { resendEmail: { id: busy.messageId } },
  } as const satisfies SomeInputs;
}
