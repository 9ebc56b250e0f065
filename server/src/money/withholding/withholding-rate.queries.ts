import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";

/**
 * What is withheld of a person's payouts, in basis points: the own rate where two admins decided on it, otherwise that of all members
 * or a higher own one. Reads the row of `withholding_rate`, which may be missing.
 */
export function withheldBps(ofAll: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`case when withholding_rate.decided then withholding_rate.bps
    else greatest(withholding_rate.bps, ${ofAll}) end`;
}

/**
 * The rates of tax that is withheld of payouts, in basis points: that of all members, a person's own, and the one that applies; null:
 * none.
 *
 * @throws DomainError account.unknown for anyone who cannot earn commission
 */
export async function findWithholdingRates(
  db: ReadDatabase | Tx,
  userId: number,
): Promise<Readonly<{ ofAll: number; own: number | null; isDecided: boolean; inForce: number }>> {
  const row = await db
    .selectFrom("projection.member as member")
    .innerJoin("shop_setting", (join) => join.onTrue())
    .leftJoin("withholding_rate", "withholding_rate.user_id", "member.user_id")
    .select(["shop_setting.withholding_bps as ofAll", "withholding_rate.bps as own"])
    .select(sql<boolean>`coalesce(withholding_rate.decided, false)`.as("isDecided"))
    .select(withheldBps(sql.ref("shop_setting.withholding_bps")).as("inForce"))
    .where("member.user_id", "=", userId)
    .where("member.kind", "=", "distributor")
    .executeTakeFirst();
  if (!row) throw new DomainError("account.unknown");
  return row;
}
