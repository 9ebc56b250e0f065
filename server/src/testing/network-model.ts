import { isWithin } from "../network/members/network.rules.ts";
import type { MemoryProjections } from "../projections/store/memory-projections.ts";
import type { MemberRow } from "../platform/read-model/projection-tables.ts";

/** The expected figures of a tree node, summed entry by entry from the projections in memory. */
export type ModelNode = Readonly<{
  id: string;
  level: number;
  underId: number | null;
  units: number;
  unitsSinceLastPayout: number;
  paid: number;
  unpaid: number;
  leaderBonus: number;
  leaderBonusSinceLastPayout: number;
}>;

type Life = Readonly<{
  member: MemberRow;
  isEarlier: boolean;
  level: number;
  underId: number | null;
}>;

/** Every node of a member's tree, or for null of the forest, where every member is its own viewer. */
export function modelTree(
  projections: MemoryProjections,
  viewer: number | null,
): Map<string, ModelNode> {
  const lives = livesOf(projections).filter((life) => isInTree(projections, life, viewer));
  return new Map(lives.map((life) => [idOf(life), nodeOf(projections, life, viewer)]));
}

/** What the viewer earned from lives without a node in its tree. */
export function modelFormer(projections: MemoryProjections, viewer: number) {
  const inTree = new Set(
    livesOf(projections)
      .filter((life) => isInTree(projections, life, viewer))
      .map(({ member, level }) => `${member.userId} at ${level}`),
  );
  const entries = projections.commissionEntries.filter(
    ({ beneficiaryId, sellerId, sellerLevel }) =>
      beneficiaryId === viewer && !inTree.has(`${sellerId} at ${sellerLevel}`),
  );
  return paidAndUnpaid(entries, cutoffOf(projections, viewer));
}

function livesOf({ members }: MemoryProjections): Life[] {
  return [...members.all.values()].flatMap((member): Life[] => [
    { member, isEarlier: false, level: member.level, underId: member.parentId },
    ...(member.upliftPosition === null
      ? []
      : [{ member, isEarlier: true, level: 2, underId: member.upliftedUnderId }]),
  ]);
}

function isInTree(
  projections: MemoryProjections,
  { member, isEarlier, underId }: Life,
  viewer: number | null,
): boolean {
  if (viewer === null || member.userId === viewer) return true;
  return isWithin(isEarlier ? underId : member.userId, viewer, projections.members.get);
}

function nodeOf(projections: MemoryProjections, life: Life, viewer: number | null): ModelNode {
  const { member, isEarlier, level, underId } = life;
  const { userId } = member;
  const cutoff = cutoffOf(projections, viewer ?? userId);
  const sales = projections.saleEntries.filter(
    (entry) => entry.sellerId === userId && entry.sellerLevel === level,
  );
  const earned = projections.commissionEntries.filter((entry) =>
    viewer === null
      ? entry.beneficiaryId === userId && (entry.beneficiaryLevel === 2) === (level === 2)
      : entry.beneficiaryId === viewer && entry.sellerId === userId && entry.sellerLevel === level,
  );
  const former = userId === viewer && !isEarlier ? modelFormer(projections, viewer) : none;
  const own = paidAndUnpaid(earned, cutoff);
  return {
    id: idOf(life),
    level,
    underId,
    units: sumOf(sales.map(({ units }) => units)),
    unitsSinceLastPayout: sumOf(
      sales.filter(({ position }) => position > cutoff).map(({ units }) => units),
    ),
    paid: own.paid + former.paid,
    unpaid: own.unpaid + former.unpaid,
    leaderBonus: own.leaderBonus + former.leaderBonus,
    leaderBonusSinceLastPayout: own.leaderBonusSinceLastPayout + former.leaderBonusSinceLastPayout,
  };
}

const none = { paid: 0, unpaid: 0, leaderBonus: 0, leaderBonusSinceLastPayout: 0 };

function paidAndUnpaid(entries: MemoryProjections["commissionEntries"], cutoff: number) {
  const sum = (isIncluded: (entry: (typeof entries)[number]) => boolean) =>
    sumOf(entries.filter(isIncluded).map(({ amount }) => amount));
  return {
    paid: sum(({ position }) => position <= cutoff),
    unpaid: sum(({ position }) => position > cutoff),
    leaderBonus: sum(({ kind }) => kind.endsWith("leader")),
    leaderBonusSinceLastPayout: sum(
      ({ kind, position }) => kind.endsWith("leader") && position > cutoff,
    ),
  };
}

function cutoffOf({ wallets }: MemoryProjections, userId: number): number {
  return wallets.get(userId)?.lastPaidCutoff ?? 0;
}

function idOf({ member, isEarlier }: Life): string {
  return `${member.userId}${isEarlier ? "@1" : ""}`;
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
