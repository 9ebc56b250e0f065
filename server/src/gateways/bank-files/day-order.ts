import type { BankFileOptions, DayQuestion } from "./bank-file.ts";
import { type DayOrder, isOpen, orderOf } from "./day-text.ts";

/**
 * What the days of a file mean: as they tell themselves, else as the bank writes them, else by the options. Where only these
 * decide, somebody is asked, unless they say month first, which nobody assumes outside the USA.
 *
 * @param bank the order of the bank's files, where the file tells which bank it is
 * @throws StatementError where the days contradict each other
 */
export function dayOrderIn(
  days: readonly string[],
  { dayOrder }: BankFileOptions,
  bank: DayOrder | null = null,
): Readonly<{ order: DayOrder; questions: readonly DayQuestion[] }> {
  const told = orderOf(days) ?? bank;
  if (told !== null) return { order: told, questions: [] };
  const example = days.find((day) => isOpen([day]));
  const isAsked = example !== undefined && dayOrder === "day-first";
  return { order: dayOrder, questions: isAsked ? [{ ask: "day-order", example }] : [] };
}
