import type { Row } from "./csv-rows.ts";

/** What the type of a line says of its money; null where it says nothing of a card. */
type Kind = "purchase" | "sale" | "charge" | null;

function kindOf(row: Row): Kind {
  const type = row.text("perhapsMark");
  if (/^(?:\S+[\s-]+){0,2}purchases?$/i.test(type)) return "purchase";
  if (/^(?:\S+[\s-]+){0,2}sales?$/i.test(type)) return "sale";
  return /\b(?:fee|interest|charge|cash advance|instal?lment)s?\b/i.test(type) ? "charge" : null;
}

/**
 * Whether a file without marks is of a card, with what was bought as positive amounts, by the types of its lines.
 *
 * @returns how sure it is; where it may be, the line of a purchase that is positive
 */
export function isOfCard(rows: readonly Row[]): boolean | Readonly<{ line: number }> {
  const typed = rows.flatMap((row) => {
    const minor = row.amount("amount")?.minor ?? 0;
    return minor === 0 ? [] : [{ line: row.line, kind: kindOf(row), isIn: minor > 0 }];
  });
  const bought = typed.filter(({ kind }) => kind === "purchase" || kind === "sale");
  const positive = bought.filter(({ isIn }) => isIn);
  const [first] = positive;
  // Of many purchases one was reversed.
  if (first === undefined || positive.length * 2 < bought.length) return false;
  const isMixed = typed.some(({ kind, isIn }) => isIn && kind === null);
  // A shop sells too: a sale is a purchase beside what was paid to the card.
  const isTold = bought.some(({ kind }) => kind === "purchase") || typed.some(({ isIn }) => !isIn);
  return bought.length === positive.length && !isMixed && isTold ? true : first;
}
