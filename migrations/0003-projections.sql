-- The tables that the ledger is folded into. Everything here can be thrown away and made anew from the
-- ledger.

create table projection.member (
  user_id integer not null,
  kind text not null,
  level integer not null,
  parent_id integer,
  code text not null,
  active boolean not null,
  margin_bps integer,
  distributor_bps integer,
  vat_registered boolean,
  enrolled_at timestamptz not null,
  uplifted_at timestamptz,
  uplift_position bigint,
  uplifted_under_id integer,
  primary key (user_id)
);
create index member_parent_id_idx on projection.member (parent_id);
create unique index member_lower_idx on projection.member (lower(code));
-- A part of a member's code is searched with every search for people.
create index member_code_search on projection.member using gin (lower(code) public.gin_trgm_ops);
-- Earlier lives stand in the tree under the member that they stood under when they ended. They are few,
-- and nothing but an uplift writes to these two indexes.
create index member_earlier_life on projection.member (uplifted_under_id)
  where uplifted_under_id is not null;
create index member_uplifted on projection.member (user_id) where uplift_position is not null;

create table projection.member_path (
  ancestor_id integer not null,
  descendant_id integer not null,
  depth integer not null,
  primary key (descendant_id, ancestor_id)
);
create index member_path_ancestor_id_depth_descendant_id_idx on projection.member_path
  (ancestor_id, depth) include (descendant_id);

create table projection.commission_plan (
  position bigint not null,
  published_at timestamptz not null,
  plan jsonb not null,
  primary key (position)
);

-- Rows that change often leave room on their page, so that a change touches no index.
create table projection.order_state (
  order_id uuid not null,
  order_number bigint not null,
  buyer_id integer,
  seller_id integer,
  region text not null,
  currency text not null,
  vat_bps integer not null,
  live boolean not null,
  delivery_service text,
  total bigint not null,
  goods bigint not null,
  value bigint not null,
  units integer not null,
  state text not null,
  received bigint not null,
  refunded bigint not null,
  refunded_goods bigint not null,
  refunded_units integer not null,
  placed_at timestamptz not null,
  paid_at timestamptz,
  cancelled_at timestamptz,
  placed_position bigint not null,
  paid_position bigint,
  sold_by_id integer,
  sold_at_level integer,
  fulfilment text,
  quote_number text,
  collection_reference text,
  waybill text,
  -- JSON that only the fold looks into: reading it as jsonb would take longer than all else of a row.
  accrual text not null,
  -- What was paid for the goods without VAT: the ceiling of the order's commission depends on it.
  paid_goods bigint not null,
  -- What the order asks for by now: its total, less what was given back of it. Without it delivery that
  -- was given back could not be told from money that was paid too much.
  due bigint not null,
  primary key (order_id)
) with (fillfactor = 85);
-- Each sort has an index that knows what lists are filtered by, so that a deep page reads no order
-- before it.
create unique index order_state_order_number_idx on projection.order_state (order_number)
  include (state, region, live);
create index order_state_by_day on projection.order_state (placed_at, order_number)
  include (state, region, live);
create index order_state_by_total on projection.order_state (total, order_number)
  include (state, region, live);
create index order_state_buyer_id_placed_position_idx on projection.order_state
  (buyer_id, placed_position);
create index order_state_seller_id_placed_position_idx on projection.order_state
  (seller_id, placed_position);
create index order_state_placed_position_idx on projection.order_state (placed_position);
create index order_state_paid on projection.order_state (paid_at) include (total, currency)
  where live and paid_at is not null;
-- Most orders are paid: those are all but these.
create index order_state_unpaid on projection.order_state (state, region) where state <> 'paid';
create index order_state_test on projection.order_state (order_number) where not live;
-- The few orders that wait for the office, found among a million.
create index order_state_to_ship on projection.order_state (paid_at)
  where state in ('paid', 'partly-refunded') and delivery_service is distinct from 'COL'
    and waybill is null;
create index order_state_unpriced on projection.order_state (order_number)
  where quote_number is null and region = 'za' and delivery_service is distinct from 'COL'
    and state in ('placed', 'paid', 'partly-refunded');
create index order_state_collected on projection.order_state (placed_at, order_number)
  where delivery_service is not distinct from 'COL'
    and state in ('placed', 'paid', 'partly-refunded');
create index order_state_overpaid on projection.order_state (order_number)
  where received - refunded > due;
create index order_state_underpaid on projection.order_state (order_number)
  where state = 'placed' and received - refunded > 0;

create table projection.order_payment (
  position bigint not null,
  order_id uuid not null,
  payment_id text not null,
  method text not null,
  amount bigint not null,
  fee bigint not null,
  received_at timestamptz not null,
  primary key (order_id, payment_id)
);
create index order_payment_no_card on projection.order_payment (method, order_id)
  where method <> 'card';

create table projection.sale_entry (
  position bigint not null,
  entry_no integer not null,
  order_id uuid not null,
  seller_id integer not null,
  seller_level integer not null,
  units integer not null,
  value bigint not null,
  charged bigint not null,
  currency text not null,
  occurred_at timestamptz not null,
  primary key (position, entry_no)
);
create index sale_entry_seller_id_position_units_value_charged_idx on projection.sale_entry
  (seller_id, position) include (units, value, charged);

create table projection.commission_entry (
  position bigint not null,
  entry_no integer not null,
  order_id uuid not null,
  order_number bigint not null,
  beneficiary_id integer not null,
  beneficiary_level integer not null,
  kind text not null,
  seller_id integer not null,
  seller_level integer not null,
  rate_bps integer not null,
  value bigint not null,
  amount bigint not null,
  currency text not null,
  plan_position bigint not null,
  refunded_goods bigint,
  occurred_at timestamptz not null,
  -- What the ceiling of the order's commission took off this entry.
  capped_by bigint,
  primary key (position, entry_no)
);
create index commission_entry_order_id_idx on projection.commission_entry (order_id);
-- Beside what somebody earned also from whom and when: wallets and statements read nothing else.
create index commission_entry_earned on projection.commission_entry (beneficiary_id, position)
  include (amount, seller_level, kind, seller_id, occurred_at);

create table projection.wallet (
  user_id integer not null,
  units bigint not null,
  commissionable bigint not null,
  accrued bigint not null,
  paid bigint not null,
  credit bigint not null,
  credit_account bigint not null,
  commission_level1 bigint not null,
  commission_level2 bigint not null,
  commission_level3 bigint not null,
  commission_level4 bigint not null,
  leader_bonus bigint not null,
  open_payout_id text,
  last_paid_cutoff bigint not null,
  accrued_at_last_paid_cutoff bigint not null,
  primary key (user_id)
) with (fillfactor = 50);

create table projection.payout_request (
  payout_id text not null,
  user_id integer not null,
  commission bigint not null,
  credit bigint not null,
  requested bigint not null,
  after_position bigint not null,
  cutoff_position bigint not null,
  accrued_at_cutoff bigint not null,
  state text not null,
  requested_at timestamptz not null,
  settled_at timestamptz,
  paid_on date,
  -- What people typed lies in free_text, where it can be erased.
  reference_id uuid,
  reason_id uuid,
  primary key (payout_id)
);
create index payout_request_state_requested_at_idx on projection.payout_request
  (state, requested_at);
create index payout_request_user_id_idx on projection.payout_request (user_id);

-- Up to which position the events of each part are folded in.
create table projection.checkpoint (
  name text primary key,
  position bigint not null,
  failed_position bigint,
  failure text
) with (fillfactor = 20);
insert into projection.checkpoint (name, position)
  values ('orders', 0), ('network', 0), ('commissions', 0), ('wallets', 0);

alter table projection.member owner to portal_app;
alter table projection.member_path owner to portal_app;
alter table projection.commission_plan owner to portal_app;
alter table projection.order_state owner to portal_app;
alter table projection.order_payment owner to portal_app;
alter table projection.sale_entry owner to portal_app;
alter table projection.commission_entry owner to portal_app;
alter table projection.wallet owner to portal_app;
alter table projection.payout_request owner to portal_app;
alter table projection.checkpoint owner to portal_app;

-- Everything that folding some events needs, in one answer: the orders and payouts themselves; the
-- members named and the sellers of `p_accruing` (orders whose commission is made or taken back) with
-- everybody above them; the wallets of all these, of the holders named and of whoever earned from
-- those orders. `requestedMembers` and `requestedWallets` say which were looked for, found or not. Rows come
-- under the names of their fields with instants as ISO text: what the fold works with.
--
-- In plpgsql, with one plan for each connection: this runs for every order and every payment, and where
-- a list is among the parameters PostgreSQL would rather plan anew for each call, which takes longer
-- than the work. As with ledger.append, a plan that was made while the tables were small must not
-- outlive that.
create function projection.load_rows(
  p_orders uuid[], p_accruing uuid[], p_members integer[], p_wallets integer[], p_payouts text[]
) returns json language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  members integer[] := p_members;
  holders integer[] := p_wallets;
begin
  if cardinality(p_accruing) > 0 then
    members := members || array(
      select r.seller_id from projection.order_state r
      where r.order_id = any(p_accruing) and r.seller_id is not null);
    holders := holders || array(
      select r.sold_by_id from projection.order_state r
      where r.order_id = any(p_accruing) and r.sold_by_id is not null
      union
      select (entry->>'beneficiaryId')::integer
      from projection.order_state r, json_array_elements(r.accrual::json) entry
      where r.order_id = any(p_accruing));
  end if;
  if cardinality(members) > 0 then
    members := array(
      select p.ancestor_id from projection.member_path p where p.descendant_id = any(members)
      union select unnest(members));
    holders := holders || members;
  end if;
  return json_build_object(
    'position', (select min(position) from projection.checkpoint),
    'orders', case when cardinality(p_orders) > 0 then (
      select coalesce(json_agg(json_build_object('orderId', r.order_id,
        'orderNumber', r.order_number, 'buyerId', r.buyer_id, 'sellerId', r.seller_id,
        'region', r.region, 'currency', r.currency, 'vatBps', r.vat_bps, 'live', r.live,
        'deliveryService', r.delivery_service, 'total', r.total, 'goods', r.goods, 'value', r.value,
        'units', r.units, 'state', r.state, 'received', r.received, 'refunded', r.refunded,
        'refundedGoods', r.refunded_goods, 'refundedUnits', r.refunded_units,
        'placedAt', to_char(r.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'paidAt', to_char(r.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'cancelledAt', to_char(r.cancelled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'placedPosition', r.placed_position, 'paidPosition', r.paid_position,
        'soldById', r.sold_by_id, 'soldAtLevel', r.sold_at_level, 'fulfilment', r.fulfilment,
        'quoteNumber', r.quote_number, 'collectionReference', r.collection_reference,
        'waybill', r.waybill, 'accrual', r.accrual::json, 'paidGoods', r.paid_goods, 'due', r.due)),
        '[]')
      from projection.order_state r where r.order_id = any(p_orders)
    ) else '[]' end,
    'payouts', case when cardinality(p_payouts) > 0 then (
      select coalesce(json_agg(json_build_object('payoutId', r.payout_id, 'userId', r.user_id,
        'commission', r.commission, 'credit', r.credit, 'requested', r.requested,
        'afterPosition', r.after_position, 'cutoffPosition', r.cutoff_position,
        'accruedAtCutoff', r.accrued_at_cutoff, 'state', r.state,
        'requestedAt', to_char(r.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'settledAt', to_char(r.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'paidOn', r.paid_on, 'referenceId', r.reference_id, 'reasonId', r.reason_id)), '[]')
      from projection.payout_request r where r.payout_id = any(p_payouts)
    ) else '[]' end,
    'members', case when cardinality(members) > 0 then (
      select coalesce(json_agg(json_build_object('userId', r.user_id, 'kind', r.kind,
        'level', r.level, 'parentId', r.parent_id, 'code', r.code, 'active', r.active,
        'marginBps', r.margin_bps, 'distributorBps', r.distributor_bps,
        'vatRegistered', r.vat_registered,
        'enrolledAt', to_char(r.enrolled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'upliftedAt', to_char(r.uplifted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'upliftPosition', r.uplift_position, 'upliftedUnderId', r.uplifted_under_id)), '[]')
      from projection.member r where r.user_id = any(members)
    ) else '[]' end,
    'wallets', case when cardinality(holders) > 0 then (
      select coalesce(json_agg(json_build_object('userId', r.user_id, 'units', r.units,
        'commissionable', r.commissionable, 'accrued', r.accrued, 'paid', r.paid,
        'credit', r.credit, 'creditAccount', r.credit_account,
        'commissionLevel1', r.commission_level1, 'commissionLevel2', r.commission_level2,
        'commissionLevel3', r.commission_level3, 'commissionLevel4', r.commission_level4,
        'leaderBonus', r.leader_bonus, 'openPayoutId', r.open_payout_id,
        'lastPaidCutoff', r.last_paid_cutoff,
        'accruedAtLastPaidCutoff', r.accrued_at_last_paid_cutoff)), '[]')
      from projection.wallet r where r.user_id = any(holders)
    ) else '[]' end,
    'plans', case when cardinality(members) > 0 then (
      select coalesce(json_agg(json_build_object('position', r.position,
        'publishedAt', to_char(r.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'plan', r.plan) order by r.position), '[]')
      from projection.commission_plan r where true
    ) else '[]' end,
    'requestedMembers', members,
    'requestedWallets', holders);
end $$;

-- Rewrites the paths of everybody at or below the members whose parent is not the one in the closure,
-- from the parents as they now stand. So the order of several moves does not matter.
create function projection.save_member_paths(p_members integer[]) returns void
language plpgsql as $$
declare
  moved integer[] := array(
    select m.user_id from projection.member m
    left join projection.member_path self
      on self.descendant_id = m.user_id and self.ancestor_id = m.user_id
    left join projection.member_path parent
      on parent.descendant_id = m.user_id and parent.depth = 1
    where m.user_id = any(p_members)
      and (self.depth is null or parent.ancestor_id is distinct from m.parent_id));
  affected integer[];
begin
  if cardinality(moved) = 0 then return; end if;
  affected := array(
    select descendant_id from projection.member_path where ancestor_id = any(moved)
    union select unnest(moved));
  delete from projection.member_path where descendant_id = any(affected);
  insert into projection.member_path (ancestor_id, descendant_id, depth)
  with recursive upwards (ancestor_id, descendant_id, depth, next_id) as (
    select m.user_id, m.user_id, 0, m.parent_id
    from projection.member m where m.user_id = any(affected)
    union all
    select m.user_id, u.descendant_id, u.depth + 1, m.parent_id
    from upwards u join projection.member m on m.user_id = u.next_id
  )
  select ancestor_id, descendant_id, depth from upwards;
end $$;

-- Adds and replaces rows by key; the closure follows the parents; the checkpoints move from `p_after`
-- to `p_position`. Writes nothing and answers false when the tables stand elsewhere than at `p_after`.
-- Payments and entries are only ever added: a second row with the same key is a bug and fails.
create function projection.save_rows(p_rows json, p_after bigint, p_position bigint)
returns boolean language plpgsql as $$
begin
  if p_after <> (select min(position) from projection.checkpoint) then return false; end if;
  if p_rows->'member' is not null then
    insert into projection.member (user_id, kind, level, parent_id, code, active, margin_bps,
      distributor_bps, vat_registered, enrolled_at, uplifted_at, uplift_position, uplifted_under_id)
    select r."userId", r."kind", r."level", r."parentId", r."code", r."active", r."marginBps",
      r."distributorBps", r."vatRegistered", r."enrolledAt", r."upliftedAt", r."upliftPosition",
      r."upliftedUnderId"
    from json_to_recordset(p_rows->'member')
      as r("userId" integer, "kind" text, "level" integer, "parentId" integer, "code" text,
        "active" boolean, "marginBps" integer, "distributorBps" integer, "vatRegistered" boolean,
        "enrolledAt" timestamptz, "upliftedAt" timestamptz, "upliftPosition" bigint,
        "upliftedUnderId" integer)
    on conflict (user_id) do update set
      kind = excluded.kind, level = excluded.level, parent_id = excluded.parent_id,
      code = excluded.code, active = excluded.active, margin_bps = excluded.margin_bps,
      distributor_bps = excluded.distributor_bps, vat_registered = excluded.vat_registered,
      enrolled_at = excluded.enrolled_at, uplifted_at = excluded.uplifted_at,
      uplift_position = excluded.uplift_position, uplifted_under_id = excluded.uplifted_under_id;
  end if;
  if p_rows->'commission_plan' is not null then
    insert into projection.commission_plan (position, published_at, plan)
    select r."position", r."publishedAt", r."plan"
    from json_to_recordset(p_rows->'commission_plan')
      as r("position" bigint, "publishedAt" timestamptz, "plan" jsonb)
    on conflict (position) do update set
      published_at = excluded.published_at, plan = excluded.plan;
  end if;
  if p_rows->'order_state' is not null then
    insert into projection.order_state (order_id, order_number, buyer_id, seller_id, region,
      currency, vat_bps, live, delivery_service, total, goods, value, units, state, received,
      refunded, refunded_goods, refunded_units, placed_at, paid_at, cancelled_at, placed_position,
      paid_position, sold_by_id, sold_at_level, fulfilment, quote_number, collection_reference,
      waybill, accrual, paid_goods, due)
    select r."orderId", r."orderNumber", r."buyerId", r."sellerId", r."region", r."currency",
      r."vatBps", r."live", r."deliveryService", r."total", r."goods", r."value", r."units",
      r."state", r."received", r."refunded", r."refundedGoods", r."refundedUnits", r."placedAt",
      r."paidAt", r."cancelledAt", r."placedPosition", r."paidPosition", r."soldById",
      r."soldAtLevel", r."fulfilment", r."quoteNumber", r."collectionReference", r."waybill",
      r."accrual", r."paidGoods", r."due"
    from json_to_recordset(p_rows->'order_state')
      as r("orderId" uuid, "orderNumber" bigint, "buyerId" integer, "sellerId" integer,
        "region" text, "currency" text, "vatBps" integer, "live" boolean, "deliveryService" text,
        "total" bigint, "goods" bigint, "value" bigint, "units" integer, "state" text,
        "received" bigint, "refunded" bigint, "refundedGoods" bigint, "refundedUnits" integer,
        "placedAt" timestamptz, "paidAt" timestamptz, "cancelledAt" timestamptz,
        "placedPosition" bigint, "paidPosition" bigint, "soldById" integer, "soldAtLevel" integer,
        "fulfilment" text, "quoteNumber" text, "collectionReference" text, "waybill" text,
        "accrual" text, "paidGoods" bigint, "due" bigint)
    on conflict (order_id) do update set
      order_number = excluded.order_number, buyer_id = excluded.buyer_id,
      seller_id = excluded.seller_id, region = excluded.region, currency = excluded.currency,
      vat_bps = excluded.vat_bps, live = excluded.live,
      delivery_service = excluded.delivery_service, total = excluded.total, goods = excluded.goods,
      value = excluded.value, units = excluded.units, state = excluded.state,
      received = excluded.received, refunded = excluded.refunded,
      refunded_goods = excluded.refunded_goods, refunded_units = excluded.refunded_units,
      placed_at = excluded.placed_at, paid_at = excluded.paid_at,
      cancelled_at = excluded.cancelled_at, placed_position = excluded.placed_position,
      paid_position = excluded.paid_position, sold_by_id = excluded.sold_by_id,
      sold_at_level = excluded.sold_at_level, fulfilment = excluded.fulfilment,
      quote_number = excluded.quote_number, collection_reference = excluded.collection_reference,
      waybill = excluded.waybill, accrual = excluded.accrual, paid_goods = excluded.paid_goods,
      due = excluded.due;
  end if;
  if p_rows->'order_payment' is not null then
    insert into projection.order_payment (position, order_id, payment_id, method, amount, fee,
      received_at)
    select r."position", r."orderId", r."paymentId", r."method", r."amount", r."fee", r."receivedAt"
    from json_to_recordset(p_rows->'order_payment')
      as r("position" bigint, "orderId" uuid, "paymentId" text, "method" text, "amount" bigint,
        "fee" bigint, "receivedAt" timestamptz);
  end if;
  if p_rows->'sale_entry' is not null then
    insert into projection.sale_entry (position, entry_no, order_id, seller_id, seller_level, units,
      value, charged, currency, occurred_at)
    select r."position", r."entryNo", r."orderId", r."sellerId", r."sellerLevel", r."units",
      r."value", r."charged", r."currency", r."occurredAt"
    from json_to_recordset(p_rows->'sale_entry')
      as r("position" bigint, "entryNo" integer, "orderId" uuid, "sellerId" integer,
        "sellerLevel" integer, "units" integer, "value" bigint, "charged" bigint, "currency" text,
        "occurredAt" timestamptz);
  end if;
  if p_rows->'commission_entry' is not null then
    insert into projection.commission_entry (position, entry_no, order_id, order_number,
      beneficiary_id, beneficiary_level, kind, seller_id, seller_level, rate_bps, value, amount,
      currency, plan_position, refunded_goods, occurred_at, capped_by)
    select r."position", r."entryNo", r."orderId", r."orderNumber", r."beneficiaryId",
      r."beneficiaryLevel", r."kind", r."sellerId", r."sellerLevel", r."rateBps", r."value",
      r."amount", r."currency", r."planPosition", r."refundedGoods", r."occurredAt", r."cappedBy"
    from json_to_recordset(p_rows->'commission_entry')
      as r("position" bigint, "entryNo" integer, "orderId" uuid, "orderNumber" bigint,
        "beneficiaryId" integer, "beneficiaryLevel" integer, "kind" text, "sellerId" integer,
        "sellerLevel" integer, "rateBps" integer, "value" bigint, "amount" bigint, "currency" text,
        "planPosition" bigint, "refundedGoods" bigint, "occurredAt" timestamptz, "cappedBy" bigint);
  end if;
  if p_rows->'wallet' is not null then
    insert into projection.wallet (user_id, units, commissionable, accrued, paid, credit,
      credit_account, commission_level1, commission_level2, commission_level3, commission_level4,
      leader_bonus, open_payout_id, last_paid_cutoff, accrued_at_last_paid_cutoff)
    select r."userId", r."units", r."commissionable", r."accrued", r."paid", r."credit",
      r."creditAccount", r."commissionLevel1", r."commissionLevel2", r."commissionLevel3",
      r."commissionLevel4", r."leaderBonus", r."openPayoutId", r."lastPaidCutoff",
      r."accruedAtLastPaidCutoff"
    from json_to_recordset(p_rows->'wallet')
      as r("userId" integer, "units" bigint, "commissionable" bigint, "accrued" bigint,
        "paid" bigint, "credit" bigint, "creditAccount" bigint, "commissionLevel1" bigint,
        "commissionLevel2" bigint, "commissionLevel3" bigint, "commissionLevel4" bigint,
        "leaderBonus" bigint, "openPayoutId" text, "lastPaidCutoff" bigint,
        "accruedAtLastPaidCutoff" bigint)
    on conflict (user_id) do update set
      units = excluded.units, commissionable = excluded.commissionable, accrued = excluded.accrued,
      paid = excluded.paid, credit = excluded.credit, credit_account = excluded.credit_account,
      commission_level1 = excluded.commission_level1,
      commission_level2 = excluded.commission_level2,
      commission_level3 = excluded.commission_level3,
      commission_level4 = excluded.commission_level4, leader_bonus = excluded.leader_bonus,
      open_payout_id = excluded.open_payout_id, last_paid_cutoff = excluded.last_paid_cutoff,
      accrued_at_last_paid_cutoff = excluded.accrued_at_last_paid_cutoff;
  end if;
  if p_rows->'payout_request' is not null then
    insert into projection.payout_request (payout_id, user_id, commission, credit, requested,
      after_position, cutoff_position, accrued_at_cutoff, state, requested_at, settled_at, paid_on,
      reference_id, reason_id)
    select r."payoutId", r."userId", r."commission", r."credit", r."requested", r."afterPosition",
      r."cutoffPosition", r."accruedAtCutoff", r."state", r."requestedAt", r."settledAt",
      r."paidOn", r."referenceId", r."reasonId"
    from json_to_recordset(p_rows->'payout_request')
      as r("payoutId" text, "userId" integer, "commission" bigint, "credit" bigint,
        "requested" bigint, "afterPosition" bigint, "cutoffPosition" bigint,
        "accruedAtCutoff" bigint, "state" text, "requestedAt" timestamptz, "settledAt" timestamptz,
        "paidOn" date, "referenceId" uuid, "reasonId" uuid)
    on conflict (payout_id) do update set
      user_id = excluded.user_id, commission = excluded.commission, credit = excluded.credit,
      requested = excluded.requested, after_position = excluded.after_position,
      cutoff_position = excluded.cutoff_position, accrued_at_cutoff = excluded.accrued_at_cutoff,
      state = excluded.state, requested_at = excluded.requested_at,
      settled_at = excluded.settled_at, paid_on = excluded.paid_on,
      reference_id = excluded.reference_id, reason_id = excluded.reason_id;
  end if;
  if p_rows->'member' is not null then
    perform projection.save_member_paths(array(
      select (row->>'userId')::integer from json_array_elements(p_rows->'member') row));
  end if;
  if p_position is not null then
    update projection.checkpoint set position = p_position, failed_position = null, failure = null
    where position < p_position;
  end if;
  return true;
end $$;

alter function projection.load_rows owner to portal_app;
alter function projection.save_member_paths owner to portal_app;
alter function projection.save_rows owner to portal_app;

-- The same functions for the tables that a rebuild fills, so that both sets are loaded and saved alike;
-- the checkpoints are those of the live tables.
do $$
declare
  original regprocedure;
begin
  foreach original in array array['projection.load_rows', 'projection.save_member_paths',
    'projection.save_rows']::regproc[] loop
    execute replace(
      replace(pg_get_functiondef(original), 'projection.', 'projection_next.'),
      'projection_next.checkpoint', 'projection.checkpoint');
  end loop;
end $$;
alter function projection_next.load_rows owner to portal_app;
alter function projection_next.save_member_paths owner to portal_app;
alter function projection_next.save_rows owner to portal_app;
