import { payoutStateWords, toBank } from "@portal/shared/money/payout-terms.ts";
import type {
  CorrectPayout,
  CreditTaxInvoice,
  PayoutQuestion,
  RejectPayout,
} from "@portal/shared/money/payouts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { dayOf, instantInWords } from "@portal/shared/platform/calendar.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { type SheetColumn, writeListFile } from "../../gateways/sheets/sheets.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { digestsOfAccounts } from "../../platform/proposals/account-digest.queries.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { endOutdatedApprovals } from "./pay-payout.actions.ts";
import { requireNotLetOut } from "./payout-batch.store.ts";
import {
  type ExportedPayout,
  findPayout,
  listAllPayouts,
  listApprovals,
} from "./payout.queries.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { type SettledPayout, settlePayout } from "./settle-payout.ts";
import { payoutRejected } from "./payout.messages.ts";

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
  return settlePayout(caller, command, {
    payoutId: id,
    state: "paid",
    wallet: (days) => ({
      type: "CorrectPayout",
      payoutId: id,
      paidOn,
      referenceId: text?.id ?? null,
      ...days,
    }),
    text,
    audit: (before) => ({
      action: "payout.corrected",
      target: id,
      details: { changed: { paidOn: [before.paidOn, paidOn] }, reference: textRef(text) },
    }),
    message: null,
  });
}

/**
 * Writes a credit note for the whole tax invoice of a payout that the shop wrote in the member's name. The payout stays paid.
 *
 * @throws DomainError payout.no-tax-invoice, payout.invoice-credited, payout.not-paid, payout.already-rejected
 */
export async function creditTaxInvoice(
  caller: Caller,
  { commandId, id, reason }: CreditTaxInvoice,
): Promise<SettledPayout> {
  const command = commandFrom(caller, commandId, {
    action: "payouts.creditTaxInvoice",
    id,
    reason,
  });
  return settlePayout(caller, command, {
    payoutId: id,
    state: "paid",
    wallet: () => ({ type: "CreditSelfBilledInvoice", payoutId: id, reason }),
    text: null,
    audit: () => ({ action: "payout.invoice-credited", target: id, details: { reason } }),
    message: null,
  });
}

/** @throws DomainError payout.in-batch, payout.file-left, and those of the decider */
export async function rejectPayout(
  caller: Caller,
  user: SignedInUser,
  { commandId, id, reason }: RejectPayout,
): Promise<SettledPayout> {
  const command = commandFrom(caller, commandId, { action: "payouts.reject", id, reason });
  const text = typed(reason);
  return settlePayout(caller, command, {
    payoutId: id,
    state: "rejected",
    wallet: () => ({ type: "RejectPayout", payoutId: id, reasonId: text?.id ?? null }),
    text,
    audit: () => ({ action: "payout.rejected", target: id, details: { reason: textRef(text) } }),
    message: payoutRejected,
    sideWrites: (tx) => requireNotLetOut(tx, id, user.id),
  });
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
  if (payout.state === "returned") throw new DomainError("payout.returned");
  if (payout.state === "rejected") throw new DomainError("payout.already-rejected");
  await endOutdatedApprovals(caller, payoutId);
  const approvals = await listApprovals(readOnly(caller.db), [payoutId]);
  if (approvals.some(({ by }) => by === user.id)) throw new DomainError("payout.already-approved");
  const { amount } = payout;
  const accounts = await digestsOfAccounts(caller, [payoutId]);
  const words = { accountDigest: accounts.get(payoutId) ?? "" };
  const change = { kind: "payout", data: { payoutId, amount }, words } as const;
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
    { kind: "money", header: "Tax withheld", width: 14, value: ({ withheld }) => withheld },
    {
      kind: "money",
      header: "To the bank",
      width: 14,
      value: toBank,
    },
    { kind: "text", header: "Status", width: 12, value: ({ state }) => payoutStateWords[state] },
    { kind: "day", header: "Paid on", width: 14, value: ({ datePaid }) => datePaid },
    { kind: "text", header: "Reference", width: 24, value: ({ reference }) => reference },
    { kind: "text", header: "Reason", width: 30, value: ({ reason }) => reason },
  ];
}
