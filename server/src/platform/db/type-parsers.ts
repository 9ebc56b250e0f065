import pg from "pg";

const { builtins } = pg.types;
const int8Array = 1016;

/** How PostgreSQL's values arrive: as what JSON can carry, so that they reach the browser as they are. */
export const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(builtins.INT8, wholeNumber);
typeParsers.setTypeParser(int8Array, wholeNumbers);
typeParsers.setTypeParser(builtins.TIMESTAMPTZ, isoInstant);
typeParsers.setTypeParser(builtins.DATE, (text: string) => text);

/** @throws RangeError for what a number cannot hold exactly: a wrong amount is worse than none. */
function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is more than a number can hold`);
  return number;
}

function wholeNumbers(text: string): (number | null)[] {
  if (text === "{}") return [];
  const elements = text.slice(1, -1).split(",");
  return elements.map((element) => (element === "NULL" ? null : wholeNumber(element)));
}

/** `2026-01-31 08:00:00.5+00` is `2026-01-31T08:00:00.500Z`. The session's time zone is UTC (connect.ts). */
function isoInstant(text: string): string {
  if (!text.endsWith("+00") || text.length < 22 || text.length > 29)
    throw new RangeError(`${text} is not an instant in UTC`);
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, "0");
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
