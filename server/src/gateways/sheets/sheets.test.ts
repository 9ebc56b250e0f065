import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import { harmlessText } from "@portal/shared/platform/harmless-text.ts";
import { readXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { readWorkbook } from "../../testing/read-workbook.ts";
import {
  type Sheet,
  type SheetColumn,
  sheetOf,
  streamCsv,
  streamWorkbook,
  writeWorkbook,
} from "./sheets.ts";

type Row = { name: string; day: string | null; units: number; amount: number };

const columns: readonly SheetColumn<Row>[] = [
  { kind: "text", header: "Name", width: 24, value: ({ name }) => name },
  { kind: "day", header: "Day", width: 12, value: ({ day }) => day },
  { kind: "whole", header: "Units", width: 8, value: ({ units }) => units },
  { kind: "money", header: "Amount", width: 14, value: ({ amount }) => amount },
];

const hostile = ['=HYPERLINK("http://evil","x")', "+1", "-2+3", "@SUM(A1)", "\t=1", "＝1"];
const rows: Row[] = [
  { name: 'Ann "A", Nel', day: "2026-03-09", units: 1200, amount: -1234_05 },
  { name: "Zoë\u0000\uD800", day: null, units: 0, amount: 7 },
  ...hostile.map((name) => ({ name, day: null, units: 1, amount: 1 })),
];
const sheet = (from: Iterable<Row> = rows): Sheet => sheetOf("Sales", columns, from);

async function valuesOf(bytes: Uint8Array, password?: string) {
  const book = await readXlsx(bytes, password === undefined ? {} : { password });
  return book.sheets.map(({ name, rows: read }) => ({ name, rows: read }));
}

const expected = [
  ["Name", "Day", "Units", "Amount"],
  ['Ann "A", Nel', new Date("2026-03-09T00:00:00.000Z"), 1200, -1234.05],
  ["Zoë\uFFFD", null, 0, 0.07],
  ...hostile.map((name) => [`'${name}`, null, 1, 0.01]),
];

describe("a workbook", () => {
  // shows R45, T64
  test("has numbers, dates and texts, and no formulas", async () => {
    const bytes = await writeWorkbook([sheet(), sheetOf("Again", columns, rows)]);
    const [first, second] = await valuesOf(bytes);
    expect(first).toEqual({ name: "Sales", rows: expected });
    expect(second).toEqual({ name: "Again", rows: expected });
  });

  test("is the same when streamed, and the rows are read as they are sent", async () => {
    let read = 0;
    const many = async function* () {
      for (const row of rows) {
        read++;
        yield row;
      }
    };
    const stream = streamWorkbook(sheetOf("Sales", columns, many()));
    expect(read).toBe(0);
    expect(await valuesOf(await buffer(stream))).toEqual([{ name: "Sales", rows: expected }]);
    expect(read).toBe(rows.length);
  });

  // shows R45, T64
  test("equals the golden file, so that a change of the library is noticed", async () => {
    const golden = await readFile(new URL("golden/sheet.xlsx", import.meta.url));
    expect(await valuesOf(golden)).toEqual([{ name: "Sales", rows: expected }]);
    expect(await readWorkbook(golden)).toEqual([{ name: "Sales", rows: expected }]);
    const worksheet = worksheetOf(await writeWorkbook([sheet()]));
    expect(worksheet).toBe(worksheetOf(golden));
    expect(worksheet).not.toContain("<f");
    // The names of the parts are plain text in the archive.
    expect((await writeWorkbook([sheet()])).toString("latin1")).not.toContain("externalLink");
  });

  test("with a password opens only with it", async () => {
    const bytes = await writeWorkbook([sheet()], "Right-1234-Right-1234");
    await expect(readXlsx(bytes)).rejects.toThrow(/encrypt/i);
    await expect(readXlsx(bytes, { password: "Wrong" })).rejects.toThrow(/password/i);
    expect(await valuesOf(bytes, "Right-1234-Right-1234")).toEqual([
      { name: "Sales", rows: expected },
    ]);
  });

  test("stops reading when the consumer has gone", async () => {
    let isClosed = false;
    const endless = async function* () {
      try {
        for (;;) yield { name: crypto.randomUUID(), day: null, units: 1, amount: 1 };
      } finally {
        isClosed = true;
      }
    };
    const stream: Readable = streamWorkbook(sheetOf("Sales", columns, endless()));
    for await (const _chunk of stream) break;
    await expect.poll(() => isClosed).toBe(true);
  });
});

describe("CSV", () => {
  test("quotes where necessary, keeps numbers, and neutralizes formulas", async () => {
    const lines = (await text(streamCsv(sheet()))).split("\r\n");
    expect(lines.slice(0, 6)).toEqual([
      "\uFEFFName,Day,Units,Amount",
      '"Ann ""A"", Nel",2026-03-09,1200,-1234.05',
      "Zoë\uFFFD,,0,0.07",
      `"'=HYPERLINK(""http://evil"",""x"")",,1,0.01`,
      "'+1,,1,0.01",
      "'-2+3,,1,0.01",
    ]);
    expect(lines.at(-1)).toBe("");
  });

  test("neutralizes a formula behind a semicolon, where Excel may split the file", async () => {
    const bob = { name: "Bob;=1+1;x", day: null, units: 1, amount: 1 };
    expect(await text(streamCsv(sheet([bob])))).toContain("\r\nBob;'=1+1;x,,1,0.01\r\n");
    const [book] = await valuesOf(await writeWorkbook([sheet([bob])]));
    expect(book?.rows[1]?.[0]).toBe("Bob;=1+1;x");
  });
});

test("leaves harmless text unchanged, also at the start of a line", () => {
  expect(harmlessText("\r=1")).toBe("'\r=1");
  for (const word of ["Ann", "a=b", "1-2", "", " =1"]) expect(harmlessText(word)).toBe(word);
});

/** The first sheet as XML, located by the central directory of the archive. */
function worksheetOf(bytes: Buffer): string {
  const name = Buffer.from("xl/worksheets/sheet1.xml");
  const entry = bytes.lastIndexOf(name) - 46;
  const packed = bytes.readUInt32LE(entry + 20);
  const at = bytes.readUInt32LE(entry + 42);
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const content = bytes.subarray(start, start + packed);
  return (bytes.readUInt16LE(entry + 10) === 0 ? content : inflateRawSync(content)).toString();
}
