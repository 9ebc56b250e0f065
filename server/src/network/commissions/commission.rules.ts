import { proportionOf, shareOf } from "@portal/shared/platform/money.ts";
import type { DistributorLevel, MemberLevel } from "@portal/shared/platform/roles.ts";
import type {
  AccruedEntry,
  CommissionKind,
  MemberRow,
} from "../../platform/read-model/projection-tables.ts";
import type { CommissionPlan } from "./commission-plan.events.ts";

/** What commission has to know of a member. */
export type TreeMember = Pick<
  MemberRow,
  "userId" | "level" | "parentId" | "active" | "distributorBps"
>;
export type FindMember = (userId: number) => TreeMember | undefined;

/** A plan and the ledger position that put it in force, 0 for the default plan. */
export type PlanInForce = Readonly<{ position: number; plan: CommissionPlan }>;

/** What an order brings to commission: whose sale it is and the value that it is reckoned on. */
export type Sale = Readonly<{ seller: TreeMember; value: number }>;
/** The same with what was paid for the goods, without VAT: commission never comes to more. */
export type PaidSale = Sale & Readonly<{ paidGoods: number }>;

/** Who earns what on a sale, with the tree, terms and plan handed in (docs/domain.md, "Commission" steps 2 to 6). */
export function commissionOn(
  sale: PaidSale,
  findMember: FindMember,
  inForce: PlanInForce,
): AccruedEntry[] {
  return underCeiling(sharesOn(sale, findMember, inForce), sale.paidGoods);
}

/**
 * What plan and terms give, from the seller upwards: its own share, its upline's, or the parent's of a
 * stockist, then the leader bonus.
 */
export function sharesOn(sale: Sale, findMember: FindMember, inForce: PlanInForce): AccruedEntry[] {
  const entries: AccruedEntry[] = [];
  const levelOne =
    sale.seller.level === 4
      ? addParentOfStockist(entries, sale, findMember, inForce)
      : addOwnAndUpline(entries, sale, sale.seller.level, findMember, inForce);
  if (levelOne) addLeaderBonus(entries, sale, levelOne, findMember, inForce);
  return entries;
}

/**
 * The shares of a sale that add up to `paidGoods` at most. What is above is taken off from the end: the
 * leader bonus first, then from the highest ancestor down, the seller's own last (docs/domain.md, "Commission"
 * step 6). Of a stockist's order the value is the list price, so that without this a margin that is
 * large enough would pay out more than came in.
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

/** How much of an entry is to be reversed in all once so much of an order's goods was refunded. */
export function reversedBy(amount: number, refundedGoods: number, goods: number): number {
  return goods === 0 ? 0 : proportionOf(amount, refundedGoods, goods);
}

/** Answers the level 1 that the walk ended at, if it reached one. */
function addOwnAndUpline(
  entries: AccruedEntry[],
  sale: Sale,
  sellerLevel: DistributorLevel,
  findMember: FindMember,
  inForce: PlanInForce,
): TreeMember | undefined {
  const { seller, value } = sale;
  addEntry(entries, sale, seller, "own", inForce.plan.own[sellerLevel], value, inForce);

  let reached = seller;
  while (reached.level > 1) {
    const above = parentOf(reached, findMember);
    // Level is a rank and not the depth, so a walk ends where the rank no longer rises.
    if (!above || above.level >= reached.level) return undefined;
    const rate = uplineRate(inForce.plan, above.level, sellerLevel);
    addEntry(entries, sale, above, "upline", rate, value, inForce);
    reached = above;
  }
  return reached;
}

function addParentOfStockist(
  entries: AccruedEntry[],
  sale: Sale,
  findMember: FindMember,
  inForce: PlanInForce,
): TreeMember | undefined {
  const parent = parentOf(sale.seller, findMember);
  if (!parent) return undefined;
  const rate = sale.seller.distributorBps ?? 0;
  addEntry(entries, sale, parent, "stockist", rate, sale.value, inForce);
  return parent.level === 1 ? parent : undefined;
}

/** On what the level 1 earned with this sale; paid on top, one generation only. */
function addLeaderBonus(
  entries: AccruedEntry[],
  sale: Sale,
  levelOne: TreeMember,
  findMember: FindMember,
  inForce: PlanInForce,
): void {
  const sponsor = parentOf(levelOne, findMember);
  if (!sponsor) return;
  let earned = 0;
  for (const entry of entries) if (entry.beneficiaryId === levelOne.userId) earned += entry.amount;
  addEntry(entries, sale, sponsor, "leader", inForce.plan.leader, earned, inForce);
}

/** An entry of nothing, or for somebody who is not active, is not written and goes to nobody else. */
function addEntry(
  entries: AccruedEntry[],
  { seller }: Sale,
  beneficiary: TreeMember,
  kind: CommissionKind,
  rateBps: number,
  value: number,
  inForce: PlanInForce,
): void {
  const amount = shareOf(value, rateBps);
  if (amount === 0 || !beneficiary.active) return;
  entries.push({
    beneficiaryId: beneficiary.userId,
    beneficiaryLevel: beneficiary.level,
    kind,
    sellerId: seller.userId,
    sellerLevel: seller.level,
    rateBps,
    value,
    amount,
    reversed: 0,
    planPosition: inForce.position,
  });
}

function parentOf(member: TreeMember, findMember: FindMember): TreeMember | undefined {
  return member.parentId === null ? undefined : findMember(member.parentId);
}

function uplineRate(plan: CommissionPlan, earner: MemberLevel, seller: DistributorLevel): number {
  if (earner === 1 && seller === 2) return plan.upline["1"]["2"];
  if (earner === 1 && seller === 3) return plan.upline["1"]["3"];
  if (earner === 2 && seller === 3) return plan.upline["2"]["3"];
  return 0;
}
