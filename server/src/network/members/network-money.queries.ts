import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** The currency of the network's figures, and what one unit counts for in "total sales", minor units. */
export function readMoneyTerms(
  db: ReadDatabase,
  region: Region,
): Promise<{ currency: Currency; unitValue: number }> {
  return db
    .selectFrom("region")
    .select(["currency", "unit_value as unitValue"])
    .where("code", "=", region)
    .executeTakeFirstOrThrow();
}
