import { type Kysely, sql } from "kysely";

/**
 * Requests were logged with their whole path, and some paths end with the secret of a link or open an order. The lines
 * stay, without the path; whatever else repeats an address of such a link loses what follows it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update app_log set details = details - 'path'
    where details ->> 'path' like '/%'
  `.execute(db);
  const secret = String.raw`(/(set-password|confirm-email|orders|statements)[/?#])[^\s"'\\]+`;
  await sql`
    update app_log set
      text = regexp_replace(text, ${secret}, '\\1[hidden]', 'gi'),
      details = regexp_replace(details::text, ${secret}, '\\1[hidden]', 'gi')::jsonb
    where text ~* ${secret} or details::text ~* ${secret}
  `.execute(db);
}
