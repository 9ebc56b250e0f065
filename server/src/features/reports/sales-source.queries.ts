import type { SalesReportInput } from "@portal/shared/reports/sales-report.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";

type Filters = Pick<
  SalesReportInput,
  "from" | "to" | "region" | "role" | "sellerId" | "productId" | "method"
>;

/**
 * The figures of some days, from the smallest table that knows what is asked: sales of one person,
 * sales by person, or sales of all. Whole months of people are read as such.
 */
export function salesSource(
  { from, to, sellerId }: Pick<Filters, "from" | "to" | "sellerId">,
  of: Readonly<{ isByPerson: boolean; isWhole: boolean }>,
): RawBuilder<unknown> {
  const days = sql`day between ${from}::date and ${to}::date`;
  const whole = sql.lit(of.isWhole);
  if (sellerId !== undefined)
    return sql`(select day, ${columns}, seller_id from sales_person_day
      where whole = ${whole} and seller_id = ${sellerId} and ${days})`;
  if (!of.isByPerson)
    return sql`(select day, ${columns}, 0 as seller_id from sales_day where ${days})`;

  const [first, end] = wholeMonths(from, to);
  if (first >= end)
    return sql`(select ${columns}, seller_id from sales_person_day
      where whole = ${whole} and ${days})`;
  return sql`(select ${columns}, seller_id from sales_person_month
      where whole = ${whole} and month >= ${first}::date and month < ${end}::date
    union all select ${columns}, seller_id from sales_person_day
      where whole = ${whole} and day >= ${from}::date and day < ${first}::date
    union all select ${columns}, seller_id from sales_person_day
      where whole = ${whole} and day >= ${end}::date and day <= ${to}::date)`;
}

/** What a kind of sale has to be; orders as a whole unless products are asked for. */
export function isWanted(
  { region, role, productId, method }: Omit<Filters, "from" | "to">,
  isWhole: boolean,
): RawBuilder<SqlBool> {
  const conditions = [isWhole ? sql`kind.product_id = 0` : sql`kind.product_id <> 0`];
  if (productId !== undefined) conditions.push(sql`kind.product_id = ${productId}`);
  if (region !== undefined) conditions.push(sql`kind.region = ${region}`);
  if (role !== undefined) conditions.push(sql`kind.buyer = ${role}`);
  if (method !== undefined) conditions.push(sql`kind.method = ${method}`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Sums of a group, under the names of the report; money in minor units of the group's currency. */
export const sumColumns = sql`
  sum(figures.orders)::integer as orders, sum(figures.units)::integer as units,
  sum(figures.units::bigint * region.unit_value)::bigint as "totalSales",
  sum(figures.value)::bigint as commissionable, sum(figures.charged)::bigint as charged,
  sum(figures.delivery)::bigint as delivery, sum(figures.refunded)::bigint as refunds`;

export type SalesSums = {
  orders: number;
  units: number;
  /** Units at the region's unit value (specification, section 9). */
  totalSales: number;
  /** What commission is reckoned on: goods without VAT, a stockist's before the margin. */
  commissionable: number;
  /** Goods as charged, VAT included. */
  charged: number;
  /** As charged. */
  delivery: number;
  /** Given back in these days; the goods of it are off the other figures already. */
  refunds: number;
};

const columns = sql.raw("kind_id, orders, units, value, charged, delivery, refunded");

/** The first days of the first whole month and of the one after the last. */
function wholeMonths(from: string, to: string): [first: string, end: string] {
  return [firstOfMonth(from, from.endsWith("-01") ? 0 : 1), firstOfMonth(dayAfter(to), 0)];
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

function firstOfMonth(day: string, later: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10);
}
