import type { BankFile, BankFileLine, StatementPage } from "./bank-file.ts";
import type { CsvRecord } from "./statement-file.ts";

/** A file of one account, without questions. */
export function oneAccount(
  format: BankFile["format"],
  account: string,
  lines: readonly BankFileLine[],
  stated: readonly string[] = [],
  page?: StatementPage,
): BankFile {
  const found = { account, lines, stated, ...(page && { pages: [page] }) };
  return { format, accounts: [found], notes: [], questions: [] };
}

/**
 * The account in the lines about it: `Account Number :,1122334455`, `ACC-NO,01234567`, `FOR ACCOUNT NUMBER 62000000000`,
 * `Account: 62000000000`.
 *
 * @returns empty where none names one
 */
export function accountIn(records: readonly CsvRecord[]): string {
  for (const { cells } of records) {
    const at = cells.findIndex((cell) =>
      /^(?:account(?: (?:number|no\.?))?|acc-no)\s*:?$/i.test(cell.trim()),
    );
    const next = at === -1 ? undefined : cells.slice(at + 1).find((cell) => /\d{4}/.test(cell));
    if (next !== undefined)
      return next
        .trim()
        .replace(/^(?:="|')|["']$/gu, "")
        .replace(/\s+-\s.*$/u, "");
    for (const cell of cells) {
      const [, number] =
        /\baccount (?:number|no\.?)\s*:?\s*(\d[\d\s-]{4,}\d)/i.exec(cell) ??
        /^account\s*:\s*(\d[\d\s-]{4,}\d)/i.exec(cell.trim()) ??
        [];
      if (number !== undefined) return number;
    }
  }
  return "";
}
