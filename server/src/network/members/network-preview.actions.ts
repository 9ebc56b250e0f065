import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import { type Preview, previewDays } from "@portal/shared/network/network-tree.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { isOffice } from "../../people/users/user.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { createStreamReader } from "../../platform/ledger/read-events.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { findPlanInForce } from "../commissions/commission-plan.queries.ts";
import type { FindMember, TreeMember } from "../commissions/commission.rules.ts";
import {
  enrolDistributor,
  enrolStockist,
  loadNetwork,
  type NetworkNow,
} from "../enrolment/enrol-member.actions.ts";
import { getConvertible } from "../enrolment/place-user.actions.ts";
import { previewEarnings, type PreviewedSale, treeWith } from "./network-preview.rules.ts";
import { isInTree } from "./network-scope.queries.ts";
import { isWithin } from "./network.rules.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/**
 * What each member would have earned from the paid orders of the last ninety days in the changed tree, by the
 * present plan and terms; members without a difference are left out. A distributor sees itself, the members
 * below and the converted customer, from the sales of its own tree only: the earnings of other members and the
 * purchases of strangers are private. Orders keep their value: a stockist would have bought at its margin, which
 * does not affect commission.
 *
 * @throws DomainError the refusals of the change itself
 */
export async function previewChange(caller: Caller, user: SignedInUser, input: Preview) {
  const { db, readDb, shop } = caller;
  const network = await loadNetwork(createStreamReader(db));
  const { was, changed } = await decideChange(caller, user, network, input);

  const { currency } = await loadRegion(readDb, shop.region);
  const now = membersOf(network);
  const isShown = (userId: number | null) =>
    userId !== null && (isOffice(user) || isWithin(userId, user.id, now));
  const all = await listPreviewedSales(caller, input, currency);
  const sales = isOffice(user) ? all : all.filter(({ sellerId }) => isShown(sellerId));
  const inForce = await findPlanInForce(readDb);
  const changes = previewEarnings(sales, { now, after: treeWith(changed, now), inForce }).filter(
    ({ userId }) => userId === changed.userId || isShown(userId),
  );
  const names = await listNames(readDb, [
    ...changes.map(({ userId }) => userId),
    ...[was.parentId, changed.parentId].filter((id) => id !== null),
  ]);
  const named = ({ level, parentId }: Placement["was"]) => ({
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

/** Applies the rules of the change itself. */
async function decideChange(
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
      const { was, enrolment } = await convertibleFor(caller, user, input);
      const { level, parentId } = enrolDistributor(network, user, enrolment);
      return { was, changed: { userId, level, parentId, active: true, distributorBps: null } };
    }
    case "convert-to-stockist": {
      const { was, enrolment } = await convertibleFor(caller, user, input);
      const stockist = { ...enrolment, terms: input };
      const { parentId, terms } = await enrolStockist(caller, network, user, stockist);
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

async function convertibleFor(
  caller: Caller,
  user: SignedInUser,
  { change, userId, parentId }: Extract<Preview, { change: `convert-to-${string}` }>,
) {
  const customer = await getConvertible(caller, user, { userId, action: change });
  return {
    was: { level: null, parentId: customer.parentId },
    enrolment: { userId, parentId, code: undefined },
  };
}

/**
 * Paid live orders: for a move or an uplift, the sales of the member and those below; for a conversion, the
 * customer's purchases, of which the new member becomes the seller.
 */
async function listPreviewedSales(
  { readDb, now }: Caller,
  { change, userId }: Preview,
  currency: Currency,
): Promise<PreviewedSale[]> {
  const isConversion = change !== "move" && change !== "uplift";
  const condition = isConversion ? sql`buyer_id = ${userId}` : isInTree(userId, sql`seller_id`);
  const { rows } = await sql<Omit<PreviewedSale, "sellerIdAfter">>`
    select count(*) as orders, seller_id as "sellerId", value, goods, paid_goods as "paidGoods",
      refunded_goods as "refundedGoods"
    from projection.order_state "order"
    where ${condition} and ${isLive()}
      and paid_at >= ${daysEarlier(now(), previewDays)}::timestamptz and currency = ${currency}
    group by seller_id, value, goods, paid_goods, refunded_goods`.execute(readDb);
  return rows.map((sale) => ({ ...sale, sellerIdAfter: isConversion ? userId : sale.sellerId }));
}

function membersOf({ state }: NetworkNow): FindMember {
  return (userId) => {
    const member = state.members.get(userId);
    if (!member) return undefined;
    const { level, parentId, active, terms } = member;
    return { userId, level, parentId, active, distributorBps: terms?.distributorBps ?? null };
  };
}

/** A member without an account is shown by its code. */
async function listNames(
  db: ReadDatabase,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ userId: number; name: string }>`
    select requested.id as "userId",
      coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), member.code, '') as name
    from unnest(${userIds}::integer[]) requested (id)
    left join account on account.id = requested.id
    left join projection.member member on member.user_id = requested.id`.execute(db);
  return new Map(rows.map(({ userId, name }) => [userId, name]));
}
