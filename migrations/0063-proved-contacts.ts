import { type Kysely, sql } from "kysely";

/** An email is proved by a secret that was sent to it, and a new number gets codes two days after it was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      -- Where codes go until a new number has been there for two days; null: to no number.
      add column former_cell text,
      -- Null where the number is the first one.
      add column cell_changed_at timestamptz
  `.execute(db);
  await sql`
    -- The address that the link was mailed to; null where it went by SMS or was handed to a browser.
    alter table account_link add column sent_to text
  `.execute(db);
  // Links that choose a password after a registration went by SMS as well: those prove nothing.
  await sql`
    update account_link as link set sent_to = account.email
    from account
    where account.id = link.user_id and link.ended_at is null
      and link.purpose in ('reset-password', 'confirm-email')
  `.execute(db);
  await sql`
    alter table sign_in_code
      add column mailed_to text,
      -- Of the SMS, where that has a code of its own.
      add column sms_code_hash text
  `.execute(db);
  await sql`
    alter table shop_setting
      -- Credit made or spent in a day above this asks for the password, in minor units.
      add column credit_password_above integer not null default 100000
        check (credit_password_above >= 0)
  `.execute(db);
}
