import {
  defaultYearBegin,
  type FinancialYears,
  type MonthOfYear,
} from "@portal/shared/catalogue/financial-year.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { SettingsOf } from "@portal/shared/catalogue/settings.ts";
import { readOnly, type ReadDatabase, type Tx } from "../../platform/db/database.ts";
import { type FindClosedBooks, lockAppends } from "./settings.store.ts";

/** With which months financial years begin, as the office chose; of closed months as it was chosen then. */
export async function loadFinancialYears(
  db: ReadDatabase,
  region: Region,
): Promise<FinancialYears> {
  const { beginsIn } = await db
    .selectFrom("shop_setting")
    .select("year_begins_in as beginsIn")
    .executeTakeFirstOrThrow();
  const former = await db
    .selectFrom("former_year_begin")
    .select(["through", "begins_in as beginsIn"])
    .orderBy("through")
    .execute();
  return { beginsIn: beginsIn ?? defaultYearBegin(region), former };
}

/** Before another month is saved: closed months keep the former one. */
export async function keepFormerYears(
  tx: Tx,
  { findClosedBooks }: Readonly<{ findClosedBooks: FindClosedBooks }>,
  former: SettingsOf<"accounting">,
  given: SettingsOf<"accounting">,
): Promise<void> {
  const before: MonthOfYear | undefined = former.yearBeginsIn;
  if (before === undefined || given.yearBeginsIn === undefined || given.yearBeginsIn === before)
    return;
  // No month is closed between this and the change.
  await lockAppends(tx);
  const closed = await findClosedBooks(readOnly(tx));
  if (closed === null) return;
  await tx
    .insertInto("former_year_begin")
    .values({ through: closed.lastClosed, begins_in: before })
    // An earlier change since the last closing kept what the months were closed under.
    .onConflict((conflict) => conflict.column("through").doNothing())
    .execute();
}
