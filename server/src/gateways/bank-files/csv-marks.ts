import type { Row } from "./csv-rows.ts";
import { withoutQuote } from "./csv-rows.ts";
import { signOf } from "./csv-names.ts";

/** A column that says debit or credit: one known by its name, or the place of another one. */
export type Mark = Readonly<{
  place: "mark" | number;
  /** Whether its name says that it is one. */
  isNamed: boolean;
  /** What it says of a line, in its words. */
  wordOf: (row: Row) => string;
}>;

/** Which way a mark says that the money of a line went; undefined where it says neither. */
export function signBy(mark: Mark, row: Row): 1 | -1 | undefined {
  return signOf(mark.wordOf(row));
}

/** The column of marks by its name, or else one that may be such. */
const byName = {
  place: "mark",
  wordOf: (row: Row) => row.text("mark") || row.text("perhapsMark"),
} as const;

/**
 * The columns that say debit or credit of lines with an amount. One whose name says that it does comes first; then those of any
 * name whose values all do, where they say both, or else always the same; then one of types that does so of some lines.
 */
export function marksIn(rows: readonly Row[]): Mark[] {
  if (rows.some((row) => row.text("mark") !== "")) return [{ ...byName, isNamed: true }];
  const told = toldPlaces(rows).map(({ place, signs }) => ({
    mark: { place, isNamed: false, wordOf: wordAt(place) },
    isBoth: signs.size === 2,
  }));
  const both = told.filter(({ isBoth }) => isBoth);
  const ways = told.filter(({ mark }) => !rows.every((row) => isKindOfAccount(mark.wordOf(row))));
  const first = [both, ways, told].find((each) => each.length > 0);
  if (first !== undefined) return first.map(({ mark }) => mark);
  const isPartly = rows.some((row) => signOf(row.text("perhapsMark")) !== undefined);
  return isPartly ? [{ ...byName, isNamed: false }] : [];
}

function wordAt(place: number): (row: Row) => string {
  return ({ cells }) => withoutQuote(cells[place] ?? "");
}

function toldPlaces(rows: readonly Row[]) {
  // A column that says it of all lines has a value in the first one.
  const places = [...(rows[0]?.cells ?? []).keys()];
  return places.flatMap((place) => {
    const values = new Set(rows.map(wordAt(place)));
    // Dashes without a plus are empty cells.
    if (values.has("-") && !values.has("+")) return [];
    const signs = new Set([...values].map(signOf));
    return signs.has(undefined) ? [] : [{ place, signs }];
  });
}

/** Whether a word that stands in all lines may be the kind of the account: a debit card, a credit account, a deposit. */
export function isKindOfAccount(word: string): boolean {
  return /^(?:debit|credit|deposit|[cd])$/i.test(word);
}
