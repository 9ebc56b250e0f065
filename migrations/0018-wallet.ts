import { type Kysely, sql } from "kysely";

/** When commission can be asked for, and what people ask about single entries of theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shop_setting
      -- For so many days commission is maturing; 0: it can be asked for at once.
      add column payout_hold_days integer not null default 0
        check (payout_hold_days between 0 and 365),
      -- Minor units of the shop's currency; a request for less is refused.
      add column payout_minimum bigint not null default 0 check (payout_minimum >= 0)
  `.execute(db);
  await sql`
    create table entry_question (
      id integer generated always as identity primary key,
      -- The browser's name for it: sent again after a lost answer, it is one question.
      command_id uuid not null unique,
      -- The entry: its place in the ledger, which no rebuild moves.
      position bigint not null,
      entry_no integer not null,
      asked_by integer not null references account,
      asked_at timestamptz not null,
      question text not null check (question <> ''),
      answered_by integer references account,
      answered_at timestamptz,
      answer text check (answer <> ''),
      -- What was granted with the answer, minor units; the ledger holds the grant itself.
      credit bigint check (credit > 0),
      check (num_nulls(answered_by, answered_at, answer) in (0, 3)),
      check (credit is null or answered_at is not null)
    )
  `.execute(db);
  await sql`
    create unique index entry_question_open on entry_question (asked_by, position, entry_no)
      where answered_at is null
  `.execute(db);
  await sql`
    create index entry_question_of_entry on entry_question (asked_by, position, entry_no, id)
  `.execute(db);
  await sql`create index entry_question_list on entry_question (asked_at desc, id desc)`.execute(
    db,
  );
  // A question stays with its entry and its asker; the answer is written beside it once.
  await sql`revoke all on entry_question from portal_app`.execute(db);
  await sql`
    grant select, insert, update (answered_by, answered_at, answer, credit)
      on entry_question to portal_app
  `.execute(db);
}
