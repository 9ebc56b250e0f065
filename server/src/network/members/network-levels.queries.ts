import type { Currency } from "@portal/shared/platform/money.ts";
import type { LevelTotals } from "@portal/shared/network/network-tree.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { readMoneyTerms } from "./network-money.queries.ts";
import { listLevelCommission } from "./network-level-commission.queries.ts";
import { listLevelSales } from "./network-level-sales.queries.ts";
import { findViewer } from "./network-scope.queries.ts";

export type NetworkLevels = {
  currency: Currency;
  levels: LevelTotals[];
  /** What the level 1s of this level 1 earned it as their leader; not part of any level. */
  leaderBonus: number;
  leaderBonusSinceLastPayout: number;
  /** When the viewer's last paid request was made; null where nothing was paid yet, and for the forest. */
  lastPaidAt: string | null;
};

const levels: readonly MemberLevel[] = [1, 2, 3, 4];

/**
 * Members, sales and commission per level 1 to 3 and stockists, below somebody or in the whole forest.
 *
 * @throws DomainError access.forbidden, network.unknown-member, network.wrong-kind
 */
export async function readLevels(
  { readDb: db, shop }: Caller,
  user: SignedInUser,
  of: number | undefined,
): Promise<NetworkLevels> {
  const viewer = await findViewer(db, user, of);
  const { currency, unitValue } = await readMoneyTerms(db, shop.region);
  const [sales, { leader, ofLevel, lastPaidAt }] = await Promise.all([
    listLevelSales(db, viewer),
    listLevelCommission(db, viewer),
  ]);
  return {
    currency,
    levels: levels.map((level) => {
      const { members, units, unitsSinceLastPayout } = sales(level);
      const { amount, amountSinceLastPayout } = ofLevel(level);
      return {
        level,
        members,
        units,
        unitsSinceLastPayout,
        totalSales: units * unitValue,
        totalSalesSinceLastPayout: unitsSinceLastPayout * unitValue,
        commission: amount,
        commissionSinceLastPayout: amountSinceLastPayout,
      };
    }),
    leaderBonus: leader.amount,
    leaderBonusSinceLastPayout: leader.amountSinceLastPayout,
    lastPaidAt,
  };
}
