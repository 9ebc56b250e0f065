import { StatementError } from "./statement-error.ts";

/** Where a value stands in its file, for whoever has to look it up. */
export type CellPlace = Readonly<{ line: number; column?: string }>;

/**
 * `R1 234.50`, `1,234.50`, `1234,5` and `-29.00` in minor units; null for an empty cell.
 *
 * @throws StatementError for what is no amount, naming the line
 */
export function minorIn(text: string, place: CellPlace): number | null {
  const bare = text.replaceAll(/[\s\u00a0R£$']/g, "");
  if (bare === "") return null;
  const decimal = /,\d{1,2}$/.test(bare)
    ? bare.replaceAll(".", "").replace(",", ".")
    : bare.replaceAll(",", "");
  const [, sign, whole, fraction = ""] =
    /^([+-]?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new StatementError(`${wrong(text, place)} is not an amount`);
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign === "-" ? 0 - minor : minor;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * `2026-11-02`, `2026/11/02`, `20261102`, `02/11/2026` and `02 Nov 2026` as `YYYY-MM-DD`; null for an
 * empty cell. Days come before months, as banks here write them.
 *
 * @throws StatementError for what is no date, naming the line
 */
export function dayIn(text: string, place: CellPlace): string | null {
  const bare = text.trim();
  if (bare === "") return null;
  const [, year, month, day] =
    /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})/.exec(bare) ??
    reordered(bare, /^(\d{2})[-/.](\d{2})[-/.](\d{4})/);
  if (isDay(year, month, day)) return `${year}-${month}-${day}`;
  const [, dayOfMonth = "", name = "", ofYear] =
    /^(\d{1,2})[- ]?([a-z]{3})[a-z]*[- ]?(\d{4})/i.exec(bare) ?? [];
  const number = String(months.indexOf(name.toLowerCase()) + 1).padStart(2, "0");
  const padded = dayOfMonth.padStart(2, "0");
  if (isDay(ofYear, number, padded)) return `${ofYear}-${number}-${padded}`;
  throw new StatementError(`${wrong(text, place)} is not a date`);
}

function reordered(text: string, pattern: RegExp): (string | undefined)[] {
  const [whole, day, month, year] = pattern.exec(text) ?? [];
  return [whole, year, month, day];
}

/** The 31st of February is no day. */
function isDay(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): boolean {
  if (year === undefined || month === undefined || day === undefined) return false;
  const text = `${year}-${month}-${day}`;
  const parsed = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

function wrong(text: string, { line, column }: CellPlace): string {
  return `line ${line}: ${text}${column === undefined ? "" : ` in column ${column}`}`;
}
