import { describe, expect, test } from "vitest";
import { za } from "../../testing/bank-file-samples.ts";
import { readBankText } from "./read-bank-text.ts";

// shows T266
describe("which way money went", () => {
  const amountsIn = (csv: string) =>
    readBankText(csv, za).accounts.flatMap(({ lines }) => lines.map(({ amount }) => amount));
  test.each([
    [
      "a column of debit and credit",
      "Date,Description,Amount,Dr/Cr",
      ["2026-11-02,a,5.00,DR", "2026-11-02,b,6.00,CR"],
      [-500, 600],
    ],
    [
      "letters",
      "Date,Description,Amount,D/C",
      ["2026-11-02,a,5.00,d", "2026-11-02,b,6.00,c"],
      [-500, 600],
    ],
    [
      "words in the column of types",
      "Date,Description,Amount,Type",
      ["2026-11-02,a,5.00,Debit", "2026-11-02,b,6.00,Credit"],
      [-500, 600],
    ],
    [
      "a plus that stands before debits too",
      "Date,Description,Amount,Dr/Cr",
      ["2026-11-02,a,+1400.00,CR", "2026-11-02,b,+600.00,DR"],
      [140_000, -60_000],
    ],
    [
      "a column of any name, where one debit was reversed",
      "Date,Description,Amount,Way",
      [
        "2026-11-02,a,140.00,CR",
        "2026-11-02,b,60.00,DR",
        "2026-11-03,c,5.00,DR",
        "2026-11-04,d,-60.00,DR",
      ],
      [14_000, -6000, -500, 6000],
    ],
    [
      "its own sign, whatever a column says of all lines with money out",
      "Date,Description,Amount,Kind,D/C",
      ["2026-11-02,a,-5.00,Debit,D", "2026-11-02,b,-6.00,Debit,D"],
      [-500, -600],
    ],
    [
      "a column of directions before one that may be the kind of account",
      "Date,Description,Amount,Kind of account,Way",
      ["2026-11-02,a,5.00,Credit,OUT", "2026-11-02,b,6.00,Credit,OUT"],
      [-500, -600],
    ],
    [
      "columns for in and out",
      "Date,Description,Money In,Money Out",
      ["2026-11-02,a,,5.00", "2026-11-02,b,6.00,"],
      [-500, 600],
    ],
    [
      "columns with a sign of their own",
      "Date,Description,Credit,Debit",
      ["2026-11-02,a,0.00,-5.00", "2026-11-02,b,6.00,0.00"],
      [-500, 600],
    ],
    [
      "a column of debit and credit, where one debit was reversed",
      "Date,Description,Amount,Dr/Cr",
      [
        "2026-11-02,a,1400.00,CR",
        "2026-11-03,b,450.00,DR",
        "2026-11-04,c,600.00,DR",
        "2026-11-05,d,-600.00,DR",
      ],
      [140_000, -45_000, -60_000, 60_000],
    ],
    [
      "words in the column of types, where one debit was reversed",
      "Date,Description,Amount,Transaction Type",
      [
        "2026-11-02,a,5.00,Debit",
        "2026-11-02,b,6.00,Credit",
        "2026-11-02,c,7.00,Debit",
        "2026-11-03,d,-5.00,Debit",
      ],
      [-500, 600, -700, 500],
    ],
    [
      "its own sign, where one credit was reversed",
      "Date,Description,Amount,Dr/Cr",
      ["2026-11-02,a,-5.00,DR", "2026-11-02,b,6.00,CR", "2026-11-03,c,-6.00,CR"],
      [-500, 600, -600],
    ],
    [
      "columns for in and out, where a cheque came back unpaid",
      "Date,Description,Debit,Credit",
      ["2026-11-02,a,,140.00", "2026-11-03,b,,10.00", "2026-11-04,c,,-140.00"],
      [14_000, 1000, -14_000],
    ],
    [
      "columns for in and out, where a debit order came back",
      "Date,Description,Debit,Credit",
      ["2026-11-02,a,450.00,", "2026-11-03,b,10.00,", "2026-11-04,c,-450.00,"],
      [-45_000, -1000, 45_000],
    ],
    [
      "a trailing minus",
      "Date,Description,Amount",
      ["2026-11-02,a,5.00-", "2026-11-02,b,6.00"],
      [-500, 600],
    ],
    [
      "letters of credit, where debits have none",
      "Date,Description,Amount",
      ["2026-11-02,a,5.00", "2026-11-02,b,6.00Cr"],
      [-500, 600],
    ],
    [
      "columns of payments and deposits",
      "Date,Description,Payments,Deposits,Balance",
      ["2026-11-02,a,5.00,,15.00", "2026-11-02,b,,6.00,21.00"],
      [-500, 600],
    ],
    [
      "columns of debits and credits with a plural in brackets",
      "Date,Description,Debit(s),Credit(s)",
      ["2026-11-02,a,5.00,", "2026-11-02,b,,6.00"],
      [-500, 600],
    ],
    [
      "a column of directions",
      "Date,Description,Amount,Direction,Balance",
      ["2026-11-02,a,5.00,OUT,15.00", "2026-11-02,b,6.00,IN,21.00"],
      [-500, 600],
    ],
    [
      "a column of any name whose values all say it",
      "Date,Description,Amount,Kind of account,Notes,Way",
      [
        "2026-11-02,a,5.00,Credit,-,OUT",
        "2026-11-02,b,6.00,Credit,-,IN",
        "2026-11-02,c,,Credit,-,",
      ],
      [-500, 600],
    ],
    [
      "a column that says the same of all lines, where no other says it",
      "Date,Description,Amount,Way",
      ["2026-11-02,a,5.00,OUT", "2026-11-02,b,6.00,out"],
      [-500, -600],
    ],
    [
      "plus and minus beside the amount",
      "Date,Description,Amount,Way",
      ["2026-11-02,a,5.00,-", "2026-11-02,b,6.00,+"],
      [-500, 600],
    ],
    [
      "no column of dashes",
      "Date,Description,Amount,Notes",
      ["2026-11-02,a,5.00,-", "2026-11-02,b,6.00,-"],
      [500, 600],
    ],
    [
      "its own sign, whatever a column of directions says",
      "Date,Description,Amount,Way",
      ["2026-11-02,a,-5.00,IN", "2026-11-02,b,6.00,IN"],
      [-500, 600],
    ],
    [
      "types that say something else",
      "Date,Description,Amount,Type",
      ["2026-11-02,a,5.00,EFT", "2026-11-02,b,6.00,Card"],
      [500, 600],
    ],
  ] as const)("is told by %s", (_what, header, rows, amounts) => {
    expect(amountsIn([header, ...rows].join("\n"))).toEqual(amounts);
  });

  test.each([
    [
      "Date,Description,Amount,Dr/Cr",
      "2026-11-02,a,5.00,DR\n2026-11-03,b,5.00,",
      /line 3: nothing is neither debit nor credit/,
    ],
    ["Date,Description,Amount,Dr/Cr", "2026-11-02,a,5.00,XX", /line 2: XX is neither/],
    [
      "Date,Description,Amount,Type",
      "2026-11-02,a,5.00,Debit\n2026-11-03,b,5.00,constructor",
      /line 3: constructor is neither/,
    ],
    [
      "Date,Description,Credit,Debit",
      "2026-11-02,a,5.00,6.00",
      /line 2 has money in and money out/,
    ],
    [
      "Date,Description,Amount,Type",
      "2026-11-02,a,-5.00,Credit\n2026-11-02,b,6.00,Debit",
      /line 2: the amount is negative and says credit, while others are positive and say debit/,
    ],
    [
      "Date,Description,Amount,Type",
      "2026-11-02,a,5.00,Debit\n2026-11-02,b,6.00,Debit",
      /line 2: every line says Debit, which may be the kind of account, and no balance tells/,
    ],
    [
      "Date,Description,Amount,Account type",
      "2026-11-02,a,5.00,D\n2026-11-02,b,6.00,D",
      /line 2: every line says D, which may be/,
    ],
    [
      "Date,Description,Amount,Type",
      "2026-11-02,a,140.00,EFT\n2026-11-02,b,-5.00,EFT\n2026-11-03,c,60.00,Debit",
      /line 4: the amount is positive and says debit, while others are negative/,
    ],
    [
      "Date,Description,Amount,One,Other",
      "2026-11-02,a,140.00,Credit,IN\n2026-11-02,b,5.00,Debit,IN\n2026-11-03,c,60.00,Debit,OUT",
      /line 3: one column says debit and another says credit/,
    ],
    [
      "Date,Description,Amount",
      "2026-11-02,a,140.00Cr\n2026-11-02,b,5.00Dr\n2026-11-03,c,60.00",
      /line 4: the amount says neither debit nor credit, while others say both/,
    ],
    [
      "Date,Description,Debit,Credit",
      "2026-11-02,a,,14.00\n2026-11-02,b,-5.00,\n2026-11-03,c,5.00,",
      /line 3: of money out, as many values are negative as positive/,
    ],
    [
      "Date,Description,Debit,Credit",
      "2026-11-02,a,10.00,\n2026-11-02,b,,-14.00",
      /line 3: money in is negative, and nothing says whether it came in or was reversed/,
    ],
    [
      "Date,Description,Amount,Fee",
      "2026-11-02,a,14.00,5.00\n2026-11-02,b,-14.00,-5.00",
      /line 3: of fees, as many values are negative as positive/,
    ],
    ["Date,Description,Amount (EUR)", "2026-11-02,a,5.00", /the statement is in EUR/],
  ])("%s: a contradiction is refused", (header, rows, message) => {
    expect(() => amountsIn(`${header}\n${rows}`)).toThrow(message);
  });

  test.each(["Type", "Dr/Cr", "Transaction Type", "Way"])(
    "a column %s that says debit of all lines, of which one is negative, is refused",
    (name) => {
      const rows = ["a,140.00,Debit", "b,150.00,Debit", "c,-60.00,Debit"];
      const lines = rows.map((row) => `2026-11-02,${row}`);
      expect(() => amountsIn([`Date,Description,Amount,${name}`, ...lines].join("\n"))).toThrow(
        "line 2: every line says Debit, which may be",
      );
    },
  );
});
