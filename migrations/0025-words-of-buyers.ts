import { type Kysely, sql } from "kysely";

/** What buyers say of the product, as the office chose to show it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table testimonial (
      id integer generated always as identity primary key,
      name text not null check (name <> ''),
      town text not null default '',
      -- Plain text: nothing in it is ever read as markup.
      words text not null check (words <> ''),
      image_id integer references upload,
      sort_order integer not null default 0,
      is_shown boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index testimonial_list on testimonial (sort_order, id)`.execute(db);
  await sql`create index testimonial_image on testimonial (image_id) where image_id is not null`.execute(
    db,
  );
  await sql`grant select, insert, update, delete on testimonial to portal_app`.execute(db);
}
