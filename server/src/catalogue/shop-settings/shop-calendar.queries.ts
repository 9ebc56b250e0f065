import type { Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** By which clock the shop's days begin and end. */
export async function getShopCalendar(
  db: ReadDatabase,
  region: Region,
): Promise<{ timeZone: string }> {
  return db
    .selectFrom("region")
    .select("time_zone as timeZone")
    .where("code", "=", region)
    .executeTakeFirstOrThrow();
}
