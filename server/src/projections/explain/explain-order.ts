import { exclVat } from "@portal/shared/platform/money.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import {
  type CommissionPlan,
  commissionPlanStream,
} from "../../network/commissions/commission-plan.events.ts";
import { sharesOn, type TreeMember } from "../../network/commissions/commission.rules.ts";
import { networkStream } from "../../network/members/network.events.ts";
import type {
  AccruedEntry,
  CommissionEntryRow,
  CommissionKind,
  OrderRow,
  Projections,
  SaleEntryRow,
} from "../../platform/read-model/projection-tables.ts";
import { type OrderSection, orderStream } from "../../sales/orders/order.events.ts";
import { planInForce } from "../fold/commission.projection.ts";
import { streamOf } from "../fold/keys-of-event.ts";
import { applyToProjections } from "../fold/projections.fold.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { createMemoryProjections, type MemoryProjections } from "../store/memory-projections.ts";

type EventOfOrder = Extract<RecordedLedgerEvent, { data: { orderId: string } }>;

/** Everything needed to recalculate each commission amount of an order by hand. */
export type OrderExplanation = Readonly<{
  order: OrderRow;
  /** The commissionable value by line; each line is rounded. */
  lines: readonly LineExplanation[];
  /** All events of the order, in ledger order. */
  steps: readonly StepExplanation[];
}>;

type LineExplanation = Readonly<{
  section: number;
  productId: number;
  quantity: number;
  listPrice: number;
  unitPrice: number;
  commissionPrice: number;
  /** commissionPrice × quantity, with (`gross`) and without (`value`) the order's VAT. */
  gross: number;
  value: number;
  /** The amount charged without VAT if the line counts for commission: its part of the ceiling. */
  paid: number;
}>;

export type StepExplanation = Readonly<{
  position: number;
  eventId: string;
  type: EventOfOrder["type"];
  occurredAt: string;
  recordedAt: string;
  data: EventOfOrder["data"];
  sellerId: number | null;
  /** `refundedGoods` of `goods` is the share of every entry that has to be reversed by now. */
  refundedGoods: number;
  goods: number;
  /** The seller, then the members above who could earn, as of the event. */
  tree: readonly TreeMember[];
  planPosition: number;
  plan: CommissionPlan;
  sales: readonly SaleEntryRow[];
  entries: readonly EntryExplanation[];
  /** Shares of the plan that were not paid. */
  unwritten: readonly UnwrittenShare[];
}>;

type UnwrittenShare = Readonly<{
  beneficiaryId: number;
  beneficiaryLevel: MemberLevel;
  rule: string;
  amount: number;
  reason: string;
}>;

/**
 * Needs the events of the network, the plans and the order, in ledger order, because commission depends on nothing
 * else; other events are ignored. Null if the order is not among them.
 *
 * @param check is called before each event of the order
 */
export function explainOrder(
  events: Iterable<RecordedLedgerEvent>,
  orderId: string,
  check: (projections: Projections, event: RecordedLedgerEvent) => void = () => {},
): OrderExplanation | null {
  const projections = createMemoryProjections();
  const lines: LineExplanation[] = [];
  const steps: StepExplanation[] = [];
  const stream = orderStream(orderId);
  for (const event of events) {
    const from = streamOf(event);
    if (from === networkStream || from === commissionPlanStream)
      applyToProjections(projections, event);
    if (from !== stream || !isOfOrder(event)) continue;
    if (event.type === "OrderPlaced")
      lines.push(...explainLines(event.data.sections, event.data.vatBps));
    check(projections, event);
    steps.push(explainStep(projections, event));
  }
  const order = projections.orders.get(orderId);
  return order ? { order, lines, steps } : null;
}

function isOfOrder(event: RecordedLedgerEvent): event is EventOfOrder {
  return event.type !== "CreditSpent" && event.type !== "CreditRestored" && "orderId" in event.data;
}

function explainLines(sections: readonly OrderSection[], vatBps: number): LineExplanation[] {
  return sections.flatMap(({ lines }, section) =>
    lines.map((line) => {
      const gross = line.commissionPrice * line.quantity;
      const paid = line.commissionPrice === 0 ? 0 : exclVat(line.unitPrice * line.quantity, vatBps);
      return { section: section + 1, ...line, gross, value: exclVat(gross, vatBps), paid };
    }),
  );
}

function explainStep(projections: MemoryProjections, event: EventOfOrder): StepExplanation {
  const { saleEntries, commissionEntries, orders } = projections;
  const before = orders.get(event.data.orderId);
  const [sales, commissions] = [saleEntries.length, commissionEntries.length];
  applyToProjections(projections, event);

  const order = orders.get(event.data.orderId);
  const inForce = planInForce(projections);
  return {
    position: event.position,
    eventId: event.eventId,
    type: event.type,
    occurredAt: event.occurredAt,
    recordedAt: event.recordedAt,
    data: event.data,
    sellerId: order?.sellerId ?? null,
    refundedGoods: order?.refundedGoods ?? 0,
    goods: order?.goods ?? 0,
    tree: order ? treeAbove(projections, order.sellerId) : [],
    planPosition: inForce.position,
    plan: inForce.plan,
    sales: saleEntries.slice(sales),
    entries: explainEntries(projections, commissions, { event, goods: order?.goods ?? 0 }),
    unwritten: isAccruing(event, before, order) ? unwrittenShares(projections, order) : [],
  };
}

/** The event that wrote an entry, and the goods of its order. */
type Cause = Readonly<{ event: EventOfOrder; goods: number }>;

function explainEntries(
  { commissionEntries }: MemoryProjections,
  from: number,
  cause: Cause,
): EntryExplanation[] {
  return commissionEntries
    .slice(from)
    .map((entry, index) => explainEntry(entry, commissionEntries.slice(0, from + index), cause));
}

/** The seller, its ancestors up to the first level 1, and the sponsor of that level 1. */
function treeAbove({ members }: MemoryProjections, sellerId: number | null): TreeMember[] {
  const tree: TreeMember[] = [];
  let next = sellerId;
  let isSponsor = false;
  while (next !== null && tree.length < 5) {
    const member = members.get(next);
    if (!member) break;
    const { userId, level, parentId, active, distributorBps } = member;
    tree.push({ userId, level, parentId, active, distributorBps });
    if (isSponsor) break;
    isSponsor = level === 1;
    next = parentId;
  }
  return tree;
}

function isAccruing(
  { type }: EventOfOrder,
  before: OrderRow | undefined,
  after: OrderRow | undefined,
): after is OrderRow {
  return type === "OrderPaid" || (type === "OrderReassigned" && before?.paidAt !== null && !!after);
}

/** The shares if every member were active and there were no ceiling, except those that were paid. */
function unwrittenShares(projections: MemoryProjections, order: OrderRow): UnwrittenShare[] {
  const { members } = projections;
  const seller = order.sellerId === null ? undefined : members.get(order.sellerId);
  if (!order.live || !seller) return [];
  const inForce = planInForce(projections);
  const asIfActive = (userId: number) => {
    const member = members.get(userId);
    return member && { ...member, active: true };
  };
  const { value } = order;
  const due = sharesOn({ seller, value }, members.get, inForce);
  return sharesOn({ seller: { ...seller, active: true }, value }, asIfActive, inForce)
    .filter((share) => !order.accrual.some((entry) => isSameShare(entry, share)))
    .map((share) => ({
      beneficiaryId: share.beneficiaryId,
      beneficiaryLevel: share.beneficiaryLevel,
      rule: ruleOf(share),
      amount: share.amount,
      reason: reasonFor(share, due, members.get(share.beneficiaryId)?.active === true),
    }));
}

function reasonFor(share: AccruedEntry, due: readonly AccruedEntry[], isActive: boolean): string {
  if (due.some((each) => isSameShare(each, share)))
    return "The other shares reach the amount paid for the goods excl. tax, so nothing is left for this one.";
  return isActive
    ? "The level 1 earned nothing on this order, so there is no leader bonus."
    : "Not active at the time, so no one earns this share.";
}

function isSameShare(one: AccruedEntry, other: AccruedEntry): boolean {
  return one.beneficiaryId === other.beneficiaryId && one.kind === other.kind;
}

/** An entry with everything needed to recalculate its amount. */
export type EntryExplanation = CommissionEntryRow &
  Readonly<{
    rule: string;
    /** The amount before rounding is `numerator ÷ denominator`; rounding is half away from zero. */
    exact: Fraction;
    /** What rounding added, in `denominator`ths of a minor unit. */
    rounding: number;
    /** The amount without the ceiling of the order's commission; null if the ceiling did not apply. */
    uncapped: number | null;
    /** The reversed entry, the share of it that has to be reversed by now, and what was reversed before. */
    reverses: Readonly<{
      position: number;
      entryNo: number;
      amount: number;
      share: Fraction;
      reversedBefore: number;
    }> | null;
  }>;

type Fraction = Readonly<{ numerator: number; denominator: number }>;

/** `earlier` are the preceding entries of the same order, in ledger order. */
function explainEntry(
  entry: CommissionEntryRow,
  earlier: readonly CommissionEntryRow[],
  cause: Cause,
): EntryExplanation {
  const { kind } = entry;
  switch (kind) {
    case "own":
    case "upline":
    case "stockist":
    case "leader":
      return explainAccrual(entry, kind);
    default:
      return explainReversal(entry, earlier, cause);
  }
}

/** The rule of the plan in words, with its rate. */
function ruleOf({ kind, rateBps, sellerLevel, beneficiaryLevel }: Share): string {
  const rate = percentOf(rateBps);
  switch (kind) {
    case "own":
      return `Own sale by a level ${sellerLevel}: ${rate} of the value.`;
    case "upline":
      return `Level ${beneficiaryLevel} upline of a level ${sellerLevel} seller: ${rate} of the value.`;
    case "stockist":
      return `Parent of the stockist that ordered: ${rate} of the value, by the stockist’s terms.`;
    case "leader":
      return `Sponsor of a level 1: ${rate} of what the level 1 earned on this order.`;
  }
}

type Share = Pick<AccruedEntry, "kind" | "rateBps" | "sellerLevel" | "beneficiaryLevel">;

function explainAccrual(entry: CommissionEntryRow, kind: CommissionKind): EntryExplanation {
  const exact = { numerator: entry.value * entry.rateBps, denominator: 10_000 };
  const uncapped = entry.cappedBy === null ? null : entry.amount + entry.cappedBy;
  return {
    ...entry,
    rule: ruleOf({ ...entry, kind }),
    exact,
    rounding: roundingOf(uncapped ?? entry.amount, exact),
    uncapped,
    reverses: null,
  };
}

/** A refund reverses a share of the original, a reassignment or an undone payment all of it; minus what was reversed before. */
function explainReversal(
  entry: CommissionEntryRow,
  earlier: readonly CommissionEntryRow[],
  { event, goods }: Cause,
): EntryExplanation {
  const original = earlier.findLast(
    (other) => isReversal(entry, other.kind) && other.beneficiaryId === entry.beneficiaryId,
  );
  if (!original) throw new Error(`entry ${entry.position}.${entry.entryNo} reverses nothing`);
  const reversedBefore = reversedSince(earlier, original, entry);
  const { position, entryNo, amount } = original;
  const share =
    entry.refundedGoods === null
      ? { numerator: 1, denominator: 1 }
      : { numerator: entry.refundedGoods, denominator: goods };
  const exact = {
    numerator: reversedBefore * share.denominator - amount * share.numerator,
    denominator: share.denominator,
  };
  return {
    ...entry,
    rule: ruleOfReversal(entry, event),
    exact,
    rounding: roundingOf(entry.amount, exact),
    uncapped: null,
    reverses: { position, entryNo, amount, share, reversedBefore },
  };
}

function ruleOfReversal({ refundedGoods }: CommissionEntryRow, { type }: EventOfOrder): string {
  if (refundedGoods !== null)
    return "Refund: the refunded share is reversed, minus what was reversed before.";
  return type === "PaymentUndone"
    ? "Payment undone, so the order is unpaid: the rest of this entry is reversed."
    : "Order reassigned: the rest of this entry is reversed.";
}

/** How much of an entry earlier reversals have reversed. */
function reversedSince(
  earlier: readonly CommissionEntryRow[],
  original: CommissionEntryRow,
  { kind, beneficiaryId }: CommissionEntryRow,
): number {
  return earlier
    .slice(earlier.indexOf(original) + 1)
    .filter((other) => other.kind === kind && other.beneficiaryId === beneficiaryId)
    .reduce((sum, { amount }) => sum - amount, 0);
}

function isReversal({ kind }: CommissionEntryRow, original: CommissionEntryRow["kind"]): boolean {
  return kind === `reversal-of-${original}`;
}

function roundingOf(amount: number, { numerator, denominator }: Fraction): number {
  return amount * denominator - numerator;
}

/** 1250 basis points are "12.5%". */
function percentOf(bps: number): string {
  const hundredths = String(bps % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return `${Math.trunc(bps / 100)}${hundredths && `.${hundredths}`}%`;
}
