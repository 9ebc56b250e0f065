/** The position of a value in its file, for error messages. */
export type CellPosition = Readonly<{ line: number; column?: string }>;

export function located(text: string, { line, column }: CellPosition): string {
  return `line ${line}: ${text}${column === undefined ? "" : ` in column ${column}`}`;
}

/** @throws StatementError where a file is of other money than the shop's, unless that is null */
export function requireCurrency(written: string, currency: string | null): void {
  if (currency !== null && written !== "" && written.toUpperCase() !== currency)
    throw new StatementError(`the statement is in ${written}, and the shop’s money is ${currency}`);
}

/** An uploaded file cannot be read; the message says why and where. */
export class StatementError extends Error {
  override readonly name = "StatementError";
}
