import { sql } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";
import { rowsOf } from "../db/rows.ts";
import type { AccountDigest } from "./account-digest.ts";

/** What reading digests of bank accounts takes. */
export type Accounts<Db = ReadDatabase | Database | Tx> = Readonly<{
  db: Db;
  accountDigest: AccountDigest;
}>;

const accountRow = z.strictObject({ payoutId: z.string(), account: z.string() });

/**
 * By the id of each payout, the digest of the account that it would be paid to now: of all that `bank_detail.changed_at`
 * compares, because one number is of two accounts at two banks. That of somebody without bank details is a digest too.
 */
export async function digestsOfAccounts(
  { db, accountDigest }: Accounts,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf(
    db,
    accountRow,
    sql`
    select payout.payout_id as "payoutId", jsonb_build_array(bank_name, account_name,
      account_number, branch_code, cheque_or_savings)::text as account
    from projection.payout_request payout
    left join bank_detail on bank_detail.user_id = payout.user_id
    where payout.payout_id = any (${payoutIds})`,
  );
  return new Map(rows.map(({ payoutId, account }) => [payoutId, accountDigest(account)]));
}
