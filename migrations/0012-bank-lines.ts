import { type Kysely, sql } from "kysely";

/** What came in on the bank account, line by line, and which orders each line paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bank_line (
      id bigint generated always as identity primary key,
      -- Made from what the bank says of the line: the same line in two files is one row.
      fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{64}$'),
      account text not null,
      booked_on date not null,
      -- Minor units of the shop's currency.
      amount bigint not null check (amount > 0),
      description text not null,
      file_name text not null,
      uploaded_at timestamptz not null default now(),
      uploaded_by integer not null references account,
      state text not null default 'open' check (state in ('open', 'applied', 'ignored')),
      decided_at timestamptz,
      decided_by integer references account,
      -- Why it is nobody's payment.
      reason text,
      check ((state = 'open') = (decided_at is null))
    )
  `.execute(db);
  await sql`create index bank_line_list on bank_line (state, booked_on desc, id desc)`.execute(db);
  await sql`
    create table bank_line_use (
      line_id bigint not null references bank_line,
      order_number bigint not null,
      amount bigint not null check (amount > 0),
      primary key (line_id, order_number)
    )
  `.execute(db);
  // A line that came in stays; what was made of it is written beside it.
  await sql`grant select, insert, update on bank_line to portal_app`.execute(db);
  await sql`grant select, insert on bank_line_use to portal_app`.execute(db);
}
