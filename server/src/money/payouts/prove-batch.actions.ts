import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ProvePayoutBatch } from "@portal/shared/money/payout-batches.ts";
import type { Caller } from "../../caller.ts";
import { readBankPayments } from "../../gateways/bank-files/bank-statement.ts";
import { StatementError } from "../../gateways/bank-files/statement-error.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { findBatch, listBatchItems } from "./payout-batch.store.ts";
import { type PaidLine, proofsFor } from "./prove-batch.rules.ts";

export type ProvedBatch = { proved: number; missing: number };

/**
 * Finds the batch's payouts among what left the bank account, and writes the line beside each as its
 * proof. It marks nothing as paid, and a statement that comes twice proves nothing twice.
 *
 * @throws DomainError batch.unreadable, saying what is wrong where
 */
export async function provePayoutBatch(
  caller: Caller,
  { batchId, text }: ProvePayoutBatch,
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
