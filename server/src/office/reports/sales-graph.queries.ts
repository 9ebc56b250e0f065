import { type DayRange, daysThrough, firstAndLastOf } from "@portal/shared/platform/calendar.ts";
import type { SalesSums } from "@portal/shared/office/reports/sales-figures.ts";
import type { SalesGraphInput } from "@portal/shared/office/reports/sales-report.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import {
  comparedDays,
  isWanted,
  type ShopNow,
  readBehind,
  salesSource,
  sumColumns,
} from "./sales-report.queries.ts";
import { shownRegion } from "../../platform/db/region.queries.ts";

/** The figures of a step with sales, by its first day and the level or product. */
type Point = Pick<SalesSums, "orders" | "units" | "totalSales" | "commissionable" | "charged"> & {
  day: string;
  key: number;
};

/** Sales over time of one region, because currencies cannot share a scale. */
export async function readSalesGraph(db: ReadDatabase, shop: ShopNow, query: SalesGraphInput) {
  const { step, series, region = shop.region } = query;
  const days = daysThrough(query);
  const before = await comparedDays(db, shop, query);
  const [{ currency, unitValue }, points, pointsBefore, behind] = await Promise.all([
    shownRegion(db, region),
    listPoints(db, { days, region, step, series }),
    listPoints(db, { days: before, region, step, series: null }),
    readBehind(db),
  ]);
  return {
    currency,
    unitValue,
    points,
    /** Products by key; null for a product that was deleted. */
    names: series === "product" ? await listNames(db, points) : [],
    /** All sales of the days that these are compared with. */
    before: {
      ...firstAndLastOf(before),
      points: pointsBefore.map(({ key: _key, ...point }) => point),
    },
    behind,
  };
}

type PointsQuery = Pick<SalesGraphInput, "region" | "step"> & {
  days: DayRange;
  series: SalesGraphInput["series"] | null;
};

async function listPoints(db: ReadDatabase, { series, step, ...query }: PointsQuery) {
  const isWhole = series !== "product";
  const key = { level: sql`kind.level`, product: sql`kind.product_id`, none: sql`0` }[
    series ?? "none"
  ];
  const { rows } = await sql<Point>`
    select day, key, orders, units, "totalSales", commissionable, charged
    from (
      select date_trunc(${step}, figures.day)::date as day, ${key} as key, ${sumColumns}
      from ${salesSource(query, { isByPerson: false, isWhole })} figures
      join sales_kind kind on kind.id = figures.kind_id
      join region on region.code = kind.region
      where ${isWanted(query, isWhole)}
      group by 1, 2
    ) point
    where units <> 0 or charged <> 0
    order by day, key`.execute(db);
  return rows;
}

async function listNames(db: ReadDatabase, points: readonly Point[]) {
  const keys = [...new Set(points.map(({ key }) => key))];
  if (keys.length === 0) return [];
  const products = await db
    .selectFrom("product")
    .select(["id", "name"])
    .where("id", "in", keys)
    .execute();
  return keys.map((key) => ({
    key,
    name: products.find(({ id }) => id === key)?.name ?? null,
  }));
}
