import type { MarkPayoutAsPaid } from "@portal/shared/money/payouts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { confirmIn } from "../../platform/proposals/confirm.actions.ts";
import { forgetWords, useInStore } from "../../platform/proposals/proposal.store.ts";
import { endIfOther } from "../../platform/proposals/frozen-accounts.actions.ts";
import {
  isMoneyOutAboveLimit,
  requireMoneyOutWithinLimit,
} from "../../platform/proposals/money-out.queries.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { findSelfBillingTerms, keepSupplier } from "../self-billing/self-billing.actions.ts";
import { selfBilledVatBpsOf } from "../wallets/wallet.rules.ts";
import { keepPaidAccount } from "./payout-account.store.ts";
import { requireInNoBatch } from "./payout-batch.store.ts";
import { requirePayoutsGoOn } from "./payout-checks.queries.ts";
import { requireNoHold } from "./payout-hold.queries.ts";
import {
  findPayout,
  findPermissions,
  listUnusedApprovals,
  type Permission,
} from "./payout.queries.ts";
import { type SettledPayout, settlePayout } from "./settle-payout.ts";
import { payoutPaid } from "./payout.messages.ts";

/**
 * Records that one request was paid. A request in an open batch is settled with the batch only.
 *
 * @throws DomainError payout.stopped, payout.in-batch, payout.on-hold, payout.own-contact-change, payout.second-person,
 * payout.details-changed, and those of the decider
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
  if (!caller.decision && (await endOutdatedApprovals(caller, id)))
    throw new DomainError("payout.details-changed");
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
  const payee = { payoutId: id, userId: (await findPayout(readOnly(caller.db), id)).userId };
  const selfBilling = await findSelfBillingTerms(caller, { userId: payee.userId, paidOn });
  const details = { paidOn, reference: textRef(text), ...confirmed };
  return settlePayout(caller, command, {
    payoutId: id,
    state: "paid",
    wallet: (days) => ({
      type: "MarkPayoutPaid",
      payoutId: id,
      paidOn,
      referenceId: text?.id ?? null,
      selfBilling,
      ...days,
    }),
    text,
    audit: () => ({ action: "payout.paid", target: id, details }),
    message: payoutPaid,
    require: async ({ userId, amount }) => {
      await requirePayoutsGoOn(readOnly(caller.db));
      await requireNoHold(caller, userId, { isConfirmed: confirmHold });
      if (!permitted.decision) await requireWithinLimit(caller, amount);
    },
    sideWrites: async (tx) => {
      if (permission) await usePermission(tx, caller, permission);
      await sideWrites(tx);
      if (!permitted.decision) await keepPaidAccount(tx, caller, payee);
      await requireMoneyOutWithinLimit(tx, permitted, { userId: payee.userId });
      if (selfBilling && selfBilledVatBpsOf(selfBilling, paidOn) !== null)
        await keepSupplier(tx, payee, selfBilling);
    },
  });
}

/** Those that were given for another bank account than that of now. @returns whether there were any */
export async function endOutdatedApprovals(caller: Caller, payoutId: string): Promise<boolean> {
  let isAny = false;
  for (const id of await listUnusedApprovals(caller.db, payoutId))
    if ((await endIfOther(caller, id)) !== null) isAny = true;
  return isAny;
}

/** @throws DomainError payout.second-person */
async function requireWithinLimit({ db }: Caller, amount: number): Promise<void> {
  const limit = await findSecondPersonLimit(readOnly(db));
  if (limit !== null && amount > limit) throw new DomainError("payout.second-person");
}

/** What two admins decided of this payout, or this one decides by paying, where it is above the limit. */
async function findPermission(caller: Caller, payoutId: string): Promise<Permission | null> {
  if (caller.user === null || caller.decision) return null;
  const { id } = caller.user;
  const found = (await findPermissions(caller, [payoutId], id)).get(payoutId) ?? null;
  if (found === null || found.isConfirmed) return found;
  const { userId, amount } = await findPayout(readOnly(caller.db), payoutId);
  return (await isMoneyOutAboveLimit(caller, id, [{ to: { userId }, amount }])) ? found : null;
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
  await forgetWords(tx, id);
}
