import type { Region } from "@portal/shared/platform/region.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import { z } from "zod";
import { listUnerased } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import type { Values } from "../../platform/messages/fill-words.ts";

const balance = sql<number>`(wallet.accrued - wallet.paid - wallet.credit)`;

/** The members who owe commission, by name, each with how much, in minor units. */
export async function listOwing(db: ReadDatabase, region: Region) {
  const { currency } = await loadRegion(db, region);
  const rows = await db
    .selectFrom("projection.wallet as wallet")
    .innerJoin("account", "account.id", "wallet.user_id")
    .where(balance, "<", 0)
    .select([
      "wallet.user_id as userId",
      sql<string>`account.first_name || ' ' || account.last_name`.as("fullName"),
      sql<number>`0 - ${balance}`.as("owed"),
    ])
    .orderBy("fullName")
    .orderBy("wallet.user_id")
    .execute();
  const named = new Set(
    await listUnerased(
      db,
      rows.map(({ userId }) => userId),
    ),
  );
  return rows.filter(({ userId }) => named.has(userId)).map((row) => ({ ...row, currency }));
}

const moneyBackRow = z.strictObject({
  userId: z.int(),
  fullName: z.string(),
  /** Null for commission that was paid back. */
  payoutId: z.string().nullable(),
});

/**
 * Whose wallet a transaction brought money last, and by which payout; null where none is known. By the audit log, because no index
 * leads from a transaction to the events of wallets.
 */
export async function findMoneyBack(db: ReadDatabase, lineId: number) {
  const [found = null] = await rowsOf(
    db,
    moneyBackRow,
    sql`
    select entry.subject_id as "userId",
      coalesce(account.first_name || ' ' || account.last_name, '') as "fullName",
      case when entry.action = 'payout.returned' then entry.target end as "payoutId"
    from audit_entry entry
    left join account on account.id = entry.subject_id
    where entry.action in ('payout.returned', 'commission.repaid')
      and entry.details ->> 'bankLine' = ${String(lineId)}
    order by entry.id desc limit 1`,
  );
  return found;
}

/** What an email says about a repayment. */
export async function repaymentFacts(
  db: ReadDatabase,
  lineId: number,
  region: Region,
): Promise<Values> {
  const { currency } = await loadRegion(db, region);
  const { amount } = await db
    .selectFrom("bank_line")
    .select("amount")
    .where("id", "=", lineId)
    .executeTakeFirstOrThrow();
  return { repaidAmount: formatMoney(amount, currency) };
}
