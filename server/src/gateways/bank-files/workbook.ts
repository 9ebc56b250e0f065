import { csvField } from "@portal/shared/platform/harmless-text.ts";
import { StatementError } from "./statement-error.ts";
import { textOfFile } from "./file-text.ts";

const rowsMax = 200_000;

/** Whether it begins as a workbook (.xlsx) does, which is a ZIP archive. */
function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/**
 * The first worksheet with transactions of a workbook (.xlsx), as CSV. Hostile ones take much memory: on a thread only.
 *
 * @throws StatementError
 */
export async function textOfWorkbook(bytes: Uint8Array): Promise<string> {
  // Loaded with the first workbook: few are uploaded.
  const { readXlsx } = await import("hucre");
  const { sheets } = await readXlsx(bytes, { maxRows: rowsMax }).catch((cause: unknown) => {
    throw new StatementError("it is no workbook that can be read: download the statement as CSV", {
      cause,
    });
  });
  const sheet = sheets.find(({ rows }) => rows.length > 1) ?? sheets[0];
  if (!sheet) throw new StatementError("the workbook is empty");
  return sheet.rows.map((row) => row.map((cell) => csvField(cellText(cell))).join(",")).join("\n");
}

/** The text of a file, also of a workbook. @throws StatementError */
export async function textOfAnyFile(
  bytes: Uint8Array,
  ofWorkbook: (workbook: Uint8Array) => Promise<string> = textOfWorkbook,
): Promise<string> {
  return isWorkbook(bytes) ? ofWorkbook(bytes) : textOfFile(bytes);
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // A workbook keeps amounts as binary fractions; no bank has more than four decimals.
  if (typeof cell === "number") return String(Number(cell.toFixed(4)));
  return typeof cell === "string" ? cell : "";
}
