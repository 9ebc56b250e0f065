import readXlsxFile from "read-excel-file/node";

type Cell = string | number | boolean | object | null;

/** The sheets of a workbook, read by a library that did not write it. */
export async function readWorkbook(
  bytes: Buffer,
): Promise<readonly Readonly<{ name: string; rows: readonly (readonly Cell[])[] }>[]> {
  const sheets = await readXlsxFile(bytes);
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data }));
}
