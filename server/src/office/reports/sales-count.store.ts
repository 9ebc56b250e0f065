import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { BuyerKind, SalesMethod } from "@portal/shared/office/reports/sales-terms.ts";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { SaleFact, SoldOrder } from "./sales-change.rules.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";

/** One fact of the ledger that changes what was sold, with all that befell its order until then. */
export type CountedFact = Readonly<{
  /** The day of the shop that it falls on. */
  day: string;
  region: Region;
  currency: Currency;
  buyer: BuyerKind;
  method: SalesMethod;
  order: SoldOrder;
  facts: readonly SaleFact[];
}>;

/** Where the count stands, and where it could be: never beyond what the books have folded. */
export type CountState = Readonly<{
  position: number;
  head: number;
  /** The books are others than those that were counted. */
  isOutdated: boolean;
  books: string;
}>;

/** A key of its own among the advisory locks. */
const countLock = 7_226_011;

/** False where another process counts. Given back at the end of the transaction. */
export async function takeCount(tx: Tx): Promise<boolean> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${countLock}) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}

/** A rebuild of the books puts other tables in their place, by which it is seen. */
export async function readCountState(db: Tx): Promise<CountState> {
  const { rows } = await sql<CountState>`
    select counted.position, books.name as books, counted.books <> books.name as "isOutdated",
      (select min(position) from projection.checkpoint) as head
    from sales_count counted
    cross join (
      select concat('projection.sale_entry'::regclass::oid, ' ', 'projection.order_state'::regclass::oid)
        as name
    ) books`.execute(db);
  const [state] = rows;
  if (!state) throw new Error("the count of sales has no row");
  return state;
}

export async function saveCountState(tx: Tx, position: number, books: string): Promise<void> {
  await tx.updateTable("sales_count").set({ position, books }).execute();
}

/**
 * What was sold, given back or handed to somebody else after the one position and up to the other, in
 * ledger order; without what was paid where that is counted already. Whose sale it was is what the books entered for that position; a member's own order is
 * one that the buyer sells to themselves (docs/domain.md, "Who made the sale").
 */
export async function listCountedFacts(
  tx: Tx,
  {
    after,
    through,
    isPaidCounted = false,
  }: Readonly<{ after: number; through: number; isPaidCounted?: boolean }>,
): Promise<CountedFact[]> {
  const { rows } = await sql<CountedFact>`
    select (fact.occurred_at at time zone region.time_zone)::date as day,
      orders.region, orders.currency,
      case when orders.buyer_id is null then 'guest'
        when (placed.data->>'sellerId')::integer = orders.buyer_id then buyer.kind
        else 'customer' end as buyer,
      (select case when count(distinct payment.method) = 1 then min(payment.method) else 'several' end
        from projection.order_payment payment
        where payment.order_id = orders.order_id and payment.position < orders.paid_position
      ) as method,
      json_build_object('vatBps', orders.vat_bps,
        'lines', jsonb_path_query_array(placed.data, '$.sections[*].lines[*]')) as order,
      -- Most facts are the first of their order, and then there is nothing to look up.
      case when fact.position = orders.paid_position
        then json_build_array(${holderAt("fact")})
        else (select json_agg(
            case when former.type = 'PaymentRefunded'
              then (former.data || jsonb_build_object('type', former.type))::json
              else ${holderAt("former")} end
            order by former.position)
          from ledger_events former
          where former.stream_id = fact.stream_id and former.type = any(${countedTypes})
            and former.position between orders.paid_position and fact.position)
      end as facts
    from ledger_events fact
    join projection.order_state orders on orders.order_id = (fact.data->>'orderId')::uuid
    join ledger_events placed on placed.position = orders.placed_position
    join region on region.code = orders.region
    left join projection.member buyer on buyer.user_id = orders.buyer_id
    where fact.position > ${after} and fact.position <= ${through}
      and fact.type = any(${isPaidCounted ? laterTypes : countedTypes})
      and ${isLive("orders")} and orders.paid_position <= fact.position
    order by fact.position`.execute(tx);
  return rows;
}

const laterTypes: SaleFact["type"][] = ["PaymentRefunded", "OrderReassigned"];
const countedTypes: SaleFact["type"][] = ["OrderPaid", ...laterTypes];

/** The fact that somebody has the order now, by what the books entered for it; else it is the house. */
function holderAt(name: "fact" | "former"): RawBuilder<unknown> {
  const event = sql.table(name);
  return sql`json_build_object('type', ${event}.type, 'holder', coalesce((
    select json_build_object('sellerId', seller_id, 'level', seller_level)
    from projection.sale_entry
    where position = ${event}.position and (units > 0 or value > 0 or charged > 0)
    order by entry_no limit 1
  ), '{"sellerId":0,"level":0}'))`;
}
