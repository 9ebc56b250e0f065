-- The orders of the people that a search finds are counted from the index alone: without the columns, each of a thousand
-- is another page of the table.
drop index concurrently if exists projection.order_state_of_buyer;
create index concurrently order_state_of_buyer on projection.order_state (buyer_id, placed_position)
  include (order_number, placed_at, total, live, seller_id);
drop index concurrently if exists projection.order_state_of_seller;
create index concurrently order_state_of_seller on projection.order_state (seller_id, placed_position)
  include (order_number, placed_at, total, live);
drop index concurrently if exists projection.order_state_buyer_id_placed_position_idx;
drop index concurrently if exists projection.order_state_seller_id_placed_position_idx;
