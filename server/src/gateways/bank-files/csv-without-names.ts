import { amountInCsv } from "./amount-text.ts";
import type { BankFile, BankFileOptions, FileNote } from "./bank-file.ts";
import { isBalanceAlone } from "./balance-text.ts";
import { dayOrderIn } from "./day-order.ts";
import { type DayOrder, dayOfText } from "./day-text.ts";
import { isOwnCurrency } from "./own-currency.ts";
import { oneAccount } from "./statement-account.ts";
import { requireWhole } from "./parted-amounts.ts";
import { joinTexts } from "./statement-parts.ts";
import { type CsvRecord, required } from "./statement-file.ts";

/** The places of the values in a line that no header names. */
type Places = Readonly<{
  amount: number;
  text: number;
  balance?: number;
  reference?: number;
  /** What its days mean where the bank is known by the form of the line; else the file may leave it open. */
  order?: DayOrder;
}>;

/**
 * CSV whose first line is a transaction already: of HSBC (day, text, amount), Bank of America (and a balance), and Wells Fargo
 * (day, amount, `*`, number of the check, text).
 *
 * @returns null for any other file
 * @throws StatementError
 */
export function readUnnamed(
  records: readonly CsvRecord[],
  options: BankFileOptions,
): BankFile | null {
  const places = placesIn(records, options);
  if (places === null) return null;
  requireWhole(records, [places.amount]);
  const days = records.map(({ cells }) => cells[0] ?? "");
  const { order, questions } = dayOrderIn(days, options, { bank: places.order ?? null });
  const notes: FileNote[] = [];
  const lines = records.flatMap(({ line, cells }) => {
    const position = { line };
    const cell = (place: number | undefined) => cells[place ?? cells.length] ?? "";
    const text = joinTexts([cell(places.text)]);
    const amount = amountInCsv(cell(places.amount), position);
    const isOther = amount !== null && !isOwnCurrency(amount.currency, options);
    if (amount === null || isOther || isBalanceAlone(text)) {
      const other = isOther ? "another currency" : "a balance or total";
      const why = amount === null ? "no amount" : other;
      notes.push({ line, text, why });
      return [];
    }
    const day = dayOfText(cell(0), { position, order });
    return {
      line,
      bankId: null,
      day: required(day, line, "date"),
      amount: amount.minor,
      text,
      reference: cell(places.reference).trim() || null,
      balance: amountInCsv(cell(places.balance), position)?.minor ?? null,
    };
  });
  return { ...oneAccount("CSV", "", lines), notes, questions };
}

function placesIn(records: readonly CsvRecord[], { dayOrder }: BankFileOptions): Places | null {
  if (!records.every(isDated)) return null;
  const width = records.reduce(
    (most, { cells }) => Math.max(most, cells.findLastIndex(isFilled) + 1),
    0,
  );
  const isAmount = (place: number) => records.every(({ cells }) => isMoney(cells[place] ?? ""));
  if (width === 5 && isAmount(1) && records.every(({ cells }) => cells[2]?.trim() === "*"))
    return { amount: 1, text: 4, reference: 3, order: "month-first" };
  // HSBC is a bank of the United Kingdom, and a shop in the USA reads its own banks.
  if (width === 3 && isAmount(2)) return { amount: 2, text: 1, order: dayOrder };
  return width === 4 && isAmount(2) && isAmount(3) ? { amount: 2, text: 1, balance: 3 } : null;
}

function isDated({ cells: [day = ""] }: CsvRecord): boolean {
  return /^(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|\d{8}|\d{1,2}[- ]?[a-z]{3}[- ]?\d{2,4})$/i.test(
    day.trim(),
  );
}

function isFilled(cell: string): boolean {
  return cell.trim() !== "";
}

/** Loosely: what looks like money but cannot be read is refused with its line. */
function isMoney(cell: string): boolean {
  return /^[^\p{L}]*(?:(?:R|ZAR|GBP|USD)\b)?[^\p{L}]*(?:[CD]r?|OD)?$/iu.test(cell.trim());
}
