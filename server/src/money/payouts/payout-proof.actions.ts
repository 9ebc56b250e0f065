import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import { proveRefunds } from "../../sales/bank-debits/bank-debit.actions.ts";
import {
  type UploadContext,
  uploadStatement,
  type UploadedFile,
} from "../../sales/bank-lines/upload-statement.actions.ts";
import { findBatch, listBatchItems, updateItem } from "./payout-batch.store.ts";
import { listDebits } from "./payout-proof.queries.ts";
import { proofsFor } from "./payout-proof.rules.ts";

/**
 * Stores a statement, and the proofs that it has of payouts and of refunds by transfer. A file that was stored before and could
 * not prove one then may do so now.
 */
export async function takeStatement(caller: UploadContext, user: SignedInUser, file: UploadedFile) {
  const stored = await uploadStatement(caller, user, file);
  if (!("added" in stored)) return stored;
  const proved = await provePayouts(caller);
  return { ...stored, proved, refunds: await proveRefunds(caller) };
}

/**
 * As `takeStatement`, for the office that looks for the payouts of one batch. It marks nothing as paid, and uploading a
 * statement twice changes nothing.
 *
 * @throws DomainError batch.unknown; batch.unreadable also where the days of the file may be read in two ways;
 * bankline.account-unknown, after it was proposed
 */
export async function provePayoutBatch(
  caller: Caller,
  user: SignedInUser,
  { batchId, ...file }: UploadedFile & Readonly<{ batchId: number }>,
) {
  await findBatch(caller.db, batchId);
  const open = async () =>
    (await listBatchItems(caller.db, batchId)).filter(
      ({ state, proofDay }) => state !== "released" && proofDay === null,
    ).length;
  const before = await open();
  const stored = await takeStatement(caller, user, file);
  if (!("added" in stored)) {
    const doubt =
      "question" in stored
        ? `its day ${stored.question.written} may be two days`
        : "no line names the columns date, amount and description";
    throw new DomainError(
      "batch.unreadable",
      `${doubt}; upload it under "Bank payments", which asks`,
    );
  }
  if (stored.held.length > 0) throw new DomainError("bankline.account-unknown");
  const missing = await open();
  return { proved: before - missing, missing };
}

/**
 * Looks for every payout without proof among the outgoing transactions of all stored statements, and stores the line of each.
 *
 * @returns how many were proved
 */
async function provePayouts(caller: UploadContext): Promise<number> {
  return caller.db.transaction().execute(async (tx) => {
    // Of two at once, the second sees which lines the first has used.
    await sql`select pg_advisory_xact_lock(hashtextextended('payout-proof', 0))`.execute(tx);
    const payouts = await listUnproved(tx);
    const [first] = payouts.map(({ payOn }) => payOn).toSorted();
    if (first === undefined) return 0;
    const proved = new Map<number, Readonly<{ count: number; amount: number }>>();
    for (const { batchId, payoutId, line } of proofsFor(payouts, await listDebits(tx))) {
      const { numUpdatedRows } = await updateItem(tx, batchId, payoutId)
        .set({
          proof_day: line.day,
          proof_text: line.description.slice(0, 200),
          proof_line: line.id,
        })
        .where("proof_day", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      const { count, amount } = proved.get(batchId) ?? { count: 0, amount: 0 };
      const paid = payouts.find((each) => each.batchId === batchId && each.payoutId === payoutId);
      proved.set(batchId, { count: count + 1, amount: amount + (paid?.amount ?? 0) });
    }
    for (const [batchId, { count, amount }] of proved) {
      const target = `payment batch ${batchId}`;
      const details = { proved: count, amount };
      await insertAudit(tx, caller, { action: "payout-batch.proved", target, details });
    }
    return [...proved.values()].reduce((sum, { count }) => sum + count, 0);
  });
}

async function listUnproved(tx: Tx) {
  return tx
    .selectFrom("payout_batch_item as item")
    .innerJoin("payout_batch as batch", "batch.id", "item.batch_id")
    .select([
      "item.batch_id as batchId",
      "item.payout_id as payoutId",
      "item.reference",
      "item.amount",
      "batch.layout",
      "batch.pay_on as payOn",
    ])
    .where("item.state", "<>", "released")
    .where("item.proof_day", "is", null)
    .orderBy("item.batch_id")
    .execute();
}
