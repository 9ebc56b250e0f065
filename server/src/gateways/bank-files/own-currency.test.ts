import { describe, expect, test } from "vitest";
import { uk, usa, za } from "../../testing/bank-file-samples.ts";
import { readBankText } from "./read-bank-text.ts";

const bai = "01,A,B,261103,0600,1,,,2/\n02,B,A,1,261103,,,2/\n03,12345678/\n16,195,1400,,,,T/";
const santander = (amount: string) =>
  `From: 01/11/2026 to 30/11/2026\nAccount: XXXX1234\nDate: 02/11/2026\nDescription: T\nAmount: ${amount}\nBalance: 1.00\n`;
const interim = (limit: string) =>
  `:20:X\n:25:12345678\n:28C:1\n${limit}:61:2611021102C1400,00NTRFNONREF\n:86:RH1042\n`;

describe("money in another currency", () => {
  test.each([
    ["an amount", "Date,Amount,Description\n2026-11-02,USD 1400.00,RH1042\n2026-11-02,R5.00,T", za],
    ["a sign", "Date,Amount,Description\n2026-11-02,€1400.00,RH1042\n2026-11-02,£5.00,T", uk],
    ["a dollar", "Date,Amount,Description\n2026-11-02,$1400.00,RH1042\n2026-11-02,5.00,T", uk],
    [
      "CCY",
      "Date,Amount,Description,CCY\n2026-11-02,1400.00,RH1042,USD\n2026-11-02,5.00,T,gbp",
      uk,
    ],
    ["no names", "02/11/2026,RH1042,€1400.00\n13/11/2026,T,5.00", uk],
  ])("by %s is left out and told", (_, text, options) => {
    const { accounts, notes } = readBankText(text, options);
    expect(accounts.flatMap(({ lines }) => lines)).toMatchObject([{ text: "T", amount: 500 }]);
    expect(notes).toMatchObject([{ text: "RH1042", why: "another currency" }]);
  });

  test.each([
    ["USD", "Date,Amount ($),Description\n2026-11-02,1400.00,RH1042", uk],
    ["EUR", "Date,Amount,Description\n2026-11-02,€1400.00,RH1042", uk],
    ["USD", "Date,Amount,Description,Account Currency\n2026-11-02,1400.00,RH1042,USD", uk],
    ["USD", "CCY:,USD\nDate,Amount,Description\n2026-11-02,1400.00,RH1042", uk],
    ["EUR", interim(":34F:EUR0,00\n"), uk],
    ["EUR", interim(":90C:1EUR1400,00\n"), uk],
    ["USD", bai, za],
    ["EUR", santander("€14.00"), uk],
    ["EUR", "!Type:Bank\nD13/11/2026\nT€14.00\nPT\n^\n", uk],
  ])("(%s) of a whole file is refused: %s", (currency, text, options) => {
    expect(() => readBankText(text, options)).toThrow(
      `the statement is in ${currency}, and the shop’s money is ${options.currency}`,
    );
  });

  test.each([
    ["Date,Amount ($),Description\n2026-11-02,$1400.00,RH1042", usa],
    [bai, usa],
    [interim(":34F:GBP0,00\n"), uk],
    [santander("£1,400.00"), uk],
  ])("is none in %s", (text, options) => {
    const { accounts, notes } = readBankText(text, options);
    expect(accounts.flatMap(({ lines }) => lines)).toHaveLength(1);
    expect(notes.filter(({ why }) => why === "another currency")).toEqual([]);
  });
});
