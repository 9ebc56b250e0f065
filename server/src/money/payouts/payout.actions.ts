import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { MarkPayoutAsPaid, PayoutState, RejectPayout } from "@portal/shared/money/payouts.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import {
  type FreeText,
  inStream,
  textRef,
  typed,
} from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { findBankDetailsChange } from "../../people/bank-details/bank-details.store.ts";
import { requirePayoutsGoOn } from "./payout-stop.queries.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { walletDecider } from "../wallets/wallet.decider.ts";
import { walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { requireInNoBatch } from "./payout-batch.store.ts";
import { findPayoutOwner, holdAfter } from "./payout.queries.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { findApprovedByOthers } from "./second-person.queries.ts";

export type SettledPayout = { id: string; state: PayoutState };

/**
 * Records that one request was paid. What is on its way in an open batch is settled there alone.
 *
 * @throws DomainError payout.stopped, payout.in-batch, payout.on-hold, payout.second-person, and what it
 * is by now
 */
export async function markPayoutAsPaid(
  caller: Caller,
  { commandId, id, paidOn, reference = "", confirmHold }: MarkPayoutAsPaid,
): Promise<SettledPayout> {
  const alongside = (tx: Tx) => requireInNoBatch(tx, id);
  return payOne(caller, commandId, { id, paidOn, reference, confirmHold, alongside });
}

export type Payment = Readonly<{
  id: string;
  paidOn: string;
  reference: string;
  confirmHold: boolean;
  /** Written with the payment, while nobody else writes to the ledger. */
  alongside: (tx: Tx) => Promise<void>;
}>;

/** The one way in which a payout becomes paid, alone or as one of a batch. */
export async function payOne(
  caller: Caller,
  commandId: string,
  { id, paidOn, reference, confirmHold, alongside }: Payment,
): Promise<SettledPayout> {
  const confirmed = confirmHold ? { confirmHold } : {};
  const command = commandFrom(caller, commandId, {
    action: "payouts.markAsPaid",
    id,
    paidOn,
    reference,
    ...confirmed,
  });
  const text = typed(reference);
  const details = { paidOn, reference: textRef(text), ...confirmed };
  return settle(caller, command, {
    payoutId: id,
    state: "paid",
    wallet: { type: "MarkPayoutPaid", payoutId: id, paidOn, referenceId: text?.id ?? null },
    text,
    audit: { action: "payout.paid", target: id, details },
    require: async (payout) => {
      await requirePayoutsGoOn(readOnly(caller.db));
      if (!confirmHold && (await isOnHold(caller, payout.userId)))
        throw new DomainError("payout.on-hold");
      await requireSecondPerson(caller, id, payout.amount);
    },
    alongside,
  });
}

export async function rejectPayout(
  caller: Caller,
  { commandId, id, reason }: RejectPayout,
): Promise<SettledPayout> {
  const command = commandFrom(caller, commandId, { action: "payouts.reject", id, reason });
  const text = typed(reason);
  return settle(caller, command, {
    payoutId: id,
    state: "rejected",
    wallet: { type: "RejectPayout", payoutId: id, reasonId: text?.id ?? null },
    text,
    audit: { action: "payout.rejected", target: id, details: { reason: textRef(text) } },
    require: async () => {},
    alongside: (tx) => requireInNoBatch(tx, id),
  });
}

type Settlement = Readonly<{
  payoutId: string;
  state: PayoutState;
  wallet:
    | Readonly<{
        type: "MarkPayoutPaid";
        payoutId: string;
        paidOn: string;
        referenceId: string | null;
      }>
    | Readonly<{ type: "RejectPayout"; payoutId: string; reasonId: string | null }>;
  /** What was typed with it; `wallet` holds its id. */
  text: FreeText | null;
  audit: AuditEntry;
  require: (payout: { userId: number; amount: number }) => Promise<void>;
  alongside: (tx: Tx) => Promise<void>;
}>;

async function settle(
  caller: Caller,
  command: Command,
  { payoutId, state, wallet: ask, text, audit, require, alongside }: Settlement,
): Promise<SettledPayout> {
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const userId = await findPayoutOwner(readOnly(caller.db), payoutId);
    if (userId === null) throw new DomainError("payout.unknown");

    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const events = wallet.decide({ ...ask, userId });
    await require({ userId, amount: wallet.state.open?.requested ?? 0 });
    return {
      events: inStream(streamId, events),
      answer: { id: payoutId, state },
      alongside: async (tx) => {
        await alongside(tx);
        await insertFreeText(tx, text, { userId }, caller.now());
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

/** The database refuses it as well; here it is refused in words. */
async function requireSecondPerson(caller: Caller, payoutId: string, amount: number) {
  const limit = await findSecondPersonLimit(readOnly(caller.db));
  if (limit === null || amount <= limit) return;
  const approved = await findApprovedByOthers(caller.db, [payoutId], caller.user?.id ?? 0);
  if (!approved.has(payoutId)) throw new DomainError("payout.second-person");
}
