import { type Kysely, sql } from "kysely";

/** A customer whom nobody brought joins a distributor's network only by an answer of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation (
      id uuid primary key,
      user_id integer not null references account on delete cascade,
      invited_by integer not null references account on delete cascade,
      role text not null check (role in ('distributor', 'stockist')),
      -- Under whom; the one who invites, or somebody below.
      parent_id integer not null references account on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )
  `.execute(db);
  await sql`create index invitation_of_user on invitation (user_id)`.execute(db);
  await sql`grant select, insert, delete on invitation to portal_app`.execute(db);
  await sql`
    alter table account_link
      drop constraint account_link_purpose_check,
      add constraint account_link_purpose_check
        check (purpose in ('register', 'reset-password', 'confirm-email', 'invitation')),
      add column invitation_id uuid references invitation on delete cascade,
      add constraint account_link_of_invitation
        check ((purpose = 'invitation') = (invitation_id is not null))
  `.execute(db);
}
