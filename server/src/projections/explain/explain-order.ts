import { exclVat } from "@portal/shared/platform/money.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import {
  type CommissionPlan,
  commissionPlanStream,
  defaultPlan,
} from "../../network/commissions/commission-plan.events.ts";
import { sharesOn, type TreeMember } from "../../network/commissions/commission.rules.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { networkStream } from "../../network/members/network.events.ts";
import { type OrderSection, orderStream } from "../../sales/orders/order.events.ts";
import { applyToBooks } from "../fold/projections.fold.ts";
import type {
  AccruedEntry,
  OrderRow,
  SaleEntryRow,
} from "../../platform/read-model/projection-rows.ts";
import { type EntryExplanation, explainEntry, ruleOf } from "./explain-entry.ts";
import { streamOf } from "../fold/keys-of-event.ts";
import { createMemoryBooks, type MemoryBooks } from "../store/memory-projections.ts";

type EventOfOrder = Extract<RecordedLedgerEvent, { data: { orderId: string } }>;

/** Why each cent of an order went where: all that is needed to reckon every amount again by hand. */
export type OrderExplanation = Readonly<{
  order: OrderRow;
  /** The value that commission is reckoned on, line by line; each line is rounded. */
  lines: readonly LineExplanation[];
  /** Everything that happened to the order, in ledger order. */
  steps: readonly StepExplanation[];
}>;

type LineExplanation = Readonly<{
  section: number;
  productId: number;
  quantity: number;
  listPrice: number;
  unitPrice: number;
  commissionPrice: number;
  /** commissionPrice × quantity, and the same without the order's VAT. */
  gross: number;
  value: number;
  /** What was charged for it without VAT, where it counts for commission: its part of the ceiling. */
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
  /** Goods given back so far, of all goods: the share of every entry that is to be reversed by now. */
  refundedGoods: number;
  goods: number;
  /** The seller and everyone above who could earn, as the network stood then; the seller comes first. */
  tree: readonly TreeMember[];
  planPosition: number;
  plan: CommissionPlan;
  sales: readonly SaleEntryRow[];
  entries: readonly EntryExplanation[];
  /** Shares that the plan names and nobody got. */
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
 * An order's commission depends on nothing but the network, the plans and its own events; those are
 * enough, in ledger order, and any others are passed over. Null when the order is not among them.
 */
export function explainOrder(
  events: Iterable<RecordedLedgerEvent>,
  orderId: string,
): OrderExplanation | null {
  const books = createMemoryBooks();
  const lines: LineExplanation[] = [];
  const steps: StepExplanation[] = [];
  const stream = orderStream(orderId);
  for (const event of events) {
    const from = streamOf(event);
    if (from === networkStream || from === commissionPlanStream) applyToBooks(books, event);
    if (from !== stream || !isOfOrder(event)) continue;
    if (event.type === "OrderPlaced")
      lines.push(...explainLines(event.data.sections, event.data.vatBps));
    steps.push(explainStep(books, event));
  }
  const order = books.orders.get(orderId);
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

function explainStep(books: MemoryBooks, event: EventOfOrder): StepExplanation {
  const { saleEntries, commissionEntries, orders, plans } = books;
  const before = orders.get(event.data.orderId);
  const [sales, commissions] = [saleEntries.length, commissionEntries.length];
  applyToBooks(books, event);

  const order = orders.get(event.data.orderId);
  const inForce = plans.at(-1) ?? { position: 0, plan: defaultPlan };
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
    tree: order ? treeAbove(books, order.sellerId) : [],
    planPosition: inForce.position,
    plan: inForce.plan,
    sales: saleEntries.slice(sales),
    entries: explainEntries(books, commissions, order?.goods ?? 0),
    unwritten: isAccruing(event, before, order) ? unwrittenShares(books, order) : [],
  };
}

function explainEntries(
  { commissionEntries }: MemoryBooks,
  from: number,
  goods: number,
): EntryExplanation[] {
  return commissionEntries
    .slice(from)
    .map((entry, index) => explainEntry(entry, commissionEntries.slice(0, from + index), goods));
}

/** The seller, then parents up to the first level 1, then that one's sponsor. */
function treeAbove({ members }: MemoryBooks, sellerId: number | null): TreeMember[] {
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

/** What would be written if everybody were active and there were no ceiling, less what was: those shares go to nobody. */
function unwrittenShares({ members, plans }: MemoryBooks, order: OrderRow): UnwrittenShare[] {
  const seller = order.sellerId === null ? undefined : members.get(order.sellerId);
  if (!order.live || !seller) return [];
  const inForce = plans.at(-1) ?? { position: 0, plan: defaultPlan };
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
    return "The other shares come to what was paid for the goods without VAT: nothing is left for this one.";
  return isActive
    ? "The level 1 below earned nothing with this order, so there is no bonus on it."
    : "Not active at that moment: the share goes to nobody.";
}

function isSameShare(one: AccruedEntry, other: AccruedEntry): boolean {
  return one.beneficiaryId === other.beneficiaryId && one.kind === other.kind;
}
