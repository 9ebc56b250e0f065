import type { Tx } from "../../platform/db/database.ts";
import { hashTotal } from "../../money/payouts/bank-file.rules.ts";
import { insertBatch } from "../../money/payouts/payout-batch.store.ts";
import { demoIds } from "./demo-people.ts";
import type { DemoBatch } from "./demo-world.ts";

/** The payouts of the open batch; their requests stay below the limit of one admin. */
const openPayouts = 2;

/**
 * The files for the bank by which the payouts of the history were paid, and one with the oldest requests, which is still to be
 * uploaded to the bank.
 *
 * @param until the day of the open batch, ISO 8601
 */
export async function insertDemoBatches(
  tx: Tx,
  batches: readonly DemoBatch[],
  until: string,
): Promise<void> {
  for (const batch of batches) await insertDemoBatch(tx, batch, "paid");
  const requests = await tx
    .selectFrom("projection.payout_request")
    .select(["payout_id as payoutId", "user_id as userId", "requested as amount"])
    .where("state", "=", "requested")
    .where("user_id", "not in", Object.values(demoIds))
    .orderBy("requested_at")
    .limit(openPayouts)
    .execute();
  if (requests.length === 0) return;
  const items = requests.map((request, at) => ({
    ...request,
    reference: `PAYOUT ${batches.length + 1}-${at + 1}`,
  }));
  await insertDemoBatch(tx, { paidOn: until, items }, "open");
}

async function insertDemoBatch(
  tx: Tx,
  { paidOn, items }: DemoBatch,
  state: "open" | "paid",
): Promise<void> {
  const shop = await tx
    .selectFrom("shop_setting")
    .select(["bank_account_number as account", "bank_branch_code as branchCode"])
    .select(["bank_account_name as name", "bank_name as bank"])
    .executeTakeFirstOrThrow();
  const accounts = await tx
    .selectFrom("bank_detail")
    .select(["user_id", "account_number as account", "branch_code as branchCode"])
    .select(["account_name as name", "cheque_or_savings as accountType", "updated_at"])
    .where(
      "user_id",
      "in",
      items.map(({ userId }) => userId),
    )
    .execute();
  const payments = items.map(({ userId, amount, reference }) => {
    const found = accounts.find(({ user_id }) => user_id === userId);
    if (!found) throw new Error(`person ${userId} has no bank details`);
    const { user_id: _, branchCode, ...account } = found;
    return { ...account, branchCode: branchCode ?? "", amount, reference };
  });
  const own = { ...shop, id: "", batchId: 0 };
  const batchId = await insertBatch(tx, {
    layout: "fnb",
    pay_on: paidOn,
    own_account: own.account,
    own_branch_code: own.branchCode,
    own_name: own.name,
    own_bank: own.bank,
    item_count: items.length,
    total: items.reduce((sum, { amount }) => sum + amount, 0),
    hash_total: hashTotal("fnb", { own, payments }),
    made_at: `${paidOn}T05:00:00.000Z`,
    made_by: demoIds.admin,
    state,
    ...(state === "paid" && {
      settled_at: `${paidOn}T16:00:00.000Z`,
      settled_by: demoIds.admin,
    }),
  });
  await tx
    .insertInto("payout_batch_item")
    .values(
      items.map(({ payoutId, userId, amount, reference }, at) => ({
        batch_id: batchId,
        payout_id: payoutId,
        user_id: userId,
        amount,
        reference,
        bank_details_at: payments[at]?.updated_at ?? "",
        state,
      })),
    )
    .execute();
}
