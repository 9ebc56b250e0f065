-- The few orders that were sent, or wait for their collector, and are not paid: found among a million.
create index concurrently if not exists order_state_sent_unpaid on projection.order_state (order_number)
  where state = 'placed' and (waybill is not null or fulfilment = 'ready-to-collect');

-- A bank transfer is compared with those of the same amount and day before it is recorded.
create index concurrently if not exists order_payment_transfers on projection.order_payment (amount, received_at)
  where method = 'eft';
