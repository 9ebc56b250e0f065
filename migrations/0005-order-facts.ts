import { type Kysely, sql } from "kysely";

/**
 * What the server has to know before it prices and places an order, in one answer. In plpgsql,
 * because its plans are kept for the session: an order is the busiest thing a shop does, and planning
 * four joins anew for each costs more than running them. They act with the rights of who calls.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const definition of [shopTerms, buyerFacts, orderFacts])
    await sql.raw(definition).execute(db);
  await sql`
    grant execute on function shop_terms, buyer_facts, order_facts to portal_app
  `.execute(db);
}

/** What the shop asks today, whoever asks: products of these ids and DELIVERY, or all of them. */
const shopTerms = `
create function public.shop_terms(p_region text, p_product_ids integer[])
returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'currency', region.currency, 'vatBps', region.vat_bps, 'deliveryFlat', region.delivery_flat,
      'blackFridayBps', case when setting.bf_enabled then setting.bf_discount_bps else 0 end,
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
end $$
`;

/** Who buys, and the active member that a registered customer came from; null for nobody we know. */
const buyerFacts = `
create function public.buyer_facts(p_user_id integer)
returns json language plpgsql stable as $$
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
end $$
`;

/** Takes an order number only where every address is the buyer's, so that a refusal leaves no gap. */
const orderFacts = `
create function public.order_facts(
  p_region text, p_product_ids integer[], p_user_id integer, p_guest_id uuid,
  p_address_ids integer[], p_codes text[]
) returns json language plpgsql volatile as $$
declare
  v_owned integer[] := array(
    select address.id from public.address
    where address.id = any(p_address_ids)
      and (address.owner_id = p_user_id or address.guest_id = p_guest_id));
  v_is_theirs boolean := p_address_ids <@ v_owned;
begin
  return json_build_object(
    'shop', public.shop_terms(p_region, p_product_ids),
    'buyer', public.buyer_facts(p_user_id),
    'ownsAddresses', v_is_theirs,
    'members', (
      select coalesce(json_agg(json_build_object(
        'userId', member.user_id, 'code', lower(member.code), 'test', coalesce(account.test, false))), '[]')
      from projection.member
      left join public.account on account.id = member.user_id
      where lower(member.code) = any(p_codes) and member.active),
    'orderNumber', case when v_is_theirs then public.next_order_number() end);
end $$
`;
