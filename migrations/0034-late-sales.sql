-- What was recorded after the month in which it happened was closed: the figures have it on the first day of
-- the first month that was open then (`day`), these rows say which day it was of (`happened_on`). Written and
-- emptied with the figures of 0014.
create table sales_late (
  position bigint not null,
  order_number bigint not null,
  type text not null,
  day date not null,
  happened_on date not null,
  seller_id integer not null,
  kind_id integer not null,
  orders integer not null,
  units integer not null,
  value bigint not null,
  charged bigint not null,
  delivery bigint not null,
  refunded bigint not null,
  primary key (position, seller_id, kind_id)
);
create index sales_late_day on sales_late (day, happened_on, position);
grant select, insert, update, delete on sales_late to portal_app;

-- Everything is counted again: until now a late sale stood on its own day, and an undone one on none.
update sales_count set projections = '';
