import { isDeepStrictEqual } from "node:util";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { UndoBankLine } from "@portal/shared/sales/bank-lines.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { inStream } from "../../platform/free-text/free-text.rules.ts";
import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { isDecisionNeeded } from "../../platform/proposals/second-person-limit.queries.ts";
import { orderDecider } from "../orders/order.decider.ts";
import { orderEvents, orderStream } from "../orders/order.events.ts";
import { findOrderParties } from "../orders/order.queries.ts";
import { requireUndoneWithinLimit } from "../payments/undo-limit.queries.ts";
import { decideBankLine, findBankLine, paymentsOf } from "./bank-line.actions.ts";
import type { OrderUse } from "./bank-line.matching.ts";
import { findOrderIds, listUses } from "./bank-line.queries.ts";

/**
 * Undoes the payments of a line that was applied to the wrong orders, all of them or none; the line is open again. What goes
 * above the limit of undoing is a proposal.
 */
export async function undoBankLine(
  caller: Caller,
  user: SignedInUser,
  undone: UndoBankLine,
): Promise<{ lineId: number; proposalId: string | null }> {
  const { commandId, lineId, isSentKnown } = undone;
  if ((await findProposal(caller.db, commandId)) === null)
    try {
      return { ...(await bookUndoneBankLine(caller, undone)), proposalId: null };
    } catch (error) {
      if (!isDecisionNeeded(error)) throw error;
    }
  const uses = await usesOf(caller, lineId);
  const data = { lineId, uses, ...(isSentKnown && { isSentKnown }) };
  const change = { kind: "undo-bank-line", data, words: null } as const;
  const { proposalId } = await propose(caller, user, commandId, change);
  return { lineId, proposalId };
}

/**
 * @param frozen what a decision takes back
 * @throws DomainError decision.needed above the limit, where it carries out no decision; proposal.outdated, bankline.decided,
 * order.undo-refunded, order.undo-sent
 */
export async function bookUndoneBankLine(
  caller: Caller,
  { commandId, lineId, isSentKnown = false }: UndoBankLine,
  frozen: readonly OrderUse[] | null = null,
): Promise<{ lineId: number }> {
  const request = { action: "bankLines.undo", lineId, ...(isSentKnown && { isSentKnown }) };
  const command = commandFrom(caller, commandId, request);
  const line = await findBankLine(caller.db, lineId);
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const uses = await usesOf(caller, lineId);
    if (line.state !== "applied" || uses.length === 0) throw new DomainError("bankline.decided");
    if (frozen !== null && !isDeepStrictEqual(uses, frozen))
      throw new DomainError("proposal.outdated");
    const orderIds = await findOrderIds(readOnly(caller.db), uses);
    const events: DecidedEvent[] = [];
    for (const { orderNumber } of uses) {
      const orderId = orderIds.get(orderNumber);
      if (orderId === undefined) throw new DomainError("order.unknown");
      const streamId = orderStream(orderId);
      const order = await streams.load(streamId, orderDecider, orderEvents);
      const { state } = order;
      const paid = state.status === "unplaced" ? [] : paymentsOf(lineId, state);
      const paymentId = paid.find(({ isUndone }) => !isUndone)?.paymentId ?? "";
      const isOut = (await findOrderParties(readOnly(caller.db), orderId))?.isOut ?? false;
      const undone = { type: "UndoPayment", orderId, paymentId } as const;
      const facts = order.decide({ ...undone, isOut, mayBeOut: isSentKnown });
      events.push(...inStream(streamId, facts));
    }
    return {
      events,
      answer: { lineId },
      sideWrites: async (tx) => {
        await requireUndoneWithinLimit(tx, caller);
        const by = caller.user?.id ?? 0;
        await decideBankLine(tx, lineId, { from: "applied", to: "open", by, at: caller.now() });
        await tx.deleteFrom("bank_line_use").where("line_id", "=", lineId).execute();
        const target = `bank line ${lineId}`;
        await insertAudit(tx, caller, { action: "bank-line.undone", target, details: { uses } });
      },
    };
  });
  return answer;
}

async function usesOf({ db }: Pick<Caller, "db">, lineId: number): Promise<OrderUse[]> {
  return (await listUses(readOnly(db), [lineId])).get(lineId) ?? [];
}
