import {
  DomainError,
  domainErrors,
  type DomainErrorCode,
} from "@portal/shared/platform/domain-error.ts";
import type { PayPayoutBatch } from "@portal/shared/money/payout-batches.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { requirePayoutsGoOn } from "./payout-stop.queries.ts";
import { hashTotal, writeBankFile } from "./bank-file.rules.ts";
import { paymentTo } from "./make-batch.actions.ts";
import { payOne } from "./payout.actions.ts";
import {
  type BatchItem,
  closeIfDone,
  findBatch,
  listBatchItems,
  lockPayouts,
  noteFailure,
  settleItem,
} from "./payout-batch.store.ts";
import { listPaymentFacts } from "./payment-facts.queries.ts";

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
      alongside: async (tx) => {
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
    const entry = { action: "payout-batch.cancelled", target: nameOf(batchId) };
    await insertAudit(tx, caller, { ...entry, details: { released: open.length } });
  });
  return { batchId };
}

function nameOf(batchId: number): string {
  return `payment batch ${batchId}`;
}
