import { describe, expect, test } from "vitest";
import { uk, za } from "../../testing/bank-file-samples.ts";
import { readBankText } from "./read-bank-text.ts";

const linesOf = (text: string, options = za) =>
  readBankText(text, options).accounts.flatMap(({ lines }) => lines);

describe("a line with the words of a balance or total", () => {
  test.each([
    "BALANCE OF RH1042 TOTAL",
    "OPENING BALANCE TRANSFER RH1042",
    "Total",
    "Closing balance RH1042",
    "Brought forward 12 RH1042",
  ])("a payer who writes %j stays a payer", (text) => {
    for (const file of [
      `Date,Description,Amount\n2026-11-02,${text},5.00`,
      `Date,Description,Debit,Credit\n2026-11-02,${text},,5.00`,
      `2026-11-02,${text},5.00,5.00`,
      `2026-11-02,${text},5.00`,
      `Statement Enquiry :\n02Nov2026,${text},5.00,5.00`,
    ])
      expect(linesOf(file)).toMatchObject([{ amount: 500, text }]);
  });

  test("a payer of Monzo who is called like a total stays one", () => {
    const header =
      "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local currency,Description";
    const csv = (name: string) =>
      `${header}\ntx_1,02/11/2026,08:15:00,Card payment,${name},,Transport,-45.00,GBP,GBP,FUEL`;
    for (const name of ["Total", "Total Energies", "Opening Balance"])
      expect(linesOf(csv(name), uk)).toMatchObject([{ amount: -45_00 }]);
  });

  test.each([
    ["Date,Description,Amount", "2026-11-01,Balance brought forward:,450.00"],
    ["Date,Description,Amount", "2026-11-01,Opening balance as of 01/11/2026,450.00"],
    ["Date,Description,Debit,Credit", "2026-11-30,Total,52.00,1300.00"],
    ["Date,Description,Amount", "Closing balance,,450.00"],
    ["Date,Description,Type,Amount", "2026-11-01,,CLOSING BALANCE,450.00"],
  ])("a balance below %j is a note: %j", (header, line) => {
    const other = `2026-11-02,RH1042,${",".repeat(header.split(",").length - 3)}5.00`;
    const { notes, accounts } = readBankText([header, line, other].join("\n"), za);
    expect(notes).toMatchObject([{ line: 2, why: "a balance or total" }]);
    expect(accounts.flatMap(({ lines }) => lines)).toHaveLength(1);
  });
});
