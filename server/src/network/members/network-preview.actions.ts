import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import { type Preview, previewDays } from "@portal/shared/network/network-tree.ts";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { type RawBuilder, sql } from "kysely";
import type { Caller, SignedInUser } from "../../caller.ts";
import { loadStockistStandards } from "../../catalogue/shop-settings/settings.store.ts";
import { isOffice } from "../../people/users/user.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { createStreamReader } from "../../platform/ledger/read-events.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { defaultPlan } from "../commissions/commission-plan.events.ts";
import type { FindMember, PlanInForce, TreeMember } from "../commissions/commission.rules.ts";
import {
  enrolDistributor,
  enrolStockist,
  loadNetwork,
  type NetworkNow,
} from "../enrolment/enrol-member.actions.ts";
import { getConvertible } from "../enrolment/place-user.actions.ts";
import { previewEarnings, type PreviewedSale, treeWith } from "./network-preview.rules.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

export type PreviewedPlace = {
  level: MemberLevel | null;
  parentId: number | null;
  parentName: string | null;
};

/**
 * What the last ninety days would have brought to each member under the new tree, by today's plan and
 * terms. A distributor is shown itself, those below and the one who is converted, reckoned from what its
 * own tree sold: what others earn, and what a stranger buys, is theirs.
 */
export type NetworkPreview = {
  days: number;
  /** How many paid orders it is reckoned from. */
  orders: number;
  currency: Currency;
  now: PreviewedPlace;
  after: PreviewedPlace;
  members: {
    userId: number;
    name: string;
    before: number;
    after: number;
    /** after − before; whoever neither gains nor loses is left out. */
    change: number;
  }[];
};

/**
 * Nothing is changed. Orders keep the value that they had: a stockist would have bought at its margin,
 * which takes nothing from commission.
 *
 * @throws DomainError whatever the change itself would be refused with
 */
export async function previewChange(
  caller: Caller,
  user: SignedInUser,
  input: Preview,
): Promise<NetworkPreview> {
  const { db, readDb, shop } = caller;
  const network = await loadNetwork(createStreamReader(db));
  const { was, changed } = await placeAfter(caller, user, network, input);

  const { currency } = await loadRegion(readDb, shop.region);
  const now = membersOf(network);
  const isShown = (userId: number | null) =>
    userId !== null && (isOffice(user) || standsUnder(now, userId, user.id));
  const all = await listPreviewedSales(caller, input, currency);
  const sales = isOffice(user) ? all : all.filter(({ sellerId }) => isShown(sellerId));
  const inForce = await getPlanInForce(readDb);
  const changes = previewEarnings(sales, { now, after: treeWith(changed, now), inForce }).filter(
    ({ userId }) => userId === changed.userId || isShown(userId),
  );
  const names = await listNames(readDb, [
    ...changes.map(({ userId }) => userId),
    ...[was.parentId, changed.parentId].filter((id) => id !== null),
  ]);
  const named = ({ level, parentId }: Omit<PreviewedPlace, "parentName">): PreviewedPlace => ({
    level,
    parentId,
    parentName: parentId === null ? null : (names.get(parentId) ?? null),
  });
  return {
    days: previewDays,
    orders: sales.reduce((sum, { orders }) => sum + orders, 0),
    currency,
    now: named(was),
    after: named(changed),
    members: changes.map((change) => ({ ...change, name: names.get(change.userId) ?? "" })),
  };
}

type Placement = Readonly<{
  was: Readonly<{ level: MemberLevel | null; parentId: number | null }>;
  changed: TreeMember;
}>;

/** Decided by the very rules that the change would be. */
async function placeAfter(
  caller: Caller,
  user: SignedInUser,
  network: NetworkNow,
  input: Preview,
): Promise<Placement> {
  const { userId } = input;
  switch (input.change) {
    case "move": {
      const was = memberForOffice(user, network, userId);
      const type = was.level === 4 ? "MoveStockist" : "MoveDistributor";
      network.decide({ type, userId, parentId: input.parentId });
      return { was, changed: { ...was, parentId: input.parentId } };
    }
    case "uplift": {
      const was = memberForOffice(user, network, userId);
      network.decide({ type: "UpliftDistributor", userId });
      return { was, changed: { ...was, level: 1 } };
    }
    case "convert-to-distributor": {
      const { was, entry } = await customerFor(caller, user, input);
      const { level, parentId } = enrolDistributor(network, user, entry);
      return { was, changed: { userId, level, parentId, active: true, distributorBps: null } };
    }
    case "convert-to-stockist": {
      const { was, entry } = await customerFor(caller, user, input);
      const standards = await loadStockistStandards(caller.db);
      const enrolled = enrolStockist(network, user, { ...entry, asked: input, standards });
      const { parentId, terms } = enrolled;
      const { distributorBps } = terms;
      return { was, changed: { userId, level: 4, parentId, active: true, distributorBps } };
    }
  }
}

function memberForOffice(user: SignedInUser, network: NetworkNow, userId: number): TreeMember {
  if (!isOffice(user)) throw new DomainError("access.forbidden");
  const member = membersOf(network)(userId);
  if (!member) throw new DomainError("network.unknown-member", String(userId));
  if (!member.active) throw new DomainError("account.inactive");
  return member;
}

async function customerFor(
  caller: Caller,
  user: SignedInUser,
  {
    change,
    userId,
    parentId,
  }: { change: UserAction & Preview["change"]; userId: number; parentId: number | null },
) {
  const customer = await getConvertible(caller, user, { customerId: userId, action: change });
  return {
    was: { level: null, parentId: customer.parentId },
    entry: { userId, firstName: customer.firstName, parentId, code: undefined },
  };
}

/** A move or an uplift concerns the sales below; somebody who becomes a member sells to itself. */
async function listPreviewedSales(
  { readDb, now }: Caller,
  { change, userId }: Preview,
  currency: Currency,
): Promise<PreviewedSale[]> {
  const since = daysEarlier(now(), previewDays);
  if (change === "move" || change === "uplift") {
    const sales = await listSalesBelow(readDb, userId, { since, currency });
    return sales.map((sale) => ({ ...sale, sellerIdAfter: sale.sellerId }));
  }
  const purchases = await listPurchases(readDb, userId, { since, currency });
  return purchases.map((purchase) => ({ ...purchase, sellerIdAfter: userId }));
}

function membersOf({ state }: NetworkNow): FindMember {
  return (userId) => {
    const member = state.members.get(userId);
    if (!member) return undefined;
    const { level, parentId, active, terms } = member;
    return { userId, level, parentId, active, distributorBps: terms?.distributorBps ?? null };
  };
}

function standsUnder(find: FindMember, userId: number, topId: number): boolean {
  let above: number | null = userId;
  while (above !== null && above !== topId) above = find(above)?.parentId ?? null;
  return above !== null;
}

type SoldOrders = Readonly<Omit<PreviewedSale, "sellerIdAfter">>;
type Paid = Readonly<{ since: string; currency: Currency }>;

/** Paid live orders since then whose seller is this member or stands below it. */
function listSalesBelow(db: ReadDatabase, userId: number, paid: Paid): Promise<SoldOrders[]> {
  return listSales(
    db,
    sql`seller_id in (select descendant_id from projection.member_path where ancestor_id = ${userId})`,
    paid,
  );
}

/** Paid live orders since then that this customer made. */
function listPurchases(db: ReadDatabase, userId: number, paid: Paid): Promise<SoldOrders[]> {
  return listSales(db, sql`buyer_id = ${userId}`, paid);
}

async function listSales(
  db: ReadDatabase,
  condition: RawBuilder<unknown>,
  { since, currency }: Paid,
): Promise<SoldOrders[]> {
  const { rows } = await sql<SoldOrders>`
    select count(*) as orders, seller_id as "sellerId", value, goods, paid_goods as "paidGoods",
      refunded_goods as "refundedGoods"
    from projection.order_state "order"
    where ${condition} and ${isLive()} and paid_at >= ${since}::timestamptz and currency = ${currency}
    group by seller_id, value, goods, paid_goods, refunded_goods`.execute(db);
  return rows;
}

async function getPlanInForce(db: ReadDatabase): Promise<PlanInForce> {
  const published = await db
    .selectFrom("projection.commission_plan")
    .select(["position", "plan"])
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return published ?? { position: 0, plan: defaultPlan };
}

/** A member without an account goes by its code. */
async function listNames(
  db: ReadDatabase,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ userId: number; name: string }>`
    select wanted.id as "userId",
      coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), member.code, '') as name
    from unnest(${userIds}::integer[]) wanted (id)
    left join account on account.id = wanted.id
    left join projection.member member on member.user_id = wanted.id`.execute(db);
  return new Map(rows.map(({ userId, name }) => [userId, name]));
}
