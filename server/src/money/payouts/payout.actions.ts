import { payoutStateWords } from "@portal/shared/money/payout-terms.ts";
import type { PayoutState } from "@portal/shared/money/payout-terms.ts";
import type {
  CorrectPayout,
  MarkPayoutAsPaid,
  PayoutQuestion,
  RejectPayout,
} from "@portal/shared/money/payouts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { dayOf, instantInWords } from "@portal/shared/platform/calendar.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { type SheetColumn, writeListFile } from "../../gateways/sheets/sheets.ts";
import { findBankDetailsChange } from "../../people/bank-details/bank-details.actions.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import {
  type FreeText,
  inStream,
  textRef,
  typed,
} from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { confirmIn } from "../../platform/proposals/confirm.actions.ts";
import { useInStore } from "../../platform/proposals/proposal.store.ts";
import {
  isMoneyOutAboveLimit,
  requireMoneyOutWithinLimit,
} from "../../platform/proposals/money-out.queries.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { type WalletCommand, walletDecider } from "../wallets/wallet.decider.ts";
import { walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { requireInNoBatch } from "./payout-batch.store.ts";
import { requirePayoutsGoOn } from "./payout-checks.queries.ts";
import {
  type ExportedPayout,
  findPayout,
  findPermissions,
  holdAfter,
  listAllPayouts,
  listApprovals,
  type Permission,
} from "./payout.queries.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { payoutPaid, payoutRejected } from "./payout.messages.ts";

type SettledPayout = { id: string; state: PayoutState };

/**
 * Records that one request was paid. A request in an open batch is settled with the batch only.
 *
 * @throws DomainError payout.stopped, payout.in-batch, payout.on-hold, payout.second-person, and those of the decider
 */
export async function markPayoutAsPaid(
  caller: Caller,
  { commandId, id, paidOn, reference = "", confirmHold }: MarkPayoutAsPaid,
): Promise<SettledPayout> {
  const sideWrites = (tx: Tx) => requireInNoBatch(tx, id);
  return payOne(caller, commandId, { id, paidOn, reference, confirmHold, sideWrites });
}

type Payment = Readonly<{
  id: string;
  paidOn: string;
  reference: string;
  confirmHold: boolean;
  sideWrites: (tx: Tx) => Promise<void>;
}>;

/** Pays a single payout, or one of a batch. */
export async function payOne(
  caller: Caller,
  commandId: string,
  { id, paidOn, reference, confirmHold, sideWrites }: Payment,
): Promise<SettledPayout> {
  const confirmed = confirmHold ? { confirmHold } : {};
  const permission = await findPermission(caller, id);
  const permitted = permittedBy(caller, permission);
  const command = commandFrom(permitted, commandId, {
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
    wallet: (days) => ({ ...paidAs("MarkPayoutPaid", id, paidOn, text), ...days }),
    text,
    audit: () => ({ action: "payout.paid", target: id, details }),
    message: payoutPaid,
    require: async (payout) => {
      await requirePayoutsGoOn(readOnly(caller.db));
      const changedAt = await findBankDetailsChange(caller.db, payout.userId);
      if (!confirmHold && holdAfter(changedAt, caller.now()) !== null)
        throw new DomainError("payout.on-hold");
      const limit = await findSecondPersonLimit(readOnly(caller.db));
      if (!permitted.decision && limit !== null && payout.amount > limit)
        throw new DomainError("payout.second-person");
    },
    sideWrites: async (tx) => {
      if (permission) await usePermission(tx, caller, permission);
      const { userId } = await findPayout(readOnly(tx), id);
      await requireMoneyOutWithinLimit(tx, permitted, { userId });
      await sideWrites(tx);
    },
  });
}

/** What two admins decided of this payout, or this one decides by paying, where it is above the limit. */
async function findPermission(caller: Caller, payoutId: string): Promise<Permission | null> {
  if (caller.user === null || caller.decision) return null;
  const { id } = caller.user;
  const found = (await findPermissions(caller.db, [payoutId], id)).get(payoutId) ?? null;
  if (found === null || found.isConfirmed) return found;
  const { userId, amount } = await findPayout(readOnly(caller.db), payoutId);
  return (await isMoneyOutAboveLimit(caller.db, id, [{ to: { userId }, amount }])) ? found : null;
}

function permittedBy(caller: Caller, permission: Permission | null): Caller {
  if (permission === null) return caller;
  const { id, isConfirmed } = permission;
  const confirmedById = isConfirmed ? permission.confirmedById : (caller.user?.id ?? null);
  return { ...caller, decision: { id, confirmedById } };
}

/** @throws DomainError proposal.settled where it was used or declined meanwhile, and those of `confirmIn` */
async function usePermission(
  tx: Tx,
  caller: Caller,
  { id, isConfirmed }: Permission,
): Promise<void> {
  if (!isConfirmed && caller.user) {
    await requireRecentAuthentication(caller);
    await confirmIn(tx, caller, caller.user, { id, proof: null });
  }
  await useInStore(tx, id);
}

function paidAs<Type extends "MarkPayoutPaid" | "CorrectPayout">(
  type: Type,
  payoutId: string,
  paidOn: string,
  text: FreeText | null,
) {
  return { type, payoutId, paidOn, referenceId: text?.id ?? null };
}

/**
 * Corrects the recorded day or bank reference of a payment. The amount stays, and no message is sent, as no money moves.
 *
 * @throws DomainError payout.not-paid, payout.already-rejected, payout.wrong-day
 */
export async function correctPayout(
  caller: Caller,
  { commandId, id, paidOn, reference = "" }: CorrectPayout,
): Promise<SettledPayout> {
  const command = commandFrom(caller, commandId, {
    action: "payouts.correct",
    id,
    paidOn,
    reference,
  });
  const text = typed(reference);
  return settle(caller, command, {
    payoutId: id,
    state: "paid",
    wallet: (days) => ({ ...paidAs("CorrectPayout", id, paidOn, text), ...days }),
    text,
    audit: (before) => ({
      action: "payout.corrected",
      target: id,
      details: { changed: { paidOn: [before.paidOn, paidOn] }, reference: textRef(text) },
    }),
    message: null,
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
    wallet: () => ({ type: "RejectPayout", payoutId: id, reasonId: text?.id ?? null }),
    text,
    audit: () => ({ action: "payout.rejected", target: id, details: { reason: textRef(text) } }),
    message: payoutRejected,
    sideWrites: (tx) => requireInNoBatch(tx, id),
  });
}

type Settlement = Readonly<{
  payoutId: string;
  state: PayoutState;
  wallet: (days: Readonly<{ requestedOn: string; today: string }>) => WithoutUser<WalletCommand>;
  /** Free text whose id is in the command of the wallet. */
  text: FreeText | null;
  audit: (before: Readonly<{ paidOn: string | null }>) => AuditEntry;
  message: typeof payoutPaid | typeof payoutRejected | null;
  /** Throws where the payout must not be settled. */
  require?: (payout: { userId: number; amount: number }) => Promise<void>;
  sideWrites?: (tx: Tx) => Promise<void>;
}>;

type WithoutUser<OfWallet> =
  OfWallet extends Readonly<{ type: "MarkPayoutPaid" | "CorrectPayout" | "RejectPayout" }>
    ? Omit<OfWallet, "userId">
    : never;

async function settle(
  caller: Caller,
  command: Command,
  { payoutId, state, wallet: commandOf, text, audit, message, require, sideWrites }: Settlement,
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
    return {
      events: inStream(streamId, events),
      answer: { id: payoutId, state },
      sideWrites: async (tx) => {
        await sideWrites?.(tx);
        await insertFreeText(tx, text, { userId }, caller.now());
        await insertAudit(tx, caller, { ...audit(payout), subjectId: userId });
        if (message)
          await queueMessage(tx, caller, `${message.kind}:${payoutId}`, message, {
            userId,
            payoutId,
          });
      },
    };
  });
  return answer;
}

/**
 * An admin's approval of a request above the limit: a proposal, which another admin confirms by paying.
 *
 * @throws DomainError proposal.pays-you, payout.already-approved, payout.already-paid, payout.already-rejected
 */
export async function approvePayout(
  caller: Caller,
  user: SignedInUser,
  payoutId: string,
): Promise<{ id: string }> {
  const payout = await findPayout(readOnly(caller.db), payoutId);
  if (payout.state === "paid") throw new DomainError("payout.already-paid");
  if (payout.state === "rejected") throw new DomainError("payout.already-rejected");
  const approvals = await listApprovals(readOnly(caller.db), [payoutId]);
  if (approvals.some(({ by }) => by === user.id)) throw new DomainError("payout.already-approved");
  const { amount } = payout;
  const change = { kind: "payout", data: { payoutId, amount }, words: null } as const;
  await propose(caller, user, caller.newId(), change);
  await insertAudit(caller.db, caller, {
    action: "payout.approved",
    target: payoutId,
    subjectId: payout.userId,
    details: { amount },
  });
  return { id: payoutId };
}

/**
 * All payout requests that match the filters of the screen, without bank details. The search text is not in the audit
 * entry, because it may be a person's name.
 *
 * @throws DomainError export.too-long
 */
export async function exportPayouts(caller: Caller, query: PayoutQuestion): Promise<Buffer> {
  const { search, state, sort } = query;
  const details = state ? { state } : {};
  await insertAudit(caller.db, caller, { action: "payouts.exported", target: null, details });
  const { region } = caller.shop;
  const { timeZone } = await loadRegion(caller.readDb, region);
  return writeListFile(
    "Payout requests",
    columnsOf(timeZone),
    (max) => listAllPayouts({ db: caller.readDb, region }, query, max),
    {
      state: state && payoutStateWords[state],
      search,
      sort: `${sort.by} ${sort.direction}`,
      "exported at": instantInWords(caller.now(), timeZone),
    },
  );
}

function columnsOf(timeZone: string): readonly SheetColumn<ExportedPayout>[] {
  return [
    { kind: "text", header: "Person", width: 26, value: ({ fullName }) => fullName },
    { kind: "text", header: "Email", width: 30, value: ({ email }) => email },
    { kind: "id", header: "User ID", width: 10, value: ({ userId }) => userId },
    {
      kind: "day",
      header: "Requested",
      width: 14,
      value: ({ requested }) => dayOf(requested, timeZone),
    },
    { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
    { kind: "money", header: "Commission", width: 14, value: ({ commission }) => commission },
    { kind: "money", header: "Credit", width: 14, value: ({ credit }) => credit },
    { kind: "money", header: "Amount", width: 14, value: ({ amount }) => amount },
    { kind: "text", header: "Status", width: 12, value: ({ state }) => payoutStateWords[state] },
    { kind: "day", header: "Paid on", width: 14, value: ({ datePaid }) => datePaid },
    { kind: "text", header: "Reference", width: 24, value: ({ reference }) => reference },
    { kind: "text", header: "Reason", width: 30, value: ({ reason }) => reason },
  ];
}
