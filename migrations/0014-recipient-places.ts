import { type Kysely, sql } from "kysely";

/**
 * A recipient is at a place of the courier's list, or was typed by hand; one in Britain has lines and a
 * postcode. Addresses of before are South African, typed by hand, and stay complete where they name
 * suburb, town and code; the others are captured again before anything is ordered to them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table address
      add column country text not null default 'ZA' check (country in ('ZA', 'GB')),
      add column line_2 text,
      add column line_3 text,
      add column place_id integer,
      -- Typed by hand, also where the rest is of the list.
      add column manual_suburb boolean not null default false
  `.execute(db);
  await sql.raw(orderFacts).execute(db);
}

/** As in 0011, but for the recipients whose place is blank: nothing goes there. */
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
      and address.country = case p_region when 'za' then 'ZA' else 'GB' end
      and trim(address.town) <> '' and trim(address.postal_code) <> ''
      and (address.country <> 'ZA' or trim(address.suburb) <> '')
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
