import { type Kysely, sql } from "kysely";

/** What makes lists of a hundred thousand people, and of what they did, answer at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await searchText(db);
  await lists(db);
  await audit(db);
  // An account and its place in the network are written together, so the number is needed first.
  await sql`grant usage on sequence account_id_seq to portal_app`.execute(db);
}

/** In small letters once and for all: made so for each of a hundred thousand rows, it takes too long. */
async function searchText(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm with schema public`.execute(db);
  await sql`
    alter table account
      add column search_text text not null default '',
      -- The beginning of the name: what is sorted by has to fit into an index.
      add column sort_name text not null default ''
  `.execute(db);
  await sql`
    create function set_account_search_text() returns trigger language plpgsql as $$
    begin
      new.sort_name := left(lower(new.first_name || ' ' || new.last_name), 100);
      new.search_text := lower(concat_ws(E'\n',
        new.first_name || ' ' || new.last_name, new.email, new.cell, new.company));
      return new;
    end $$
  `.execute(db);
  await sql`
    create trigger account_search_text
    before insert or update of first_name, last_name, email, cell, company on account
    for each row execute function set_account_search_text()
  `.execute(db);
  await sql`update account set email = email`.execute(db);
  await sql`create index account_search on account using gin (search_text gin_trgm_ops)`.execute(
    db,
  );
}

/** Who is listed unless deleted people are asked for (specification, section 6). */
const listed = "active and email not like '%(inactive%'";
const unlisted = "not active or email like '%(inactive%'";

async function lists(db: Kysely<unknown>): Promise<void> {
  // Role and school are in each, so that a deep page is found without looking at the rows before it.
  const sorted = {
    account_by_name: "(sort_name, id) include (role, school)",
    account_by_email: "(email, id) include (role, school)",
    account_by_creation: "(created_at, id) include (role, school)",
    account_by_last_seen: "(last_seen_at nulls first, id) include (role, school)",
    account_by_role: "(role, school, id)",
  };
  for (const [name, columns] of Object.entries(sorted))
    await sql.raw(`create index ${name} on account ${columns} where ${listed}`).execute(db);
  await sql.raw(`create index account_unlisted on account (id) where ${unlisted}`).execute(db);
}

async function audit(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_entry_actor on audit_entry (actor_id, at)`.execute(db);
  await sql`
    create index audit_entry_action on audit_entry (action, at) include (actor_id, subject_id)
  `.execute(db);
}
