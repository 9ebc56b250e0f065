-- dashboard
-- my network
-- orders, by state, region and days
-- sales graph
-- sales report by person
-- sales report by product, level or month
-- wallet as of the end of a month
select "currency",
  ( select rate.vat_bps
from region_vat_rate rate
where rate.region = region.code
and (rate.from_at is null or rate.from_at <= now())
order by rate.from_at desc nulls last, rate.id desc
limit 1) as "vatBps", json_build_object( 'from', region.vat_registered_from, 'until', region.vat_registered_until, 'earlier', region.vat_registered_earlier) as "vatDays",
  "unit_value" as "unitValue",
  "time_zone" as "timeZone"
from "region"
where "code" = $1;

-- dashboard
select region.currency,
  (select json_build_object('count', count(*))
from (select 1 as one
from decision
where decision.state = 'open'
and (decision.expires_at is null or decision.expires_at > now())
and (decision.kind <> 'payout' or exists ( select
from projection.payout_request payout
where payout.payout_id = decision.data ->> 'payoutId'
and payout.state = 'requested'))
and (decision.kind <> 'batch' or exists ( select
from payout_batch batch
where batch.id = (decision.data ->> 'batchId')::integer
and batch.state = 'open'))
limit 1000) found) as proposals,
  ( select json_build_object('count', count(*), 'sum', coalesce(sum(requested - withheld), 0), 'oldestAt', to_char(min(requested_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from projection.payout_request
where state = 'requested') as payouts,
  ( select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0))
from ( select amount
from bank_line
where state = 'open'
limit 1000 ) found) as "bankLines",
  ( select json_build_object('count', count(*), 'sum', coalesce(sum(amount) filter (where found.currency = region.currency), 0))
from ( select currency, greatest(0,
  "order".received - "order".refunded - "order".due) as amount
from projection.order_state "order"
where ("order"."live"
and "order".received - "order".refunded > "order".due)
limit 1000 ) found) as overpaid,
  ( select json_build_object('count', count(*), 'sum', coalesce(sum(amount) filter (where found.currency = region.currency), 0))
from ( select currency,
  (case when "order".state = 'placed' then greatest(0,
  "order".total - ("order".received - "order".refunded)) else 0 end) as amount
from projection.order_state "order"
where ("order"."live"
and "order".state = 'placed'
and "order".received - "order".refunded > 0)
limit 1000 ) found) as underpaid,
  ( select json_build_object('count', count(*), 'sum', coalesce(sum(amount) filter (where found.currency = region.currency), 0))
from ( select currency,
  (case when "order".state = 'placed' then greatest(0,
  "order".total - ("order".received - "order".refunded)) else 0 end) as amount
from projection.order_state "order"
where ("order"."live"
and "order".state = 'placed'
and ("order".waybill is not null or "order".fulfilment = 'ready-to-collect')
and (not ("order".waybill is null or exists ( select
from courier_booking booking
where booking.order_id = "order".order_id
and booking.tracking_reference = "order".waybill
and booking.state = 'cancelled')) or "order".fulfilment is not distinct from 'ready-to-collect'))
limit 1000 ) found) as "sentUnpaid",
  (select json_build_object('count', count(*), 'oldestAt', to_char(min(paid_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from ( (select "order".paid_at
from projection.order_state "order"
where ("order"."live"
and "order".state in ('paid', 'partly-refunded')
and not "order".delivery_service is not distinct from 'COL'
and ("order".due > 0 or "order".total = 0))
and "order".waybill is null
order by "order".paid_at
limit 1000)
union all (select "order".paid_at
from courier_booking booking
join projection.order_state "order" on "order".order_id = booking.order_id
and "order".waybill = booking.tracking_reference
where booking.state = 'cancelled'
and ("order"."live"
and "order".state in ('paid', 'partly-refunded')
and not "order".delivery_service is not distinct from 'COL'
and ("order".due > 0 or "order".total = 0))
limit 1000)) found) as "toShip",
  (select json_build_object('count', count(*), 'oldestAt', to_char(min(paid_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from (select "order".paid_at
from projection.order_state "order"
where ("order"."live"
and "order".state in ('paid', 'partly-refunded')
and "order".delivery_service is not distinct from 'COL'
and ("order".due > 0 or "order".total = 0)
and "order".fulfilment is distinct from 'ready-to-collect')
order by "order".paid_at
limit 1000) found) as "toPack",
  (select json_build_object('count', count(*))
from ( select distinct "order".order_id
from ( (select "order".order_id,
  "order".live,
  "order".region,
  "order".state,
  "order".delivery_service,
  "order".quote_number,
  "order".waybill
from projection.order_state "order"
where "order"."live"
and ("order".quote_number is null
and "order".region = 'za'
and not "order".delivery_service is not distinct from 'COL'
and "order".state in ('placed', 'paid', 'partly-refunded'))
limit 1000)
union all ( (select "order".order_id,
  "order".live,
  "order".region,
  "order".state,
  "order".delivery_service,
  "order".quote_number,
  "order".waybill
from projection.order_state "order"
where ("order"."live"
and "order".state in ('paid', 'partly-refunded')
and not "order".delivery_service is not distinct from 'COL'
and ("order".due > 0 or "order".total = 0))
and "order".waybill is null
order by "order".paid_at
limit 1000)
union all (select "order".order_id,
  "order".live,
  "order".region,
  "order".state,
  "order".delivery_service,
  "order".quote_number,
  "order".waybill
from courier_booking booking
join projection.order_state "order" on "order".order_id = booking.order_id
and "order".waybill = booking.tracking_reference
where booking.state = 'cancelled'
and ("order"."live"
and "order".state in ('paid', 'partly-refunded')
and not "order".delivery_service is not distinct from 'COL'
and ("order".due > 0 or "order".total = 0))
limit 1000)) ) "order"
where ( "order"."live"
and "order".region = 'za'
and not "order".delivery_service is not distinct from 'COL'
and ("order".waybill is null or exists ( select
from courier_booking booking
where booking.order_id = "order".order_id
and booking.tracking_reference = "order".waybill
and booking.state = 'cancelled'))
and "order".state in ('placed', 'paid', 'partly-refunded')
and ("order".quote_number is null or ("order".state in ('paid', 'partly-refunded')
and not exists ( select
from ledger_events event
where event.stream_id = 'order-' || "order".order_id
and event.type = 'DeliveryQuoted'
and event.occurred_at > $1::timestamptz - make_interval(days => $2)))))
limit 1000) found) as "toQuote",
  (select json_build_object('count', count(*))
from (select 1 as one
from message
where state in ('failed', 'refused')
limit 1000) found) as "failedMails",
  (select json_build_object('count', count(*))
from (select 1 as one
from message
where state = 'queued'
and kind in ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
and created_at < $27::timestamptz - interval '15 minutes'
limit 1000) found) as "urgentUnsent",
  (select json_build_object('count', count(*))
from (select 1 as one
from contact_message
where received_at > now() - interval '7 days'
limit 1000) found) as "contactMessages",
  (select json_build_object('count', count(*))
from (select 1 as one
from entry_question
where answered_at is null
limit 1000) found) as questions,
  ( select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0))
from ( select notification.amount
from card_notification notification
where (( notification.state in ('received', 'parked')
and notification.copy_of is null ) or ( notification.state = 'rejected'
and notification.confirmed_at is not null
and notification.handled_at is null
and coalesce(notification.payment_status, '') not in ($28, $29, $30) ))
and not exists ( select
from card_notification again
where again.copy_of = notification.id
and again.state = 'applied' )
and (notification.state <> 'received' or notification.received_at < now() - interval '1 minute')
limit 1000 ) found) as notifications,
  (select json_build_object('count', count(*))
from (select 1 as one
from projection.checkpoint, ledger_head head
where failed_position is not null or head.position > checkpoint.position
limit 1000) found) as "projectionProblems"
from region
where region.code = $31;

-- dashboard
with clock as ( select time_zone, currency, $1::timestamptz as instant, $2::timestamptz at time zone time_zone as local
from region
where code = $3 ), sold as ( select local::date as day, sum(orders)::integer as orders, sum(total)::bigint as total,
  (sum(orders) filter (where local::time <= (select local::time
from clock)))::integer as orders_by_now, sum(total) filter (where local::time <= (select local::time
from clock))::bigint as total_by_now
from ( select 1 as orders, total, paid_at at time zone time_zone as local
from clock
cross join lateral ( select paid_at, total
from projection.order_state "order"
where "order"."live"
and "order".currency = clock.currency
and paid_at <= instant
and paid_at >= (date_trunc('day', clock.local) - make_interval(days => $4::integer)) at time zone time_zone
and (paid_at at time zone time_zone) = paid_at at time zone time_zone ) paid
union all select fact.sign, fact.sign * "order".total, event.occurred_at at time zone time_zone
from clock
cross join ( select order_id, paid_position, min(position) as undone_position
from ( select undone.position, orders.order_id, orders.total,
  (select max(paid.position)
from ledger_events paid
where paid.stream_id = undone.stream_id
and paid.type = 'OrderPaid'
and paid.position < undone.position) as paid_position,
  (select sum(payment.amount)
from projection.order_payment payment
where payment.order_id = orders.order_id
and payment.position <= undone.position) - (select coalesce(sum((refund.data->>'amount')::bigint), 0)
from ledger_events refund
where refund.stream_id = undone.stream_id
and refund.type = 'PaymentRefunded'
and refund.position <= undone.position) as kept
from ledger_events undone
join projection.order_state orders on orders.order_id = (undone.data->>'orderId')::uuid
where undone.type = 'PaymentUndone' ) undone
where kept < total
and paid_position is not null
group by order_id, paid_position) lost
join projection.order_state "order" on "order".order_id = lost.order_id
cross join lateral (values (1, lost.paid_position),
  (-1, lost.undone_position)) fact (sign, position)
join ledger_events event on event.position = fact.position
where "order"."live"
and "order".currency = clock.currency
and event.occurred_at <= instant
and event.occurred_at >= (date_trunc('day', clock.local) - make_interval(days => $5::integer)) at time zone time_zone
and (event.occurred_at at time zone time_zone) = event.occurred_at at time zone time_zone
union all select late.orders, late.charged + late.delivery, late.day::timestamp
from clock
cross join sales_late late
join sales_kind kind on kind.id = late.kind_id
where kind.product_id = 0
and kind.currency = clock.currency
and late.type in ('OrderPaid', 'PaymentUndone')
and late.day <= clock.local
and late.day >= date_trunc('day', clock.local) - make_interval(days => $6::integer)) sale
group by local::date ) select clock.local::date - ago as day, coalesce(orders, 0) as orders, coalesce(total, 0) as total, coalesce(orders_by_now, 0) as "ordersByNow", coalesce(total_by_now, 0) as "totalByNow"
from clock
cross join generate_series(0, $7::integer) ago
left join sold on sold.day = clock.local::date - ago
order by ago desc;

-- my network
select "userId",
  "isEarlier",
  "underId", level, label, email, code, school, active,
  "upliftedAt", siblings
from ( select node.user_id as "userId", node.is_earlier as "isEarlier", node.under_id as "underId", node.level, coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), member.code) as label, coalesce(account.email, '') as email, member.code, coalesce(account.school, false) as school, member.active, member.uplifted_at as "upliftedAt", count(*) over (partition by node.under_id) as siblings, row_number() over ( partition by node.under_id
order by lower(coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), member.code)), node.user_id, node.is_earlier) as nth
from ( select user_id, false as is_earlier, parent_id as under_id, level, active
from projection.member
union all select user_id, true, uplifted_under_id, 2, active
from projection.member
where uplifted_under_id is not null) node
join projection.member member on member.user_id = node.user_id
left join account on account.id = node.user_id
where node.under_id = any($1)
and (node.active or not node.is_earlier
and exists ( select
from projection.member_path path
join ( select user_id, false as is_earlier, parent_id as under_id, level, active
from projection.member
union all select user_id, true, uplifted_under_id, 2, active
from projection.member
where uplifted_under_id is not null) below on below.under_id = path.descendant_id
where path.ancestor_id = node.user_id
and below.active)) ) sibling
where nth > $2
and nth <= $3
order by nth;

-- my network
select "userId",
  "isEarlier",
  "underId", level, label, email, code, school, active,
  "upliftedAt", siblings
from ( select node.user_id as "userId", node.is_earlier as "isEarlier", node.under_id as "underId", node.level, coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), member.code) as label, coalesce(account.email, '') as email, member.code, coalesce(account.school, false) as school, member.active, member.uplifted_at as "upliftedAt", count(*) over (partition by true) as siblings, row_number() over ( partition by true
order by lower(coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), member.code)), node.user_id, node.is_earlier) as nth
from ( select user_id, false as is_earlier, parent_id as under_id, level, active
from projection.member
union all select user_id, true, uplifted_under_id, 2, active
from projection.member
where uplifted_under_id is not null) node
join projection.member member on member.user_id = node.user_id
left join account on account.id = node.user_id
where node.user_id = $1
and not (node.is_earlier
and exists (select
from projection.member_path scope
where scope.ancestor_id = $2
and scope.descendant_id = node.under_id)) ) sibling
where nth > $3
and nth <= $4
order by nth;

-- orders, any of the first 500 pages of any sort
-- orders, by state, region and days
-- orders, by the method of payment
-- orders, by what is to be done
-- orders, first page of any sort
-- orders, found by number or name
select "order"."order_id" as "uuid",
  "order"."order_number" as "orderNumber",
  "order"."state",
  "order"."currency",
  "order"."total",
  "order"."received",
  "order"."refunded",
  "order"."units",
  "order"."placed_at" as "placedAt",
  "order"."paid_at" as "paidAt",
  "order"."live",
  "order"."region",
  "order"."buyer_id" as "buyerId",
  "order"."seller_id" as "sellerId", coalesce(buyer.first_name || ' ' || buyer.last_name, detail.buyer_first_name || ' ' || detail.buyer_last_name) as "buyerName", seller.first_name || ' ' || seller.last_name as "sellerName",
  ("order"."live"
and "order".received - "order".refunded > "order".due) as "overpaid",
  ("order"."live"
and "order".state = 'placed'
and "order".received - "order".refunded > 0) as "underpaid",
  ( "order"."live"
and "order".region = 'za'
and not "order".delivery_service is not distinct from 'COL'
and ("order".waybill is null or exists ( select
from courier_booking booking
where booking.order_id = "order".order_id
and booking.tracking_reference = "order".waybill
and booking.state = 'cancelled'))
and "order".state in ('placed', 'paid', 'partly-refunded')
and ("order".quote_number is null or ("order".state in ('paid', 'partly-refunded')
and not exists ( select
from ledger_events event
where event.stream_id = 'order-' || "order".order_id
and event.type = 'DeliveryQuoted'
and event.occurred_at > $1::timestamptz - make_interval(days => $2))))) as "toBeQuoted",
  (("order"."live"
and "order".state in ('paid', 'partly-refunded')
and not "order".delivery_service is not distinct from 'COL'
and ("order".due > 0 or "order".total = 0))
and ("order".waybill is null or "order".order_id = any(array( select booking.order_id
from courier_booking booking
join projection.order_state sent on sent.order_id = booking.order_id
and sent.waybill = booking.tracking_reference
where booking.state = 'cancelled')))) as "toShip",
  "order".delivery_service is not distinct from 'COL' as "collected", array( select case when booking.state = 'cancelled' then 'cancelled' else booking.tracking_status end
from courier_booking booking
where booking.order_id = "order".order_id
and booking.state in ('booked', 'cancelled')
and booking.generation = ( select max(generation)
from courier_booking last
where last.order_id = "order".order_id )) as "parcelStatuses"
from "projection"."order_state" as "order"
left join "account" as "buyer" on "buyer"."id" = "order"."buyer_id"
left join "account" as "seller" on "seller"."id" = "order"."seller_id"
left join "order_detail" as "detail" on "detail"."order_id" = "order"."order_id"
where "order"."order_number" = any($3);

-- orders, any of the first 500 pages of any sort
-- orders, first page of any sort
with found as materialized ((select "order".order_number as "number",
  "order"."order_number" as "sorted_by"
from "projection"."order_state" as "order"
where "order"."live")
limit 1001) select (select count(*)
from found) as counted,
  ( select coalesce(json_agg(number), '[]')
from ( select number
from found
order by sorted_by desc, number desc
limit $1 offset $2 ) page ) as numbers;

-- orders, by state, region and days
with found as materialized ((select "order".order_number as "number",
  "order"."placed_at" as "sorted_by"
from "projection"."order_state" as "order"
where "order"."live"
and "order"."state" = $1
and "order"."region" = $2
and "order"."placed_at" >= $3
and "order"."placed_at" < $4)
limit 1001) select (select count(*)
from found) as counted,
  ( select coalesce(json_agg(number), '[]')
from ( select number
from found
order by sorted_by desc, number desc
limit $5 offset $6 ) page ) as numbers;

-- orders, by the method of payment
with found as materialized ((select "order".order_number as "number",
  "order"."placed_at" as "sorted_by"
from "projection"."order_state" as "order"
where "order"."live"
and exists ( select
from projection.order_payment payment
where payment.order_id = "order".order_id
and payment.method = 'card'))
limit 1001) select (select count(*)
from found) as counted,
  ( select coalesce(json_agg(number), '[]')
from ( select number
from found
order by sorted_by desc, number desc
limit $1 offset $2 ) page ) as numbers;

-- orders, by what is to be done
with found as materialized ((select "order".order_number as "number",
  "order"."placed_at" as "sorted_by"
from "projection"."order_state" as "order"
where "order"."live"
and ("order"."live"
and "order".order_id = any(array( select order_id
from projection.order_state "order"
where ("order"."live"
and "order".received - "order".refunded > "order".due)
union all select order_id
from courier_booking
where state in ('unclear', 'refused')
union all select order_id
from courier_booking
where surplus_references <> '{}'
union all select order_id
from courier_booking
where state = 'booked'
and delivered_at is null
and tracking_status in ($1, $2, $3, $4, $5, $6, $7, $8, $9)))))
limit 1001) select (select count(*)
from found) as counted,
  ( select coalesce(json_agg(number), '[]')
from ( select number
from found
order by sorted_by desc, number desc
limit $10 offset $11 ) page ) as numbers;

-- orders, found by number or name
with person as materialized ( select id,
  (true
and name like $1
and name like $2) as is_named
from ( select id, search_text, split_part(search_text, E'\n', 1) as name, split_part(search_text, E'\n', 2) as email
from account ) known
where (true
and search_text like $3
and search_text like $4)
and (true
and (name || ' ' || email) like $5
and (name || ' ' || email) like $6) ) select array(select id
from person) as buyers, array(select user_id
from projection.member
where user_id in ( select id
from person
where is_named)) as sellers, array( select detail.order_id
from address recipient
join order_detail detail on detail.guest_id = recipient.guest_id
where recipient.guest_id is not null
and (true
and search_fold(recipient.recipient_email || ' ' || recipient.recipient_first_name || ' ' || recipient.recipient_last_name) like $7
and search_fold(recipient.recipient_email || ' ' || recipient.recipient_first_name || ' ' || recipient.recipient_last_name) like $8)
union select order_id
from order_detail
where buyer_email is not null
and (true
and search_fold(buyer_email || ' ' || buyer_first_name || ' ' || buyer_last_name) like $9
and search_fold(buyer_email || ' ' || buyer_first_name || ' ' || buyer_last_name) like $10) ) as "guestOrders";

-- sales graph
select day, key, orders, units,
  "totalSales", commissionable, charged
from ( select date_trunc($1, figures.day)::date as day, kind.product_id as key, sum(figures.orders)::integer as "orders", sum(figures.units)::integer as "units", sum(figures.units::bigint * region.unit_value)::bigint as "totalSales", sum(figures.value)::bigint as "commissionable", sum(figures.charged)::bigint as "charged", sum(figures.delivery)::bigint as "delivery", sum(figures.refunded)::bigint as "refunds", sum(figures.net)::bigint as "exclVat", sum(figures.charged + figures.delivery - figures.net)::bigint as "vat", sum(figures.charged + figures.delivery)::bigint as "inclVat"
from (select day, kind_id, orders, units, value, charged, delivery, refunded, net, 0 as seller_id
from sales_day
where day >= $2::date
and day < $3::date) figures
join sales_kind kind on kind.id = figures.kind_id
join region on region.code = kind.region
where kind.product_id <> 0
and kind.region = $4
group by 1, 2 ) point
where units <> 0 or charged <> 0
order by day, key;

-- sales graph
select figures.position, figures.order_number as "orderNumber", figures.type, figures.happened_on as "happenedOn", figures.day, kind.currency, sum(figures.orders)::integer as "orders", sum(figures.units)::integer as "units", sum(figures.units::bigint * region.unit_value)::bigint as "totalSales", sum(figures.value)::bigint as "commissionable", sum(figures.charged)::bigint as "charged", sum(figures.delivery)::bigint as "delivery", sum(figures.refunded)::bigint as "refunds", sum(figures.net)::bigint as "exclVat", sum(figures.charged + figures.delivery - figures.net)::bigint as "vat", sum(figures.charged + figures.delivery)::bigint as "inclVat",
  (count(*) over ())::integer as count
from sales_late figures
join sales_kind kind on kind.id = figures.kind_id
join region on region.code = kind.region
where figures.day >= $1::date
and figures.day < $2::date
and true
and kind.product_id = 0
and kind.region = $3
group by figures.position, figures.order_number, figures.type, figures.happened_on, figures.day, kind.currency
order by figures.happened_on, figures.position, kind.currency
limit $4;

-- sales report by person
/* planned each time */ with ranked as ( select figures.seller_id as group_key, $1::text as currency, 0 as figure
from (select month as day, kind_id, orders, units, value, charged, delivery, refunded, net, seller_id
from sales_person_month
where month between $2::date
and $3::date
and whole = true
union all select day, kind_id, orders, units, value, charged, delivery, refunded, net, seller_id
from sales_person_day
where day = any($4::date[])
and whole = true ) figures
where true
group by figures.seller_id), listed as materialized ( select group_key, currency, account.sort_name as sort_value
from ranked
left join account on account.id = group_key ), page as materialized ( select group_key, currency, sort_value
from listed
order by sort_value asc, group_key, currency
limit $5 offset $6 ), summed as materialized ( select figures.seller_id as group_key, kind.currency, sum(figures.orders)::integer as "orders", sum(figures.units)::integer as "units", sum(figures.units::bigint * region.unit_value)::bigint as "totalSales", sum(figures.value)::bigint as "commissionable", sum(figures.charged)::bigint as "charged", sum(figures.delivery)::bigint as "delivery", sum(figures.refunded)::bigint as "refunds", sum(figures.net)::bigint as "exclVat", sum(figures.charged + figures.delivery - figures.net)::bigint as "vat", sum(figures.charged + figures.delivery)::bigint as "inclVat"
from (select month as day, kind_id, orders, units, value, charged, delivery, refunded, net, seller_id
from sales_person_month
where month = any($7::date[])
and whole = true
union all select day, kind_id, orders, units, value, charged, delivery, refunded, net, seller_id
from sales_person_day
where day = any($8::date[])
and whole = true ) figures
join sales_kind kind on kind.id = figures.kind_id
join region on region.code = kind.region
where kind.product_id = 0
and figures.seller_id = any(array(select group_key
from page))
group by 1, 2 ), named as ( select group_key::text as key, account.first_name || ' ' || account.last_name as name, member.level as "memberLevel", page.currency,
  "summed"."orders",
  "summed"."units",
  "summed"."totalSales",
  "summed"."commissionable",
  "summed"."charged",
  "summed"."delivery",
  "summed"."refunds",
  "summed"."exclVat",
  "summed"."vat",
  "summed"."inclVat"
from page
join summed using (group_key, currency)
left join account on account.id = group_key
left join projection.member on member.user_id = group_key
order by sort_value asc, group_key, currency ) select (select count(*)
from listed)::integer as total,
  (select coalesce(json_agg(named), '[]')
from named) as rows;

-- sales report by person
/* planned each time */ with ranked as ( select figures.seller_id as group_key, $1::text as currency, 0 as figure
from (select month as day, kind_id, orders, units, value, charged, delivery, refunded, net, seller_id
from sales_person_month
where month between $2::date
and $3::date
and whole = true
union all select day, kind_id, orders, units, value, charged, delivery, refunded, net, seller_id
from sales_person_day
where day = any($4::date[])
and whole = true ) figures
where true
group by figures.seller_id), listed as materialized ( select group_key, currency, account.sort_name as sort_value
from ranked
left join account on account.id = group_key ), page as materialized ( select group_key, currency, sort_value
from listed
order by sort_value desc, group_key, currency
limit $5 offset $6 ), summed as materialized ( select figures.seller_id as group_key, kind.currency, sum(figures.orders)::integer as "orders", sum(figures.units)::integer as "units", sum(figures.units::bigint * region.unit_value)::bigint as "totalSales", sum(figures.value)::bigint as "commissionable", sum(figures.charged)::bigint as "charged", sum(figures.delivery)::bigint as "delivery", sum(figures.refunded)::bigint as "refunds", sum(figures.net)::bigint as "exclVat", sum(figures.charged + figures.delivery - figures.net)::bigint as "vat", sum(figures.charged + figures.delivery)::bigint as "inclVat"
from (select month as day, kind_id, orders, units, value, charged, delivery, refunded, net, seller_id
from sales_person_month
where month = any($7::date[])
and whole = true
union all select day, kind_id, orders, units, value, charged, delivery, refunded, net, seller_id
from sales_person_day
where day = any($8::date[])
and whole = true ) figures
join sales_kind kind on kind.id = figures.kind_id
join region on region.code = kind.region
where kind.product_id = 0
and figures.seller_id = any(array(select group_key
from page))
group by 1, 2 ), named as ( select group_key::text as key, account.first_name || ' ' || account.last_name as name, member.level as "memberLevel", page.currency,
  "summed"."orders",
  "summed"."units",
  "summed"."totalSales",
  "summed"."commissionable",
  "summed"."charged",
  "summed"."delivery",
  "summed"."refunds",
  "summed"."exclVat",
  "summed"."vat",
  "summed"."inclVat"
from page
join summed using (group_key, currency)
left join account on account.id = group_key
left join projection.member on member.user_id = group_key
order by sort_value desc, group_key, currency ) select (select count(*)
from listed)::integer as total,
  (select coalesce(json_agg(named), '[]')
from named) as rows;

-- sales report by product, level or month
/* planned each time */ with ranked as (select date_trunc('month', figures.day)::date as group_key, kind.currency, sum(figures.units::bigint * region.unit_value)::bigint as figure
from (select day, kind_id, orders, units, value, charged, delivery, refunded, net, 0 as seller_id
from sales_day
where day >= $1::date
and day < $2::date) figures
join sales_kind kind on kind.id = figures.kind_id
join region on region.code = kind.region
where kind.product_id = 0
group by 1, 2), listed as materialized ( select group_key, currency, figure as sort_value
from ranked ), page as materialized ( select group_key, currency, sort_value
from listed
order by sort_value desc, group_key, currency
limit $3 offset $4 ), summed as materialized ( select date_trunc('month', figures.day)::date as group_key, kind.currency, sum(figures.orders)::integer as "orders", sum(figures.units)::integer as "units", sum(figures.units::bigint * region.unit_value)::bigint as "totalSales", sum(figures.value)::bigint as "commissionable", sum(figures.charged)::bigint as "charged", sum(figures.delivery)::bigint as "delivery", sum(figures.refunded)::bigint as "refunds", sum(figures.net)::bigint as "exclVat", sum(figures.charged + figures.delivery - figures.net)::bigint as "vat", sum(figures.charged + figures.delivery)::bigint as "inclVat"
from (select day, kind_id, orders, units, value, charged, delivery, refunded, net, 0 as seller_id
from sales_day
where day >= $5::date
and day < $6::date) figures
join sales_kind kind on kind.id = figures.kind_id
join region on region.code = kind.region
where kind.product_id = 0
and date_trunc('month', figures.day)::date = any(array(select group_key
from page))
group by 1, 2 ), named as ( select group_key::text as key, null as name, null as "memberLevel", page.currency,
  "summed"."orders",
  "summed"."units",
  "summed"."totalSales",
  "summed"."commissionable",
  "summed"."charged",
  "summed"."delivery",
  "summed"."refunds",
  "summed"."exclVat",
  "summed"."vat",
  "summed"."inclVat"
from page
join summed using (group_key, currency)
order by sort_value desc, group_key, currency ) select (select count(*)
from listed)::integer as total,
  (select coalesce(json_agg(named), '[]')
from named) as rows;

-- sales report by product, level or month
/* planned each time */ with ranked as (select kind.product_id as group_key, kind.currency, sum(figures.units::bigint * region.unit_value)::bigint as figure
from (select day, kind_id, orders, units, value, charged, delivery, refunded, net, 0 as seller_id
from sales_day
where day >= $1::date
and day < $2::date) figures
join sales_kind kind on kind.id = figures.kind_id
join region on region.code = kind.region
where kind.product_id <> 0
and kind.product_id <> all(array(select id
from product
where product_code = $3))
group by 1, 2), listed as materialized ( select group_key, currency, figure as sort_value
from ranked ), page as materialized ( select group_key, currency, sort_value
from listed
order by sort_value desc, group_key, currency
limit $4 offset $5 ), summed as materialized ( select kind.product_id as group_key, kind.currency, sum(figures.orders)::integer as "orders", sum(figures.units)::integer as "units", sum(figures.units::bigint * region.unit_value)::bigint as "totalSales", sum(figures.value)::bigint as "commissionable", sum(figures.charged)::bigint as "charged", sum(figures.delivery)::bigint as "delivery", sum(figures.refunded)::bigint as "refunds", sum(figures.net)::bigint as "exclVat", sum(figures.charged + figures.delivery - figures.net)::bigint as "vat", sum(figures.charged + figures.delivery)::bigint as "inclVat"
from (select day, kind_id, orders, units, value, charged, delivery, refunded, net, 0 as seller_id
from sales_day
where day >= $6::date
and day < $7::date) figures
join sales_kind kind on kind.id = figures.kind_id
join region on region.code = kind.region
where kind.product_id <> 0
and kind.product_id <> all(array(select id
from product
where product_code = $8))
and kind.product_id = any(array(select group_key
from page))
group by 1, 2 ), named as ( select group_key::text as key, product.name as name, null as "memberLevel", page.currency,
  "summed"."orders",
  "summed"."units",
  "summed"."totalSales",
  "summed"."commissionable",
  "summed"."charged",
  "summed"."delivery",
  "summed"."refunds",
  "summed"."exclVat",
  "summed"."vat",
  "summed"."inclVat"
from page
join summed using (group_key, currency)
left join product on product.id = group_key
order by sort_value desc, group_key, currency ) select (select count(*)
from listed)::integer as total,
  (select coalesce(json_agg(named), '[]')
from named) as rows;

-- users, any page, filter and sort
-- users, found by a part of a name
select "account"."id",
  "account"."first_name" as "firstName",
  "account"."last_name" as "lastName",
  "account"."email",
  "account"."cell",
  "account"."alt_number" as "altNumber",
  "account"."role",
  "account"."school",
  "account"."developer",
  "account"."active",
  "account"."verified",
  "account"."test",
  "account"."influencer",
  "account"."distributor_version" as "distributorVersion",
  "account"."area",
  "account"."company",
  "account"."company_address" as "companyAddress",
  "account"."vat_no" as "vatNo",
  "account"."margin_bps" as "customerMarginBps",
  "account"."stockist_vat_bps" as "stockistVatBps",
  "account"."stockist_vat_lower" as "isStockistVatLower",
  "account"."created_at" as "dateCreated",
  "account"."added_by" as "addedBy",
  "account"."last_seen_at" as "lastSeenAt",
  "member"."level",
  "member"."code",
  "member"."margin_bps" as "stockistMarginBps",
  "member"."distributor_bps" as "distributorBps",
  "wallet"."credit_account" as "credit",
  "wallet"."units", case when member.user_id is null then account.parent_id else member.parent_id end as "parentId", parent.first_name || ' ' || parent.last_name as "parentName", adder.first_name || ' ' || adder.last_name as "addedByName"
from "account"
left join "projection"."member" as "member" on "member"."user_id" = "account"."id"
left join "account" as "parent" on "parent"."id" = case when member.user_id is null then account.parent_id else member.parent_id end
left join "account" as "adder" on "adder"."id" = "account"."added_by"
left join "projection"."wallet" as "wallet" on "wallet"."user_id" = "account"."id"
where "account"."id" = any($1);

-- users, any page, filter and sort
select (select count(*)::integer
from ( select
from account
where account.role = $1
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $2)) is true
limit 1001 ) found) as "admin",
  (select count(*)::integer
from ( select
from account
where account.role = $3
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $4)) is true
limit 1001 ) found) as "accountant",
  (select count(*)::integer
from ( select
from account
where account.role = 'distributor'
and not account.school
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $5)) is true
limit 1001 ) found) as "distributor",
  (select count(*)::integer
from ( select
from account
where account.role = $6
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $7)) is true
limit 1001 ) found) as "stockist", 0 as "customer",
  (select count(*)::integer
from ( select
from account
where account.role = 'distributor'
and account.school
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $8)) is true
limit 1001 ) found) as "school", array( select account.id
from account
where account.role = 'distributor'
and not account.school
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $9)) is true
order by account.created_at desc, account.id desc
limit $10 offset $11 ) as ids;

-- users, any page, filter and sort
select (select count(*)::integer
from ( select
from account
where account.role = $1
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $2)) is true
limit 1001 ) found) as "admin",
  (select count(*)::integer
from ( select
from account
where account.role = $3
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $4)) is true
limit 1001 ) found) as "accountant",
  (select count(*)::integer
from ( select
from account
where account.role = 'distributor'
and not account.school
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $5)) is true
limit 1001 ) found) as "distributor",
  (select count(*)::integer
from ( select
from account
where account.role = $6
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $7)) is true
limit 1001 ) found) as "stockist", 0 as "customer",
  (select count(*)::integer
from ( select
from account
where account.role = 'distributor'
and account.school
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $8)) is true
limit 1001 ) found) as "school", array( select account.id
from account
where account.role = 'distributor'
and not account.school
and account.active
and account.email not like '%(inactive%'
and (account.id in ( select user_id
from projection.member
where level = $9)) is true
order by account.last_seen_at nulls first, account.id
limit $10 offset $11 ) as ids;

-- users, found by a part of a name
with matching as materialized ( select account.id, account.role, account.school, account.sort_name
from account
where account.active
and account.email not like '%(inactive%'
and ((true
and account.search_text like $1
and account.search_text like $2)) ), counted as ( select role, school, count(*) as count
from matching
group by role, school ) select (select coalesce(json_agg(counted), '[]')
from counted) as counted, array( select account.id
from matching account
where true
order by account.sort_name, account.id
limit $3 offset $4 ) as ids;

-- wallet as of the end of a month
select "entry"."position",
  "entry"."entry_no" as "entryNo",
  "entry"."occurred_at" as "occurredAt",
  "entry"."order_number" as "orderNumber",
  "entry"."order_id" as "orderId",
  "entry"."kind",
  "entry"."seller_id" as "sellerId",
  "entry"."seller_level" as "sellerLevel",
  "entry"."rate_bps" as "rateBps",
  "entry"."value",
  "entry"."amount",
  "entry"."refunded_goods" as "refundedGoods",
  "order"."goods" as "orderGoods",
  "entry"."capped_by" as "cappedBy", case when entry.kind like 'reversal-of-%' then ( select coalesce(sum(earlier.amount), 0)::bigint
from projection.commission_entry earlier
where earlier.order_id = entry.order_id
and earlier.beneficiary_id = entry.beneficiary_id
and replace(earlier.kind, 'reversal-of-', '') = replace(entry.kind, 'reversal-of-', '')
and (earlier.position, earlier.entry_no) < (entry.position, entry.entry_no) ) else 0 end as "standing"
from "projection"."commission_entry" as "entry"
inner join "projection"."order_state" as "order" on "order"."order_id" = "entry"."order_id"
where "entry"."beneficiary_id" = $1
and entry.occurred_at < $2
and not entry.occurred_at < $3
order by "entry"."occurred_at",
  "entry"."position",
  "entry"."entry_no";
