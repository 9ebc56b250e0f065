import { type Kysely, sql } from "kysely";

/** What people write to the shop, and what the shop says at its front. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shop_setting
      add column checkout_popup_enabled boolean not null default false,
      add column checkout_popup_text text not null default '',
      -- Anything in it stops new orders, and is shown to whoever wants to place one.
      add column stock_issues text not null default '',
      -- Empty: there is none, and no link is shown.
      add column whatsapp_url text not null default '',
      add column facebook_url text not null default '',
      add column instagram_url text not null default '',
      add column contact_email text not null default ''
  `.execute(db);
  await sql`
    create table contact_message (
      id integer generated always as identity primary key,
      -- The browser's name for it: sent again after a lost answer, it is one message.
      command_id uuid not null unique,
      source text not null check (source in ('general', 'experience', 'distributor')),
      email text not null,
      name text,
      surname text,
      age smallint,
      cell_number text,
      residing_town text,
      where_did_you_hear text,
      existing_customer boolean,
      order_number text,
      text text not null,
      received_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`
    create index contact_message_list on contact_message (received_at desc, id desc)
  `.execute(db);
  // What somebody wrote is not rewritten; it is forgotten when its time is over.
  await sql`grant select, insert, delete on contact_message to portal_app`.execute(db);
  await sql.raw(shopTerms).execute(db);
}

/** As in 0005, with the stock issues beside the prices, so that an order asks nothing more for them. */
const shopTerms = `
create or replace function public.shop_terms(p_region text, p_product_ids integer[])
returns json language plpgsql stable as $$
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
end $$
`;
