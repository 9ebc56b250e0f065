import { deflateRawSync } from "node:zlib";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { za } from "../../testing/bank-file-samples.ts";
import { readBankFile, readUploadedBankFile } from "./read-bank-file.ts";

type Rows = (string | number | Date | null)[][];

const rows: Rows = [
  ["Value Date", "Value Time", "Type", "Description", "Beneficiary or CardHolder", "Amount"],
  [new Date("2026-11-02T00:00:00Z"), "08:15", "EFT", 'RH1042 "gift"', "M DLAMINI", 1400],
  [new Date("2026-11-03T09:00:00Z"), "09:00", "EFT", "Courier, fast", "Shop", -100.29],
  ["2026-11-04", "10:00", "Pending", "Later", "Shop", "-5.00"],
];
const preamble: Rows = [["Account Number:", 62_000_000_000], []];
const workbook = async (...sheets: Rows[]) =>
  await writeXlsx({ sheets: sheets.map((each, at) => ({ name: `Sheet ${at}`, rows: each })) });

// shows T266
describe("a workbook", () => {
  test("is read as the CSV of its rows, with days and amounts as its cells hold them", async () => {
    const file = await readUploadedBankFile(await workbook([...preamble, ...rows]), za);
    expect(file.accounts).toMatchObject([
      {
        account: "62000000000",
        lines: [
          { day: "2026-11-02", amount: 140_000, text: 'RH1042 "gift" M DLAMINI' },
          { day: "2026-11-03", amount: -10_029, text: "Courier, fast Shop" },
        ],
      },
    ]);
    expect(file.notes.map(({ why }) => why)).toEqual(["not booked yet"]);
  });

  test("of several sheets is that of the first one with transactions", async () => {
    const file = await readUploadedBankFile(await workbook([["Read me"]], rows), za);
    expect(file.accounts[0]?.lines).toHaveLength(2);
  });

  test("of several sheets with transactions is refused with their names", async () => {
    const bare: Rows = ["02", "03", "04"].map((day) => [`2026-11-${day}`, "RH1042", 1400]);
    for (const sheets of [
      [rows, rows],
      [rows, [["Read me"]], bare],
      [bare, bare],
    ])
      await expect(readUploadedBankFile(await workbook(...sheets), za)).rejects.toThrow(
        `the workbook has transactions on 2 sheets (“Sheet 0”, “Sheet ${sheets.length - 1}”); save each of them as a file of its own`,
      );
    const summary: Rows = [
      ["2026-11-01", "opening", 450],
      ["2026-11-30", "closing", 1750],
    ];
    const file = await readUploadedBankFile(await workbook(summary, rows), za);
    expect(file.accounts[0]?.lines).toHaveLength(2);
  });

  test("is no text, and no text is a workbook", async () => {
    const bytes = await workbook(rows);
    expect(() => readBankFile(bytes, za)).toThrow(/a workbook/);
    const csv = new TextEncoder().encode("Date,Description,Amount\n2026-11-02,RH1,5.00");
    expect((await readUploadedBankFile(csv, za)).format).toBe("CSV");
  });

  test("without rows, or damaged, is refused", async () => {
    await expect(readUploadedBankFile(await workbook([]), za)).rejects.toThrow(/is empty/);
    const damaged = (await workbook(rows)).slice(0, 600);
    const start = Buffer.from("PK\u0003\u0004xl/workbook.xml");
    for (const bytes of [Buffer.concat([start, damaged]), start])
      await expect(readUploadedBankFile(bytes, za)).rejects.toThrow(/cannot be read/);
  });

  // shows T263
  test("that unpacks to very much is refused before it is unpacked", async () => {
    const packed = deflateRawSync(Buffer.alloc(65 * 1024 * 1024));
    const entry = Buffer.alloc(46);
    entry.write("PK\u0001\u0002", "latin1");
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(65 * 1024 * 1024, 24);
    const bytes = Buffer.concat([Buffer.from("PK\u0003\u0004xl/workbook.xml"), packed, entry]);
    await expect(readUploadedBankFile(bytes, za)).rejects.toThrow(/too large/);
  });

  test.each(["\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "PK\u0003\u0004statement.csv"])(
    "of another kind (%j) is refused by name",
    async (start) => {
      const bytes = Buffer.from(start, "latin1");
      await expect(readUploadedBankFile(bytes, za)).rejects.toThrow(/workbook/);
    },
  );
});
