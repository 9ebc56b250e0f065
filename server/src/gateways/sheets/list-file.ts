import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { SheetColumn } from "./sheet-cells.ts";
import { sheetOf, writeWorkbook } from "./sheets.ts";

/** As many rows as are held in memory at once. */
const rowsMax = 50_000;

type About = { what: string; value: string };

/**
 * A list of the office as a workbook: its rows, and on a sheet of its own what they were narrowed to.
 *
 * @param rows reads them; at most as many as it is given
 * @param asked the filter; what is undefined was not asked for
 * @throws DomainError export.too-long
 */
export async function writeListFile<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: (max: number) => Promise<readonly Row[]>,
  asked: Readonly<Record<string, unknown>>,
): Promise<Buffer> {
  const found = await rows(rowsMax + 1);
  if (found.length > rowsMax) throw new DomainError("export.too-long");
  const about = Object.entries({ ...asked, rows: found.length }).flatMap(([what, value]) =>
    value === undefined ? [] : [{ what, value: String(value) }],
  );
  return writeWorkbook([sheetOf(name, columns, found), sheetOf("About", aboutColumns, about)]);
}

const aboutColumns: readonly SheetColumn<About>[] = [
  { kind: "text", header: "What", width: 24, value: ({ what }) => what },
  { kind: "text", header: "Value", width: 60, value: ({ value }) => value },
];
