import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { digestOfNumber } from "../../platform/proposals/account-digest.ts";

type Context = Pick<Caller, "accountDigest" | "now">;

/** Keeps to which account a payout is paid that no second admin stands behind: that of now. */
export async function keepPaidAccount(
  tx: Tx,
  context: Context,
  { payoutId, userId }: Readonly<{ payoutId: string; userId: number }>,
): Promise<void> {
  const account = await tx
    .selectFrom("bank_detail")
    .select("account_number as number")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  await insertAccounts(tx, context, null, [{ payoutId, number: account?.number ?? "" }]);
}

/** What names the store credit that is paid out as somebody's account is closed, among the ids of payouts. */
export function creditPayoutOf(userId: number): string {
  return `credit-${userId}`;
}

/** Keeps the accounts in a file for the bank, once for each file. */
export async function keepAccountsOfFile(
  tx: Tx,
  context: Context,
  batchId: number,
  accounts: readonly PaidAccount[],
): Promise<void> {
  await insertAccounts(tx, context, batchId, accounts);
}

export type PaidAccount = Readonly<{ payoutId: string; number: string }>;

async function insertAccounts(
  tx: Tx,
  { accountDigest, now }: Context,
  batchId: number | null,
  accounts: readonly PaidAccount[],
): Promise<void> {
  const rows = accounts.flatMap(({ payoutId, number }) => {
    const digest = digestOfNumber(accountDigest, number);
    if (digest === null) return [];
    return [{ payout_id: payoutId, batch_id: batchId, account_digest: digest, let_out_at: now() }];
  });
  if (rows.length === 0) return;
  await tx
    .insertInto("payout_account")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
