import type { PayoutState } from "@portal/shared/money/payout-terms.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../../caller.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { type FreeText, inStream } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { type WalletCommand, walletDecider } from "../wallets/wallet.decider.ts";
import { type WalletEvent, walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { findPayout } from "./payout.queries.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import type {
  payoutPaid,
  payoutRejected,
  payoutReturned,
  payoutReturnUndone,
} from "./payout.messages.ts";

export type SettledPayout = { id: string; state: PayoutState };

type Settlement = Readonly<{
  payoutId: string;
  state: PayoutState;
  wallet: (days: Readonly<{ requestedOn: string; today: string }>) => WithoutUser<WalletCommand>;
  /** Free text whose id is in the command of the wallet. */
  text: FreeText | null;
  audit: (
    before: Readonly<{ paidOn: string | null }>,
    events: readonly WalletEvent[],
  ) => AuditEntry;
  message:
    | typeof payoutPaid
    | typeof payoutRejected
    | typeof payoutReturned
    | typeof payoutReturnUndone
    | null;
  /** When its own event happened; now where it is left out. */
  happenedAt?: (payout: { settledAt: string | null }, timeZone: string) => string;
  /** Throws where the payout must not be settled. */
  require?: (payout: { userId: number; amount: number }) => Promise<void>;
  sideWrites?: (tx: Tx, events: readonly WalletEvent[]) => Promise<void>;
}>;

type WithoutUser<OfWallet> =
  OfWallet extends Readonly<{
    type:
      | "MarkPayoutPaid"
      | "CorrectPayout"
      | "CreditSelfBilledInvoice"
      | "ReturnPayout"
      | "UndoPayoutReturn"
      | "RejectPayout";
  }>
    ? Omit<OfWallet, "userId">
    : never;

/** Settles an open request, or corrects a settled one, in one transaction with its text, audit entry and message. */
export async function settlePayout(
  caller: Caller,
  command: Command,
  {
    payoutId,
    state,
    wallet: commandOf,
    text,
    audit,
    message,
    happenedAt,
    require,
    sideWrites,
  }: Settlement,
): Promise<SettledPayout> {
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const payout = await findPayout(readOnly(caller.db), payoutId);
    const { userId } = payout;
    const { timeZone } = await loadRegion(readOnly(caller.db), caller.shop.region);
    const days = {
      requestedOn: dayOf(payout.requestedAt, timeZone),
      today: dayOf(caller.now(), timeZone),
    };

    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const events = wallet.decide({ ...commandOf(days), userId });
    await require?.({ userId, amount: wallet.state.open?.requested ?? 0 });
    const decided = inStream(streamId, events);
    const last = decided.pop();
    if (last)
      decided.push({ ...last, ...(happenedAt && { occurredAt: happenedAt(payout, timeZone) }) });
    return {
      events: decided,
      answer: { id: payoutId, state },
      sideWrites: async (tx) => {
        await sideWrites?.(tx, events);
        await insertFreeText(tx, text, { userId }, caller.now());
        await insertAudit(tx, caller, { ...audit(payout, events), subjectId: userId });
        if (message) {
          const once = `${message.kind}:${payoutId}`;
          const isOnce = message.kind === "payout-paid" || message.kind === "payout-rejected";
          // It may be returned more than once, with each undone in between.
          const key = isOnce ? once : `${once}:${command.commandId}`;
          await queueMessage(tx, caller, key, message, { userId, payoutId });
        }
      },
    };
  });
  return answer;
}
