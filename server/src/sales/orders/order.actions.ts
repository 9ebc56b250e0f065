import { findCollectorCell } from "./order-buyer.queries.ts";
import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import type { OrderQuestion, ReassignMany } from "@portal/shared/sales/orders/office-orders.ts";
import type {
  CancelOrder,
  ReadyToCollect,
  ReassignOrder,
  RecordEft,
  RefundOrder,
} from "@portal/shared/sales/orders/save-order.ts";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { type SheetColumn, writeListFile } from "../../gateways/sheets/sheets.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import {
  type FreeText,
  inStream,
  textRef,
  typed,
} from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { paymentReference } from "../../platform/free-text/text-ids.ts";
import type { Command, DecidedEvent } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import { type MessageContext, queueMessage } from "../../platform/messages/queue-message.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";
import { findPayableOrder } from "../payments/payment.actions.ts";
import { isEftAboveLimit } from "../payments/payment.queries.ts";
import { findMember } from "../prices/price-terms.queries.ts";
import {
  type ExportedOrder,
  findOrderParties,
  listAllOrders,
  type OrderParties,
} from "./order.queries.ts";
import type { OrderCommand } from "./order-commands.ts";
import { type Order, orderDecider } from "./order.decider.ts";
import { type OrderEvent, orderEvents, orderStream } from "./order.events.ts";
import { moneyOf } from "./order.rules.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

export type ChangedOrder = { uuid: string; state: OrderState };

/** People cancel what they have not paid yet; the office cancels anybody's. */
export async function cancelOrder(
  caller: Caller,
  user: SignedInUser,
  { commandId, uuid, reason }: CancelOrder,
): Promise<ChangedOrder> {
  const isOffice = user.role === "admin";
  const command = commandFrom(caller, commandId, { action: "orders.cancel", uuid, reason });
  const text = typed(reason);
  return changeOrder(caller, command, {
    order: { type: "CancelOrder", orderId: uuid, reasonId: text?.id ?? null },
    text,
    // Somebody else's order answers like one that is not there.
    check: ({ buyerId }) => {
      if (!isOffice && buyerId !== user.id) throw new DomainError("order.unknown");
    },
    audit: isOffice ? { action: "order.cancelled", details: { reason: textRef(text) } } : null,
  });
}

/** What waits for a second person is not recorded yet. */
export type RecordedEft = ChangedOrder & { proposalId: string | null };

/**
 * Money that the office found on the bank statement; it is recorded whatever became of the order. Above the limit a
 * second admin confirms it first.
 */
export async function recordEft(
  caller: Caller,
  user: SignedInUser,
  payment: RecordEft,
): Promise<RecordedEft> {
  const { commandId, uuid, amount, receivedOn, reference } = payment;
  const isKnown = (await findProposal(caller.db, commandId)) !== null;
  if (!isKnown && !(await isEftAboveLimit(caller.db, uuid, amount)))
    return { ...(await bookEft(caller, payment)), proposalId: null };
  const order = await findPayableOrder(caller, uuid);
  if (!order) throw new DomainError("order.unknown");
  const data = { uuid, amount, receivedOn };
  const change = { kind: "eft", data, words: { reference } } as const;
  const { proposalId } = await propose(caller, user, commandId, change);
  return { uuid, state: order.state, proposalId };
}

/** Above the limit with the consent of a second admin, which the database looks for. */
export async function bookEft(
  caller: Caller,
  { commandId, uuid, amount, reference, receivedOn }: RecordEft,
): Promise<ChangedOrder> {
  const details = { amount, reference, receivedOn };
  const command = commandFrom(caller, commandId, { action: "orders.recordEft", uuid, ...details });
  const text = typed(reference);
  const { referenceId, ...own } = paymentReference("eft", reference, text?.id ?? null);
  const noon = `${receivedOn}T12:00:00.000Z`;
  return changeOrder(
    caller,
    // Banks tell the day, not the hour; what is said to come in later than now came in now.
    { ...command, occurredAt: noon < command.occurredAt ? noon : command.occurredAt },
    {
      order: {
        type: "RecordPayment",
        orderId: uuid,
        paymentId: `eft-${commandId}`,
        method: "eft",
        amount,
        fee: 0,
        ...own,
        referenceId,
      },
      ...(referenceId !== null && { text }),
      audit: {
        action: "order.eft-recorded",
        details: {
          amount,
          reference: referenceId === null ? reference : textRef(text),
          receivedOn,
        },
      },
    },
  );
}

export async function refundOrder(
  caller: Caller,
  { commandId, uuid, ...refund }: RefundOrder,
): Promise<ChangedOrder> {
  const command = commandFrom(caller, commandId, { action: "orders.refund", uuid, ...refund });
  const { reason, ...money } = refund;
  const text = typed(reason);
  const order = { ...money, orderId: uuid, reasonId: text?.id ?? null };
  return changeOrder(caller, command, {
    order: { type: "RefundPayment", refundId: `refund-${commandId}`, ...order },
    text,
    audit: { action: "order.refunded", details: { ...money, reason: textRef(text) } },
  });
}

export async function reassignOrder(
  caller: Caller,
  { commandId, uuid, sellerId }: ReassignOrder,
): Promise<ChangedOrder> {
  const command = commandFrom(caller, commandId, { action: "orders.reassign", uuid, sellerId });
  return changeOrder(caller, command, {
    order: { type: "ReassignOrder", orderId: uuid, sellerId },
    check: async ({ live }) => {
      if (sellerId === null) return;
      const member = await findMember(caller.db, sellerId);
      // A test account makes no sale for real money.
      if (member?.active !== true || (live && member.test))
        throw new DomainError("network.unknown-member", String(sellerId));
    },
    audit: { action: "order.reassigned", details: { sellerId } },
  });
}

/** The office has packed what is collected: whoever collects it is told by email and SMS, once. */
export async function markReadyToCollect(
  caller: Caller,
  { commandId, uuid }: ReadyToCollect,
): Promise<ChangedOrder> {
  const command = commandFrom(caller, commandId, { action: "orders.readyToCollect", uuid });
  return changeOrder(caller, command, {
    order: { type: "MarkReadyToCollect", orderId: uuid },
    audit: { action: "order.ready-to-collect" },
  });
}

/** Each one that could not be given away, and why. */
export type ReassignedMany = {
  moved: number;
  failed: { uuid: string; reason: DomainErrorCode; message: string }[];
};

/** Gives several orders to one seller, each for itself: what cannot be moved holds up no other. */
export async function reassignOrders(
  caller: Caller,
  { orders, sellerId }: ReassignMany,
): Promise<ReassignedMany> {
  const failed: ReassignedMany["failed"] = [];
  for (const { commandId, uuid } of orders) {
    try {
      await reassignOrder(caller, { commandId, uuid, sellerId });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failed.push({ uuid, reason: error.code, message: error.message });
    }
  }
  return { moved: orders.length - failed.length, failed };
}

type OrderChange = Readonly<{
  order: Exclude<OrderCommand, { type: "PlaceOrder" }>;
  /** Whether this person may; it throws the refusal. */
  check?: (parties: OrderParties) => void | Promise<void>;
  audit?: AuditEntry | null;
  /** What was typed with it; `order` holds its id. */
  text?: FreeText | null;
}>;

/** The events that put store credit back into the buyer's account, for those of `events` that refund some. */
export type RestoreCredit = (
  streams: StreamReader,
  buyerId: number | null,
  events: readonly OrderEvent[],
) => Promise<DecidedEvent[]>;

/** Decides about one order that was placed, and about the credit that goes back with it. */
export async function changeOrder(
  caller: Caller,
  command: Command,
  { order, check, audit, text = null }: OrderChange,
): Promise<{ uuid: string; state: OrderState }> {
  const { orderId } = order;
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const stream = await streams.load(orderStream(orderId), orderDecider, orderEvents);
    const parties = await findOrderParties(readOnly(caller.db), orderId);
    if (parties) await check?.(parties);

    const events = stream.decide(order);
    const state = events.reduce(orderDecider.evolve, stream.state);
    return {
      events: [
        ...inStream(orderStream(orderId), events),
        ...(await caller.restoreCredit(streams, parties?.buyerId ?? null, events)),
      ],
      answer: { uuid: orderId, state: stateOf(state) },
      sideWrites: async (tx) => {
        const subjectId = parties?.buyerId ?? null;
        await insertFreeText(tx, text, { userId: subjectId, orderId }, caller.now());
        await queueOrderMessages(tx, caller, orderId, events);
        if (audit) await insertAudit(tx, caller, { ...audit, subjectId, target: orderId });
      },
    };
  });
  return answer;
}

function stateOf(order: Order): OrderState {
  return order.status === "unplaced" ? "placed" : moneyOf(order).state;
}

/**
 * Asks for the mails that tell the buyer what has become of an order, with the facts themselves or not
 * at all. Each is sent once for its occasion, whoever records it.
 */
export async function queueOrderMessages(
  tx: Tx,
  context: MessageContext,
  orderId: string,
  events: readonly OrderEvent[],
): Promise<void> {
  const telling = events.filter(({ type }) => toldTypes.has(type));
  if (telling.length === 0) return;
  const parties = await findOrderParties(readOnly(tx), orderId);
  const order = { userId: parties?.buyerId ?? null, orderId };
  const isCancelled = telling.some(({ type }) => type === "OrderCancelled");
  for (const { type, data } of telling) {
    if (type === "OrderPaid")
      await queueMessage(tx, context, `order-paid:${orderId}`, { kind: "order-paid", ...order });
    if (type === "ReadyToCollect")
      await queueMessage(
        tx,
        context,
        `order-ready:${orderId}`,
        { kind: "order-ready", ...order },
        { cell: await findCollectorCell(tx, orderId) },
      );
    if (type === "OrderCancelled")
      await queueMessage(tx, context, `order-cancelled:${orderId}`, {
        kind: "order-cancelled",
        ...order,
      });
    // What goes back with a cancellation is told by the mail about that.
    if (type === "PaymentRefunded" && !isCancelled)
      await queueMessage(tx, context, `order-refunded:${orderId}:${data.refundId}`, {
        kind: "order-refunded",
        ...order,
        amount: data.amount,
        method: data.method,
      });
  }
}

const toldTypes: ReadonlySet<OrderEvent["type"]> = new Set([
  "OrderPaid",
  "ReadyToCollect",
  "OrderCancelled",
  "PaymentRefunded",
]);

/** The first mail about an order: thanks where a card can pay it, else how to pay it by bank. */
export function firstMailAbout(
  order: Readonly<{ userId: number | null; orderId: string }>,
  placed: Readonly<{ total: number; byCard: boolean }>,
): Readonly<{ key: string; about: MessageAbout }> {
  // What costs nothing is paid by being placed.
  const unpaid = placed.byCard ? "order-placed" : "order-eft";
  const kind = placed.total === 0 ? "order-paid" : unpaid;
  return { key: `${kind}:${order.orderId}`, about: { kind, ...order } };
}

/**
 * The office's list of orders as it is filtered on the screen, all of its rows. The words that were
 * searched for stay out of the audit: they may be a person's name.
 *
 * @throws DomainError export.too-long
 */
export async function exportOrders(caller: Caller, asked: OrderQuestion): Promise<Buffer> {
  const { search: _search, sort, ...told } = asked;
  await insertAudit(caller.db, caller, { action: "orders.exported", target: null, details: told });
  const { region } = caller.shop;
  const now = caller.now();
  const { timeZone } = await loadRegion(caller.readDb, region);
  return writeListFile(
    "Orders",
    columnsOf(timeZone),
    (max) => listAllOrders({ db: caller.readDb, region, now }, asked, max),
    { ...told, search: asked.search, sort: `${sort.by} ${sort.direction}`, "exported at": now },
  );
}

function columnsOf(timeZone: string): readonly SheetColumn<ExportedOrder>[] {
  const day = (instant: string | null) => (instant === null ? null : dayOf(instant, timeZone));
  return [
    { kind: "id", header: "Order", width: 10, value: ({ orderNumber }) => orderNumber },
    { kind: "day", header: "Placed", width: 14, value: ({ placedAt }) => day(placedAt) },
    { kind: "day", header: "Paid", width: 14, value: ({ paidAt }) => day(paidAt) },
    { kind: "text", header: "Status", width: 16, value: ({ state }) => state },
    { kind: "text", header: "Buyer", width: 26, value: ({ buyerName }) => buyerName ?? "Guest" },
    {
      kind: "text",
      header: "Seller",
      width: 26,
      value: ({ sellerName }) => sellerName ?? "No seller",
    },
    { kind: "text", header: "Region", width: 10, value: ({ region }) => region },
    { kind: "text", header: "Service", width: 10, value: ({ service }) => service },
    { kind: "whole", header: "Units", width: 10, value: ({ units }) => units },
    { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
    { kind: "money", header: "Total", width: 14, value: ({ total }) => total },
    { kind: "money", header: "Received", width: 14, value: ({ received }) => received },
    { kind: "money", header: "Refunded", width: 14, value: ({ refunded }) => refunded },
  ];
}
