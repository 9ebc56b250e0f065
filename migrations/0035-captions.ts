import { type Kysely, sql } from "kysely";

/**
 * The captions of training videos, and the notice at checkout as formatted text: what stood there was
 * plain, so it becomes one paragraph that reads the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table upload_captions (
      upload_id integer primary key references upload on delete cascade,
      -- WebVTT that was read and written anew: cues, and nothing else.
      vtt text not null,
      updated_at timestamptz not null
    )
  `.execute(db);
  await sql`grant select, insert, update, delete on upload_captions to portal_app`.execute(db);
  await sql`
    update shop_setting
    set checkout_popup_text = '<p>' || regexp_replace(
      replace(replace(replace(btrim(checkout_popup_text, E' \\t\\r\\n'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
      E'\\r?\\n', '<br />', 'g') || '</p>'
    where btrim(checkout_popup_text, E' \\t\\r\\n') <> ''
  `.execute(db);
}
