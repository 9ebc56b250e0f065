import { owedBy, usableCreditOf } from "@portal/shared/money/wallet-figures.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { kept } from "@portal/shared/sales/orders/order-money.ts";
import { bankEntryKinds } from "@portal/shared/sales/bank-entries.ts";
import type { CreditDecision } from "@portal/shared/people/users/erase-user.ts";
import fc from "fast-check";
import type { OrderRow, PayoutRow } from "../platform/read-model/projection-tables.ts";
import { defaultPlan } from "../network/commissions/commission-plan.events.ts";
import type { LedgerEvent } from "../projections/ledger-catalogue.ts";
import { emptyWallet } from "../money/wallets/wallet.rules.ts";
import type { Action, SimulatedShop } from "./simulated-shop.ts";
import { bottles, parcel, someBankEntryId, someOrderId, withMargin } from "./some-facts.ts";

/** The possible steps; frequent ones, on which others depend, are repeated. */
const tries = [
  "enrol",
  "enrol",
  "enrol",
  "place",
  "place",
  "pay",
  "pay",
  "pay",
  "placePaid",
  "placePaid",
  "refund",
  "refund",
  "reassign",
  "requestPayout",
  "requestPayout",
  "settle",
  "settle",
  "payAgain",
  "cancel",
  "convert",
  "spend",
  "grant",
  "restore",
  "enrolStockist",
  "move",
  "move",
  "uplift",
  "activity",
  "terms",
  "recode",
  "plan",
  "closeCredit",
  "undo",
  "undo",
  "deliver",
  "deliver",
  "correctRecipient",
  "correctPayout",
  "correctPayout",
  "returnPayout",
  "undoPayoutReturn",
  "repayCommission",
  "undoRepayment",
  "closeMonth",
  "bookMoney",
  "unbookMoney",
] as const;

/** A step, sensible or not; the numbers select from the members, orders and amounts that exist by then. */
export type Step = Readonly<{
  what: (typeof tries)[number];
  who: number;
  whom: number;
  much: number;
}>;

export const anyStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...tries),
  who: fc.nat({ max: 999 }),
  whom: fc.nat({ max: 999 }),
  much: fc.nat({ max: 100_000 }),
});

/** @returns the new events; null if the step was refused or impossible */
export function takeStep(shop: SimulatedShop, step: Step): readonly LedgerEvent[] | null {
  const action = steps[step.what](shop, step);
  return action && shop.act(action);
}

/** Mostly the region's own, else a stockist's. */
const rates = [1500, 1500, 0, 1500, 700] as const;

const bounds = { marginBps: 4000, distributorBps: 2000 };

type Try = (shop: SimulatedShop, step: Step) => Action | null;

const steps: Readonly<Record<Step["what"], Try>> = {
  enrol: (shop, { who, whom, much }) => {
    const level = ([1, 2, 3] as const)[much % 3] ?? 1;
    const parentId = much % 5 === 0 ? null : (memberAt(shop, whom) ?? null);
    const userId = newMemberId(shop, who);
    const code = `D${userId}`;
    return { network: { type: "EnrolDistributor", userId, level, parentId, code } };
  },
  enrolStockist: (shop, { who, whom, much }) => {
    const userId = newMemberId(shop, who);
    const parentId = memberAt(shop, whom) ?? null;
    const terms = { marginBps: 3000, distributorBps: (much % 20) * 100, vatRegistered: false };
    const enrolment = { userId, parentId, terms, bounds, code: `S${userId}` };
    return { network: { type: "EnrolStockist", ...enrolment } };
  },
  move: (shop, { who, whom, much }) => {
    const userId = memberAt(shop, who);
    if (userId === undefined) return null;
    const parentId = much % 7 === 0 ? null : (memberAt(shop, whom) ?? null);
    const isStockist = shop.projections.members.get(userId)?.kind === "stockist";
    return { network: { type: isStockist ? "MoveStockist" : "MoveDistributor", userId, parentId } };
  },
  uplift: (shop, { who }) =>
    ofMember(shop, who, (userId) => ({ type: "UpliftDistributor", userId })),
  activity: (shop, { who, much }) =>
    ofMember(shop, who, (userId) => ({
      type: much % 2 ? "DeactivateMember" : "ReactivateMember",
      userId,
    })),
  terms: (shop, { who, much }) =>
    ofMember(shop, who, (userId) => ({
      type: "ChangeStockistTerms",
      userId,
      terms: { marginBps: 2000, distributorBps: (much % 25) * 100, vatRegistered: true },
      bounds,
    })),
  recode: (shop, { who, much }) =>
    ofMember(shop, who, (userId) => ({
      type: "ChangeMemberCode",
      userId,
      code: `${much % 2 ? "D" : "N"}${userId + (much % 3)}`,
    })),
  plan: (_shop, { much }) => ({
    plan: { type: "PublishPlan", plan: { ...defaultPlan, leader: much % 3000 } },
  }),

  place: (shop, step) => ({ order: placement(shop, step) }),
  placePaid: (shop, step) => {
    const placed = shop.act({ order: placement(shop, step) });
    return placed && payment(shop, { ...step, who: -1, much: 0 }, `first-${shop.history.length}`);
  },
  pay: (shop, step) => {
    const paid = payment(shop, step, `pay-${shop.history.length}`);
    // Some payments have the day of the bank, which may be before other events of the order and even before the order.
    return paid && step.whom % 3 === 0 ? { ...paid, minutesAgo: step.whom % 40 } : paid;
  },
  payAgain: (shop, step) => payment(shop, step, "the-same"),
  refund: (shop, { who, much }) => {
    const order = orderAt(shop, who);
    if (!order) return null;
    const left = kept(order);
    const goodsLeft = order.paidAt === null ? 0 : order.goods - order.refundedGoods;
    const amount = much % 3 === 0 ? left : Math.min(left, 1 + much);
    const productAmount = Math.min(goodsLeft, much % 4 === 0 ? 0 : amount);
    const units = productAmount === goodsLeft ? order.units - order.refundedUnits : 0;
    const refundId = `refund-${shop.history.length}`;
    const refund = {
      orderId: order.orderId,
      refundId,
      amount,
      productAmount,
      method: "eft",
    } as const;
    if (amount < 1) return null;
    const given = order.paidAt === null ? 0 : units;
    return { order: { type: "RefundPayment", ...refund, units: given, reasonId: null } };
  },
  undo: (shop, { who, much }) => {
    const { history } = shop;
    const payments = history.filter((event) => event.type === "PaymentReceived");
    // Mostly one of the newest, which was less likely refunded or undone since.
    const paid = payments.at(much % 2 ? -1 - (who % 4) : who % Math.max(1, payments.length));
    if (!paid) return null;
    const { orderId, paymentId } = paid.data;
    return { order: { type: "UndoPayment", orderId, paymentId } };
  },
  deliver: (shop, { who, whom, much }) => {
    const order = orderAt(shop, who);
    if (!order) return null;
    const to = { orderId: order.orderId, service: "ECO" };
    const collected = {
      collectionReference: `C${much % 3}`,
      collectionAt: "2026-01-09T10:00:00.000Z",
    };
    const commands: readonly NonNullable<Action["order"]>[] = [
      { type: "QuoteDelivery", ...to, quoteNumber: `Q${much % 3}`, rate: much },
      { type: "BookCollection", ...to, ...collected },
      { type: "CreateShipment", ...to, waybills: [`W${much % 3}`] },
    ];
    const ready = { type: "MarkReadyToCollect", orderId: order.orderId } as const;
    return { order: commands[whom % 4] ?? ready };
  },
  correctRecipient: (shop, { who, whom, much }) => {
    const order = orderAt(shop, who);
    if (!order) return null;
    const { orderId } = order;
    const corrected = shop.history.findLast(
      ({ type, data }) => type === "RecipientCorrected" && data.orderId === orderId,
    );
    const formerAddressId =
      corrected && "addressId" in corrected.data ? corrected.data.addressId : 1;
    const addressId = 2 + whom;
    const change = { section: 1, formerAddressId, addressId, placeChanged: much % 2 === 0 };
    return { order: { type: "CorrectRecipient", orderId, ...change } };
  },
  correctPayout: (shop, { who, whom }) => {
    const payout = payoutAt(shop, who);
    if (!payout) return null;
    const { userId, payoutId } = payout;
    if (whom % 2 === 0)
      return {
        wallet: { type: "CreditSelfBilledInvoice", userId, payoutId, reason: "wrong-rate" },
      };
    const days = { paidOn: "2026-02-02", requestedOn: "2026-01-01", today: "2026-02-02" };
    return { wallet: { type: "CorrectPayout", userId, payoutId, ...days, referenceId: null } };
  },
  returnPayout: (shop, { who, whom, much }) => {
    const payout = payoutAt(shop, who);
    if (!payout) return null;
    const { userId, payoutId, requested, withheld } = payout;
    // Sometimes another amount arrived, or nothing, because all of it was withheld.
    const amount = requested - withheld + (much % 7 === 0 ? 1 : 0);
    return { wallet: { type: "ReturnPayout", userId, payoutId, amount, bankLineId: 1 + whom } };
  },
  undoPayoutReturn: (shop, step) => {
    const back = steps.returnPayout(shop, step);
    // Mostly one that comes back just before, else one that did earlier, so that it may have been paid again.
    if (back && step.much % 3 > 0) shop.act(back);
    const all = [...shop.projections.payouts.all.values()];
    const payout = all.findLast(({ state }) => state === "returned") ?? all[step.who % all.length];
    if (!payout) return null;
    const { userId, payoutId } = payout;
    return { wallet: { type: "UndoPayoutReturn", userId, payoutId } };
  },
  undoRepayment: (shop, step) => {
    // A transfer, and not somebody who is erased.
    const back = steps.repayCommission(shop, { ...step, whom: 5 });
    if (back) shop.act(back);
    const repaid = shop.history.filter((event) => event.type === "CommissionRepaid");
    const { userId, bankLineId = null } = repaid.at(-1 - (step.who % 2))?.data ?? {};
    if (userId === undefined || bankLineId === null) return null;
    return { wallet: { type: "UndoCommissionRepayment", userId, bankLineId } };
  },
  repayCommission: (shop, { who, whom, much }) => {
    const owing = [...shop.projections.wallets.all.values()].filter((each) => owedBy(each) > 0);
    const wallet = owing[who % owing.length];
    if (!wallet) return null;
    const { userId, accrued } = wallet;
    // Most have converted it and have the credit still, which pays all of it back.
    if (whom % 2 === 0 || (whom % 5 > 1 && wallet.creditAccount < owedBy(wallet)))
      return { wallet: { type: "CloseWallet", userId, accrued, credit: null, ...closingTerms } };
    // All of it, a part, or sometimes a cent too much.
    const owed = owedBy(wallet);
    const amount = much % 3 === 0 ? 1 + (much % owed) : owed + (much % 7 === 0 ? 1 : 0);
    const bankLineId = 1 + whom;
    return { wallet: { type: "RepayCommission", userId, amount, bankLineId, accrued } };
  },
  closeMonth: (shop) => {
    const closed = shop.history.filter(({ type }) => type === "MonthClosed").length;
    const month = new Date(Date.UTC(2020, closed)).toISOString().slice(0, 7);
    const throughPosition = shop.history.length;
    const seal = { afterPosition: 0, previousRoot: "0".repeat(64), root: "0".repeat(64) };
    const about = { timeZone: "Africa/Johannesburg", throughPosition, seal };
    const monthEnd = { isOver: true, openSteps: [], accepts: [] };
    return { closing: { type: "CloseMonth", month, ...about, ...monthEnd } };
  },
  bookMoney: (_shop, { who, whom, much }) => {
    const kind = bankEntryKinds[whom % bankEntryKinds.length] ?? "unexplained";
    const amount = much % 3 === 0 ? -1 - much : 1 + much;
    const seenIn = { bankLineId: null, bankDebitId: 1 + who, settlementLineId: null };
    const money = { kind, amount, ...seenIn, reasonId: null, period: null };
    const entryId = someBankEntryId(who % 20);
    // Some have the day of the bank, which may be before everything else.
    const minutesAgo = whom % 2 === 0 ? whom % 40 : 0;
    return { bankEntry: { type: "BookMoney", entryId, ...money }, minutesAgo };
  },
  unbookMoney: (shop, { who }) => {
    const entryId = someBankEntryId(who % 20);
    const booked = shop.history.find(
      ({ type, data }) => type === "MoneyBooked" && data.entryId === entryId,
    );
    const unbooked = { bankEntry: { type: "UnbookMoney", entryId } } as const;
    return booked ? { ...unbooked, occurredAt: booked.occurredAt } : unbooked;
  },
  cancel: (shop, { who }) => {
    const order = orderAt(shop, who);
    return order && { order: { type: "CancelOrder", orderId: order.orderId, reasonId: null } };
  },
  reassign: (shop, { who, whom, much }) => {
    const order = orderAt(shop, who);
    const sellerId = much % 6 === 0 ? null : (memberAt(shop, whom) ?? null);
    return order && { order: { type: "ReassignOrder", orderId: order.orderId, sellerId } };
  },

  restore: restoration,

  requestPayout: (shop, { who, much }) => {
    const userId = memberAt(shop, who);
    if (userId === undefined) return null;
    // Simulates commands whose reads are a few events stale when they are appended.
    const throughPosition = Math.max(0, shop.history.length - (much % 4));
    const accrued = accruedBy(shop, userId, throughPosition);
    const payoutId = `payout-${shop.history.length}`;
    const hasBankDetails = much % 10 !== 0;
    const withholdingBps = [0, 0, 1, 2500, 3333, 10_000][much % 6] ?? 0;
    const paidThrough = shop.projections.wallets.get(userId)?.lastPaidCutoff ?? 0;
    const terms = { hasBankDetails, maturing: 0, minimum: 0, withholdingBps, paidThrough };
    const request = { userId, payoutId, accrued, earned: accrued, throughPosition, ...terms };
    return { wallet: { type: "RequestPayout", ...request } };
  },
  settle: (shop, { who, much }) => {
    const payouts = [...shop.projections.payouts.all.values()];
    const payout = payouts[who % payouts.length];
    if (!payout) return null;
    const { userId, payoutId } = payout;
    return much % 4 === 0
      ? { wallet: { type: "RejectPayout", userId, payoutId, reasonId: null } }
      : {
          wallet: {
            type: "MarkPayoutPaid",
            userId,
            payoutId,
            paidOn: "2026-02-01",
            requestedOn: "2026-01-01",
            today: "2026-02-01",
            referenceId: null,
            selfBilling:
              much % 3 === 0 ? { agreedOn: "2026-01-01", until: null, vatBps: 1500 } : null,
          },
        };
  },
  grant: (shop, { who, much }) => {
    const userId = memberAt(shop, who);
    if (userId === undefined) return null;
    return { wallet: { type: "GrantCredit", userId, amount: 1 + much, reasonId: null } };
  },
  closeCredit: (shop, { who, much }) => {
    const userId = memberAt(shop, who);
    if (userId === undefined) return null;
    const wallet = shop.projections.wallets.get(userId) ?? emptyWallet;
    // Sometimes the amount is stale.
    const amount = usableCreditOf(wallet) + (much % 5 === 0 ? 1 : 0);
    const credit: CreditDecision =
      much % 2 === 0
        ? { decision: "given-up", amount, reason: "lapsed" }
        : { decision: "paid-out", amount, paidOn: "2026-02-01", reason: "account-closed" };
    const withholdingBps = much % 3 === 0 ? 2500 : 0;
    const terms = { ...closingTerms, withholdingBps };
    return {
      wallet: { type: "CloseWallet", userId, accrued: wallet.accrued, credit, ...terms },
    };
  },
  convert: (shop, { who, much }) => {
    const userId = memberAt(shop, who);
    if (userId === undefined) return null;
    const accrued = shop.projections.wallets.get(userId)?.accrued ?? 0;
    return {
      wallet: {
        type: "ConvertCommission",
        userId,
        amount: 1 + (much % 5000),
        accrued,
        waiting: 0,
      },
    };
  },
  spend: (shop, { who, whom, much }) => {
    const userId = memberAt(shop, who);
    const order = orderAt(shop, whom);
    if (userId === undefined || !order) return null;
    const amount = 1 + (much % 20_000);
    const { orderId } = order;
    const accrued = shop.projections.wallets.get(userId)?.accrued ?? 0;
    const paymentId = `credit-${shop.history.length}`;
    const received = {
      orderId,
      paymentId,
      amount,
      method: "credit",
      fee: 0,
      reference: "",
    } as const;
    return {
      wallet: { type: "SpendCredit", userId, orderId, amount, accrued, waiting: 0 },
      order: { type: "RecordPayment", ...received },
    };
  },
};

const closingTerms = { creditedOn: "2026-01-01", today: "2026-02-01", withholdingBps: 0 };

/** Restores spent credit, possibly a second time, which the wallet has to refuse. */
function restoration({ history }: SimulatedShop, { who }: Step): Action | null {
  const spent = history.filter((event) => event.type === "CreditSpent");
  const { userId, orderId, amount } = spent[who % spent.length]?.data ?? {};
  if (!userId || !orderId || !amount) return null;
  return { wallet: { type: "RestoreCredit", userId, orderId, amount } };
}

type MemberCommand = NonNullable<Action["network"]>;

function ofMember(
  shop: SimulatedShop,
  who: number,
  commandOf: (userId: number) => MemberCommand,
): Action | null {
  const userId = memberAt(shop, who);
  return userId === undefined ? null : { network: commandOf(userId) };
}

function placement(shop: SimulatedShop, { who, whom, much }: Step): NonNullable<Action["order"]> {
  const orderNumber = shop.projections.orders.all.size + 1;
  const sellerId = much % 9 === 0 ? null : (memberAt(shop, who) ?? null);
  const line = bottles(1 + (much % 7), 1 + (much % 40_000));
  // Like a stockist's order, with any possible margin.
  const charged = much % 4 === 0 ? withMargin(line, (whom * 37) % 10_001) : line;
  const lines = [charged, parcel];
  return {
    type: "PlaceOrder",
    orderId: someOrderId(orderNumber),
    orderNumber,
    buyerId: null,
    sellerId,
    live: much % 11 !== 0,
    region: "za",
    currency: "ZAR",
    vatBps: rates[(much + who) % rates.length] ?? 1500,
    deliveryService: much % 5 === 0 ? selfCollectionService : null,
    sections: [{ addressId: 1, lines }],
  };
}

function payment(shop: SimulatedShop, { who, much }: Step, paymentId: string): Action | null {
  const order = orderAt(shop, who);
  if (!order) return null;
  const { orderId, total } = order;
  const amount = much % 3 === 0 ? total : 1 + (much % total);
  const method = much % 2 === 0 ? "eft" : "card";
  const received = { orderId, paymentId, amount, method, fee: amount % 5, reference: "" } as const;
  return { order: { type: "RecordPayment", ...received } };
}

function accruedBy(shop: SimulatedShop, userId: number, position: number): number {
  return shop.projections.commissionEntries
    .filter((entry) => entry.beneficiaryId === userId && entry.position <= position)
    .reduce((sum, { amount }) => sum + amount, 0);
}

function memberAt({ projections }: SimulatedShop, index: number): number | undefined {
  const ids = [...projections.members.all.keys()];
  return ids[index % ids.length];
}

/** Mostly one that was paid. */
function payoutAt({ projections }: SimulatedShop, index: number): PayoutRow | undefined {
  const all = [...projections.payouts.all.values()];
  const paid = all.filter(({ state }) => state === "paid");
  const payouts = index % 5 === 0 || paid.length === 0 ? all : paid;
  return payouts[index % payouts.length];
}

/** -1 is the newest. */
function orderAt({ projections }: SimulatedShop, index: number): OrderRow | null {
  const orders = [...projections.orders.all.values()];
  return orders.at(index < 0 ? index : index % Math.max(1, orders.length)) ?? null;
}

/** Mostly a new member, sometimes an existing one. */
function newMemberId({ projections }: SimulatedShop, who: number): number {
  return who % 20 === 0 ? 1 : projections.members.all.size + 1;
}
