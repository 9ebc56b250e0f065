import type { BankFile, BankFileOptions } from "./bank-file.ts";
import { textOfFile } from "./file-text.ts";
import { readBankText } from "./read-bank-text.ts";
import { textOfUpload } from "./read-in-thread.ts";

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
