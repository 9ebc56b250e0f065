import {
  commissionOn,
  type FindMember,
  type PlanInForce,
  reversedBy,
  type TreeMember,
} from "../commissions/commission.rules.ts";

/** Orders with the same seller and figures are grouped, because they yield the same commission. */
export type PreviewedSale = Readonly<{
  orders: number;
  /** Null for a house sale. */
  sellerId: number | null;
  /** The seller after the change. */
  sellerIdAfter: number | null;
  value: number;
  goods: number;
  paidGoods: number;
  refundedGoods: number;
}>;

/** The tree with one member changed or added: no previewed change affects more than one. */
export function treeWith(changed: TreeMember, now: FindMember): FindMember {
  return (userId) => (userId === changed.userId ? changed : now(userId));
}

/**
 * What each member would have earned from these sales in either tree, the largest change first. Both sides are
 * calculated with the present terms and plan, so that only the change itself makes a difference. Refunded goods
 * count as never sold: commission is calculated on the remaining value, which may differ by a cent from an entry
 * that was accrued in full and reversed in part.
 */
export function previewEarnings(
  sales: readonly PreviewedSale[],
  trees: Readonly<{ now: FindMember; after: FindMember; inForce: PlanInForce }>,
) {
  const before = new Map<number, number>();
  const after = new Map<number, number>();
  for (const sale of sales) {
    earn(before, sale.sellerId, sale, trees.now, trees.inForce);
    earn(after, sale.sellerIdAfter, sale, trees.after, trees.inForce);
  }
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((userId) => {
      const was = before.get(userId) ?? 0;
      const willBe = after.get(userId) ?? 0;
      return { userId, before: was, after: willBe, change: willBe - was };
    })
    .filter(({ change }) => change !== 0)
    .toSorted(
      (one, other) => Math.abs(other.change) - Math.abs(one.change) || one.userId - other.userId,
    );
}

function earn(
  sums: Map<number, number>,
  sellerId: number | null,
  { orders, value, goods, paidGoods, refundedGoods }: PreviewedSale,
  find: FindMember,
  inForce: PlanInForce,
): void {
  const seller = sellerId === null ? undefined : find(sellerId);
  if (!seller) return;
  const sale = {
    seller,
    value: value - reversedBy(value, refundedGoods, goods),
    paidGoods: paidGoods - reversedBy(paidGoods, refundedGoods, goods),
  };
  for (const { beneficiaryId, amount } of commissionOn(sale, find, inForce))
    sums.set(beneficiaryId, (sums.get(beneficiaryId) ?? 0) + orders * amount);
}
