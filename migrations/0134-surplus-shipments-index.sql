drop index concurrently if exists courier_booking_surplus;
create index concurrently courier_booking_surplus on courier_booking (order_id)
  where surplus_references <> '{}';
