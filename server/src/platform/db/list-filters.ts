import { addDays, type Period, startOfDay } from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "./database.ts";
import { loadRegion } from "./region.queries.ts";

/** A pattern for `like`: what is typed is looked for as it is, no character of it means another. */
export function likePattern(typed: string): string {
  return `%${typed.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/** Calendar days are those of the shop, both of them included. */
export async function periodOfDays(
  db: ReadDatabase,
  region: Region,
  { from, to }: Readonly<{ from?: string | undefined; to?: string | undefined }>,
): Promise<Period> {
  if (from === undefined && to === undefined) return { from: null, until: null };
  const { timeZone } = await loadRegion(db, region);
  return {
    from: from === undefined ? null : startOfDay(from, timeZone),
    until: to === undefined ? null : startOfDay(addDays(to, 1), timeZone),
  };
}
