import type { CellValue } from "hucre/xlsx";
import { isHeader } from "./csv-names.ts";
import { isDayText } from "./day-text.ts";
import { StatementError } from "./statement-error.ts";

/** Unpacked. Real workbooks of banks have less than one. */
const unpackedBytesMax = 64 * 1024 * 1024;

/** Whether the bytes are a workbook (.xlsx) rather than text or another compressed file. */
export function isWorkbook(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return file.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004")) && file.includes("xl/workbook");
}

/**
 * The rows of a workbook as CSV, of its only visible sheet with a list of days or names of columns, else of the first. Days are
 * written year first.
 *
 * @throws StatementError
 */
export async function csvOfWorkbook(bytes: Uint8Array): Promise<string> {
  requireSmall(bytes);
  const sheets = (await readSheets(bytes)).map(({ name, rows }) => {
    const texts = rows.map((row) => row.map(textOf));
    const isNamed = texts.some((cells, at) => isHeader({ line: at + 1, cells }));
    return { name, rows: texts, isNamed, isList: isNamed || isListOfDays(texts) };
  });
  const lists = sheets.filter(({ isList }) => isList);
  if (lists.length > 1) {
    const names = lists.map(({ name }) => `“${name.slice(0, 40)}”`).join(", ");
    throw new StatementError(
      `the workbook has transactions on ${lists.length} sheets (${names}); save each of them as a file of its own`,
    );
  }
  const chosen =
    sheets.find(({ isNamed }) => isNamed) ?? lists[0] ?? sheets.find(({ rows }) => rows.length > 0);
  if (chosen === undefined) throw new StatementError("the workbook is empty");
  return chosen.rows.map((cells) => cells.map(quoted).join(",")).join("\n");
}

function isNumber(cell: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(cell);
}

/** A day and a number beside it, more often than a summary has them. */
function isListOfDays(rows: readonly (readonly string[])[]): boolean {
  return rows.filter((cells) => cells.some(isDayText) && cells.some(isNumber)).length > 2;
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
