import { orderNumbersIn } from "@portal/shared/platform/order-reference.ts";
import { describe, expect, test } from "vitest";
import { notesOf, usa, za } from "../../testing/bank-file-samples.ts";
import { readBankText } from "./read-bank-text.ts";

const transaction = (more: string) =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102<TRNAMT>5.00<NAME>RH1${more}</STMTTRN>`;

describe("the words of a transaction", () => {
  const of = (words: string) =>
    `<OFX><STMTRS><CURDEF>ZAR<BANKACCTFROM><ACCTID>12345678</BANKACCTFROM><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102<TRNAMT>14.00<FITID>2\n${words}</STMTTRN></STMTRS></OFX>`;

  test("go on over the end of a line, and have the longer name", () => {
    const text = of("<NAME>T SMITH\n<EXTDNAME>T SMITH AND SONS\n<MEMO>Line one\r\nRH1042\n");
    expect(readBankText(text, za).accounts[0]?.lines[0]?.text).toBe(
      "T SMITH T SMITH AND SONS Line one RH1042",
    );
  });

  const name = "Zelle payment from A SMITH RH104";
  test.each([
    ["goes on within a word", `${name}<MEMO>21 WFCT0ABC`, [10421]],
    ["goes on with a word", `${name}<MEMO> 21 WFCT0ABC`, [104]],
    ["is repeated as a whole", `${name}<MEMO>${name}21 WFCT0ABC`, [10421]],
    ["is repeated as a longer name", `${name}<EXTDNAME>${name}21 WFCT0ABC<MEMO>RH5`, [10421, 5]],
    ["is repeated and no longer", `${name}\n<MEMO>${name}\n`, [104]],
    ["is not full", `${name.slice(1)}<MEMO>21 WFCT0ABC`, [104]],
    ["is not full and repeated", "A SMITH RH104<MEMO>A SMITH RH10421", [10421]],
    ["is full with entities", "&amp; SONS payment from A &lt; RH104<MEMO>21", [104]],
    [
      "is full by what they stand for",
      "Zelle &amp; payment from A SMI RH104\n<MEMO>21 WFCT0ABC\n",
      [10421],
    ],
  ])("that fill the name, which %s, name one order", (_what, written, orders) => {
    const [account] = readBankText(of(`<NAME>${written}`), za).accounts;
    expect(account?.lines.map(({ text }) => orderNumbersIn(text))).toEqual([orders]);
  });

  test("are those of the same money in a CSV", () => {
    const [account] = readBankText(of(`<NAME>${name}<MEMO>21 WFCT0ABC`), za).accounts;
    expect(account?.lines[0]?.text).toBe("Zelle payment from A SMITH RH10421 WFCT0ABC");
  });

  test.each(["DELETE", "REPLACE"])("that correct another one (%s) are refused", (action) => {
    const text = of(`<CORRECTFITID>1\n<CORRECTACTION>${action}\n<NAME>T SMITH\n`);
    expect(() => readBankText(text, za)).toThrow(
      `transaction 1 corrects transaction 1 (${action}); choose a file in which the bank has corrected it`,
    );
  });
});

// shows T266
describe("OFX", () => {
  test("states a closing balance, which is no transaction", () => {
    const file = readBankText(
      `<OFX><STMTRS><CURDEF>ZAR<BANKTRANLIST>${transaction("")}</BANKTRANLIST>
      <LEDGERBAL><BALAMT>455.00<DTASOF>20261103</LEDGERBAL></STMTRS></OFX>`,
      za,
    );
    expect(file.accounts[0]?.lines).toHaveLength(1);
    expect(notesOf(file)).toEqual(["1: a balance or total"]);
  });

  test("may have transactions in other money; what was changed into the shop's is one", () => {
    const other = transaction("<CURRENCY><CURRATE>20<CURSYM>EUR</CURRENCY>");
    const changed = transaction("<ORIGCURRENCY><CURRATE>20<CURSYM>EUR</ORIGCURRENCY>");
    const file = readBankText(`<OFX><CURDEF>ZAR${other}${changed}</OFX>`, za);
    expect(file.accounts[0]?.lines).toMatchObject([{ line: 2, amount: 500 }]);
    expect(notesOf(file)).toEqual(["1: another currency"]);
  });

  test.each(["20260231", "20261301", "2026-11-02"])("with the day %s is refused", (day) => {
    const text = `<OFX>${transaction("").replace("20261102", day)}</OFX>`;
    expect(() => readBankText(text, za)).toThrow(`transaction 1: ${day} is not a date`);
  });

  test("keeps an entity that it does not know", () => {
    const [account] = readBankText(
      `<OFX>${transaction(" &constructor; &amp;")}</OFX>`,
      za,
    ).accounts;
    expect(account?.lines).toMatchObject([{ text: "RH1 &constructor; &" }]);
  });

  test.each([
    ["FEE", "29.00", 2_900],
    ["CHECK", "29.00", 2_900],
    ["CHECK", "-29.00", -2_900],
    ["DEBIT", "29.00", -2_900],
    ["SRVCHG", "29.00", -2_900],
  ] as const)("a %s of %s moves %i cents", (type, written, amount) => {
    const text = `<OFX>${transaction("").replace("CREDIT", type).replace("5.00", written)}</OFX>`;
    expect(readBankText(text, za).accounts[0]?.lines).toMatchObject([{ amount }]);
  });

  const amountsOf = (...written: readonly (readonly [type: string, amount: string])[]) => {
    const blocks = written.map(([type, amount]) =>
      transaction("").replace("CREDIT", type).replace("5.00", amount),
    );
    const file = readBankText(`<OFX>${blocks.join("")}</OFX>`, za);
    return file.accounts[0]?.lines.map(({ amount }) => amount);
  };

  test("has what was taken back in the other sign than most of its type", () => {
    const fees = [["SRVCHG", "2.00"]] as const;
    const signed = [
      ["DEBIT", "-9.00"],
      ["DEBIT", "9.00"],
      ["DEBIT", "-1.00"],
    ] as const;
    expect(amountsOf(...signed, ...fees)).toEqual([-900, 900, -100, -200]);
    const unsigned = [
      ["DEBIT", "9.00"],
      ["DEBIT", "-9.00"],
      ["DEBIT", "1.00"],
    ] as const;
    expect(amountsOf(...unsigned)).toEqual([-900, 900, -100]);
    expect(() => amountsOf(["DEBIT", "-9.00"], ["DEBIT", "9.00"])).toThrow(
      "transaction 2: as many of type DEBIT are positive as negative, and nothing says which were reversed",
    );
  });

  test.each(["", "0.00"])("has a transaction of the amount “%s” as a note", (amount) => {
    const empty = transaction("").replace("5.00", amount);
    const file = readBankText(`<OFX>${empty}${transaction("")}</OFX>`, za);
    expect(file.accounts[0]?.lines).toMatchObject([{ line: 2, amount: 500 }]);
    expect(notesOf(file)).toEqual(["1: no amount"]);
    const without = `<OFX>${empty.replace("<TRNAMT>", "")}</OFX>`;
    expect(() => readBankText(without, za)).toThrow("transaction 1 has no amount");
  });

  test.each([
    ["20261101000000[0:GMT]", usa, "2026-11-01"],
    ["20261101000000.000[-5:EST]", za, "2026-11-01"],
    ["202611010000[0:GMT]", usa, "2026-11-01"],
    ["20261101000001[0:GMT]", usa, "2026-10-31"],
    ["20261031220000[0:GMT]", za, "2026-11-01"],
  ] as const)("%s is a day of the shop, and midnight the day itself", (posted, options, day) => {
    const text = `<OFX>${transaction("").replace("20261102", posted)}</OFX>`;
    expect(readBankText(text, options).accounts[0]?.lines).toMatchObject([{ day }]);
  });
});
