import { asRead } from "@portal/shared/platform/account-numbers.ts";
import { withoutAccents } from "@portal/shared/platform/texts.ts";

/** A product with what it was called and cost in the last 30 days; minor units. */
export type KnownProduct = Readonly<{
  id: number;
  highest: number;
  productGroup: string | null;
  /** Names and codes. */
  names: readonly string[];
  /** In the shop, or hidden lately. */
  isOffered: boolean;
  /** New, renamed, of another group, or offered again. */
  isRenewed: boolean;
}>;

/** Letters of other alphabets by those that they look like. */
const latin: Readonly<Record<string, string>> = {
  а: "a",
  α: "a",
  в: "b",
  β: "b",
  с: "c",
  е: "e",
  ε: "e",
  һ: "h",
  н: "h",
  і: "i",
  ι: "i",
  ї: "i",
  ӏ: "l",
  ј: "j",
  к: "k",
  κ: "k",
  м: "m",
  μ: "m",
  о: "o",
  ο: "o",
  р: "p",
  ρ: "p",
  ѕ: "s",
  т: "t",
  τ: "t",
  у: "y",
  υ: "y",
  х: "x",
  χ: "x",
};
const foreign = new RegExp(`[${Object.keys(latin).join("")}]`, "g");

/** Without case, accents, blanks and signs, in Latin letters. */
function plain(name: string): string {
  return withoutAccents(asRead(name).toLowerCase())
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll(foreign, (letter) => latin[letter] ?? letter);
}

/** As people tell names and codes apart: "50 ML" and "5Οml" with a Greek letter are one. */
export function looksOf(name: string): string {
  return plain(name).replaceAll("o", "0").replaceAll(/[il]/g, "1");
}

/** A part of a name that says which product it is: "50", but not "5". */
const tellingLength = 2;

const isDigit = (text: string, at: number) => /\d/.test(text.charAt(at));

/** Whether one contains the other, but for a number within a number: "50ml" is in "Special 50ml", not in "250ml". */
function isLike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const [part, whole] = [looksOf(short), looksOf(long)];
  if (part.length < tellingLength) return false;
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + 1)) {
    const isCut =
      (isDigit(short, 0) && isDigit(long, at - 1)) ||
      (isDigit(short, short.length - 1) && isDigit(long, at + short.length));
    if (!isCut) return true;
  }
  return false;
}

/**
 * The price that a product is compared with which is new, renamed or offered again, so that nobody sells the shop's goods under another
 * name: the highest of whatever it looks like by name or code, now or lately, and the cheapest of its group; 0: none.
 */
export function comparedPrice(
  given: Readonly<{ id: number; name: string; productCode: string; productGroup: string | null }>,
  known: readonly KnownProduct[],
): number {
  const others = known.filter(({ id, isOffered }) => isOffered && id !== given.id);
  const own = [given.name, given.productCode].map(plain);
  const alike = others.filter(({ names }) =>
    names.some((name) => own.some((each) => isLike(each, plain(name)))),
  );
  const ofGroup = others.filter(({ productGroup }) => productGroup === given.productGroup);
  return Math.max(
    0,
    ...alike.map(({ highest }) => highest),
    ofGroup.length === 0 ? 0 : Math.min(...ofGroup.map(({ highest }) => highest)),
  );
}
