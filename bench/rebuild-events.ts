import type pg from "pg";

export const membersOfBench = 20_000;

/** How many members, when the first event was, and the seconds from one event to the next. */
export type History = Readonly<{ members: number; from: string; everySeconds: number }>;

const historyOfBench: History = { members: membersOfBench, from: "2026-01-01Z", everySeconds: 7 };

/**
 * A ledger of a network and of orders that are placed, paid for and paid, made by the database itself,
 * for measuring only: same numbers in every run. The chain of hashes is left out, which no replay
 * looks at.
 */
export async function fillLedger(
  owner: pg.Pool,
  orders: number,
  { members, from, everySeconds }: History = historyOfBench,
): Promise<number> {
  const head = members + orders * 3;
  await owner.query("select ledger.add_partitions(ceil($1 / 10000000.0)::integer)", [head]);
  await owner.query(membersStatement, [members, from, everySeconds]);
  await owner.query(ordersStatement, [members, from, everySeconds, orders]);
  await owner.query("update public.ledger_head set position = $1, recorded_at = now()", [head]);
  await owner.query("vacuum (analyze) public.ledger_events");
  return head;
}

const columns = `(position, stream_id, stream_version, event_id, type, schema_version, data, metadata,
  occurred_at, recorded_at, previous_hash, hash)`;
const at = "$2::timestamptz + position * $3::float8 * interval '1 second'";
const rest = `'{"source":"bench"}', ${at}, ${at}, ledger.no_hash(), ledger.no_hash()`;

/** 1,000 of level 1, half of them with a sponsor; 5,000 of level 2; all others of level 3. */
const membersStatement = `
  insert into public.ledger_events ${columns}
  select position, 'network', position, md5('member' || position)::uuid, 'DistributorEnrolled', 1,
    jsonb_build_object('userId', position, 'code', 'C' || position,
      'level', case when position <= 1000 then 1 when position <= 6000 then 2 else 3 end,
      'parentId', case when position <= 500 then null when position <= 1000 then position - 500
        when position <= 6000 then 1 + position % 1000 else 1001 + position % 5000 end),
    ${rest}
  from generate_series(1, $1::integer) position`;

/** One unit to five of two products with delivery; every member sells. */
const ordersStatement = `
  insert into public.ledger_events ${columns}
  select position, 'order-' || order_id, step, md5(order_id || step)::uuid,
    case step when 1 then 'OrderPlaced' when 2 then 'PaymentReceived' else 'OrderPaid' end, 1,
    case step
      when 1 then jsonb_build_object('orderId', order_id, 'orderNumber', n, 'buyerId', null,
        'sellerId', 1 + (n::bigint * 7919) % $1, 'region', 'za', 'currency', 'ZAR', 'vatBps', 1500,
        'live', true, 'deliveryService', 'ECO', 'total', total, 'sections', jsonb_build_array(
          jsonb_build_object('addressId', n, 'lines', jsonb_build_array(
            jsonb_build_object('productId', 94, 'quantity', one, 'listPrice', 32500,
              'unitPrice', 32500, 'commissionPrice', 32500),
            jsonb_build_object('productId', 95, 'quantity', other, 'listPrice', 12345,
              'unitPrice', 12345, 'commissionPrice', 12345),
            jsonb_build_object('productId', 142, 'quantity', 1, 'listPrice', 10000,
              'unitPrice', 10000, 'commissionPrice', 0)))))
      when 2 then jsonb_build_object('orderId', order_id, 'paymentId', 'pf-' || n, 'method', 'card',
        'amount', total, 'fee', 1100, 'reference', 'RH' || n)
      else jsonb_build_object('orderId', order_id) end,
    ${rest}
  from (
    select n, step, $1 + (n - 1) * 3 + step as position, md5('order' || n)::uuid::text as order_id,
      1 + n % 5 as one, 1 + n % 3 as other,
      (1 + n % 5) * 32500 + (1 + n % 3) * 12345 + 10000 as total
    from generate_series(1, $4::integer) n, generate_series(1, 3) step
  ) event`;

/**
 * What every member accrued by the default plan, in one exact statement over the JSON of the events:
 * the limit that a fold is measured against.
 */
export const totalsStatement = `
  with member as materialized (
    select (data->>'userId')::integer as id, (data->>'level')::integer as level,
      (data->>'parentId')::integer as parent_id
    from public.ledger_events where type = 'DistributorEnrolled'
  ), chain as materialized (
    select seller.id as seller, seller.level,
      case when seller.level = 1 then seller.id when up.level = 1 then up.id else top.id end as first,
      case when seller.level = 3 and up.level = 2 then up.id end as second,
      case seller.level when 1 then 2000 when 2 then 1500 else 1000 end as own
    from member seller left join member up on up.id = seller.parent_id
    left join member top on top.id = up.parent_id
  ), sale as (
    select (placed.data->>'sellerId')::integer as seller,
      (select sum(floor(((line->>'commissionPrice')::bigint * (line->>'quantity')::bigint * 20000
          + 10000 + (placed.data->>'vatBps')::bigint)
          / (2 * (10000 + (placed.data->>'vatBps')::bigint)))::bigint)
        from jsonb_array_elements(placed.data->'sections') section,
          jsonb_array_elements(section->'lines') line) as value
    from public.ledger_events paid
    join public.ledger_events placed
      on placed.type = 'OrderPlaced' and placed.data->>'orderId' = paid.data->>'orderId'
    where paid.type = 'OrderPaid' and (placed.data->>'live')::boolean
  ), entry as (
    select chain.*, (value::bigint * own + 5000) / 10000 as own_amount,
      (value::bigint * 500 + 5000) / 10000 as upline_amount, sponsor.parent_id as sponsor
    from sale join chain using (seller) left join member sponsor on sponsor.id = chain.first
  ), amount as (
    select seller as id, sum(own_amount) as amount from entry group by seller
    union all
    select second, sum(upline_amount) from entry where second is not null group by second
    union all
    select first, sum(upline_amount) from entry where level > 1 group by first
    union all
    select sponsor, sum(((case when level = 1 then own_amount else upline_amount end) * 1000 + 5000) / 10000)
    from entry where sponsor is not null group by sponsor
  )
  select count(distinct id) as members, sum(amount) as total, sum(amount * (id % 1009)) as checksum
  from amount`;
