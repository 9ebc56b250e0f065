import type { CellValue } from "hucre/xlsx";
import { isHeader } from "./csv-names.ts";
import { StatementError } from "./statement-error.ts";

/** Unpacked. Real workbooks of banks have less than one. */
const unpackedBytesMax = 64 * 1024 * 1024;

/** Whether the bytes are a workbook (.xlsx) rather than text or another compressed file. */
export function isWorkbook(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return file.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004")) && file.includes("xl/workbook");
}

/**
 * The rows of a workbook as CSV, of its first visible sheet that names columns, else of the first. Days are written year first.
 *
 * @throws StatementError
 */
export async function csvOfWorkbook(bytes: Uint8Array): Promise<string> {
  requireSmall(bytes);
  const sheets = (await readSheets(bytes)).map(({ rows }) => rows.map((row) => row.map(textOf)));
  const named = sheets.find((rows) => rows.some((cells, at) => isHeader({ line: at + 1, cells })));
  const rows = named ?? sheets.find((each) => each.length > 0);
  if (rows === undefined) throw new StatementError("the workbook is empty");
  return rows.map((cells) => cells.map(quoted).join(",")).join("\n");
}

/**
 * Before it is unpacked: the sizes that the archive states, beyond which the reader unpacks nothing.
 *
 * @throws StatementError
 */
function requireSmall(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entry = Buffer.from("PK\u0001\u0002");
  let total = 0;
  for (let at = file.indexOf(entry); at !== -1; at = file.indexOf(entry, at + 46)) {
    if (at + 46 > file.length) break;
    const [packed, unpacked] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)];
    total += unpacked === 0 && packed > 2 ? Infinity : unpacked;
  }
  if (total > unpackedBytesMax) throw new StatementError("the workbook is too large");
}

async function readSheets(bytes: Uint8Array) {
  const { readXlsx } = await import("hucre/xlsx");
  try {
    const { sheets } = await readXlsx(bytes, {
      sheets: (info) => !info.hidden && !info.veryHidden,
    });
    return sheets;
  } catch (cause) {
    throw new StatementError("the workbook cannot be read", { cause });
  }
}

function textOf(cell: CellValue | undefined): string {
  if (cell instanceof Date)
    return cell
      .toISOString()
      .slice(0, 19)
      .replace(/T00:00:00$/, "");
  if (typeof cell !== "number") return String(cell ?? "");
  // Spreadsheets store 0.29 as a binary fraction; what is not a whole number of cents stays as it is.
  const cents = cell.toFixed(2);
  return Math.abs(Number(cents) - cell) < 1e-6 ? cents.replace(/\.00$/, "") : String(cell);
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
