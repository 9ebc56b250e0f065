import { describe, expect, test } from "vitest";
import { notesOf, za } from "../../testing/bank-file-samples.ts";
import { readBankText } from "./read-bank-text.ts";

const transaction = (more: string) =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102<TRNAMT>5.00<NAME>RH1${more}</STMTTRN>`;

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

  test("keeps an entity that it does not know", () => {
    const [account] = readBankText(
      `<OFX>${transaction(" &constructor; &amp;")}</OFX>`,
      za,
    ).accounts;
    expect(account?.lines).toMatchObject([{ text: "RH1 &constructor; &" }]);
  });
});
