import { type Kysely, sql } from "kysely";

/**
 * What the server may do with tables that are evidence, or that it only reads or sets. Each migration said so for its
 * own tables, but the default rights of the first one stood beside that and gave more.
 */
const granted = {
  "select, insert": [
    ...["audit_entry", "erased_person", "upload_access", "bank_line_use", "site_copy_version"],
    ...["settlement_file", "settlement_line", "plan_simulation_member", "sales_kind"],
  ],
  "select, insert, update": [
    ...["card_notification", "bank_line", "courier_booking", "plan_simulation", "planned_plan"],
  ],
  "select, insert, delete": ["contact_message", "app_log"],
  "select, update": ["region", "shop_setting", "collection_point", "ledger_check", "sales_count"],
  select: ["captcha_key", "ledger_entries"],
};

/** From here on a table is closed to the server until its migration says what the server may do with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter default privileges in schema public
      revoke select, insert, update, delete on tables from portal_app
  `.execute(db);
  for (const [rights, names] of Object.entries(granted)) {
    const tables = sql.join(names.map((name) => sql.id("public", name)));
    await sql`revoke all on ${tables} from portal_app`.execute(db);
    await sql`grant ${sql.raw(rights)} on ${tables} to portal_app`.execute(db);
  }
}
