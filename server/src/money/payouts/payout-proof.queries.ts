import { sql } from "kysely";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";
import { loadKnownAccounts } from "../../sales/bank-lines/known-account.queries.ts";
import type { DebitLine } from "./payout-proof.rules.ts";

/**
 * The outgoing transactions that may prove a payout: those that name one, or have the sum of what is without proof in a batch.
 * One that an older server took as a proof is used, though it did not store which it was.
 */
export async function listDebits(db: ReadDatabase | Tx): Promise<DebitLine[]> {
  const isKnown = await loadKnownAccounts(db);
  const lines = await db
    .selectFrom("bank_debit as line")
    .select([
      "line.id",
      "line.account",
      "line.booked_on as day",
      "line.amount",
      "line.description",
      sql<boolean>`line.repeats is not null`.as("isRepeat"),
      sql<boolean>`exists (select from payout_batch_item item where item.proof_line = line.id
        or item.proof_line is null and item.proof_day = line.booked_on and item.amount = line.amount
          and item.proof_text = left(line.description, 200))`.as("isUsed"),
    ])
    .where(sql<boolean>`line.description ~* 'payout' or line.amount in (
      select sum(amount) from payout_batch_item
      where state <> 'released' and proof_day is null group by batch_id)`)
    .orderBy("line.booked_on")
    .orderBy("line.id")
    .execute();
  return lines.filter(({ account }) => isKnown(account));
}
