import type { BankFile, BankFileOptions } from "./bank-file.ts";
import { readCsvFile } from "./csv-file.ts";
import { textOfFile } from "./file-text.ts";
import { readOfx } from "./ofx-file.ts";
import { readQif } from "./qif-file.ts";
import { StatementError } from "./statement-error.ts";

/**
 * Reads a statement of a bank: OFX and QFX (1.x and 2.x), QIF, and CSV as banks export it, by the names of its columns
 * (docs/finance.md, "Bank files").
 *
 * @throws StatementError that names line and column
 */
export function readBankFile(bytes: Uint8Array, options: BankFileOptions): BankFile {
  return readBankText(textOfFile(bytes), options);
}

/** As `readBankFile`, of a file whose bytes were decoded. */
export function readBankText(text: string, options: BankFileOptions): BankFile {
  const file = readerOf(text)(text, options);
  if (file.accounts.every(({ lines }) => lines.length === 0))
    throw new StatementError("the file has no transactions");
  return file;
}

function readerOf(text: string): (text: string, options: BankFileOptions) => BankFile {
  if (/<OFX>/i.test(text)) return readOfx;
  return /^\s*!(?:Type|Account|Option)/im.test(text) ? readQif : readCsvFile;
}
