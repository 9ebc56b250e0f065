import readXlsxFile from "read-excel-file/node";

/** The sheets of a workbook, read by a library that did not write it. */
export async function readWorkbook(
  bytes: Buffer,
): Promise<readonly Readonly<{ name: string; rows: readonly (readonly unknown[])[] }>[]> {
  const sheets = await readXlsxFile(bytes);
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data }));
}
