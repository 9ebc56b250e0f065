import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import type { Top } from "./network-scope.queries.ts";
import type { Life, LifeFigures, OwnFigures } from "./network-tree-figures.queries.ts";
import type { Branch } from "./network-tree-growth.queries.ts";

/** What the nodes of one answer are made with. */
export type NodeTerms = Readonly<{
  /** The viewer's id. */
  top: Top;
  /** What one unit counts for in "total sales", minor units. */
  unitValue: number;
  figuresOf: (life: Life) => LifeFigures;
  /** Null where the viewer's own node is not in the answer. */
  own: OwnFigures | null;
  /** For a search: the way to each member above a match. */
  ways: ReadonlyMap<number, TreeNode["path"]> | null;
}>;

export function nodeOf(branch: Branch, terms: NodeTerms): TreeNode {
  const { userId, isEarlier, upliftedAt } = branch;
  const wasUplifted = upliftedAt !== null;
  const own = userId === terms.top && !isEarlier ? terms.own : null;
  return {
    id: nodeIdOf(branch),
    userId,
    email: branch.email,
    label: branch.label,
    code: branch.code,
    level: branch.level,
    isStockist: branch.level === 4,
    school: branch.school,
    active: branch.active,
    ...salesOf(terms.figuresOf(branch), terms.unitValue),
    ...commissionOf(terms.figuresOf(branch), own),
    clonedFrom: wasUplifted && !isEarlier ? `${userId}@1` : null,
    clonedTo: isEarlier ? String(userId) : null,
    upgradeDate: isEarlier ? null : upliftedAt,
    childCount: branch.childCount,
    children: branch.children.map((child) => nodeOf(child, terms)),
    path: (branch.underId !== null && terms.ways?.get(branch.underId)) || [],
  };
}

/** "17" is the present life of member 17, "17@1" the one before its uplift. */
function nodeIdOf({ userId, isEarlier }: Pick<Branch, "userId" | "isEarlier">): string {
  return isEarlier ? `${userId}@1` : String(userId);
}

function salesOf({ units, unitsSinceLastPayout }: LifeFigures, unitValue: number) {
  return {
    totalSales: units * unitValue,
    totalSalesSinceLastPayout: unitsSinceLastPayout * unitValue,
    totalUnits: units,
    totalUnitsSinceLastPayout: unitsSinceLastPayout,
  };
}

/** The viewer's own node also carries what has no node of its own, and its credit. */
function commissionOf(figures: LifeFigures, own: OwnFigures | null) {
  const paid = figures.paid + (own ? own.former.paid + own.paidAhead : 0);
  const unpaid = figures.unpaid + (own ? own.former.unpaid - own.paidAhead : 0);
  const credit = own ? own.credit : figures.credit;
  return {
    totalCommPaid: paid,
    totalCommUnpaid: unpaid,
    totalCommCredit: credit,
    totalCommBalance: unpaid - credit,
    levelOneCommissionData: own ? own.levelOne : null,
    formerCommission: own ? own.former : null,
  };
}
