import { proportionOf, shareOf } from "@portal/shared/platform/money.ts";
import type { DistributorLevel, MemberLevel } from "@portal/shared/platform/roles.ts";
import type {
  AccruedEntry,
  CommissionKind,
  MemberRow,
} from "../../platform/read-model/projection-tables.ts";
import type { CommissionPlan } from "./commission-plan.events.ts";

/** The columns of a member that commission depends on. */
export type TreeMember = Pick<
  MemberRow,
  "userId" | "level" | "parentId" | "active" | "distributorBps"
>;
export type FindMember = (userId: number) => TreeMember | undefined;

/** A plan and the ledger position that put it in force, 0 for the default plan. */
export type PlanInForce = Readonly<{ position: number; plan: CommissionPlan }>;

/** The seller of an order and the value on which commission is calculated. */
export type Sale = Readonly<{ seller: TreeMember; value: number }>;
/** `paidGoods` is the amount paid for the goods without VAT: total commission never exceeds it. */
export type PaidSale = Sale & Readonly<{ paidGoods: number }>;

/** The commission entries of a sale (docs/domain.md, "Commission" steps 2 to 6). */
export function commissionOn(
  sale: PaidSale,
  findMember: FindMember,
  inForce: PlanInForce,
): AccruedEntry[] {
  return underCeiling(sharesOn(sale, findMember, inForce), sale.paidGoods);
}

/**
 * The entries before the ceiling, from the seller upwards: the seller's own share and its upline's, or for a
 * stockist its parent's share; then the leader bonus, a percentage of what the level 1 earned from this sale, for
 * one generation only.
 */
export function sharesOn(
  { seller, value }: Sale,
  findMember: FindMember,
  { plan, position }: PlanInForce,
): AccruedEntry[] {
  const entries: AccruedEntry[] = [];
  const parentOf = ({ parentId }: TreeMember) =>
    parentId === null ? undefined : findMember(parentId);

  /** An entry of zero or for an inactive member is dropped; its amount does not go to another member. */
  function add(kind: CommissionKind, beneficiary: TreeMember, rateBps: number, base = value): void {
    const amount = shareOf(base, rateBps);
    if (amount === 0 || !beneficiary.active) return;
    entries.push({
      beneficiaryId: beneficiary.userId,
      beneficiaryLevel: beneficiary.level,
      kind,
      sellerId: seller.userId,
      sellerLevel: seller.level,
      rateBps,
      value: base,
      amount,
      reversed: 0,
      planPosition: position,
    });
  }

  let reached: TreeMember | undefined = seller;
  if (seller.level === 4) {
    reached = parentOf(seller);
    if (reached) add("stockist", reached, seller.distributorBps ?? 0);
  } else {
    add("own", seller, plan.own[seller.level]);
    while (reached && reached.level > 1) {
      const above = parentOf(reached);
      // Level is a rank, not the depth: the walk ends where the rank no longer rises.
      reached = above && above.level < reached.level ? above : undefined;
      if (reached) add("upline", reached, uplineRate(plan, reached.level, seller.level));
    }
  }

  const sponsor = reached?.level === 1 ? parentOf(reached) : undefined;
  if (!sponsor) return entries;
  let earned = 0;
  for (const entry of entries) if (entry.beneficiaryId === reached?.userId) earned += entry.amount;
  add("leader", sponsor, plan.leader, earned);
  return entries;
}

/**
 * Cuts the shares of a sale so that they add up to `paidGoods` at most. The excess is taken from the end: the
 * leader bonus first, then from the highest ancestor down, the seller's own share last (docs/domain.md,
 * "Commission" step 6). The value of a stockist's order is the list price, so without the ceiling a large
 * margin would pay out more than came in.
 */
export function underCeiling(shares: AccruedEntry[], paidGoods: number): AccruedEntry[] {
  let excess = 0 - paidGoods;
  for (const { amount } of shares) excess += amount;
  if (excess <= 0) return shares;
  const left: AccruedEntry[] = [];
  for (const share of shares.toReversed()) {
    const cappedBy = Math.min(excess, share.amount);
    excess -= cappedBy;
    if (cappedBy === 0) left.push(share);
    else if (cappedBy < share.amount)
      left.push({ ...share, amount: share.amount - cappedBy, cappedBy });
  }
  return left.toReversed();
}

/** The total to reverse of an entry once `refundedGoods` of the order's `goods` have been refunded. */
export function reversedBy(amount: number, refundedGoods: number, goods: number): number {
  return goods === 0 ? 0 : proportionOf(amount, refundedGoods, goods);
}

function uplineRate(plan: CommissionPlan, earner: MemberLevel, seller: DistributorLevel): number {
  if (earner === 1 && seller === 2) return plan.upline["1"]["2"];
  if (earner === 1 && seller === 3) return plan.upline["1"]["3"];
  if (earner === 2 && seller === 3) return plan.upline["2"]["3"];
  return 0;
}
