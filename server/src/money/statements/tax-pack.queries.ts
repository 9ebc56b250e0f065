import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { monthAt, monthsOfTaxYear, previousMonth } from "@portal/shared/platform/months.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import {
  figuresOfMonths,
  listMovements,
  requireMember,
  type StatementMonth,
} from "./statement.queries.ts";
import { type Calendar, endOf, isBy, type WalletMovement } from "./statement.rules.ts";

/** What one person earned and was paid in a tax year, by month. Minor units. */
export type TaxPack = Readonly<{
  memberId: number;
  year: number;
  timeZone: string;
  currency: Currency;
  months: readonly StatementMonth[];
  payouts: readonly WalletMovement[];
  earned: number;
  cash: number;
  converted: number;
  /** Every month of it is closed, so that nothing of it changes any more. */
  isFinal: boolean;
}>;

/**
 * The months of the statements, so that the pack agrees with them to the cent.
 *
 * @throws DomainError statement.unknown for somebody who is no member, and a year that has not begun
 */
export async function getTaxPack(
  db: ReadDatabase,
  calendar: Calendar,
  of: Readonly<{ memberId: number; year: number; region: Region; now: string }>,
): Promise<TaxPack> {
  const { memberId, year, region, now } = of;
  await requireMember(db, memberId);
  const { timeZone, currency } = calendar;
  const present = monthAt(now, timeZone);
  const asked = monthsOfTaxYear(year, region).filter((month) => month <= present);
  const [first] = asked;
  const last = asked.at(-1);
  if (first === undefined || last === undefined) throw new DomainError("statement.unknown");
  const movements = await listMovements(db, memberId);
  const months = await figuresOfMonths(db, calendar, { memberId, months: asked, movements });
  const monthsSum = (part: (month: StatementMonth) => number) =>
    months.reduce((sum, month) => sum + part(month), 0);
  const end = endOf(calendar, last);
  const before = endOf(calendar, previousMonth(first));
  return {
    memberId,
    year,
    timeZone,
    currency,
    months,
    payouts: movements.filter((each) => isBy(each, end) && !isBy(each, before)),
    earned: monthsSum(({ earned }) => earned),
    cash: monthsSum(({ cash }) => cash),
    converted: monthsSum(({ converted }) => converted),
    isFinal: asked.length === 12 && months.every(({ isClosed }) => isClosed),
  };
}
