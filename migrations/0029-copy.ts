import { type Kysely, sql } from "kysely";

/** What the office writes itself: the words of mails and SMS, and texts on the pages of the shop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_copy (
      kind text primary key,
      subject text not null,
      -- Paragraphs stand apart by an empty line.
      body text not null,
      -- Empty where a mail has no button, or goes by no SMS.
      button_label text not null,
      sms text not null,
      updated_at timestamptz not null,
      updated_by integer references account on delete set null
    )
  `.execute(db);
  // Words that somebody tries out by mail before they are saved.
  await sql`
    create table email_copy_test (
      id integer generated always as identity primary key,
      kind text not null,
      subject text not null,
      body text not null,
      button_label text not null,
      sms text not null,
      made_at timestamptz not null
    )
  `.execute(db);
  await sql`
    create table site_copy (
      var_name text primary key,
      -- HTML of a few harmless elements: it was cleaned before it came here.
      copy text not null,
      -- The uploads that it shows.
      pictures integer[] not null default '{}',
      updated_at timestamptz not null,
      updated_by integer references account on delete set null
    )
  `.execute(db);
  await sql`
    create table site_copy_version (
      id integer generated always as identity primary key,
      var_name text not null,
      -- Null: back to the original words.
      copy text,
      at timestamptz not null,
      by_user integer references account on delete set null
    )
  `.execute(db);
  await sql`create index site_copy_version_list on site_copy_version (var_name, id desc)`.execute(
    db,
  );
  await sql`
    grant select, insert, update, delete on email_copy, email_copy_test, site_copy to portal_app
  `.execute(db);
  await sql`grant select, insert on site_copy_version to portal_app`.execute(db);
}
