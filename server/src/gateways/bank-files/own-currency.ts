import type { BankFileOptions } from "./bank-file.ts";
import { StatementError } from "./statement-error.ts";

/** A dollar is that of the USA, which is no money of a shop elsewhere. */
const symbols: Readonly<Record<string, string>> = {
  "£": "GBP",
  R: "ZAR",
  "€": "EUR",
  $: "USD",
  US$: "USD",
};

/** The code of a currency that is written by its letters or its symbol. */
export function currencyOfWord(word: string): string {
  const upper = word.trim().toUpperCase();
  return symbols[upper] ?? upper;
}

/** Whether a statement is in the shop's money; one that names none is not compared. */
export function isOwnCurrency(written: string, { currency }: BankFileOptions): boolean {
  const code = written.trim().toUpperCase();
  return code === "" || currency === null || code === currency;
}

/** @throws StatementError for a statement in another currency than the shop's */
export function requireOwnCurrency(written: string, options: BankFileOptions): void {
  if (isOwnCurrency(written, options)) return;
  const code = written.trim().toUpperCase();
  throw new StatementError(
    `the statement is in ${code}, and the shop’s money is ${options.currency}`,
  );
}

/** @throws StatementError where none of the accounts of a file is in the shop's money */
export function requireAnyOwn(currencies: readonly string[], options: BankFileOptions): void {
  const [first] = currencies;
  if (first === undefined || currencies.some((each) => isOwnCurrency(each, options))) return;
  requireOwnCurrency(first, options);
}
