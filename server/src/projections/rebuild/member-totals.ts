import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { emptyWallet } from "../../money/wallets/wallet.rules.ts";
import type { MemberRow, WalletRow } from "../../platform/read-model/projection-rows.ts";
import type { MemoryBooks } from "../store/memory-projections.ts";

/** One row of `finance totals`, its names fixed for everyone who reads it. */
export type MemberTotals = Readonly<{
  memberId: number;
  kind: "distributor" | "stockist";
  level: MemberLevel;
  parentId: number | null;
  active: boolean;
  units: number;
  /** Units times the region's unit value, as people know the figure; `commissionable` is the real one. */
  totalSales: number;
  commissionable: number;
  accrued: number;
  paid: number;
  unpaid: number;
  credit: number;
  balance: number;
  commissionByLevel: Readonly<Record<"1" | "2" | "3" | "4", number>>;
  leaderBonus: number;
  /** Entries after the cut-off of the last paid request; each member is its own viewer here. */
  sinceLastPayout: number;
}>;

export type TotalsOptions = Readonly<{ unitValue: number }>;

/** Every member's totals, by member id. */
export function memberTotals(
  { members, wallets }: Pick<MemoryBooks, "members" | "wallets">,
  options: TotalsOptions,
): MemberTotals[] {
  return [...members.all.values()]
    .toSorted((one, other) => one.userId - other.userId)
    .map((member) => totalsOf(member, wallets.get(member.userId) ?? emptyWallet, options));
}

export function totalsOf(
  { userId, kind, level, parentId, active }: MemberRow,
  wallet: Omit<WalletRow, "userId">,
  { unitValue }: TotalsOptions,
): MemberTotals {
  const { units, commissionable, accrued, paid, credit, leaderBonus } = wallet;
  const unpaid = accrued - paid;
  return {
    memberId: userId,
    kind,
    level,
    parentId,
    active,
    units,
    totalSales: units * unitValue,
    commissionable,
    accrued,
    paid,
    unpaid,
    credit,
    balance: unpaid - credit,
    commissionByLevel: {
      "1": wallet.commissionLevel1,
      "2": wallet.commissionLevel2,
      "3": wallet.commissionLevel3,
      "4": wallet.commissionLevel4,
    },
    leaderBonus,
    sinceLastPayout: accrued - wallet.accruedAtLastPaidCutoff,
  };
}
