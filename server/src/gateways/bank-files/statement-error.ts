/** The position of a value in its file, for error messages. */
export type CellPosition = Readonly<{ line: number; column?: string }>;

export function located(text: string, { line, column }: CellPosition): string {
  return `line ${line}: ${text}${column === undefined ? "" : ` in column ${column}`}`;
}

/** An uploaded file cannot be read; the message says why and where. */
export class StatementError extends Error {
  override readonly name = "StatementError";
}
