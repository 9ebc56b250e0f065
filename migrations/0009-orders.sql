-- What an order needs beside the ledger, and what the server has to know before it places one.

create sequence order_number_seq as bigint start with 1001;

-- An imported history brings numbers of its own; the sequence jumps over them the first time it meets
-- one. Numbers that are taken but not yet committed came from the sequence and lie behind it.
create function next_order_number() returns bigint language plpgsql volatile
  set search_path = pg_catalog, public as $$
declare
  number bigint := nextval('public.order_number_seq');
  taken bigint := (select max(order_number) from projection.order_state);
begin
  if number <= taken then
    perform pg_advisory_xact_lock(hashtextextended('order_number_seq', 0));
    number := nextval('public.order_number_seq');
    if number <= taken then
      number := setval('public.order_number_seq', taken + 1);
    end if;
  end if;
  return number;
end $$;

-- Nothing here decides money.
create table order_detail (
  order_id uuid primary key,
  guest_id uuid,
  -- Which of the provider's worlds pays it, fixed when it was placed; null: no card for it.
  card_environment text check (card_environment in ('local', 'sandbox', 'live')),
  delivery_notes text not null default '',
  gclid text,
  fbclid text,
  collection jsonb,
  created_at timestamptz not null default now()
);
create index order_detail_guest on order_detail (guest_id) where guest_id is not null;

-- The three functions below answer what the server has to know before it prices and places an order, in
-- one round trip. In plpgsql, with one plan for each connection (see projection.load_rows): an order
-- is the busiest thing a shop does, and planning the joins anew for each costs more than running them.
-- They act with the rights of who calls.

-- What the shop asks today, whoever asks: products of these ids and DELIVERY, or all of them; with the
-- stock issues beside the prices, so that an order asks nothing more for them.
create function public.shop_terms(p_region text, p_product_ids integer[])
returns json language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return (
    select json_build_object(
      'currency', region.currency, 'vatBps', region.vat_bps, 'deliveryFlat', region.delivery_flat,
      'blackFridayBps', case when setting.bf_enabled then setting.bf_discount_bps else 0 end,
      'stockIssues', setting.stock_issues,
      'products', (
        select coalesce(json_agg(json_build_object(
          'id', product.id, 'name', product.name, 'description', product.description,
          'price', product.price, 'originalPrice', product.original_price,
          'productCode', product.product_code, 'outOfStock', product.out_of_stock,
          'outOfStockButton', product.out_of_stock_button,
          'outOfStockMessage', product.out_of_stock_message, 'hide', product.hide)
          order by product.id), '[]')
        from public.product
        where p_product_ids is null or product.product_code = 'DELIVERY'
          or product.id = any(p_product_ids)))
    from public.region, public.shop_setting setting
    where region.code = p_region);
end $$;

-- Who buys, and the active member that a registered customer came from; null for nobody we know.
create function public.buyer_facts(p_user_id integer)
returns json language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if p_user_id is null then return null; end if;
  return (
    select json_build_object(
      'role', account.role, 'customerMarginBps', account.margin_bps, 'test', account.test,
      'kind', member.kind, 'active', member.active, 'marginBps', member.margin_bps,
      'parentId', parent.user_id, 'parentTest', parent_account.test)
    from public.account
    left join projection.member on member.user_id = account.id
    left join projection.member parent on parent.user_id = account.parent_id and parent.active
    left join public.account parent_account on parent_account.id = parent.user_id
    where account.id = p_user_id);
end $$;

-- Recipients that were deleted or changed since, or whose place is blank, cannot be delivered to.
create function public.order_facts(
  p_region text, p_product_ids integer[], p_user_id integer, p_guest_id uuid,
  p_address_ids integer[], p_codes text[]
) returns json language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_owned integer[] := array(
    select address.id from public.address
    where address.id = any(p_address_ids)
      and address.deleted_at is null
      and address.country = case p_region when 'za' then 'ZA' else 'GB' end
      and trim(address.town) <> '' and trim(address.postal_code) <> ''
      and (address.country <> 'ZA' or trim(address.suburb) <> '')
      and (address.owner_id = p_user_id or address.guest_id = p_guest_id));
begin
  return json_build_object(
    'shop', public.shop_terms(p_region, p_product_ids),
    'buyer', public.buyer_facts(p_user_id),
    'ownsAddresses', p_address_ids <@ v_owned,
    'members', (
      select coalesce(json_agg(json_build_object(
        'userId', member.user_id, 'code', lower(member.code), 'test', coalesce(account.test, false))), '[]')
      from projection.member
      left join public.account on account.id = member.user_id
      where lower(member.code) = any(p_codes) and member.active));
end $$;

grant usage, select, update on sequence order_number_seq to portal_app;
grant select, insert, update, delete on order_detail to portal_app;
grant execute on function shop_terms, buyer_facts, order_facts to portal_app;
