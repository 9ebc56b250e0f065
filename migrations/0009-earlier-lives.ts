import { type Kysely, sql } from "kysely";

/**
 * Earlier lives stand in the tree under the member that they stood under when they ended. They are
 * few, and nothing but an uplift writes to this index; it goes along when the tables are rebuilt.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index member_earlier_life on projection.member (uplifted_under_id)
    where uplifted_under_id is not null
  `.execute(db);
}
