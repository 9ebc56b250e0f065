-- What was sold, added up day by day, so that a report over a million orders reads some thousand rows.
-- Counted from the ledger behind the orders, by a worker that says how far it got; it can be emptied and
-- counted anew at any time. Goods, value and units are what is left after refunds; delivery is as
-- charged; all in minor units.

-- The kinds of sale are a table of their own: a few hundred rows that filters choose from, and a small
-- number in each of the millions. `product_id` 0 is the order as a whole, which most reports read;
-- `seller_id` 0 and level 0 are sales of the house.
create table sales_kind (
  id integer generated always as identity primary key,
  product_id integer not null,
  region text not null,
  currency text not null,
  level integer not null check (level between 0 and 4),
  buyer text not null check (buyer in ('guest', 'customer', 'distributor', 'stockist')),
  method text not null check (method in ('card', 'eft', 'credit', 'several')),
  unique (product_id, region, currency, level, buyer, method)
);

create table sales_day (
  day date not null,
  kind_id integer not null,
  orders integer not null,
  units integer not null,
  value bigint not null,
  charged bigint not null,
  delivery bigint not null,
  refunded bigint not null,
  primary key (day, kind_id)
) with (fillfactor = 80);

-- Sales of single people: whole orders apart from their products, which are read more seldom.
create table sales_person_day (
  whole boolean not null,
  seller_id integer not null,
  day date not null,
  kind_id integer not null,
  orders integer not null,
  units integer not null,
  value bigint not null,
  charged bigint not null,
  delivery bigint not null,
  refunded bigint not null,
  primary key (whole, day, seller_id, kind_id)
) partition by list (whole);
create table sales_person_day_whole partition of sales_person_day
  for values in (true) with (fillfactor = 80);
create table sales_person_day_product partition of sales_person_day
  for values in (false) with (fillfactor = 80);

create table sales_person_month (
  whole boolean not null,
  month date not null,
  seller_id integer not null,
  kind_id integer not null,
  orders integer not null,
  units integer not null,
  value bigint not null,
  charged bigint not null,
  delivery bigint not null,
  refunded bigint not null,
  primary key (whole, month, seller_id, kind_id)
) partition by list (whole);
create table sales_person_month_whole partition of sales_person_month
  for values in (true) with (fillfactor = 80);
create table sales_person_month_product partition of sales_person_month
  for values in (false) with (fillfactor = 80);

create table sales_count (
  only_row boolean primary key default true check (only_row),
  -- Everything up to here is in the figures.
  position bigint not null default 0,
  -- Which tables they were counted from: a rebuild brings others.
  projections text not null default ''
);
insert into sales_count default values;

grant select, insert on sales_kind to portal_app;
grant select, insert, update, delete
  on sales_day, sales_person_day, sales_person_month
  to portal_app;
grant select, update on sales_count to portal_app;
