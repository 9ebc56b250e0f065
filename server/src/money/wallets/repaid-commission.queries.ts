import type { Region } from "@portal/shared/platform/region.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import { listUnerased } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
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
