import type { BankFileOptions } from "./bank-file.ts";
import { StatementError } from "./statement-error.ts";

/** @throws StatementError for a statement in another currency than the shop's; one that names none is not compared */
export function requireOwnCurrency(written: string, { currency }: BankFileOptions): void {
  const code = written.trim().toUpperCase();
  if (code !== "" && currency !== null && code !== currency)
    throw new StatementError(`the statement is in ${code}, and the shop’s money is ${currency}`);
}
