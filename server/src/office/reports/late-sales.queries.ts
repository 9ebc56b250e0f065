import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { daysThrough } from "@portal/shared/platform/calendar.ts";
import type { SalesSums } from "@portal/shared/office/reports/sales-figures.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { SaleFact } from "./sales-change.rules.ts";
import { type Filters, isWanted, sumColumns } from "./sales-report.queries.ts";

/** What a fact that was recorded late changed in the figures. */
export type LateSale = SalesSums & {
  position: number;
  orderNumber: number;
  type: SaleFact["type"];
  /** The day on which it happened, in a month that was closed when it was recorded. */
  happenedOn: string;
  /** The booked day, on which the figures have it. */
  day: string;
  currency: Currency;
};

const shownMax = 50;

/** The late facts that the report of these days includes, the oldest first; the first ones of `count`. */
export async function listLateSales(
  db: ReadDatabase,
  query: Filters & FirstAndLast,
  max: number = shownMax,
): Promise<{ rows: LateSale[]; count: number }> {
  const { from, until } = daysThrough(query);
  const isWhole = query.productId === undefined;
  const whose =
    query.sellerId === undefined ? sql`true` : sql`figures.seller_id = ${query.sellerId}`;
  const { rows } = await sql<LateSale & { count: number }>`
    select figures.position, figures.order_number as "orderNumber", figures.type,
      figures.happened_on as "happenedOn", figures.day, kind.currency, ${sumColumns},
      (count(*) over ())::integer as count
    from sales_late figures
    join sales_kind kind on kind.id = figures.kind_id
    join region on region.code = kind.region
    where figures.day >= ${from}::date and figures.day < ${until}::date
      and ${whose} and ${isWanted(query, isWhole)}
    group by figures.position, figures.order_number, figures.type, figures.happened_on,
      figures.day, kind.currency
    order by figures.happened_on, figures.position, kind.currency
    limit ${max}`.execute(db);
  return { rows: rows.map(({ count: _count, ...row }) => row), count: rows[0]?.count ?? 0 };
}
