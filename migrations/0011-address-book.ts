import { type Kysely, sql } from "kysely";

/**
 * A recipient's second number and VAT number; and a row that an order may have been sent to is never
 * written over: a change is a new row, and whoever was deleted is offered and ordered to no more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table address
      add column recipient_alt_number text,
      add column vat_no text,
      -- The ids that it had before it was changed, so that a draft which names one of them finds it.
      add column former_ids integer[] not null default '{}'
  `.execute(db);
  await sql.raw(orderFacts).execute(db);
}

/** As in 0005, but for the recipients that were deleted or changed since: nothing goes there. */
const orderFacts = `
create or replace function public.order_facts(
  p_region text, p_product_ids integer[], p_user_id integer, p_guest_id uuid,
  p_address_ids integer[], p_codes text[]
) returns json language plpgsql volatile as $$
declare
  v_owned integer[] := array(
    select address.id from public.address
    where address.id = any(p_address_ids)
      and address.deleted_at is null
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
