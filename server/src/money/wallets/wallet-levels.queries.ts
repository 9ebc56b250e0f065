import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { listLevelCommission } from "../../network/members/network-level-commission.queries.ts";
import { listLevelSales } from "../../network/members/network-level-sales.queries.ts";

/** Whose wallet it is, and where "since the last payout" begins in it. */
type Holder = Readonly<{ id: number; cutoff: number }>;

/** What one level of somebody's tree sold, and what the person earned from it; stockists are level 4. */
export type WalletLevel = {
  level: MemberLevel;
  members: number;
  units: number;
  unitsSinceLastPayout: number;
  /** Units at the region's unit value; `commissionable` is the real value without VAT. */
  totalSales: number;
  totalSalesSinceLastPayout: number;
  commissionable: number;
  commissionableSinceLastPayout: number;
  commission: number;
  commissionSinceLastPayout: number;
};

export type WalletLevels = {
  levels: WalletLevel[];
  /** What the level 1s below earned it as their leader; part of no level. */
  leaderBonus: number;
  leaderBonusSinceLastPayout: number;
  /** When the last paid request was made. */
  lastPaidAt: string | null;
};

const levels: readonly MemberLevel[] = [1, 2, 3, 4];

/** The commission of all levels and the leader bonus add up to what the wallet accrued. */
export async function listWalletLevels(
  db: ReadDatabase,
  holder: Holder,
  unitValue: number,
): Promise<WalletLevels> {
  const [sales, commission] = await Promise.all([
    listLevelSales(db, holder),
    listLevelCommission(db, holder),
  ]);
  return {
    levels: levels.map((level) => {
      const sold = sales(level);
      const { amount, amountSinceLastPayout } = commission.ofLevel(level);
      return {
        level,
        ...sold,
        totalSales: sold.units * unitValue,
        totalSalesSinceLastPayout: sold.unitsSinceLastPayout * unitValue,
        commission: amount,
        commissionSinceLastPayout: amountSinceLastPayout,
      };
    }),
    leaderBonus: commission.leader.amount,
    leaderBonusSinceLastPayout: commission.leader.amountSinceLastPayout,
    lastPaidAt: commission.lastPaidAt,
  };
}
