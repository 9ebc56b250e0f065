import type { BankFile, BankFileLine, StatementPage } from "./bank-file.ts";
import { mergeAccounts } from "./statement-parts.ts";
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

/** The files of accounts that stand one after another in a file, which has at least one. */
export function mergeFiles([first, ...rest]: readonly BankFile[]): BankFile {
  if (first === undefined) return { format: "CSV", accounts: [], notes: [], questions: [] };
  const all = [first, ...rest];
  return {
    ...first,
    accounts: mergeAccounts(all.flatMap(({ accounts }) => accounts)),
    notes: all.flatMap(({ notes }) => notes),
  };
}

/**
 * The account in the lines about it: `Account Number :,1122334455`, `ACC-NO,01234567`, `FOR ACCOUNT NUMBER 62000000000`,
 * `Account: 62000000000`.
 *
 * @returns empty where none names one
 */
export function accountIn(records: readonly CsvRecord[]): string {
  for (const { cells } of records) {
    const at = cells.findIndex(isAccountLabel);
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

/** Whether a value is `Account Number :` or the like, with the number beside it. */
export function isAccountLabel(cell: string): boolean {
  return /^(?:acc(?:ount)?(?:[ -]?(?:number|no\.?|nr\.?|id))?|a\/c(?: no\.?)?|iban)\s*:?$/i.test(
    cell.trim(),
  );
}

/** The records of each account in a layout that begins it with a line of its own; what stands above the first is of it. */
export function partAccounts(
  records: readonly CsvRecord[],
  isBegin: (record: CsvRecord) => boolean,
): CsvRecord[][] {
  const parts: CsvRecord[][] = [[]];
  let isBegun = false;
  for (const record of records) {
    if (isBegin(record)) {
      if (isBegun) parts.push([]);
      isBegun = true;
    }
    parts.at(-1)?.push(record);
  }
  return parts;
}
