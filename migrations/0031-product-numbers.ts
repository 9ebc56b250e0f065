import { type Kysely, sql } from "kysely";

/** Some products have numbers that the specification names (94, 142); those that are added later never meet them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('product', 'id'),
      (select greatest(999, coalesce(max(id), 0)) from product))
  `.execute(db);
}
