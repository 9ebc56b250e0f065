import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { DistributorLevel, MemberLevel } from "@portal/shared/platform/roles.ts";

/** The part of a member that the rules of the tree depend on. */
export type TreePosition = Readonly<{
  level: MemberLevel;
  parentId: number | null;
  active: boolean;
}>;
export type FindPosition = (userId: number) => TreePosition | undefined;

export type StockistTerms = Readonly<{
  marginBps: number;
  distributorBps: number;
  vatRegistered: boolean;
}>;

/** The highest terms that the shop's settings allow now; existing terms may exceed them. */
export type TermsBounds = Readonly<{ marginBps: number; distributorBps: number }>;

/** The levels a parent may have, by the child's level (docs/domain.md, "Members and the tree"), on entry and on a move. */
export const parentLevels: Readonly<Record<MemberLevel, readonly DistributorLevel[]>> = {
  1: [1],
  2: [1],
  3: [1, 2],
  4: [1, 2, 3],
};

/** A level 1 and a stockist (house account) need no parent. */
const mayHaveNoParent = { 1: true, 2: false, 3: false, 4: true } as const;

/** The level of a distributor under a parent of this level; null because a level 3 adds stockists only. */
export function levelBelow(level: DistributorLevel): DistributorLevel | null {
  return ({ 1: 2, 2: 3, 3: null } as const)[level];
}

/** @throws DomainError network.wrong-parent, network.unknown-member */
export function requireParent(
  childLevel: MemberLevel,
  parentId: number | null,
  find: FindPosition,
): void {
  if (parentId === null) {
    if (!mayHaveNoParent[childLevel]) throw new DomainError("network.wrong-parent", "no parent");
    return;
  }
  const parent = find(parentId);
  if (!parent) throw new DomainError("network.unknown-member", String(parentId));
  if (!parentLevels[childLevel].some((level) => level === parent.level))
    throw new DomainError("network.wrong-parent", String(parentId));
}

/** @throws DomainError network.inactive-parent */
export function requireActiveParent(parentId: number | null, find: FindPosition): void {
  if (parentId === null || find(parentId)?.active !== false) return;
  throw new DomainError("network.inactive-parent", String(parentId));
}

/** @throws DomainError network.cycle if the new parent is the member itself or below it */
export function requireNoCycle(userId: number, parentId: number | null, find: FindPosition): void {
  if (isWithin(parentId, userId, find)) throw new DomainError("network.cycle", String(userId));
}

/** Whether a member is `topId` itself or below it. */
export function isWithin(
  userId: number | null,
  topId: number,
  find: (userId: number) => Readonly<{ parentId: number | null }> | undefined,
): boolean {
  let above = userId;
  while (above !== null && above !== topId) above = find(above)?.parentId ?? null;
  return above !== null;
}

/**
 * Only a changed percentage has to be within the present bounds; an unchanged one may exceed them.
 *
 * @throws DomainError network.wrong-margin, network.wrong-percent
 */
export function requireInBounds(
  { terms, bounds }: Readonly<{ terms: StockistTerms; bounds: TermsBounds }>,
  before: StockistTerms | null,
): void {
  const isAllowed = (name: "marginBps" | "distributorBps") =>
    terms[name] === before?.[name] ||
    (terms[name] >= 0 && terms[name] <= bounds[name] && terms[name] % 100 === 0);
  if (!isAllowed("marginBps"))
    throw new DomainError("network.wrong-margin", { field: "stockistMargin" });
  if (!isAllowed("distributorBps"))
    throw new DomainError("network.wrong-percent", { field: "distributorPercent" });
}
