import { isBai2, readBai2 } from "./bai2-file.ts";
import { requireSigns } from "./balance-signs.ts";
import type { BankFile, BankFileOptions } from "./bank-file.ts";
import { isCamt, readCamt } from "./camt-file.ts";
import { readCsvFile } from "./csv-file.ts";
import { requirePast } from "./latest-day.ts";
import { isMt940, readMt940 } from "./mt940-file.ts";
import { readOfx } from "./ofx-file.ts";
import { readQif } from "./qif-file.ts";
import { isSantander, readSantander } from "./santander-file.ts";
import { StatementError } from "./statement-error.ts";

/** As `readBankFile` (read-bank-file.ts), of a file whose bytes were decoded. */
export function readBankText(text: string, options: BankFileOptions): BankFile {
  const file = readerOf(text)(text, options);
  const isRead = file.questions.every(({ ask }) => ask !== "columns");
  if (isRead && file.accounts.every(({ lines }) => lines.length === 0))
    throw new StatementError("the file has no transactions");
  requireAccounts(file);
  for (const { lines } of file.accounts) requireSigns(lines);
  const isOpen = file.questions.some(({ ask }) => ask === "day-order");
  for (const { lines } of isOpen ? [] : file.accounts) requirePast(lines, options);
  return file;
}

/**
 * What names no account is of the shop's own one, but not beside transactions of others.
 *
 * @throws StatementError
 */
function requireAccounts({ accounts }: BankFile): void {
  const filled = accounts.filter(({ lines }) => lines.length > 0);
  const unnamed = filled.find(({ account }) => account.trim() === "");
  if (unnamed === undefined || filled.length === 1) return;
  throw new StatementError(
    `line ${unnamed.lines[0]?.line ?? 1}: this transaction names no account, and others of the file do`,
  );
}

function readerOf(text: string): (text: string, options: BankFileOptions) => BankFile {
  if (/<OFX[\s>]/i.test(text)) return readOfx;
  if (isCamt(text)) return readCamt;
  if (isMt940(text)) return readMt940;
  if (isBai2(text)) return readBai2;
  if (isSantander(text)) return readSantander;
  return /^[ \t]*!(?:Type|Account|Option)/im.test(text) ? readQif : readCsvFile;
}
