import { type Kysely, sql } from "kysely";

/** What a new stockist gets where the office says nothing else, and the most that the office may give; whole percent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shop_setting
      add column stockist_margin_default_bps integer not null default 2500,
      add column stockist_percent_default_bps integer not null default 1000,
      add column stockist_margin_max_bps integer not null default 4000,
      add column stockist_percent_max_bps integer not null default 2000,
      add constraint stockist_terms check (
        stockist_margin_default_bps between 0 and stockist_margin_max_bps
        and stockist_margin_max_bps <= 9900
        and stockist_percent_default_bps between 0 and stockist_percent_max_bps
        and stockist_percent_max_bps <= 9900)
  `.execute(db);
}
