-- The few orders whose collector waits for the office to pack them, found among a million.
create index order_state_to_pack on projection.order_state (paid_at)
  where state in ('paid', 'partly-refunded') and delivery_service is not distinct from 'COL'
    and fulfilment is distinct from 'ready-to-collect';
