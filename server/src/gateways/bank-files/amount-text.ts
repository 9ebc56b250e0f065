import { currencyOfWord } from "./own-currency.ts";
import { type CellPosition, located, StatementError } from "./statement-error.ts";

/**
 * `minor` has the sign that the text itself states; `marked` tells whether it states one, `isCredit` whether by `Cr`.
 * `currency` is the one that it names, else empty.
 */
export type AmountText = Readonly<{
  minor: number;
  marked: boolean;
  isCredit: boolean;
  currency: string;
}>;

const currencyWords = /(?:ZAR|GBP|USD|EUR|US\$|R(?![a-z])|£|\$|€)/giu;
const spaces = /[\s\u00a0\u2007\u2009\u202f]+/gu;

/**
 * An amount as banks write it, in minor units: `1 234.50`, `1,234.50`, `1'234.50`, `1.234,50`, `1234,5`, `R45`, `-R 45.00`,
 * `(45.00)`, `R (45.00)`, `45.00-`, `45.00Cr`, `45.00 DR`, `45.00 D`, `45.00 OD`,
 * `+0000425.00`. Thousands stand in groups of three.
 *
 * @returns null for an empty cell, or a dash alone
 * @throws StatementError that names the line, for any other text
 */
export function amountIn(text: string, position: CellPosition): AmountText | null {
  const refused = () => new StatementError(`${located(text, position)} is not an amount`);
  let rest = text.trim();
  if (rest === "" || /^[-–—]$/u.test(rest)) return null;
  const signs: (1 | -1)[] = [];
  const take = (pattern: RegExp, sign: 1 | -1) => {
    const bare = rest.replace(pattern, "$1").trim();
    if (bare === rest) return;
    rest = bare;
    signs.push(sign);
  };
  take(/^\((.+)\)$/u, -1);
  take(/^(.*\d.*?)\s*cr$/iu, 1);
  take(/^(.*\d.*?)\s*(?:dr|od)$/iu, -1);
  // `50c` may be cents.
  take(/^(.*\d[.,]\d{2})\s*c$/iu, 1);
  take(/^(.*\d[.,]\d{2})\s*d$/iu, -1);
  const [word = ""] = rest.match(currencyWords) ?? [];
  rest = rest.replaceAll(currencyWords, "").trim();
  take(/^\((.+)\)$/u, -1);
  take(/^[-–−](.+)$/u, -1);
  take(/^(.+)[-–−]$/u, -1);
  take(/^\+(.+)$/u, 1);
  take(/^(.+)\+$/u, 1);
  // `-45.00 DR` and `(-45.00)` say it twice, `-45.00 Cr` contradicts itself.
  if (new Set(signs).size > 1) throw refused();
  const minor = minorOf(rest.replaceAll(spaces, " ").trim());
  if (minor === null) throw refused();
  const isCredit = /cr?$/iu.test(text.trim());
  return {
    minor: signs[0] === -1 ? 0 - minor : minor,
    marked: signs.length > 0,
    isCredit,
    currency: currencyOfWord(word),
  };
}

/**
 * As `amountIn`, of a CSV, where no format says what the point is: `1.000` may be one or a thousand.
 *
 * @throws StatementError
 */
export function amountInCsv(text: string, position: CellPosition): AmountText | null {
  if (/^[^\d.,]*0*[1-9]\d{0,2}\.\d{3}\D*$/u.test(text))
    throw new StatementError(`${located(text, position)} may be a thousand times as much`);
  return amountIn(text, position);
}

/** Without a sign; `.50` too, and `0000425.00`. */
function minorOf(written: string): number | null {
  const text = written.replace(/^\.(?=\d)/u, "0.").replace(/^0+(?=\d)/u, "");
  const grouped = /^(\d{1,3}(?:([ ,.'’])\d{3})(?:\2\d{3})*)(?:([.,])(\d{1,2})0*)?$/u.exec(text);
  const plain = /^(\d{1,12})(?:[.,](\d{1,2})0*)?$/u.exec(text);
  // `1,000` is a thousand, whatever digits follow the comma, and `0,500` is half of one.
  if (plain && !/^[1-9].*,\d{3}$/.test(text)) return toMinor(plain[1] ?? "", plain[2] ?? "");
  if (!grouped || text.startsWith("0")) return null;
  const [, whole = "", separator, decimal, cents = ""] = grouped;
  // `1.234` may be one and a quarter, and `1,234,50` is neither.
  if (separator === decimal || (separator === "." && decimal === undefined)) return null;
  return toMinor(whole.replaceAll(/\D/gu, ""), cents);
}

function toMinor(whole: string, cents: string): number | null {
  return whole.length > 12 ? null : Number(whole) * 100 + Number(cents.padEnd(2, "0"));
}
