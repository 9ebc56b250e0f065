-- Guests are found as people with an account are (0093): without case, accents and the ways to write an apostrophe. The
-- release before searches by the indexes of 0004 and 0017.
create index concurrently if not exists address_guest_folded on address using gin (
  search_fold(recipient_email || ' ' || recipient_first_name || ' ' || recipient_last_name) gin_trgm_ops
) where guest_id is not null;
create index concurrently if not exists order_detail_buyer_folded on order_detail using gin (
  search_fold(buyer_email || ' ' || buyer_first_name || ' ' || buyer_last_name) gin_trgm_ops
) where buyer_email is not null;
