import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { MakePayoutBatch } from "@portal/shared/money/payout-batches.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { requirePayoutsGoOn } from "./payout-stop.queries.ts";
import { bareAccount, branchCodeOf, canBeAccount } from "./account-number.rules.ts";
import { type BankPayment, hashTotal } from "./bank-file.rules.ts";
import {
  findInOpenBatch,
  insertBatch,
  insertBatchItems,
  lockPayouts,
} from "./payout-batch.store.ts";
import { listPaymentFacts, type PaymentFacts } from "./payment-facts.queries.ts";
import { holdAfter } from "./payout.queries.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { findApprovedByOthers } from "./second-person.queries.ts";

/** What is not in the batch, and why, as the refusal that a payment of it would meet. */
export type LeftPayout = Readonly<{ id: string; fullName: string; reason: DomainErrorCode }>;
export type MadeBatch = { batchId: number; itemCount: number; total: number; left: LeftPayout[] };

/**
 * Puts together those of the payouts that the bank can be asked to pay; the others are named and
 * stay as they are. Nobody can pay any of them meanwhile, so none is in two open batches, or in one
 * and paid.
 *
 * @throws DomainError batch.nothing-to-pay, batch.no-own-account, payout.stopped
 */
export async function makePayoutBatch(
  caller: Caller,
  user: SignedInUser,
  { ids, layout, payOn }: MakePayoutBatch,
): Promise<MadeBatch> {
  return caller.db.transaction().execute(async (tx) => {
    await lockPayouts(tx);
    await requirePayoutsGoOn(readOnly(tx));
    const ownAccount = await findOwnAccount(tx);
    const payouts = await listPaymentFacts(readOnly(tx), [...new Set(ids)]);
    const reasons = await refusalsOf(tx, caller, user.id, payouts);
    const fit = payouts.flatMap((payout) => {
      const payment = reasons.has(payout.id) ? null : paymentTo(payout, "");
      return payment ? [{ payout, payment }] : [];
    });
    if (fit.length === 0) {
      const [reason] = reasons.values();
      throw new DomainError(ids.length === 1 && reason ? reason : "batch.nothing-to-pay");
    }

    const total = fit.reduce((sum, { payment }) => sum + payment.amount, 0);
    const payments = fit.map(({ payment }) => payment);
    const batchId = await insertBatch(tx, {
      layout,
      payOn,
      ownAccount,
      total,
      itemCount: fit.length,
      madeAt: caller.now(),
      madeBy: user.id,
      hashTotal: hashTotal(layout, { ownAccount, payOn, payments }),
    });
    await insertBatchItems(
      tx,
      batchId,
      fit.map(({ payout }) => ({
        payoutId: payout.id,
        userId: payout.userId,
        amount: payout.amount,
        bankDetailsAt: payout.account?.updatedAt ?? "",
      })),
    );
    const details = { items: fit.length, total, layout };
    await insertAudit(tx, caller, {
      action: "payout-batch.made",
      target: `payment batch ${batchId}`,
      details,
    });
    const left = payouts.flatMap(({ id, fullName }) => {
      const reason = reasons.get(id);
      return reason ? [{ id, fullName, reason }] : [];
    });
    return { batchId, itemCount: fit.length, total, left };
  });
}

/** As the bank's file has it; null where something is missing that `refusalOf` names. */
export function paymentTo(
  { account, amount }: Pick<PaymentFacts, "account" | "amount">,
  reference: string,
): BankPayment | null {
  const branchCode = account && branchCodeOf(account);
  if (!account || !branchCode) return null;
  return {
    name: account.accountName,
    account: bareAccount(account.accountNumber),
    branchCode,
    accountType: account.type,
    amount,
    reference,
  };
}

async function findOwnAccount(tx: Tx): Promise<string> {
  const { number } = await tx
    .selectFrom("shop_setting")
    .select("bank_account_number as number")
    .executeTakeFirstOrThrow();
  const digits = number.replaceAll(/\s/g, "");
  if (!/^\d{6,20}$/.test(digits)) throw new DomainError("batch.no-own-account");
  return digits;
}

async function refusalsOf(
  tx: Tx,
  caller: Caller,
  actorId: number,
  payouts: readonly PaymentFacts[],
): Promise<ReadonlyMap<string, DomainErrorCode>> {
  const ids = payouts.map(({ id }) => id);
  const inBatch = await findInOpenBatch(tx, ids);
  const limit = await findSecondPersonLimit(readOnly(tx));
  const approved = await findApprovedByOthers(tx, ids, actorId);
  const isAllowed = ({ id, amount }: PaymentFacts) =>
    limit === null || amount <= limit || approved.has(id);
  const reasons = new Map<string, DomainErrorCode>();
  for (const payout of payouts) {
    const reason = inBatch.has(payout.id) ? "payout.in-batch" : refusalOf(payout, caller.now());
    if (reason) reasons.set(payout.id, reason);
    else if (!isAllowed(payout)) reasons.set(payout.id, "payout.second-person");
  }
  return reasons;
}

/** Files are those of South African banks, so accounts are held to their rules. */
function refusalOf({ state, account }: PaymentFacts, now: string): DomainErrorCode | null {
  if (state === "paid") return "payout.already-paid";
  if (state === "rejected") return "payout.already-rejected";
  if (!account) return "payout.no-bank-details";
  if (!canBeAccount(account, true)) return "payout.wrong-account";
  if (branchCodeOf(account) === null) return "payout.no-branch-code";
  return holdAfter(account.changedAt, now) === null ? null : "payout.on-hold";
}
