import { type Kysely, sql } from "kysely";

/**
 * Where a recipient's address is on a map, in degrees (specification, section 3, googlePlace). It stands in the row of
 * the street, so that it goes wherever the street goes: erased with it, and in no event.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table address
      add column latitude double precision check (latitude between -90 and 90),
      add column longitude double precision check (longitude between -180 and 180),
      add constraint address_is_somewhere check ((latitude is null) = (longitude is null))
  `.execute(db);
}
