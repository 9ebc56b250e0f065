import type { CardLineKind, CardMatchState } from "@portal/shared/sales/card-match.ts";
import { isToldWithItsPayout, type SettlementKind } from "./settlement-kind.rules.ts";
import { daysBetween, oldestFirst } from "@portal/shared/platform/calendar.ts";

/** A card payment of the ledger. Amounts are minor units, days those of the shop. */
export type LedgerPayment = Readonly<{
  orderId: string;
  orderNumber: number;
  paymentId: string;
  amount: number;
  fee: number;
  day: string;
}>;

/** A refund of the ledger to a card. */
export type LedgerRefund = Readonly<{
  orderId: string;
  orderNumber: number;
  refundId: string;
  amount: number;
  day: string;
}>;

/** A line of the provider's settlement; `net` negative where money left the provider. */
export type SettledLine = Readonly<{
  id: number;
  day: string;
  kind: SettlementKind;
  /** The provider's name of the kind. */
  type: string;
  paymentId: string | null;
  orderId: string | null;
  orderNumber: number | null;
  gross: number;
  fee: number;
  net: number;
  /** What of the fee was booked beside the payment's own; null where nothing was. */
  bookedFee: number | null;
  /** What somebody said that an unknown line is; null where nobody did, and of all other lines. */
  explained: CardLineExplained | null;
  /** The day of the payout that contained it, where the provider says it of each line. */
  paidOutOn?: string | null;
}>;

export type CardLineExplained = Readonly<{ kind: CardLineKind; byName: string; at: string }>;

type BankDeposit = Readonly<{ day: string; amount: number; description: string }>;

/** A payment, money that went back to a card, or what the provider gives a name that is not known here. */
export type MatchedPayment = {
  kind: "payment" | "refund" | "unknown";
  /** The provider's name of the kind; null where no settlement names it. */
  type: string | null;
  /** Of a refund in the ledger its own id. */
  paymentId: string | null;
  orderId: string | null;
  orderNumber: number | null;
  day: string;
  state: CardMatchState;
  ledger: { amount: number; fee: number } | null;
  notification: "applied" | "other" | "none";
  settlement: SettledMoney | null;
  /** Of an unknown one, what somebody said that it is. */
  explained: CardLineExplained | null;
  /** The day of the payout that contained it; null while the provider holds the money. */
  paidOutOn: string | null;
};

type SettledMoney = {
  lineId: number;
  day: string;
  amount: number;
  fee: number;
  net: number;
  bookedFee: number | null;
};

/** Identifies an exception. The key changes with the state or the settled amount, so that a changed exception is a new one. */
export function exceptionKey(
  seen: Pick<MatchedPayment, "state" | "paymentId" | "orderId" | "orderNumber"> &
    (
      | Pick<MatchedPayment, "settlement">
      | Readonly<{ settledOn: string | null; settledAmount: number | null }>
    ),
): string {
  const settled =
    "settlement" in seen
      ? [seen.settlement?.day ?? null, seen.settlement?.amount ?? null]
      : [seen.settledOn, seen.settledAmount];
  return JSON.stringify([seen.state, seen.paymentId, seen.orderId, seen.orderNumber, ...settled]);
}

/**
 * A payout of the provider matched with a bank deposit: `missing-in-bank` where bank statements cover the days after it,
 * `waiting` where they do not, `missing-in-settlement` for a deposit without a payout.
 */
export type MatchedDeposit = {
  state: "matched" | "missing-in-bank" | "missing-in-settlement" | "waiting";
  amount: number;
  payoutDay: string | null;
  bankDay: string | null;
  description: string | null;
};

/** Whether somebody has to say why it is so: a payout and its deposit that are not there both, though they would be. */
export function isDepositException({ state }: Pick<MatchedDeposit, "state">): boolean {
  return state !== "matched" && state !== "waiting";
}

/** Identifies it among those that somebody accepted; as it changes, it is a new one. Equal ones of a day are one. */
export function depositKey({ state, amount, payoutDay, bankDay }: MatchedDeposit): string {
  return `${state} ${payoutDay ?? bankDay ?? ""} ${amount}`;
}

export type CardMatchFacts = Readonly<{
  payments: readonly LedgerPayment[];
  refunds: readonly LedgerRefund[];
  /** By the provider's payment number: `applied` where any notification of it was. */
  notifications: ReadonlyMap<string, "applied" | "other">;
  /** The day of the first stored notification; payments before it cannot have one. */
  notifiedSince: string | null;
  /** Oldest first. */
  settlement: readonly SettledLine[];
  /** Whether a settlement covers this day. */
  isSettledDay: (day: string) => boolean;
  deposits: readonly BankDeposit[];
  /** The last day that bank statements cover. */
  bankKnownUntil: string | null;
}>;

export type CardMatch = ReturnType<typeof matchCards>;

/** Matches payments of the ledger, notifications, settlement lines and bank deposits. */
export function matchCards(facts: CardMatchFacts) {
  const take = paymentsToTake(facts.payments);
  const payoutDays = payoutDayOf(facts.settlement);
  const settled = facts.settlement
    .filter(({ kind }) => kind === "payment")
    .map((line) => matchedPayment(facts, take(line), line, payoutDays.get(line) ?? null));
  const unsettled = take.left().map((payment) => matchedPayment(facts, payment, null, null));
  const unknown = facts.settlement
    .filter(({ kind }) => kind === "unknown")
    .map((line) => unknownLine(line));
  const rows = [...settled, ...unsettled, ...matchRefunds(facts, payoutDays), ...unknown];
  const payments = rows.toSorted((one, other) =>
    one.day < other.day ? 1 : one.day > other.day ? -1 : 0,
  );
  return { payments, deposits: matchDeposits(facts) };
}

/** Each payment matches one line at most: by the provider's number, or for a line without one by its order and amount. */
function paymentsToTake(payments: readonly LedgerPayment[]) {
  const open = new Set(payments);
  const byNumber = Map.groupBy(payments, ({ paymentId }) => paymentId);
  const byOrder = Map.groupBy(payments, ({ orderId }) => orderId);
  const byOrderNumber = Map.groupBy(payments, ({ orderNumber }) => orderNumber);
  const candidatesOf = (line: SettledLine): readonly LedgerPayment[] => {
    if (line.paymentId !== null) return byNumber.get(line.paymentId) ?? [];
    const ofOrder =
      (line.orderId !== null && byOrder.get(line.orderId)) ||
      (line.orderNumber !== null && byOrderNumber.get(line.orderNumber)) ||
      [];
    return ofOrder.filter(({ amount }) => amount === line.gross);
  };
  const take = (line: SettledLine): LedgerPayment | null => {
    const found = candidatesOf(line).find((payment) => open.has(payment)) ?? null;
    if (found) open.delete(found);
    return found;
  };
  return Object.assign(take, { left: () => [...open] });
}

function matchedPayment(
  facts: CardMatchFacts,
  payment: LedgerPayment | null,
  line: SettledLine | null,
  paidOutOn: string | null,
): MatchedPayment {
  const paymentId = payment?.paymentId ?? line?.paymentId ?? null;
  const day = payment?.day ?? line?.day ?? "";
  const notification = (paymentId !== null && facts.notifications.get(paymentId)) || "none";
  return {
    kind: "payment",
    type: line?.type ?? null,
    paymentId,
    day,
    notification,
    paidOutOn,
    orderId: payment?.orderId ?? line?.orderId ?? null,
    orderNumber: payment?.orderNumber ?? line?.orderNumber ?? null,
    state: stateOf(facts, payment, line, notification),
    ledger: payment && { amount: payment.amount, fee: payment.fee },
    settlement: line && settledMoney(line),
    explained: null,
  };
}

function stateOf(
  { isSettledDay, notifiedSince }: CardMatchFacts,
  payment: LedgerPayment | null,
  line: SettledLine | null,
  notification: MatchedPayment["notification"],
): CardMatchState {
  if (!payment) return "missing-in-ledger";
  if (!line) return isSettledDay(payment.day) ? "missing-in-settlement" : "waiting";
  if (payment.amount !== line.gross) return "amount-differs";
  const knownFee = payment.fee + (line.bookedFee ?? 0);
  if ((isFeeTold(payment) || line.bookedFee !== null) && knownFee !== line.fee)
    return "fee-differs";
  const couldHaveOne = notifiedSince !== null && payment.day > notifiedSince;
  return notification === "none" && couldHaveOne ? "no-notification" : "matched";
}

/** PayFast tells the fee with the payment. Stripe may not know it by then, and tells it in its report. */
export function isFeeTold({ paymentId, fee }: Pick<LedgerPayment, "paymentId" | "fee">): boolean {
  return fee !== 0 || !paymentId.startsWith("pi_");
}

/**
 * Each line of money back to a card matches one refund of its order: of the same amount, the nearest day first; else the
 * only one that is left of that order, with another amount.
 */
function matchRefunds(
  { payments, refunds, settlement, isSettledDay }: CardMatchFacts,
  payoutDays: ReadonlyMap<SettledLine, string>,
): MatchedPayment[] {
  const lines = settlement.filter(({ kind }) => kind === "refund");
  const orderOf = orderOfLine(payments, refunds);
  const open = new Set(refunds);
  const pairs = new Map<SettledLine, LedgerRefund>();
  const byOrder = Map.groupBy(refunds, ({ orderId }) => orderId);
  const pair = (fits: (line: SettledLine, refund: LedgerRefund) => boolean): void => {
    const fitting = lines
      .flatMap((line) =>
        (byOrder.get(orderOf(line) ?? "") ?? []).map((refund) => ({ line, refund })),
      )
      .filter(({ line, refund }) => fits(line, refund))
      .toSorted((one, other) => daysApart(one) - daysApart(other));
    for (const { line, refund } of fitting) {
      if (pairs.has(line) || !open.has(refund)) continue;
      pairs.set(line, refund);
      open.delete(refund);
    }
  };
  pair((line, refund) => refund.amount === 0 - line.gross);
  pair(() => true);
  const settled = lines.map((line) => {
    const refund = pairs.get(line) ?? null;
    const isEqual = refund?.amount === 0 - line.gross;
    const state = refund === null ? "missing-in-ledger" : isEqual ? "matched" : "amount-differs";
    return refundRow(refund, line, {
      state,
      orderId: orderOf(line),
      paidOutOn: payoutDays.get(line),
    });
  });
  const unsettled = [...open].map((refund) =>
    refundRow(refund, null, {
      state: isSettledDay(refund.day) ? "missing-in-settlement" : "waiting",
      orderId: refund.orderId,
    }),
  );
  return [...settled, ...unsettled];
}

function refundRow(
  refund: LedgerRefund | null,
  line: SettledLine | null,
  {
    state,
    orderId,
    paidOutOn = null,
  }: Readonly<{
    state: CardMatchState;
    orderId: string | null;
    paidOutOn?: string | null | undefined;
  }>,
): MatchedPayment {
  return {
    kind: "refund",
    type: line?.type ?? null,
    paymentId: refund?.refundId ?? line?.paymentId ?? null,
    orderId,
    orderNumber: refund?.orderNumber ?? line?.orderNumber ?? null,
    day: line?.day ?? refund?.day ?? "",
    state,
    ledger: refund && { amount: 0 - refund.amount, fee: 0 },
    notification: "none",
    settlement: line && settledMoney(line),
    explained: null,
    paidOutOn,
  };
}

function daysApart({ line, refund }: Readonly<{ line: SettledLine; refund: LedgerRefund }>) {
  return Math.abs(daysBetween(refund.day, line.day));
}

/** The order of a line: named by itself, or that of the payment with its number. */
function orderOfLine(payments: readonly LedgerPayment[], refunds: readonly LedgerRefund[]) {
  const known = [...payments, ...refunds];
  const byNumber = new Map(known.map(({ orderNumber, orderId }) => [orderNumber, orderId]));
  const byPayment = new Map(payments.map(({ paymentId, orderId }) => [paymentId, orderId]));
  return ({ orderId, orderNumber, paymentId }: SettledLine): string | null =>
    orderId ?? byNumber.get(orderNumber ?? 0) ?? byPayment.get(paymentId ?? "") ?? null;
}

function unknownLine(line: SettledLine): MatchedPayment {
  const { type, paymentId, orderId, orderNumber, day, explained } = line;
  return {
    kind: "unknown",
    type,
    paymentId,
    orderId,
    orderNumber,
    day,
    state: explained ? "matched" : "unknown-type",
    ledger: null,
    notification: "none",
    settlement: settledMoney(line),
    explained,
    paidOutOn: null,
  };
}

function settledMoney({ id, day, gross, fee, net, bookedFee }: SettledLine): SettledMoney {
  return { lineId: id, day, amount: gross, fee, net, bookedFee };
}

/** Money that the provider holds goes out with its next payout, unless the provider says with which, or that it still holds it. */
function payoutDayOf(settlement: readonly SettledLine[]): ReadonlyMap<SettledLine, string> {
  const days = new Map<SettledLine, string>();
  let waiting: SettledLine[] = [];
  for (const line of settlement) {
    if (line.paidOutOn) days.set(line, line.paidOutOn);
    else if ((line.kind === "payment" || line.kind === "refund") && !isToldWithItsPayout(line.type))
      waiting.push(line);
    if (line.kind !== "payout") continue;
    for (const paid of waiting) days.set(paid, line.day);
    waiting = [];
  }
  return days;
}

/** Stored lines, oldest first. Older releases stored those of a file in its order, whichever that is. */
export function inTime<Line extends Readonly<{ day: string; fileId: number }>>(
  lines: readonly Line[],
): Line[] {
  const files = Map.groupBy(lines, ({ fileId }) => fileId);
  const turned = [...files.values()].flatMap((ofFile) => oldestFirst(ofFile, ({ day }) => day));
  return turned.toSorted((one, other) => one.day.localeCompare(other.day));
}

/** A payout arrives in the bank account on the same day or up to this many days later. */
export const bankDaysMax = 5;

function matchDeposits(facts: CardMatchFacts): MatchedDeposit[] {
  const open = new Set(facts.deposits);
  const payouts = facts.settlement.filter(({ kind }) => kind === "payout");
  const matched = payouts.map((payout): MatchedDeposit => {
    // The bank shows the gross amount; the fee of a payout is taken from what the provider holds.
    const amount = 0 - payout.gross;
    const inDays = [...open].filter(
      (deposit) =>
        deposit.amount === amount &&
        daysBetween(payout.day, deposit.day) >= 0 &&
        daysBetween(payout.day, deposit.day) <= bankDaysMax,
    );
    const found = inDays.find(isOfProvider) ?? inDays[0];
    if (found) open.delete(found);
    const isKnown =
      facts.bankKnownUntil !== null && daysBetween(payout.day, facts.bankKnownUntil) >= bankDaysMax;
    return {
      state: found ? "matched" : isKnown ? "missing-in-bank" : "waiting",
      amount,
      payoutDay: payout.day,
      bankDay: found?.day ?? null,
      description: found?.description ?? null,
    };
  });
  const unexplained = [...open]
    .filter((deposit) => isOfProvider(deposit) && facts.isSettledDay(deposit.day))
    .map(
      ({ amount, day, description }): MatchedDeposit => ({
        state: "missing-in-settlement",
        amount,
        payoutDay: null,
        bankDay: day,
        description,
      }),
    );
  return [...matched, ...unexplained];
}

/** Whether a deposit names a card provider. */
export function isOfProvider({ description }: Pick<BankDeposit, "description">): boolean {
  return /pay\s?fast|\bstripe\b/i.test(description);
}
