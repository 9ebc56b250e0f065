import { describe, expect, test } from "vitest";
import { uk, za } from "../../testing/bank-file-samples.ts";
import { amountIn, amountInCsv } from "./amount-text.ts";
import { readBankText } from "./read-bank-text.ts";

const minorsIn = (text: string, options = za) =>
  readBankText(text, options).accounts.flatMap(({ lines }) => lines.map(({ amount }) => amount));
const refusal = "may have a comma within a value without quotation marks";

// shows T423
describe("an amount with a comma that is not quoted", () => {
  test.each([
    ["whose balance is missing", "Amount,Balance", ["a,29.00,829.00", "b,1,400.00"], 3],
    ["alone", "Amount,Balance", ["a,1,400.00"], 2],
    ["in all lines", "Amount,Reference", ["a,1,400.00", "b,-2,500.00"], 2],
    ["without decimals", "Amount,Balance", ["a,29", "b,1,400"], 3],
    ["with a currency", "Amount,Reference", ["a,R29.00", "b,R1,400.00"], 3],
    ["of millions", "Amount,Reference,Category", ["a,29.00", "b,1,234,567.00"], 3],
    ["with a debit behind it", "Amount,Reference", ["a,29.00,x", "b,1,400.00DR"], 3],
    ["of decimals", "Amount,Reference", ["a,1400,50", "b,29,00"], 2],
    ["in a column of debits", "Debit,Reference,Credit", ["a,1,400.00", "b,,,5.00"], 2],
    ["beside a comma too many", "Amount,Balance", ["a,29.00,829.00,", "b,1,400.00,,"], 3],
    ["among amounts with cents", "Amount,Balance", ["a,29.00,", "b,1,400.00"], 3],
    ["beside its balance", "Amount,Balance", ["a,29.00,829.00", "b,1,400.00,2,229.00"], 3],
    ["behind a text", "Amount,Balance", ["INV 9,29.00,829.00", "INV 1,234,9.00,"], 3],
  ])("%s is refused", (_what, columns, rows, line) => {
    const csv = [`Date,Description,${columns}`, ...rows.map((row) => `2026-11-02,${row}`)];
    expect(() => minorsIn(csv.join("\n"))).toThrow(new RegExp(`^line ${line}: .* ${refusal}`));
  });

  test.each([
    ["HSBC", uk, "02/11/2026,RH1,1,049.80\n03/11/2026,x,-29.00"],
    ["HSBC, in all lines", uk, "02/11/2026,RH1,1,049.80"],
    [
      "Nedbank's card",
      za,
      "Statement Enquiry :\n02Nov2026,02Nov2026,RH1,1,400.00\n03Nov2026,03Nov2026,x,-29.00",
    ],
    ["Nedbank", za, "Statement Enquiry :\n02Nov2026,RH1,1,400.00\n03Nov2026,x,-29.00,7.00"],
    ["Standard Bank", za, "ACC-NO,01234567\nHIST,20261102,,1,400.00,CREDIT,RH1,4321,0"],
    [
      "FNB's mail",
      za,
      `2,62000000001,'SHOP','x'\n3,12,'11 November 2026','10 December 2026',1.00,6.00,0.00\n5,1,'13 Nov',"PAYMENT","T","RH1",1,400.00,1850.00,`,
    ],
  ])("of %s is refused", (_bank, options, text) => {
    expect(() => minorsIn(text, options)).toThrow(refusal);
  });

  test.each([
    ["quoted", "Amount,Balance", ['a,"1","400.00"'], [100]],
    [
      "of as many values as other lines",
      "Amount,Balance",
      ["a,2000,2300", "b,100,400"],
      [2e5, 1e4],
    ],
    ["beside balances that move by it", "Amount,Balance", ["a,100,600", "b,200,800"], [1e4, 2e4]],
    ["with a number of a check", "Amount,Check Number", ["a,-29,101", "b,1400,"], [-2900, 14e4]],
  ])("is none where it is %s", (_what, columns, rows, minors) => {
    const csv = [`Date,Description,${columns}`, ...rows.map((row) => `2026-11-02,${row}`)];
    expect(minorsIn(csv.join("\n"))).toEqual(minors);
    expect(minorsIn(csv.join("\n").replaceAll(",", ";").replaceAll('"', ""))).toEqual(minors);
  });
});

describe("three digits behind a point or comma", () => {
  test.each(["1.000", "-12.500", "R 1.250", "R123.456-", "0001.000"])(
    "%s of a CSV is refused",
    (text) => {
      expect(() => amountInCsv(text, { line: 2 })).toThrow("may be a thousand times as much");
      const csv = `Date;Description;Amount\n2026-11-02;RH1;${text}`;
      expect(() => minorsIn(csv)).toThrow("line 2");
    },
  );

  test.each([
    ["0.500", 50],
    ["0,500", 50],
    ["1000.000", 100_000],
    ["1.0000", 100],
    ["1,000", 100_000],
    ["1,000.000", 100_000],
    ["+0000000001400.00", 140_000],
    ["-0000000000029.00", -2900],
    ["000000000000.00", 0],
  ])("%s of a CSV is certain", (text, minor) => {
    expect(amountInCsv(text, { line: 2 })?.minor).toBe(minor);
  });

  test("are decimals where the format says so", () => {
    expect(amountIn("1.000", { line: 2 })?.minor).toBe(100);
  });

  test("are refused beside a comma before cents", () => {
    const csv = "Date;Description;Amount\n2026-11-02;RH1;29,50\n2026-11-02;RH2;1,000";
    expect(() => minorsIn(csv)).toThrow("line 3: 1,000 may be a thousand times as much");
  });
});
