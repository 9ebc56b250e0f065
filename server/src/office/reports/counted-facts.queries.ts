import type { BuyerKind, SalesMethod } from "@portal/shared/office/reports/sales-terms.ts";
import { bpsAt, type VatRegistration } from "@portal/shared/catalogue/vat-registration.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { type RawBuilder, sql } from "kysely";
import { bookedDaySql } from "../../money/statements/closing.queries.ts";
import type { Closings } from "../../money/statements/statement.rules.ts";
import type { Tx } from "../../platform/db/database.ts";
import { vatDays } from "../../platform/db/region.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { lostSales } from "../../sales/orders/lost-sales.queries.ts";
import type { SaleFact, SoldOrder } from "./sales-change.rules.ts";

/** An event that changes sales figures, with the facts of its order up to it. */
export type CountedFact = Readonly<{
  position: number;
  orderNumber: number;
  type: SaleFact["type"];
  /** The booked day. */
  day: string;
  /** Its own day, in the time zone of the order's region. */
  happenedOn: string;
  region: Region;
  currency: Currency;
  buyer: BuyerKind;
  method: SalesMethod;
  order: SoldOrder;
  facts: readonly SaleFact[];
}>;

/** A fact before the rule of VAT is applied. */
type CountedRow = Omit<CountedFact, "order"> &
  VatRegistration &
  Readonly<{ order: Omit<SoldOrder, "documentBps">; paidAt: string }>;

export type CountRange = Readonly<{ after: number; through: number; closings: Closings }>;

/**
 * The facts of paid orders within a range of positions, in ledger order. The seller is taken from the projected sale entry of
 * the event's position; a member's own order is one whose buyer is its seller (docs/domain.md, "Who made the sale").
 */
export async function listCountedFacts(
  tx: Tx,
  { after, through, closings }: CountRange,
): Promise<CountedFact[]> {
  const own = sql<string>`(fact.occurred_at at time zone region.time_zone)::date`;
  const booked = bookedDaySql(closings, { local: own, position: sql`fact.position` });
  const isLost = sql`exists (select from lost where lost.order_id = orders.order_id)`;
  const { rows } = await sql<CountedRow>`
    with lost as materialized (${lostSales})
    select fact.position, orders.order_number as "orderNumber", fact.type,
      ${booked} as day, ${own} as "happenedOn",
      orders.region, orders.currency,
      case when orders.buyer_id is null then 'guest'
        when (placed.data->>'sellerId')::integer = orders.buyer_id then buyer.kind
        else 'customer' end as buyer,
      (select case when count(*) = 1 then min(method) else 'several' end
        from (
          select payment.method from projection.order_payment payment
          where payment.order_id = orders.order_id and payment.position < paid.position
          group by payment.method having sum(payment.amount) > 0
        ) standing
      ) as method,
      invoicing.occurred_at as "paidAt", ${vatDays} as "vatDays",
      region.time_zone as "timeZone",
      json_build_object('vatBps', orders.vat_bps,
        'lines', jsonb_path_query_array(placed.data, '$.sections[*].lines[*]')) as order,
      -- Most facts are the first of their order, and need no look-up.
      case when fact.position = paid.position
        then json_build_array(${holderAt("fact")})
        else (select json_agg(
            case former.type
              when 'PaymentRefunded'
              then (former.data || jsonb_build_object('type', former.type, 'kept', ${keptAt}))::json
              when 'PaymentUndone' then json_build_object('type', former.type)
              else ${holderAt("former")} end
            order by former.position)
          from ledger_events former
          where former.stream_id = fact.stream_id
            and former.position between paid.position and fact.position
            and (former.type = any(${countedTypes})
              or former.position = fact.position and former.type = 'PaymentUndone'))
      end as facts
    from ledger_events fact
    join projection.order_state orders on orders.order_id = (fact.data->>'orderId')::uuid
    -- When the order was paid the last time before the fact.
    cross join lateral (
      select case when not ${isLost} then orders.paid_position
        else (select max(paid.position) from ledger_events paid
          where paid.stream_id = fact.stream_id and paid.type = 'OrderPaid'
            and paid.position <= fact.position) end as position
    ) paid
    join ledger_events invoicing on invoicing.position = paid.position
    left join lost on lost.paid_position = paid.position
    join ledger_events placed on placed.position = orders.placed_position
    join region on region.code = orders.region
    left join projection.member buyer on buyer.user_id = orders.buyer_id
    where fact.position > ${after} and fact.position <= ${through}
      and fact.type = any(${[...countedTypes, "PaymentUndone"]})
      and (fact.type <> 'PaymentUndone' or fact.position = lost.undone_position)
      and ${isLive("orders")} and paid.position <= fact.position
      and (lost.undone_position is null or fact.position <= lost.undone_position)
    order by fact.position`.execute(tx);
  return rows.map(({ paidAt: at, vatDays: registered, timeZone, ...fact }) => {
    const documentBps = bpsAt({ vatDays: registered, timeZone }, { vatBps: fact.order.vatBps, at });
    return { ...fact, order: { ...fact.order, documentBps } };
  });
}

/** What is kept of the order's money after an event. */
const keptAt = sql`(
  select sum(case money.type when 'PaymentReceived' then 1 else -1 end
    * (money.data->>'amount')::bigint)::bigint
  from ledger_events money
  where money.stream_id = former.stream_id and money.position <= former.position
    and money.type in ('PaymentReceived', 'PaymentUndone', 'PaymentRefunded'))`;

const countedTypes: SaleFact["type"][] = ["OrderPaid", "PaymentRefunded", "OrderReassigned"];

/** The seller by the projected sale entry of the event; without one, it is a house sale. */
function holderAt(name: "fact" | "former"): RawBuilder<unknown> {
  const event = sql.table(name);
  return sql`json_build_object('type', ${event}.type, 'holder', coalesce((
    select json_build_object('sellerId', seller_id, 'level', seller_level)
    from projection.sale_entry
    where position = ${event}.position and (units > 0 or value > 0 or charged > 0)
    order by entry_no limit 1
  ), '{"sellerId":0,"level":0}'))`;
}
