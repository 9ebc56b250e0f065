import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { ReassignMany } from "@portal/shared/sales/orders/order-desk.ts";
import type {
  CancelOrder,
  ReassignOrder,
  RecordEft,
  RefundOrder,
} from "@portal/shared/sales/orders/save-order.ts";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import type { OrderState } from "../../platform/read-model/projection-rows.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { paymentReference } from "../../platform/free-text/text-ids.ts";
import { findPayableOrder } from "../payments/payable-order.actions.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { isEftAboveLimit } from "../payments/payment.queries.ts";
import { changeOrder } from "./change-order.actions.ts";
import { findMember } from "./order-people.queries.ts";

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
