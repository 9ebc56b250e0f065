import { type Kysely, sql } from "kysely";

/**
 * Who the shop is on its papers, and where a bank transfer goes. Empty until the office says so: an
 * invoice names no supplier that is made up, and nobody is sent to an account that is not there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shop_setting
      add column shop_name text not null default '',
      add column shop_address text not null default '',
      -- Empty: not registered for VAT, and so no paper of ours is a tax invoice.
      add column vat_no text not null default '',
      add column company_no text not null default '',
      add column bank_name text not null default '',
      add column bank_account_name text not null default '',
      add column bank_account_type text not null default '',
      add column bank_account_number text not null default '',
      add column bank_branch_code text not null default ''
  `.execute(db);
}
