import type { MakePayoutBatch, PayPayoutBatch } from "@portal/shared/money/payouts.ts";
import {
  DomainError,
  type DomainErrorCode,
  domainErrors,
} from "@portal/shared/platform/domain-error.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { readBankPayments } from "../../gateways/bank-files/bank-statement.ts";
import { StatementError } from "../../gateways/bank-files/statement-file.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import {
  type BankPayment,
  bareAccount,
  branchCodeOf,
  canBeAccount,
  hashTotal,
  writeBankFile,
} from "./bank-file.rules.ts";
import {
  listPaymentFacts,
  type PaymentFacts,
  requirePayoutsGoOn,
} from "./payout-checks.queries.ts";
import {
  type BatchItem,
  closeIfDone,
  findBatch,
  findInOpenBatch,
  insertBatch,
  insertBatchItems,
  listBatchItems,
  lockPayouts,
  noteFailure,
  settleItem,
} from "./payout-batch.store.ts";
import { payOne } from "./payout.actions.ts";
import { findApprovedByOthers, holdAfter } from "./payout.queries.ts";

export type BankFile = { name: string; text: string };
export type PaidBatch = { paid: number; failed: { payoutId: string; reason: DomainErrorCode }[] };

/**
 * The file for the bank, the same each time. It is made of the bank details as they are, and refused
 * where they are not those that the batch was made with; every account in it counts as looked at.
 *
 * @throws DomainError batch.details-changed, payout.stopped
 */
export async function writePayoutBatchFile(caller: Caller, batchId: number): Promise<BankFile> {
  await requirePayoutsGoOn(readOnly(caller.db));
  const batch = await findBatch(caller.db, batchId);
  const items = await listBatchItems(caller.db, batchId);
  const facts = await listPaymentFacts(
    readOnly(caller.db),
    items.map(({ payoutId }) => payoutId),
  );
  const payments = items.map((item) => {
    const payout = facts.find(({ id }) => id === item.payoutId);
    const isSame = payout?.account?.updatedAt === item.bankDetailsAt;
    const payment = payout && isSame ? paymentTo(payout, item.reference) : null;
    if (!payment) throw new DomainError("batch.details-changed");
    return payment;
  });
  const order = { ownAccount: batch.ownAccount, payOn: batch.payOn, payments };
  if (hashTotal(batch.layout, order) !== batch.hashTotal)
    throw new DomainError("batch.details-changed");
  const target = nameOf(batchId);
  await caller.db.transaction().execute(async (tx) => {
    await insertAudit(tx, caller, { action: "payout-batch.downloaded", target });
    for (const { userId } of items)
      await insertAudit(tx, caller, { action: "bank-details.viewed", subjectId: userId, target });
  });
  return {
    name: `payouts-${batchId}-${batch.layout}.csv`,
    text: writeBankFile(batch.layout, order),
  };
}

/**
 * Marks every open payout of a batch as paid, each in its own stream and its own transaction. One
 * that is refused is named and stays open in the batch; the others are paid all the same. Asked for
 * again, what is paid already stays paid once.
 */
export async function payPayoutBatch(
  caller: Caller,
  user: SignedInUser,
  { batchId, paidOn }: PayPayoutBatch,
): Promise<PaidBatch> {
  const batch = await findBatch(caller.db, batchId);
  if (!batch.isOpen) throw new DomainError("batch.settled");
  await requirePayoutsGoOn(readOnly(caller.db));
  const open = (await listBatchItems(caller.db, batchId)).filter(({ state }) => state === "open");
  const result: PaidBatch = { paid: 0, failed: [] };
  for (const item of open) {
    const reason = await payItem(caller, user, { batchId, paidOn, item });
    if (reason === null) result.paid += 1;
    else result.failed.push({ payoutId: item.payoutId, reason });
  }
  return result;
}

async function payItem(
  caller: Caller,
  user: SignedInUser,
  { batchId, paidOn, item }: { batchId: number; paidOn: string; item: BatchItem },
): Promise<DomainErrorCode | null> {
  const { payoutId, reference } = item;
  try {
    await payOne(caller, caller.newId(), {
      id: payoutId,
      paidOn,
      reference,
      confirmHold: false,
      sideWrites: async (tx) => {
        await settleItem(tx, batchId, payoutId, "paid");
        await closeIfDone(tx, batchId, { userId: user.id, at: caller.now() });
      },
    });
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await noteFailure(caller.db, batchId, payoutId, domainErrors[error.code].message);
    return error.code;
  }
}

/** Lets go of what is still open; what was paid stays paid. */
export async function cancelPayoutBatch(
  caller: Caller,
  user: SignedInUser,
  batchId: number,
): Promise<{ batchId: number }> {
  await caller.db.transaction().execute(async (tx) => {
    await lockPayouts(tx);
    const batch = await findBatch(tx, batchId);
    if (!batch.isOpen) throw new DomainError("batch.settled");
    const items = await listBatchItems(tx, batchId);
    const open = items.filter(({ state }) => state === "open");
    for (const { payoutId } of open) await settleItem(tx, batchId, payoutId, "released");
    await closeIfDone(tx, batchId, { userId: user.id, at: caller.now() });
    const entry = { action: "payout-batch.cancelled" as const, target: nameOf(batchId) };
    await insertAudit(tx, caller, { ...entry, details: { released: open.length } });
  });
  return { batchId };
}

function nameOf(batchId: number): string {
  return `payment batch ${batchId}`;
}

/** What is not in the batch, and why, as the refusal that a payment of it would meet. */
type LeftPayout = Readonly<{ id: string; fullName: string; reason: DomainErrorCode }>;
type MadeBatch = { batchId: number; itemCount: number; total: number; left: LeftPayout[] };

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
function paymentTo(
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

type ProvedBatch = { proved: number; missing: number };

/**
 * Finds the batch's payouts among what left the bank account, and writes the line beside each as its
 * proof. It marks nothing as paid, and a statement that comes twice proves nothing twice.
 *
 * @throws DomainError batch.unreadable, saying what is wrong where
 */
export async function provePayoutBatch(
  caller: Caller,
  { batchId, text }: Readonly<{ batchId: number; text: string }>,
): Promise<ProvedBatch> {
  await findBatch(caller.db, batchId);
  const lines = paymentsIn(text);
  return caller.db.transaction().execute(async (tx) => {
    const items = (await listBatchItems(tx, batchId)).filter(({ state }) => state !== "released");
    const unproved = items.filter(({ proofDay }) => proofDay === null);
    let proved = 0;
    for (const { payoutId, line } of proofsFor(unproved, lines)) {
      const { numUpdatedRows } = await tx
        .updateTable("payout_batch_item")
        .set({ proof_day: line.day, proof_text: line.text.slice(0, 200) })
        .where("batch_id", "=", batchId)
        .where("payout_id", "=", payoutId)
        .where("proof_day", "is", null)
        .executeTakeFirst();
      proved += Number(numUpdatedRows);
    }
    const target = `payment batch ${batchId}`;
    await insertAudit(tx, caller, { action: "payout-batch.proved", target, details: { proved } });
    return { proved, missing: unproved.length - proved };
  });
}

function paymentsIn(text: string): PaidLine[] {
  try {
    return readBankPayments(text).map(({ day, amount, description }) => ({
      day,
      amount,
      text: description,
    }));
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new DomainError("batch.unreadable", error.message);
  }
}

/** A line of money that went out, as the bank's statement has it; `amount` is positive. */
type PaidLine = Readonly<{ day: string; amount: number; text: string }>;
/** A payout that was sent to the bank, in minor units, with what its line should say. */
type SentItem = Readonly<{ payoutId: string; amount: number; reference: string }>;
type Proof = Readonly<{ payoutId: string; line: PaidLine }>;

/**
 * Which line of the bank proves which payout: one that has its amount and names its reference, blanks
 * and marks aside. Each line proves one payout, and each payout is proved once.
 */
function proofsFor(items: readonly SentItem[], lines: readonly PaidLine[]): Proof[] {
  const unused = new Set(lines);
  return items.flatMap(({ payoutId, amount, reference }) => {
    const names = namesReference(reference);
    const line = [...unused].find((each) => each.amount === amount && names(each.text));
    if (!line) return [];
    unused.delete(line);
    return [{ payoutId, line }];
  });
}

/** `PAYOUT 12-3` is named by "FNB PAYOUT12-3 A NKOSI" and not by "PAYOUT 12-31" or "PAYOUT 112-3". */
function namesReference(reference: string): (text: string) => boolean {
  const [batch, place] = reference.match(/\d+/g) ?? [];
  const pattern = new RegExp(`payout\\W*${batch}\\W+${place}(?!\\d)`, "i");
  return (text) => pattern.test(text);
}
