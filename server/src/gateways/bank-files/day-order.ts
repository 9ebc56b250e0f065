import type { BankFileOptions, DayQuestion } from "./bank-file.ts";
import { type DayOrder, isOpen, isWithoutZero, orderOf, yearFirstIn } from "./day-text.ts";
import { StatementError } from "./statement-error.ts";

/**
 * What the days of a file mean: as they tell themselves, else as the bank writes them, else as somebody said, else by the
 * region. Where only that decides, somebody is asked, unless it says month first, which nobody assumes outside the USA.
 *
 * @param of.bank the order of the bank's files, where the file tells which bank it is. A spreadsheet that saved the file may
 *   have changed it, and then writes `11/2/2026` without the zero of a bank
 * @param of.told what somebody said of earlier files
 * @throws StatementError where the days contradict each other
 */
export function dayOrderIn(
  days: readonly string[],
  { dayOrder, answeredOrder, latest }: BankFileOptions,
  { bank = null, told = null }: Readonly<{ bank?: DayOrder | null; told?: DayOrder | null }> = {},
): Readonly<{ order: DayOrder; questions: readonly DayQuestion[] }> {
  const yearFirst = yearFirstIn(days, latest);
  if (yearFirst !== null)
    throw new StatementError(
      `${yearFirst} may have its year first or last; choose a file with years of four digits`,
    );
  const order = orderOf(days) ?? (days.some(isWithoutZero) ? null : bank) ?? answeredOrder ?? told;
  if (order !== null) return { order, questions: [] };
  const example = days.find((day) => isOpen([day]));
  const isAsked = example !== undefined && dayOrder === "day-first";
  return { order: dayOrder, questions: isAsked ? [{ ask: "day-order", example }] : [] };
}
