import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { DistributorLevel, MemberLevel } from "@portal/shared/platform/roles.ts";

/** A member's place, as far as the rules of the tree ask for it. */
export type TreePosition = Readonly<{
  level: MemberLevel;
  parentId: number | null;
  active: boolean;
}>;
export type FindPlace = (userId: number) => TreePosition | undefined;

export type StockistTerms = Readonly<{
  marginBps: number;
  distributorBps: number;
  vatRegistered: boolean;
}>;

/** The most that the shop's settings allow for terms that are set now; what is there already stays. */
export type TermsBounds = Readonly<{ marginBps: number; distributorBps: number }>;

/** Who may stand above whom, by level (docs/domain.md, "Members and the tree"); the same on entry and on a move. */
const parentLevels = {
  1: [1],
  2: [1],
  3: [1, 2],
  4: [1, 2, 3],
} as const satisfies Record<MemberLevel, readonly DistributorLevel[]>;

/** A level 1 may stand alone, and a stockist may be a house account. */
const mayStandAlone = { 1: true, 2: false, 3: false, 4: true } as const;

/** Of which levels a parent of a member of this level may be. */
export function parentLevelsOf(childLevel: MemberLevel): readonly DistributorLevel[] {
  return parentLevels[childLevel];
}

function mayBeParent(parentLevel: MemberLevel, childLevel: MemberLevel): boolean {
  return parentLevels[childLevel].some((level) => level === parentLevel);
}

/** What a distributor gets who adds one; a level 3 adds stockists only. */
export function levelBelow(level: DistributorLevel): DistributorLevel | null {
  switch (level) {
    case 1:
      return 2;
    case 2:
      return 3;
    case 3:
      return null;
  }
}

/** @throws DomainError where a member of this level cannot stand under that parent. */
export function requireParent(
  childLevel: MemberLevel,
  parentId: number | null,
  find: FindPlace,
): void {
  if (parentId === null) {
    if (!mayStandAlone[childLevel]) throw new DomainError("network.wrong-parent", "no parent");
    return;
  }
  const parent = find(parentId);
  if (!parent) throw new DomainError("network.unknown-member", String(parentId));
  if (!mayBeParent(parent.level, childLevel))
    throw new DomainError("network.wrong-parent", String(parentId));
}

/** @throws DomainError where that parent is not active. */
export function requireActiveParent(parentId: number | null, find: FindPlace): void {
  if (parentId === null || find(parentId)?.active !== false) return;
  throw new DomainError("network.inactive-parent", String(parentId));
}

/** @throws DomainError where the new parent is the member itself or stands below it. */
export function requireNoCycle(userId: number, parentId: number | null, find: FindPlace): void {
  let above = parentId;
  while (above !== null) {
    if (above === userId) throw new DomainError("network.cycle", String(userId));
    above = find(above)?.parentId ?? null;
  }
}

/**
 * A percentage of before that is not touched may be what it is: only a new one is held to the bounds of today.
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
