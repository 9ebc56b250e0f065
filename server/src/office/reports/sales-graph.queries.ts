import type { Currency } from "@portal/shared/platform/money.ts";
import {
  type DayRange,
  daysThrough,
  type FirstAndLast,
  firstAndLastOf,
} from "@portal/shared/platform/calendar.ts";
import type { SalesGraphInput } from "@portal/shared/office/reports/sales-report.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import {
  comparedDays,
  isWanted,
  type Place,
  readBehind,
  salesSource,
  type SalesSums,
  sumColumns,
} from "./sales-report.queries.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

export type GraphFigures = Pick<
  SalesSums,
  "orders" | "units" | "totalSales" | "commissionable" | "charged"
>;

export type SalesGraph = {
  currency: Currency;
  unitValue: number;
  /** The first day of each step that something was sold in, and what of. */
  points: (GraphFigures & { day: string; key: number })[];
  /** The levels or products of the points; a product that is gone has no name. */
  names: { key: number; name: string | null }[];
  /** Everything together, in the days that these are compared with. */
  before: FirstAndLast & { points: (GraphFigures & { day: string })[] };
  behind: number;
};

/** Sales by step of time, of one region, because currencies cannot be drawn on one scale. */
export async function readSalesGraph(
  db: ReadDatabase,
  place: Place,
  asked: SalesGraphInput,
): Promise<SalesGraph> {
  const { step, series, region = place.region } = asked;
  const days = daysThrough(asked);
  const before = await comparedDays(db, place, asked);
  const [{ currency, unitValue }, points, pointsBefore, behind] = await Promise.all([
    loadRegion(db, region),
    listPoints(db, { days, region, step, series }),
    listPoints(db, { days: before, region, step, series: null }),
    readBehind(db),
  ]);
  return {
    currency,
    unitValue,
    points,
    names: series === "product" ? await listNames(db, points) : [],
    before: {
      ...firstAndLastOf(before),
      points: pointsBefore.map(({ key: _key, ...point }) => point),
    },
    behind,
  };
}

type Asked = Pick<SalesGraphInput, "region" | "step"> & {
  days: DayRange;
  series: SalesGraphInput["series"] | null;
};

async function listPoints(db: ReadDatabase, { series, step, ...asked }: Asked) {
  const isWhole = series !== "product";
  const key = { level: sql`kind.level`, product: sql`kind.product_id`, none: sql`0` }[
    series ?? "none"
  ];
  const { rows } = await sql<SalesGraph["points"][number]>`
    select day, key, orders, units, "totalSales", commissionable, charged
    from (
      select date_trunc(${step}, figures.day)::date as day, ${key} as key, ${sumColumns}
      from ${salesSource(asked, { isByPerson: false, isWhole })} figures
      join sales_kind kind on kind.id = figures.kind_id
      join region on region.code = kind.region
      where ${isWanted(asked, isWhole)}
      group by 1, 2
    ) point
    where units <> 0 or charged <> 0
    order by day, key`.execute(db);
  return rows;
}

async function listNames(db: ReadDatabase, points: SalesGraph["points"]) {
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
