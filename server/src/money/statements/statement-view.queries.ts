import { startOfMonth } from "@portal/shared/platform/months.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { getCalendar } from "./closing.queries.ts";
import { findSellerNames, getStatement } from "./statement.queries.ts";

/**
 * A statement as a screen shows it: with the names of the member and those whose sales it tells of, and where the
 * month began, since an entry from before it came late.
 *
 * @throws DomainError statement.unknown
 */
export async function getStatementView(
  db: ReadDatabase,
  region: Region,
  of: Readonly<{ memberId: number; month: string }>,
) {
  const calendar = await getCalendar(db, region);
  const statement = await getStatement(db, calendar, of);
  const sellerIds = statement.entries.map(({ sellerId }) => sellerId);
  return {
    ...statement,
    currency: calendar.currency,
    from: startOfMonth(of.month, calendar.timeZone),
    names: await findSellerNames(db, [of.memberId, ...sellerIds]),
  };
}
