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

/** Texts without blanks too many; words that an earlier one has already are left out. */
export function joinTexts(texts: readonly (string | null | undefined)[]): string {
  const bare = texts.map((text) => (text ?? "").replaceAll(/\s+/gu, " ").trim());
  const isRepeated = (text: string, at: number) =>
    bare.slice(0, at).some((earlier) => ` ${earlier} `.includes(` ${text} `));
  return bare.filter((text, at) => text !== "" && !isRepeated(text, at)).join(" ");
}
