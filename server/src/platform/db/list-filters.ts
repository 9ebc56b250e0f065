import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "./database.ts";

/** A pattern for `like`: what is typed is looked for as it is, no character of it means another. */
export function likePattern(typed: string): string {
  return `%${typed.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/** Instants: from the first, and until, not including, the other. Null has no end on that side. */
export type Period = Readonly<{ from: string | null; until: string | null }>;

/** Calendar days are those of the shop, both of them included. */
export async function periodOfDays(
  db: ReadDatabase,
  region: Region,
  { from, to }: Readonly<{ from?: string | undefined; to?: string | undefined }>,
): Promise<Period> {
  if (from === undefined && to === undefined) return { from: null, until: null };
  const period = await db
    .selectFrom("region")
    .select([
      sql<string | null>`(${from ?? null}::date)::timestamp at time zone time_zone`.as("from"),
      sql<string | null>`(${to ?? null}::date + 1)::timestamp at time zone time_zone`.as("until"),
    ])
    .where("code", "=", region)
    .executeTakeFirst();
  return period ?? { from: null, until: null };
}
