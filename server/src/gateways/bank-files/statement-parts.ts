import type { AccountLines, BankFileLine } from "./bank-file.ts";

/** The statements of a file, those of one account together: a file may have one for each day or page. */
export function mergeAccounts(statements: readonly AccountLines[]): AccountLines[] {
  return [...Map.groupBy(statements, ({ account }) => account)].map(([account, parts]) => ({
    account,
    lines: parts.flatMap(({ lines }) => lines),
    stated: parts.flatMap(({ stated }) => stated),
    pages: parts.flatMap(({ pages = [] }) => pages),
  }));
}

/** What transactions add up to, in minor units. */
export function totalOf(lines: readonly Pick<BankFileLine, "amount">[]): number {
  return lines.reduce((total, { amount }) => total + amount, 0);
}

/** Texts without blanks too many; words that another one has already are left out. */
export function joinTexts(texts: readonly (string | null | undefined)[]): string {
  const bare = texts.map((text) => (text ?? "").replaceAll(/\s+/gu, " ").trim());
  const isRepeated = (text: string, at: number) =>
    bare.slice(0, at).some((earlier) => ` ${earlier} `.includes(` ${text} `));
  const whole = bare.filter((text, at) => text !== "" && !isRepeated(text, at));
  return withoutBegun(whole).join(" ");
}

/** Without a text that another one has whole, going on within its last word: beside `RH10421`, `RH104` is no second order. */
export function withoutBegun(texts: readonly string[]): string[] {
  return texts.filter((text) => !texts.some((whole) => goesOn(text, whole)));
}

function goesOn(text: string, whole: string): boolean {
  const seam = text.slice(-1) + whole.slice(text.length);
  return whole.startsWith(text) && /^[\p{L}\p{N}]{2}/u.test(seam);
}

/** One that fills the width of its field is cut there, also within a word, and the next one goes on with it. */
export function mergeCut(texts: readonly string[], width: number): string[] {
  return texts.reduce<string[]>((merged, text, at) => {
    const isRest = (texts[at - 1] ?? "").length >= width;
    return isRest ? [...merged.slice(0, -1), `${merged.at(-1)}${text}`] : [...merged, text];
  }, []);
}
