import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { ReassignMany } from "@portal/shared/sales/orders/office-orders.ts";
import type { ReassignOrder } from "@portal/shared/sales/orders/save-order.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { readOnly } from "../../platform/db/database.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { isDecisionNeeded } from "../../platform/proposals/second-person-limit.queries.ts";
import { findPayableOrder } from "../payments/payment.actions.ts";
import { findMember } from "../prices/price-terms.queries.ts";
import { type ChangedOrder, changeOrder } from "./order.actions.ts";
import { findOrderParties } from "./order.queries.ts";
import { requireGainWithinLimit } from "./reassign-limit.queries.ts";

/** What brings one member more commission than the limit is a proposal, and reassigned once it is confirmed. */
export async function reassignOrder(
  caller: Caller,
  user: SignedInUser,
  reassigned: ReassignOrder,
): Promise<ChangedOrder & { proposalId: string | null }> {
  const { commandId, uuid, sellerId } = reassigned;
  if ((await findProposal(caller.db, commandId)) === null)
    try {
      return { ...(await bookReassignment(caller, reassigned)), proposalId: null };
    } catch (error) {
      if (!isDecisionNeeded(error)) throw error;
    }
  const known = await findProposal(caller.db, commandId);
  const before =
    known?.change.kind === "reassign"
      ? known.change.data.before
      : ((await findOrderParties(readOnly(caller.db), uuid))?.sellerId ?? null);
  const data = { uuid, sellerId, before };
  const change = { kind: "reassign", data, words: null } as const;
  const { proposalId } = await propose(caller, user, commandId, change);
  const order = await findPayableOrder(caller, uuid);
  if (!order) throw new DomainError("order.unknown");
  return { uuid, state: order.state, proposalId };
}

/**
 * @param from.before the seller that a decision replaces
 * @throws DomainError decision.needed above the limit, where it carries out no decision; proposal.outdated; those of the decider
 */
export async function bookReassignment(
  caller: Caller,
  { commandId, uuid, sellerId }: ReassignOrder,
  from: Readonly<{ before: number | null }> | null = null,
): Promise<ChangedOrder> {
  const command = commandFrom(caller, commandId, { action: "orders.reassign", uuid, sellerId });
  return changeOrder(caller, command, {
    order: { type: "ReassignOrder", orderId: uuid, sellerId },
    sideWrites: (tx) => requireGainWithinLimit(tx, caller, uuid),
    check: async ({ live, sellerId: seller }) => {
      if (from !== null && seller !== from.before) throw new DomainError("proposal.outdated");
      if (sellerId === null) return;
      const member = await findMember(caller.db, sellerId);
      // A test account is never the seller of a live order.
      if (member?.active !== true || (live && member.test))
        throw new DomainError("network.unknown-member", String(sellerId));
    },
    audit: (before) => ({
      action: "order.reassigned",
      details: { formerSellerId: before?.sellerId ?? null, sellerId },
    }),
  });
}

/** Reassigns several orders, each in its own command: a failure does not stop the others. `proposed` wait for a decision. */
export async function reassignOrders(
  caller: Caller,
  user: SignedInUser,
  { orders, sellerId }: ReassignMany,
) {
  const proposed: { uuid: string; proposalId: string }[] = [];
  const failed: { uuid: string; reason: DomainErrorCode; message: string }[] = [];
  for (const { commandId, uuid } of orders) {
    try {
      const { proposalId } = await reassignOrder(caller, user, { commandId, uuid, sellerId });
      if (proposalId !== null) proposed.push({ uuid, proposalId });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failed.push({ uuid, reason: error.code, message: error.message });
    }
  }
  return { moved: orders.length - failed.length - proposed.length, failed, proposed };
}
