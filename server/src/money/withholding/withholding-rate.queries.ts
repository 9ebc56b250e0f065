import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";

/**
 * The rates of tax that is withheld of payouts, in basis points: that of all members, and a person's own; null: none.
 *
 * @throws DomainError account.unknown for anyone who cannot earn commission
 */
export async function findWithholdingRates(
  db: ReadDatabase | Tx,
  userId: number,
): Promise<Readonly<{ ofAll: number; own: number | null }>> {
  const row = await db
    .selectFrom("projection.member as member")
    .innerJoin("shop_setting", (join) => join.onTrue())
    .leftJoin("withholding_rate", "withholding_rate.user_id", "member.user_id")
    .select(["shop_setting.withholding_bps as ofAll", "withholding_rate.bps as own"])
    .where("member.user_id", "=", userId)
    .where("member.kind", "=", "distributor")
    .executeTakeFirst();
  if (!row) throw new DomainError("account.unknown");
  return row;
}
