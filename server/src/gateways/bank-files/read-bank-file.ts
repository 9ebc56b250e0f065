import type { BankFile, BankFileOptions } from "./bank-file.ts";
import { readCamt } from "./camt-file.ts";
import { readCsvFile } from "./csv-file.ts";
import { readMt940 } from "./mt940-file.ts";
import { readOfx } from "./ofx-file.ts";
import { readQif } from "./qif-file.ts";
import { readSantander } from "./santander-file.ts";
import { StatementError } from "./statement-error.ts";
import { textOfAnyFile } from "./workbook.ts";

/**
 * Reads a statement of a bank: OFX and QFX (1.x and 2.x), QIF, MT940, CAMT.053, workbooks, and CSV as banks export it, by the names of its
 * columns or by what its cells hold (docs/finance.md, "Bank files").
 *
 * @throws StatementError that names line and column
 */
export async function readBankFile(bytes: Uint8Array, options: BankFileOptions): Promise<BankFile> {
  return readBankText(await textOfAnyFile(bytes), options);
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
  if (/<(?:\w+:)?BkToCstmr/.test(text)) return readCamt;
  if (/^(?:\{1:.*)?:20:/m.test(text) && /^:6[012][FM]?:/m.test(text)) return readMt940;
  if (/^\s*Date:/m.test(text) && /^\s*Amount:/m.test(text)) return readSantander;
  return /^\s*!(?:Type|Account|Option)/im.test(text) ? readQif : readCsvFile;
}
