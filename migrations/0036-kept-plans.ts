import { type Kysely, sql } from "kysely";

/**
 * What is asked for every order and every payment is planned once for each connection. Where a list
 * is among the parameters, PostgreSQL would rather plan anew for each call, which takes longer than
 * all these do. As with `append`, a plan that was made while the tables were small must not outlive
 * that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["public.order_facts", "public.shop_terms", "public.buyer_facts"])
    await keepPlan(db, name);
  for (const schema of ["projection", "projection_next"])
    await keepPlan(db, `${schema}.load_books`);
}

async function keepPlan(db: Kysely<unknown>, name: string): Promise<void> {
  await sql`
    alter function ${sql.raw(name)} set plan_cache_mode = force_generic_plan set enable_seqscan = off
  `.execute(db);
}
