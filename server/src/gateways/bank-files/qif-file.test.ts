import { describe, expect, test } from "vitest";
import { notesOf, za } from "../../testing/bank-file-samples.ts";
import { readBankText } from "./read-bank-text.ts";

// shows T266
describe("QIF", () => {
  test("has lists beside the transactions, and may lack the mark at its end", () => {
    const text = "!Type:Cat\nNSales\nI\n^\n!Type:Bank \nD13/11'26\nU5.00\nPRH1042\nL[Shop]\n \n";
    expect(readBankText(text, za).accounts).toMatchObject([
      { account: "", lines: [{ day: "2026-11-13", amount: 500, text: "RH1042" }] },
    ]);
  });

  test("may cut a text in the payee that the memo has as a whole", () => {
    const text = "!Type:Bank\nD13/11'26\nT5.00\nPA SMITH RH104\nMA SMITH RH10421 gift\n^";
    expect(readBankText(text, za).accounts).toMatchObject([
      { lines: [{ text: "A SMITH RH10421 gift" }] },
    ]);
  });

  test("states an opening balance, which is no transaction", () => {
    const text = (opening: string) =>
      `!Type:Bank\nD13/11'26\nT450.00\n${opening}\n^\nD13/11'26\nT5.00\nPRH1042\nMOpening Balance\n^`;
    for (const opening of ["POpening Balance", "MOpening Balance"]) {
      const file = readBankText(text(opening), za);
      expect(file.accounts).toMatchObject([{ lines: [{ text: "RH1042 Opening Balance" }] }]);
      expect(notesOf(file)).toEqual(["5: a balance or total"]);
    }
  });

  test("asks with a day that may be another one", () => {
    const text = "!Type:Bank\nD4/4'26\nT1.00\n^\nD3/4'26\nT1.00\n^";
    expect(readBankText(text, za).questions).toEqual([{ ask: "day-order", example: "3/4/26" }]);
  });

  test("of several accounts is refused, and of one is not, also beside a list of them", () => {
    const of = (name: string) => `!Account\nN${name}\nTBank\n^\n!Type:Bank\nD13/11/26\nT5.00\n^\n`;
    const list = "!Option:AutoSwitch\n!Account\nNShop\n^\nNSavings\n^\n!Clear:AutoSwitch\n";
    expect(readBankText(`${list}${of("Shop")}${of("Shop")}`, za).accounts).toMatchObject([
      { lines: [{ amount: 500 }, { amount: 500 }] },
    ]);
    expect(() => readBankText(`${of("Shop")}${of("Savings")}`, za)).toThrow(
      "it has transactions of 2 accounts: choose a file of one of them",
    );
  });

  test("without a date or an amount is refused", () => {
    expect(() => readBankText("!Type:Bank\nT1.00\n^", za)).toThrow(/line 3 has no date/);
    expect(() => readBankText("!Type:Bank\nD13/11/26\n^", za)).toThrow(/line 3 has no amount/);
  });
});
