import type { BankFile, BankFileOptions } from "./bank-file.ts";
import { isBai2, readBai2 } from "./bai2-file.ts";
import { isCamt, readCamt } from "./camt-file.ts";
import { readCsvFile } from "./csv-file.ts";
import { textOfFile } from "./file-text.ts";
import { isMt940, readMt940 } from "./mt940-file.ts";
import { readOfx } from "./ofx-file.ts";
import { readQif } from "./qif-file.ts";
import { textOfUpload } from "./read-in-thread.ts";
import { isSantander, readSantander } from "./santander-file.ts";
import { StatementError } from "./statement-error.ts";

/**
 * Reads a statement of a bank: OFX and QFX (1.x and 2.x), QIF, MT940, CAMT.053, BAI2, the text of Santander, and CSV as banks export it, by the names of its
 * columns (docs/finance.md, "Bank files").
 *
 * @throws StatementError that names line and column
 */
export function readBankFile(bytes: Uint8Array, options: BankFileOptions): BankFile {
  return readBankText(textOfFile(bytes), options);
}

/** As `readBankFile`, also of a workbook. @throws StatementError */
export async function readUploadedBankFile(
  bytes: Uint8Array,
  options: BankFileOptions,
): Promise<BankFile> {
  return readBankText(await textOfUpload(bytes), options);
}

/** As `readBankFile`, of a file whose bytes were decoded. */
export function readBankText(text: string, options: BankFileOptions): BankFile {
  const file = readerOf(text)(text, options);
  const isRead = file.questions.every(({ ask }) => ask !== "columns");
  if (isRead && file.accounts.every(({ lines }) => lines.length === 0))
    throw new StatementError("the file has no transactions");
  return file;
}

function readerOf(text: string): (text: string, options: BankFileOptions) => BankFile {
  if (/<OFX[\s>]/i.test(text)) return readOfx;
  if (isCamt(text)) return readCamt;
  if (isMt940(text)) return readMt940;
  if (isBai2(text)) return readBai2;
  if (isSantander(text)) return readSantander;
  return /^[ \t]*!(?:Type|Account|Option)/im.test(text) ? readQif : readCsvFile;
}
