import { DomainError } from "@portal/shared/domain-error.ts";
import type { MarkPayoutAsPaid, PayoutState, RejectPayout } from "@portal/shared/payouts.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { readOnly } from "../../db/database.ts";
import type { Command } from "../../ledger/ledger.ts";
import { type AuditEntry, insertAudit } from "../audit/audit.store.ts";
import { queueMessage } from "../messages/queue-message.ts";
import { walletDecider } from "../wallets/wallet.decider.ts";
import { walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { findBankDetailsChange } from "../bank-details/bank-details.store.ts";
import { findPayoutOwner, holdAfter } from "./payout.queries.ts";

export type SettledPayout = { id: string; state: PayoutState };

export async function markPayoutAsPaid(
  caller: Caller,
  { commandId, id, paidOn, reference = "", confirmHold }: MarkPayoutAsPaid,
): Promise<SettledPayout> {
  const confirmed = confirmHold ? { confirmHold } : {};
  const details = { paidOn, reference };
  const command = commandFrom(caller, commandId, {
    action: "payouts.markAsPaid",
    id,
    ...details,
    ...confirmed,
  });
  return settle(caller, command, {
    payoutId: id,
    state: "paid",
    wallet: { type: "MarkPayoutPaid", payoutId: id, ...details },
    audit: { action: "payout.paid", target: id, details: { ...details, ...confirmed } },
    mayPay: async (userId) => confirmHold || !(await isOnHold(caller, userId)),
  });
}

export async function rejectPayout(
  caller: Caller,
  { commandId, id, reason }: RejectPayout,
): Promise<SettledPayout> {
  const command = commandFrom(caller, commandId, { action: "payouts.reject", id, reason });
  return settle(caller, command, {
    payoutId: id,
    state: "rejected",
    wallet: { type: "RejectPayout", payoutId: id, reason },
    audit: { action: "payout.rejected", target: id, details: { reason } },
    mayPay: async () => true,
  });
}

type Settlement = Readonly<{
  payoutId: string;
  state: PayoutState;
  wallet:
    | Readonly<{ type: "MarkPayoutPaid"; payoutId: string; paidOn: string; reference: string }>
    | Readonly<{ type: "RejectPayout"; payoutId: string; reason: string | null }>;
  audit: AuditEntry;
  mayPay: (userId: number) => Promise<boolean>;
}>;

async function settle(
  caller: Caller,
  command: Command,
  { payoutId, state, wallet: ask, audit, mayPay }: Settlement,
): Promise<SettledPayout> {
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const userId = await findPayoutOwner(readOnly(caller.db), payoutId);
    if (userId === null) throw new DomainError("payout.unknown");

    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const events = wallet.decide({ ...ask, userId });
    if (!(await mayPay(userId))) throw new DomainError("payout.on-hold");
    return {
      events: events.map((event) => ({ streamId, event })),
      answer: { id: payoutId, state },
      alongside: async (tx) => {
        await insertAudit(tx, caller, { ...audit, subjectId: userId });
        const kind = state === "paid" ? "payout-paid" : "payout-rejected";
        // A settlement that was there already is told already.
        await queueMessage(tx, caller, `${kind}:${payoutId}`, { kind, userId, payoutId });
      },
    };
  });
  return answer;
}

async function isOnHold({ db, now }: Caller, userId: number): Promise<boolean> {
  return holdAfter(await findBankDetailsChange(db, userId), now()) !== null;
}
