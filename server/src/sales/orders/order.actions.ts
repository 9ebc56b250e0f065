import { findCollectorCell } from "./order-buyer.queries.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type {
  CancelOrder,
  ReadyToCollect,
  RecordEft,
} from "@portal/shared/sales/orders/save-order.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { requireMoneyOutWithinLimit } from "../../platform/proposals/money-out.queries.ts";
import {
  type FreeText,
  inStream,
  textRef,
  typed,
} from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { paymentReference } from "../../platform/free-text/text-ids.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import {
  aboutOf,
  type MessageContext,
  queueMessage,
} from "../../platform/messages/queue-message.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { isDecisionNeeded } from "../../platform/proposals/second-person-limit.queries.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";
import { findPayableOrder } from "../payments/payment.actions.ts";
import {
  entryOf,
  type OfficePayment,
  requireNoOther,
  requireRecordable,
  tellingWhatIsKnown,
} from "../payments/office-payment.actions.ts";
import { requireEftWithinLimit } from "../payments/payment.queries.ts";
import { findOrderParties, type OrderParties } from "./order.queries.ts";
import type { OfficeEntry } from "./office-entry.rules.ts";
import type { OrderCommand } from "./order-commands.ts";
import { type Order, orderDecider } from "./order.decider.ts";
import { type OrderEvent, orderEvents, orderStream } from "./order.events.ts";
import { moneyOf } from "./order.rules.ts";
import {
  orderCancelled,
  orderEft,
  orderPaid,
  orderPlaced,
  orderReady,
  orderRefunded,
} from "./order.messages.ts";

export type ChangedOrder = { uuid: string; state: OrderState };

/**
 * A buyer can cancel an own order; the office any, with the second step where money is in it. The decider rejects a paid one.
 */
export async function cancelOrder(
  caller: Caller,
  user: SignedInUser,
  { commandId, uuid, reason, areGoodsBack = false }: CancelOrder,
): Promise<ChangedOrder> {
  const isOffice = user.role === "admin";
  // Only the office can know that the goods came back.
  const mayBeOut = isOffice && areGoodsBack;
  const request = { action: "orders.cancel", uuid, reason, ...(mayBeOut && { areGoodsBack }) };
  const command = commandFrom(caller, commandId, request);
  const text = typed(reason);
  return changeOrder(caller, command, {
    order: { type: "CancelOrder", orderId: uuid, reasonId: text?.id ?? null, mayBeOut },
    text,
    // Another account's order gets the same error as an unknown one.
    check: async ({ buyerId, hasMoney }) => {
      if (!isOffice && buyerId !== user.id) throw new DomainError("order.unknown");
      if (isOffice && hasMoney) await requireRecentAuthentication(caller);
    },
    sideWrites: async (tx) => {
      if (!isOffice) return;
      const parties = await findOrderParties(readOnly(tx), uuid);
      // The store credit of an order whose goods had left: nobody but the office says that they came back.
      if (parties?.keepsGoods !== true) return;
      await requireMoneyOutWithinLimit(tx, caller, { userId: parties.buyerId, orderId: uuid });
    },
    audit: isOffice
      ? (_before, events) => ({
          action: "order.cancelled",
          details: { reason: textRef(text), ...givenBack(events) },
        })
      : null,
  });
}

/** The store credit that a cancellation gives back, where it does. */
function givenBack(events: readonly OrderEvent[]): Readonly<{ amount?: number }> {
  const amounts = events.flatMap(({ type, data }) =>
    type === "PaymentRefunded" ? data.amount : [],
  );
  return amounts.length === 0 ? {} : { amount: amounts.reduce((sum, amount) => sum + amount) };
}

/**
 * Records a transfer that the office found on the bank statement, whatever the state of the order. Above the limit it
 * becomes a proposal, and is recorded when a second admin confirms it.
 */
export async function recordEft(
  caller: Caller,
  user: SignedInUser,
  payment: RecordEft,
): Promise<ChangedOrder & { proposalId: string | null }> {
  const { commandId, uuid, amount, receivedOn, reference } = payment;
  const isKnown = (await findProposal(caller.db, commandId)) !== null;
  // The same command again is answered as before, whatever the sum is by now.
  if (!isKnown)
    try {
      return { ...(await bookEft(caller, payment)), proposalId: null };
    } catch (error) {
      if (!isDecisionNeeded(error)) throw error;
    }
  const order = await findPayableOrder(caller, uuid);
  if (!order) throw new DomainError("order.unknown");
  await requireRecordable(caller, [transferOf(payment)]);
  const { knownPayments } = payment;
  const data = { uuid, amount, receivedOn, ...(knownPayments !== undefined && { knownPayments }) };
  const change = { kind: "eft", data, words: { reference } } as const;
  const { proposalId } = await propose(caller, user, commandId, change);
  return { uuid, state: order.state, proposalId };
}

/**
 * @throws DomainError decision.needed above the limit, where it carries out no decision; those of the decider; order.second-payment with the payments that are recorded already
 */
export async function bookEft(caller: Caller, payment: RecordEft): Promise<ChangedOrder> {
  const { commandId, uuid, amount, reference, receivedOn, knownPayments } = payment;
  const asked = knownPayments === undefined ? {} : { knownPayments };
  const details = { amount, reference, receivedOn, ...asked };
  const command = commandFrom(caller, commandId, { action: "orders.recordEft", uuid, ...details });
  const text = typed(reference);
  const { referenceId, ...own } = paymentReference("eft", reference, text?.id ?? null);
  const transfer = transferOf(payment);
  const order = { orderId: uuid, paymentId: transfer.paymentId, amount, fee: 0, ...own };
  return tellingWhatIsKnown(caller, [transfer], () =>
    changeOrder(caller, command, {
      order: { type: "RecordPayment", method: "eft", ...order, referenceId },
      transfer,
      sideWrites: (tx) => requireEftWithinLimit(tx, caller, uuid),
      ...(referenceId !== null && { text }),
      audit: {
        action: "order.eft-recorded",
        details: { ...details, reference: referenceId === null ? reference : textRef(text) },
      },
    }),
  );
}

function transferOf({ commandId, uuid, receivedOn, ...typedIn }: RecordEft): OfficePayment {
  const { amount, reference, knownPayments } = typedIn;
  const paymentId = `eft-${commandId}`;
  return { orderId: uuid, paymentId, amount, day: receivedOn, reference, knownPayments };
}

/** Marks the order as packed; the collector gets one email and SMS. */
export async function markReadyToCollect(
  caller: Caller,
  { commandId, uuid, takenBack }: ReadyToCollect,
): Promise<ChangedOrder> {
  const seen = takenBack === undefined ? {} : { takenBack };
  const command = commandFrom(caller, commandId, {
    action: "orders.readyToCollect",
    uuid,
    ...seen,
  });
  return changeOrder(caller, command, {
    order: { type: "MarkReadyToCollect", orderId: uuid, takenBack },
    audit: { action: "order.ready-to-collect", details: seen },
  });
}

type OrderChange = Readonly<{
  order: Exclude<OrderCommand, { type: "PlaceOrder" }>;
  /** Throws where the caller is not allowed to. */
  check?: (parties: OrderParties) => void | Promise<void>;
  /** From the order as it was before, and what happens to it. */
  audit?:
    | AuditEntry
    | null
    | ((before: OrderParties | undefined, events: readonly OrderEvent[]) => AuditEntry);
  /** Free text whose id is in `order`. */
  text?: FreeText | null;
  /** The bank transfer that `order` records. */
  transfer?: OfficePayment;
  /** Written besides; may refuse. */
  sideWrites?: (tx: Tx) => Promise<void>;
}>;

/** Executes a command on a placed order, and restores store credit that it refunds. */
export async function changeOrder(
  caller: Caller,
  command: Command,
  { order, check, audit, text = null, transfer, sideWrites }: OrderChange,
): Promise<ChangedOrder> {
  const { orderId } = order;
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const stream = await streams.load(orderStream(orderId), orderDecider, orderEvents);
    const parties = await findOrderParties(readOnly(caller.db), orderId);
    if (parties) await check?.(parties);

    const recorded = transfer && (await entryOf(caller, transfer));
    const events = stream.decide(
      withFacts(order, { isOut: parties?.isOut ?? false, entry: recorded?.entry }),
    );
    const state = events.reduce(orderDecider.evolve, stream.state);
    return {
      events: [
        ...inStream(orderStream(orderId), events).map((decided) => ({
          ...decided,
          ...(recorded && { occurredAt: recorded.occurredAt(decided) }),
        })),
        ...(await caller.restoreCredit(streams, parties?.buyerId ?? null, events)),
      ],
      answer: { uuid: orderId, state: stateOf(state) },
      sideWrites: async (tx) => {
        const subjectId = parties?.buyerId ?? null;
        await sideWrites?.(tx);
        await insertFreeText(tx, text, { userId: subjectId, orderId }, caller.now());
        if (transfer) await requireNoOther(tx, transfer);
        await queueOrderMessages(tx, caller, orderId, events);
        const audited = typeof audit === "function" ? audit(parties, events) : audit;
        if (audited) await insertAudit(tx, caller, { ...audited, subjectId, target: orderId });
      },
    };
  });
  return answer;
}

/** The command with what only reads can tell. */
function withFacts(
  order: OrderChange["order"],
  { isOut, entry }: Readonly<{ isOut: boolean; entry: OfficeEntry | undefined }>,
): OrderCommand {
  switch (order.type) {
    case "RecordPayment":
      return entry ? { ...order, entry } : order;
    case "CancelOrder":
    case "UndoPayment":
      return { ...order, isOut };
    default:
      return order;
  }
}

function stateOf(order: Order): OrderState {
  return order.status === "unplaced" ? "placed" : moneyOf(order).state;
}

/** Queues the emails that the events cause, in their transaction. Each message has a key, so that it is sent once. */
export async function queueOrderMessages(
  tx: Tx,
  context: MessageContext,
  orderId: string,
  events: readonly OrderEvent[],
): Promise<void> {
  const announced = events.filter(({ type }) => announcedTypes.has(type));
  if (announced.length === 0) return;
  const parties = await findOrderParties(readOnly(tx), orderId);
  const order = { userId: parties?.buyerId ?? null, orderId };
  const isCancelled = announced.some(({ type }) => type === "OrderCancelled");
  for (const { type, data } of announced) {
    if (type === "OrderPaid")
      await queueMessage(tx, context, `order-paid:${orderId}`, orderPaid, order);
    if (type === "ReadyToCollect")
      await queueMessage(tx, context, `order-ready:${orderId}`, orderReady, order, {
        cell: await findCollectorCell(tx, orderId),
      });
    if (type === "OrderCancelled")
      await queueMessage(tx, context, `order-cancelled:${orderId}`, orderCancelled, order);
    // The email about a cancellation mentions its refund.
    if (type === "PaymentRefunded" && !isCancelled)
      await queueMessage(tx, context, `order-refunded:${orderId}:${data.refundId}`, orderRefunded, {
        ...order,
        amount: data.amount,
        method: data.method,
      });
  }
}

const announcedTypes: ReadonlySet<OrderEvent["type"]> = new Set([
  "OrderPaid",
  "ReadyToCollect",
  "OrderCancelled",
  "PaymentRefunded",
]);

/** The first email: a confirmation where the order can be paid by card, else how to pay by bank transfer. */
export function firstMailAbout(
  order: Readonly<{ userId: number | null; orderId: string }>,
  placed: Readonly<{ total: number; byCard: boolean }>,
): Readonly<{ key: string; about: ReturnType<typeof aboutOf<typeof order>> }> {
  // An order that costs nothing is paid when it is placed.
  const unpaid = placed.byCard ? orderPlaced : orderEft;
  const message = placed.total === 0 ? orderPaid : unpaid;
  return { key: `${message.kind}:${order.orderId}`, about: aboutOf(message, order) };
}
