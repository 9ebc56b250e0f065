import { sql } from "kysely";
import type { ConservationFinding } from "../../projections/compare/compare-projections.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { figureNames } from "./sales-change.rules.ts";
import { projectionsName } from "./sales-count.store.ts";

/** Distributed over the checks, so that many findings of one do not hide those of another. */
const driftsMax = 50;

/**
 * Compares the figures of the reports with the projections; finds nothing while the count is behind. A difference means that
 * an event was counted twice or not at all, and is not repaired here.
 */
export async function findSalesDrift(db: ReadDatabase): Promise<ConservationFinding[]> {
  const { rows } = await sql<ConservationFinding>`
    with counted as (
      select from sales_count where projections = ${projectionsName}
        and position = (select min(position) from projection.checkpoint)
    ), ordered as (
      select currency, count(*) as orders, sum(units - refunded_units) as units,
        sum(goods - refunded_goods) as charged
      from projection.order_state "order" where ${isLive()} and paid_at is not null group by currency
    ), by_day as (
      select kind.currency, sum(orders) as orders, sum(units) as units, sum(charged) as charged
      from sales_day join sales_kind kind on kind.id = kind_id
      where kind.product_id = 0 group by kind.currency
    ), entered as (
      select seller_id, sum(units) as units, sum(value) as value, sum(charged) as charged
      from projection.sale_entry group by seller_id
    ), by_person as (
      select seller_id, sum(units) as units, sum(value) as value, sum(charged) as charged
      from sales_person_day where whole and seller_id <> 0 group by seller_id
    ), month (source, month, kind_id, figures) as (
      select 'days', date_trunc('month', day::timestamp)::date, kind_id, ${figureRow}
      from sales_day group by 2, 3
      union all
      select 'days of people', date_trunc('month', day::timestamp)::date, kind_id, ${figureRow}
      from sales_person_day group by 2, 3
      union all
      select 'months of people', month, kind_id, ${figureRow} from sales_person_month group by 2, 3
    ), drift (law, subject, detail) as (
      select 'The sales reports have every paid order once', currency,
        format('%s orders, %s units, %s in orders; %s, %s, %s in the reports', ordered.orders,
          ordered.units, ordered.charged, by_day.orders, by_day.units, by_day.charged)
      from ordered full join by_day using (currency)
      where (ordered.orders, ordered.units, ordered.charged)
        is distinct from (by_day.orders, by_day.units, by_day.charged)
      union all
      select 'The sales of a person are what was entered for them', 'member ' || seller_id,
        format('%s units of value %s entered; %s of %s in the reports', coalesce(entered.units, 0),
          coalesce(entered.value, 0), coalesce(by_person.units, 0), coalesce(by_person.value, 0))
      from entered full join by_person using (seller_id)
      where (coalesce(entered.units, 0), coalesce(entered.value, 0), coalesce(entered.charged, 0))
        <> (coalesce(by_person.units, 0), coalesce(by_person.value, 0), coalesce(by_person.charged, 0))
      union all
      select 'Sales by day, by person and by month come to the same', to_char(month, 'YYYY-MM'),
        format('kind %s: %s', kind_id, string_agg(source || ' ' || figures, ', ' order by source))
      from month group by month, kind_id having count(*) <> 3 or count(distinct figures) <> 1
    ), ranked as (
      select law, subject, detail, row_number() over (partition by law order by subject) as place
      from counted cross join drift order by place, law limit ${driftsMax}
    )
    select law, subject, detail from ranked order by law, subject
  `.execute(db);
  return rows;
}

const figureRow = sql.raw(`row(${figureNames.map((name) => `sum(${name})`).join(", ")})::text`);
