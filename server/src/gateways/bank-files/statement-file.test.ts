import { describe, expect, test } from "vitest";
import { za } from "../../testing/bank-file-samples.ts";
import { readBankText } from "./read-bank-text.ts";
import { parseCsv } from "./statement-file.ts";

const csvOf = (...rows: readonly string[]) =>
  ["Date,Description,Amount,Balance", ...rows].join("\n");
const linesOf = (text: string) =>
  readBankText(text, za).accounts.flatMap(({ lines }) =>
    lines.map(({ line, text: words, amount }) => [line, words, amount]),
  );

test.each(["Date,Description,Balance,Amount", "Date,Description,Amount,Balance,Reference"])(
  "names of columns that change within a file are refused by their line: %s",
  (names) => {
    const text = csvOf("2026-11-02,RH1,5.00,5.00", "", names, "2026-11-03,RH2,11.00,6.00");
    expect(() => readBankText(text, za)).toThrow("line 4 names other columns than line 1");
  },
);

describe("a quotation mark", () => {
  test.each([
    ["within a value", '6" PVC pipe', '6" PVC pipe'],
    ["of inches behind a quoted value", '"6 PVC" pipe', '"6 PVC" pipe'],
    ["that is not doubled", '"6" PVC pipe"', '"6" PVC pipe"'],
    ["that is doubled", '"6"" PVC pipe"', '6" PVC pipe'],
    ["around a value with commas", '"pipe, PVC"', "pipe, PVC"],
    [
      "around a value with an end of line",
      '"pipe\r\nof 02/11/2026, PVC"',
      "pipe of 02/11/2026, PVC",
    ],
    ["alone at the end", 'pipe 6"', 'pipe 6"'],
  ])("%s is read as it is meant", (_what, written, words) => {
    const text = csvOf(`2026-11-02,${written},5.00,5.00`, "2026-11-03,RH2,6.00,11.00");
    expect(linesOf(text)).toEqual([
      [2, words, 5_00],
      [written.includes("\n") ? 4 : 3, "RH2", 6_00],
    ]);
  });

  test.each([
    ["the end of the file", ["2026-11-02,RH1,5.00,5.00", '2026-11-03,"pipe,6.00,11.00']],
    [
      "the next quoted value",
      ["2026-11-02,RH1,5.00,5.00", '2026-11-03,"pipe,6.00,11.00', '2026-11-04,"RH3",7.00,18.00'],
    ],
    [
      "a quotation mark lines later",
      [
        "2026-11-02,RH1,5.00,5.00",
        '2026-11-03,"pipe,6.00,11.00',
        "2026-11-04,RH3,7.00,18.00",
        '2026-11-05,pipe 6",8.00,26.00',
      ],
    ],
    [
      "the next line's text",
      ["2026-11-02,a,5.00,5.00", '2026-11-03,"b,6.00,', '2026-11-04,c",7.00,1'],
    ],
    ["the next value", ['"2026-11-02","RH1","5.00","5.00"', '"2026-11-03","pipe,"6.00","11.00"']],
  ])("that is open up to %s is refused by its line", (_what, rows) => {
    const reason = "line 3: a quotation mark is never closed";
    expect(() => readBankText(csvOf(...rows), za)).toThrow(reason);
    expect(() => readBankText(csvOf(...rows).replaceAll("\n", "\r\n"), za)).toThrow(reason);
    expect(() => parseCsv(csvOf(...rows))).toThrow(reason);
  });
});
