import { describe, expect, test } from "vitest";
import { bytesOf, uk } from "../../testing/bank-file-samples.ts";
import { ofAnyShop } from "./bank-statement.ts";
import { readOutsideLines } from "./outside-lines.ts";

const paymentsIn = (text: string, options = ofAnyShop) =>
  readOutsideLines(text, options).lines.map(({ line, orderNumber, amount, day }) =>
    [line, orderNumber, day, amount].join(" | "),
  );

describe("the payments that a bank statement shows", () => {
  test("are those that came in, where a column says which way they went", () => {
    const csv = [
      "Date,Description,Amount,Dr/Cr",
      "2026-11-02,RENT RH1042,5000.00,D",
      "2026-11-03,RH1043 M DLAMINI,750.00,C",
    ].join("\n");
    expect(paymentsIn(csv)).toEqual(["3 | 1043 | 2026-11-03 | 75000"]);
  });

  test("are booked, and in the money of the shop", () => {
    const csv = bytesOf("revolut-business.csv").toString();
    expect(paymentsIn(csv, uk)).toEqual(["6 | 1042 | 2026-11-02 | 140000"]);
  });

  test("have an order by the payer's reference too", () => {
    const csv = "Number,Date,Account,Amount,Subcategory,Memo\nRH1042,02/11/2026,1,5.00,BGC,T SMITH";
    expect(paymentsIn(csv)).toEqual(["2 | 1042 | 2026-11-02 | 500"]);
  });

  test("are read by a date and an amount where nothing else is named", () => {
    expect(paymentsIn("Amount,Your number\n5.00,RH1042\n-1.00,RH1043")).toEqual([
      "2 | 1042 |  | 500",
    ]);
    expect(paymentsIn("Date,Amount,Your number\n2026-11-02,5.00,RH1042")).toEqual([
      "2 | 1042 | 2026-11-02 | 500",
    ]);
  });

  test("have their words with single blanks, as they are stored", () => {
    const qif = "!Type:Bank\nD02/11/2026\nT5.00\nPT  SMITH   RENT\n^\n";
    const options = { ...ofAnyShop, dayOrder: "day-first" } as const;
    expect(readOutsideLines(qif, options).lines.map(({ words }) => words)).toEqual([
      "T SMITH RENT",
    ]);
  });

  test("are not read in another way where a line is refused", () => {
    const csv =
      "Date,Description,Amount,Dr/Cr\n2026-11-02,RENT RH1042,5000.00,\n2026-11-02,x,1.00,D";
    expect(() => paymentsIn(csv)).toThrow("line 2: nothing is neither debit nor credit");
  });
});
