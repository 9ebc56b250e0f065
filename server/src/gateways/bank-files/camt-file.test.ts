import { describe, expect, test } from "vitest";
import { bytesOf, notesOf, shortOf, uk, za } from "../../testing/bank-file-samples.ts";
import { readBankFile } from "./read-bank-file.ts";
import { readBankText } from "./read-bank-text.ts";

/** A statement of one entry of R5.00; its elements can be other ones. */
function statement({ currency = "ZAR", amount = "5.00", mark = "CRDT", day = "2026-11-02" } = {}) {
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.13"><BkToCstmrStmt><Stmt>
    <Acct><Id><Othr><Id>1</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>
    <Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`;
}

// shows T266
describe("CAMT.053", () => {
  test.each([
    ["2026-11-02T00:00:00+01:00", "2026-11-02"],
    ["2026-11-02T00:00:00.000+01:00", "2026-11-02"],
    ["2026-11-01T23:30:00-01:00", "2026-11-02"],
    ["2026-11-02T00:30:00+01:00", "2026-11-01"],
  ])("has a booking of %s on %s in the United Kingdom", (time, day) => {
    const text = statement({ currency: "GBP" }).replace(
      "<Dt>2026-11-02</Dt>",
      `<DtTm>${time}</DtTm>`,
    );
    expect(readBankText(text, uk).accounts[0]?.lines[0]?.day).toBe(day);
  });

  test.each([
    [140, "RH104", "21 gift", "RH10421 gift"],
    [140, "RH104", " 21 gift", "RH104 21 gift"],
    [139, "RH104", "21 gift", "RH104 21 gift"],
  ])("goes on behind a remittance of %i characters", (width, end, next, words) => {
    const full = `${"A SMITH ".repeat(20).slice(0, width - end.length)}${end}`;
    const remittance = [full, next].map((part) => `<Ustrd>${part}</Ustrd>`).join("");
    const text = statement().replace(
      "</Ntry>",
      `<NtryDtls><TxDtls><RmtInf>${remittance}</RmtInf></TxDtls></NtryDtls></Ntry>`,
    );
    const read = readBankText(text, za).accounts[0]?.lines[0]?.text;
    expect(read?.slice(read.indexOf("RH"))).toBe(words);
  });

  test("splits a batch, and takes the direction of a reversal as it is written", () => {
    expect(shortOf(bytesOf("batch.camt053.xml"), uk)).toEqual([
      "GB00RHZO30000012345678 | 2026-11-02 | 140000 | T O'Brien & Son RH1042 second gift",
      "GB00RHZO30000012345678 | 2026-11-02 | 42500 | A Jones RH1043 E2E-77",
      "GB00RHZO30000012345678 | 2026-11-04 | -2500 | A Jones Returned payment",
    ]);
    const file = readBankFile(bytesOf("batch.camt053.xml"), uk);
    expect(file.accounts[0]?.stated).toEqual(["2026-11-01", "2026-11-30"]);
    expect(file.accounts[0]?.lines.map(({ bankId, reference }) => [bankId, reference])).toEqual([
      ["B1-1", null],
      ["B1-2", "RH1043"],
      ["B2", null],
    ]);
    expect(notesOf(file)).toEqual([
      "1: a balance or total",
      "1: a balance or total",
      "3: not booked yet",
    ]);
  });

  test("of an older version, with several accounts and prefixes, is read", () => {
    expect(shortOf(bytesOf("two-accounts.camt053.xml"), za)).toEqual([
      "62000000000 | 2026-11-02 | 100000 | M Dlamini RH1042",
      "62000000000 | 2026-11-02 | 40050 | P Naidoo RH1043 & tea",
      "62000000000 | 2026-11-02 | -10000 | Courier Printer",
      "62000000001 | 2026-11-03 | -2900 | Fee",
    ]);
    const file = readBankFile(bytesOf("two-accounts.camt053.xml"), za);
    expect(notesOf(file)).toEqual(["1: a balance or total", "4: another currency"]);
  });

  test("of any version, also on one line, is read", () => {
    const line = statement().replaceAll(/\s*\n\s*/g, "");
    expect(readBankText(line, za).accounts).toMatchObject([{ lines: [{ amount: 500 }] }]);
  });

  test.each([
    ["another currency", statement({ currency: "EUR" }), /the statement is in EUR/],
    ["a negative amount", statement({ amount: "-5.00" }), /entry 1: -5\.00 is not an amount/],
    ["no direction", statement({ mark: "" }), /entry 1 is neither CRDT nor DBIT/],
    ["a wrong day", statement({ day: "2026-11-31" }), /entry 1: 2026-11-31 is not a date/],
    ["a document type", `<!DOCTYPE a [<!ENTITY b "c">]>${statement()}`, /declares a document type/],
    ["an open element", statement().replace("</Stmt>", ""), /the XML cannot be read/],
    [
      "another message",
      statement().replaceAll("BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn"),
      /another message of the bank/,
    ],
  ])("with %s is refused", (_what, text, reason) => {
    expect(() => readBankText(text, za)).toThrow(reason);
  });
});
