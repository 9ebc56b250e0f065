import { countWords } from "../../../digit-groups.ts";
import { inMode, type WalletMode } from "@portal/shared/money/wallet-terms.ts";
import type { LevelTotals, TreeNode } from "@portal/shared/network/network-tree.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { formatDay } from "../../../ui/days.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { levelWords } from "../../people/users/role-words.ts";
import classes from "./network.module.css";

/** Units sold, sales at the fixed unit value, and commission; money in minor units. May be negative. */
type Figures = Readonly<{ units: number; sales: number; commission: number }>;
/** A person's commission excludes the leader bonus, as that of a level does. */
type NodeFigures = Figures & Readonly<{ leaderBonus: number }>;

/** Unpaid commission was earned since the last payout, paid commission before it (docs/domain.md, "Wallet"). */
export function nodeFigures(node: TreeNode, mode: WalletMode): NodeFigures {
  const paid = node.totalCommPaid;
  const unpaid = node.totalCommUnpaid;
  const leaderBonus = inMode(mode, node.leaderBonus, node.leaderBonusSinceLastPayout);
  return {
    units: inMode(mode, node.totalUnits, node.totalUnitsSinceLastPayout),
    sales: inMode(mode, node.totalSales, node.totalSalesSinceLastPayout),
    commission: inMode(mode, paid + unpaid, unpaid) - leaderBonus,
    leaderBonus,
  };
}

export function levelFigures(level: LevelTotals, mode: WalletMode): Figures {
  return {
    units: inMode(mode, level.units, level.unitsSinceLastPayout),
    sales: inMode(mode, level.totalSales, level.totalSalesSinceLastPayout),
    commission: inMode(mode, level.commission, level.commissionSinceLastPayout),
  };
}

/** Whether anyone in the tree ever earned a leader bonus; only then is it shown. */
export function hasLeaderBonus(
  totals: Readonly<{ leaderBonus: number; leaderBonusSinceLastPayout: number }>,
): boolean {
  return totals.leaderBonus !== 0 || totals.leaderBonusSinceLastPayout !== 0;
}

export function peopleWords(count: number): string {
  return count === 1 ? "1 person" : `${countWords(count)} people`;
}

/** A level in words, with a dot in its colour, of plain elements as `StatusText`. */
export function LevelDot(props: { level: MemberLevel; children: string }) {
  return (
    <span className={classes.level} data-level={props.level}>
      {props.children}
    </span>
  );
}

/** "Level 1 since 4 Mar 2026", and "Deleted" for a deactivated member. */
export function LevelBadge(props: { node: TreeNode }) {
  const { node } = props;
  return (
    <>
      <LevelDot level={node.level}>{lifeWords(node)}</LevelDot>
      {!node.active && (
        <>
          {" "}
          <StatusText tone="neutral">Deleted</StatusText>
        </>
      )}
    </>
  );
}

/** Says which of the two nodes of an uplifted member has which figures; null for other nodes. */
export function lifeNote(node: TreeNode): string | null {
  if (node.clonedTo !== null) return "Later figures are under level 1";
  if (node.clonedFrom !== null) return "Earlier figures are under level 2";
  return null;
}

/** The level of a node; for the two nodes of an uplifted member also before or since when. */
function lifeWords(node: TreeNode): string {
  const level = `${levelWords(node.level)}${node.school ? ", school" : ""}`;
  if (node.clonedTo !== null) return `${level} (before uplift)`;
  if (node.clonedFrom === null || node.upgradeDate === null) return level;
  return `${level} since ${formatDay(node.upgradeDate)}`;
}
