import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowOf, rowsOf } from "../../platform/db/rows.ts";
import { findTop } from "../../network/members/network-scope.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/**
 * The specification's "Stockist sales figures", money in minor units. "Since last payout" means the last payout of the
 * distributor above, who earns the commission (docs/domain.md, "Wallet, payouts, credit").
 */
export type StockistCard = { currency: Currency } & Figures & Rhythm;

const figuresRow = z.strictObject({
  /** Charged for goods, incl. VAT. */
  totalSales: z.int(),
  totalSalesSinceLastPayout: z.int(),
  totalSalesWithoutStockistDiscountExcl: z.int(),
  totalSalesSinceLastPayoutWithoutStockistDiscountExcl: z.int(),
  totalUnits: z.int(),
  totalUnitsSinceLastPayout: z.int(),
  /** The value without the discount less what was charged, both excl. VAT. */
  saved: z.int(),
  savedSinceLastPayout: z.int(),
  /** The share of the value that the distributor above earns, in percent. */
  distributorPercent: z.number(),
  stockistMargin: z.number(),
});
type Figures = z.infer<typeof figuresRow>;

const rhythmRow = z.strictObject({
  /** Between two of the stockist's own orders; null with fewer than four. */
  daysBetweenOrders: z.int().nullable(),
  lastOrderAt: z.iso.datetime().nullable(),
});
type Rhythm = z.infer<typeof rhythmRow>;

/**
 * A stockist can see its own card, a distributor those of its tree, the office all.
 *
 * @throws DomainError network.unknown-member, network.wrong-kind
 */
export async function readStockistCard(
  { readDb: db, shop }: Caller,
  user: SignedInUser,
  requestedId: number | undefined,
): Promise<StockistCard> {
  const userId = await findStockist(db, user, requestedId);
  const [{ currency }, figures, rhythm] = await Promise.all([
    loadRegion(db, shop.region),
    readFigures(db, userId),
    readRhythm(db, userId),
  ]);
  return { currency, ...figures, ...rhythm };
}

async function findStockist(
  db: ReadDatabase,
  user: SignedInUser,
  requestedId: number | undefined,
): Promise<number> {
  if (user.role !== "stockist") return (await findTop(db, user, requestedId)) ?? user.id;
  if (requestedId !== undefined && requestedId !== user.id)
    throw new DomainError("network.unknown-member", String(requestedId));
  return user.id;
}

/** With the VAT rate of each sale, so that a new rate does not change earlier figures. */
async function readFigures(db: ReadDatabase, userId: number): Promise<Figures> {
  const [figures] = await rowsOf(
    db,
    figuresRow,
    sql`
    with stockist as (
      select member.user_id, member.margin_bps, member.distributor_bps,
        coalesce(wallet.last_paid_cutoff, 0) as cutoff
      from projection.member left join projection.wallet on wallet.user_id = member.parent_id
      where member.user_id = ${userId} and member.kind = 'stockist'
    ), sale as (
      select entry.units, entry.value, entry.charged, entry.position > stockist.cutoff as since,
        entry.value - round(entry.charged * 10000::numeric / (10000 + sold.vat_bps)) as saved
      from stockist
      join projection.sale_entry entry on entry.seller_id = stockist.user_id
      join projection.order_state sold on sold.order_id = entry.order_id
      where entry.seller_level = 4
    ), sums as (
      select sum(units) as units, sum(units) filter (where since) as units_since,
        sum(charged) as charged, sum(charged) filter (where since) as charged_since,
        sum(value) as value, sum(value) filter (where since) as value_since,
        sum(saved) as saved, sum(saved) filter (where since) as saved_since
      from sale
    )
    select coalesce(charged, 0)::bigint as "totalSales",
      coalesce(charged_since, 0)::bigint as "totalSalesSinceLastPayout",
      coalesce(value, 0)::bigint as "totalSalesWithoutStockistDiscountExcl",
      coalesce(value_since, 0)::bigint as "totalSalesSinceLastPayoutWithoutStockistDiscountExcl",
      coalesce(units, 0)::bigint as "totalUnits",
      coalesce(units_since, 0)::bigint as "totalUnitsSinceLastPayout",
      coalesce(saved, 0)::bigint as saved, coalesce(saved_since, 0)::bigint as "savedSinceLastPayout",
      (distributor_bps / 100.0)::float8 as "distributorPercent",
      (margin_bps / 100.0)::float8 as "stockistMargin"
    from stockist, sums`,
  );
  if (!figures) throw new DomainError("network.wrong-kind", String(userId));
  return figures;
}

/** The median of the days between the last paid orders, so that one long gap does not distort it. */
async function readRhythm(db: ReadDatabase, userId: number): Promise<Rhythm> {
  return rowOf(
    db,
    rhythmRow,
    sql`
    with bought as (
      select placed_at,
        extract(epoch from placed_at - lag(placed_at) over (order by placed_position)) / 86400 as days
      from (
        select placed_at, placed_position from projection.order_state "order"
        where ${isLive()} and buyer_id = ${userId} and paid_at is not null
        order by placed_position desc limit 9
      ) latest
    )
    select max(placed_at) as "lastOrderAt",
      case when count(days) >= 3 then
        greatest(1, round(percentile_cont(0.5) within group (order by days)))::integer
      end as "daysBetweenOrders"
    from bought`,
  );
}
