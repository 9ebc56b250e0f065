import type { Region } from "@portal/shared/region.ts";
import type { ReadDatabase } from "../../db/database.ts";

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
