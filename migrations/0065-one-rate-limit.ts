import { type Kysely, sql } from "kysely";

/** What is sent in an hour is counted with everything else that is limited, in the table `allowance`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table message_budget`.execute(db);
}
