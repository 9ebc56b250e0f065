import { type Kysely, sql } from "kysely";

/** What the office uploads: pictures, training videos, documents; the bytes are in files, named by what is in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table upload (
      id integer generated always as identity primary key,
      category text not null check (category in ('Photos', 'Training Videos', 'Documents', 'Other')),
      title text not null,
      description text not null default '',
      sort_order integer not null default 0,
      -- As it was called where it came from; never a name on our disk.
      filename text not null,
      kind text not null check (kind in ('image', 'video', 'file')),
      content_type text not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      bytes bigint not null check (bytes > 0),
      width integer check (width > 0),
      height integer check (height > 0),
      uploaded_by integer references account,
      uploaded_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((kind = 'image') = (width is not null and height is not null))
    )
  `.execute(db);
  await sql`create index upload_list on upload (category, sort_order, id)`.execute(db);
  await sql`create index upload_content on upload (sha256)`.execute(db);
  await sql`create index upload_of_user on upload (uploaded_by, uploaded_at)`.execute(db);
  // A picture in its smaller sizes; the row of the upload is the largest.
  await sql`
    create table upload_size (
      upload_id integer not null references upload on delete cascade,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      bytes bigint not null check (bytes > 0),
      primary key (upload_id, width)
    )
  `.execute(db);
  await sql`create index upload_size_content on upload_size (sha256)`.execute(db);
  // Who opened what, one row for each time.
  await sql`
    create table upload_access (
      id bigint generated always as identity primary key,
      upload_id integer not null references upload on delete cascade,
      user_id integer not null references account,
      at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index upload_access_list on upload_access (upload_id, at desc)`.execute(db);
  // Nothing could be uploaded before now, so a number that stands there leads to nothing.
  await sql`update product set image_id = null where image_id is not null`.execute(db);
  await sql`
    alter table product add constraint product_image foreign key (image_id) references upload
  `.execute(db);
  await sql`create index product_image on product (image_id) where image_id is not null`.execute(
    db,
  );
  await sql`
    grant select, insert, update, delete on upload, upload_size to portal_app
  `.execute(db);
  await sql`grant select, insert on upload_access to portal_app`.execute(db);
}
