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

/** Of one account, as far as the file names it. */
type AccountPart<Piece> = Readonly<{ account: string; pieces: readonly Piece[] }>;

/**
 * The pieces of a file, in parts that begin where an account is named. What stands before the only account belongs to it, and
 * before the first of several to none.
 *
 * @param accountOf the account that a piece names; empty for one that names none
 */
export function partsByAccount<Piece>(
  pieces: readonly Piece[],
  accountOf: (piece: Piece) => string,
): readonly AccountPart<Piece>[] {
  const named = pieces.map(accountOf);
  const isOne = new Set(named.filter((account) => account !== "")).size < 2;
  const parts: { account: string; pieces: Piece[] }[] = [];
  for (const [at, piece] of pieces.entries()) {
    const account = named[at] ?? "";
    const part = parts.at(-1);
    if (part && (account === "" || (isOne && part.account === ""))) {
      part.pieces.push(piece);
      part.account ||= account;
    } else parts.push({ account, pieces: [piece] });
  }
  return parts;
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
