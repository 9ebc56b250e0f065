import type { accountTypes } from "@portal/shared/people/bank-details.ts";
import type { PayoutState } from "@portal/shared/money/payouts.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** A request, its person, and where the money would go; without bank details all of `account` is null. */
export type PaymentFacts = Readonly<{
  id: string;
  userId: number;
  fullName: string;
  amount: number;
  state: PayoutState;
  requestedAt: string;
  /** Minor units taken back after the cut-off, as a positive sum. */
  reversed: number;
  /** How many other people are paid to the same account. */
  others: number;
  account: Readonly<{
    bankName: string;
    accountName: string;
    accountNumber: string;
    branchCode: string | null;
    type: (typeof accountTypes)[number];
    updatedAt: string;
    changedAt: string | null;
  }> | null;
}>;

/** In the order of the ids; an id that nobody has is left out. Never answered to a browser as it is. */
export async function listPaymentFacts(
  db: ReadDatabase,
  ids: readonly string[],
): Promise<PaymentFacts[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("projection.payout_request as payout")
    .leftJoin("account", "account.id", "payout.user_id")
    .leftJoin("bank_detail as bank", "bank.user_id", "payout.user_id")
    .select([
      "payout.payout_id as id",
      "payout.user_id as userId",
      sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as("fullName"),
      "payout.requested as amount",
      "payout.state",
      "payout.requested_at as requestedAt",
      "bank.bank_name as bankName",
      "bank.account_name as accountName",
      "bank.account_number as accountNumber",
      "bank.branch_code as branchCode",
      "bank.cheque_or_savings as type",
      "bank.updated_at as updatedAt",
      "bank.changed_at as changedAt",
      reversedAfterCutoff.as("reversed"),
      peopleOfSameAccount.as("others"),
    ])
    .where("payout.payout_id", "in", ids)
    .execute();
  const found = new Map(
    rows.map(({ bankName, accountName, accountNumber, branchCode, type, ...row }) => {
      const { updatedAt, changedAt, ...payout } = row;
      // Names and numbers are there together or not at all.
      const account =
        bankName && accountName && accountNumber && type && updatedAt
          ? { bankName, accountName, accountNumber, branchCode, type, updatedAt, changedAt }
          : null;
      return [row.id, { ...payout, account }];
    }),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

const reversedAfterCutoff = sql<number>`coalesce((
  select -sum(entry.amount) from projection.commission_entry entry
  where entry.beneficiary_id = payout.user_id and entry.position > payout.cutoff_position
    and entry.amount < 0
), 0)::bigint`;

const peopleOfSameAccount = sql<number>`(
  select count(*) from bank_detail other
  where other.user_id <> payout.user_id
    and regexp_replace(other.account_number, '[^0-9A-Za-z]', '', 'g')
      = regexp_replace(bank.account_number, '[^0-9A-Za-z]', '', 'g')
)::integer`;
