import type { SalesReportInput } from "@portal/shared/office/reports/sales-report.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";

type Filters = Pick<
  SalesReportInput,
  "from" | "to" | "region" | "role" | "sellerId" | "productId" | "method"
>;

/**
 * The figures of some days, from the smallest tables that know what is asked: sales of all by day, or
 * those of people by whole quarters, then by whole months, and by day where only a part of a month is
 * asked for. By month where months are to be told apart.
 */
export function salesSource(
  { from, to, sellerId }: Pick<Filters, "from" | "to" | "sellerId">,
  of: Readonly<{ isByPerson: boolean; isWhole: boolean; isByMonth?: boolean }>,
): RawBuilder<unknown> {
  if (!of.isByPerson && sellerId === undefined)
    return sql`(select day, ${columns}, 0 as seller_id from sales_day
      where day between ${from}::date and ${to}::date)`;

  const { quarters, months, days } = partsOf(from, to, of.isByMonth === true);
  const whose = sql`whole = ${sql.lit(of.isWhole)}
    ${sellerId === undefined ? sql`` : sql`and seller_id = ${sellerId}`}`;
  return sql`(select quarter as day, ${columns}, seller_id from sales_person_quarter
      where quarter = any(${quarters}::date[]) and ${whose}
    union all select month as day, ${columns}, seller_id from sales_person_month
      where month = any(${months}::date[]) and ${whose}
    union all select day, ${columns}, seller_id from sales_person_day
      where day = any(${days}::date[]) and ${whose})`;
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

/** Sums of a group by the names of the report; money in minor units of the group's currency. */
export const salesSums: Readonly<Record<keyof SalesSums, RawBuilder<number>>> = {
  orders: sql`sum(figures.orders)::integer`,
  units: sql`sum(figures.units)::integer`,
  totalSales: sql`sum(figures.units::bigint * region.unit_value)::bigint`,
  commissionable: sql`sum(figures.value)::bigint`,
  charged: sql`sum(figures.charged)::bigint`,
  delivery: sql`sum(figures.delivery)::bigint`,
  refunds: sql`sum(figures.refunded)::bigint`,
};

export const sumColumns = sql.join(
  Object.entries(salesSums).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`),
);

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

type Parts = Record<"quarters" | "months" | "days", string[]>;

/** The first days of the whole quarters within, of the whole months beside them, and every other day. */
function partsOf(from: string, to: string, isByMonth: boolean): Parts {
  const parts: Parts = { quarters: [], months: [], days: [] };
  const ends = dayAfter(to);
  for (let day = from; day <= to; ) {
    const month = firstOfMonth(day, 1);
    const quarter = firstOfMonth(day, 3);
    if (!isByMonth && /-(01|04|07|10)-01$/.test(day) && quarter <= ends) {
      parts.quarters.push(day);
      day = quarter;
    } else if (day.endsWith("-01") && month <= ends) {
      parts.months.push(day);
      day = month;
    } else {
      parts.days.push(day);
      day = dayAfter(day);
    }
  }
  return parts;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** The first day of the month that comes so many months later. */
function firstOfMonth(day: string, later: number): string {
  const date = new Date(`${day.slice(0, 8)}01`);
  date.setUTCMonth(date.getUTCMonth() + later);
  return date.toISOString().slice(0, 10);
}
