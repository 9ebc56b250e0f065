import { describe, expect, test } from "vitest";
import type { BankFileLine } from "./bank-file.ts";
import { ofAnyShop } from "./bank-statement.ts";
import { checkBalances } from "./statement-balances.rules.ts";
import { readBankText } from "./read-bank-text.ts";

const line = (number: number, amount: number, balance: number | null): BankFileLine => ({
  line: number,
  bankId: null,
  day: `2026-11-0${number}`,
  amount,
  text: "",
  reference: null,
  balance,
});

describe("balances of a statement", () => {
  const oldestFirst = [line(1, 400, 1400), line(2, -100, 1300), line(3, 50, 1350)];

  test("run from the oldest or from the newest line", () => {
    const whole = { opening: 1000, closing: 1350, gaps: [] };
    expect(checkBalances({ lines: oldestFirst })).toEqual(whole);
    expect(checkBalances({ lines: oldestFirst.toReversed() })).toEqual(whole);
  });

  test("are those of the days where both ways run", () => {
    const undone = [line(3, 100, 200), line(2, -100, 100)];
    expect(checkBalances({ lines: undone })).toEqual({ opening: 200, closing: 200, gaps: [] });
    const one = undone.map((each) => ({ ...each, day: "2026-11-02" }));
    expect(checkBalances({ lines: one })).toEqual({ opening: 100, closing: 100, gaps: [] });
  });

  test("run by themselves where the days are in no order", () => {
    const mixed = [line(2, 400, 1400), line(1, -100, 1300), line(3, 50, 1350)];
    const whole = { opening: 1000, closing: 1350, gaps: [] };
    expect(checkBalances({ lines: mixed })).toEqual(whole);
    expect(checkBalances({ lines: mixed.toReversed() })).toEqual(whole);
  });

  test("show a missing line by the day after it", () => {
    const missing = [line(1, 400, 1400), line(2, 10, 1410), line(4, -100, 1310), line(5, 5, 1415)];
    expect(checkBalances({ lines: missing }).gaps).toEqual([
      { at: "line", day: "2026-11-05", stated: 1415, expected: 1315 },
    ]);
    expect(checkBalances({ lines: missing.toReversed() }).gaps).toHaveLength(1);
  });

  test("count a fee with the amount that it stands beside", () => {
    const withFee = [line(1, 400, 1400), line(2, -100, null), line(2, -7, 1293), line(3, 7, 1300)];
    expect(checkBalances({ lines: withFee }).gaps).toEqual([]);
    expect(checkBalances({ lines: withFee.toReversed() }).gaps).toEqual([]);
  });

  test("say so where the column does not run", () => {
    const column = [line(1, 400, 1400), line(2, -100, 7), line(3, 50, 9)];
    expect(checkBalances({ lines: column })).toEqual({
      opening: null,
      closing: null,
      gaps: [{ at: "column", day: null, stated: 9, expected: 1350 }],
    });
    expect(checkBalances({ lines: column.slice(0, 2) }).gaps).toMatchObject([{ at: "column" }]);
  });

  test("say nothing where the column has the balance of another day", () => {
    const daily = [line(1, 400, 900), line(2, -100, 900), line(3, 50, 900)];
    expect(checkBalances({ lines: daily })).toEqual({ opening: null, closing: null, gaps: [] });
    expect(checkBalances({ lines: [line(1, 400, null)] }).gaps).toEqual([]);
  });

  test("of pages make those of the file where they follow each other", () => {
    const pages = [
      { opening: 0, closing: 10, total: 10 },
      { opening: 10, closing: 15, total: 5 },
    ];
    expect(checkBalances({ lines: [], pages })).toMatchObject({ opening: 0, closing: 15 });
    expect(checkBalances({ lines: [], pages: pages.toReversed() })).toMatchObject({
      opening: null,
      closing: null,
      gaps: [],
    });
  });
});

const camt = (closing: string) => `<Document><BkToCstmrStmt><Stmt>
  <Acct><Id><Othr><Id>123</Id></Othr></Id></Acct>
  <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="ZAR">450.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Bal>
  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="ZAR">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
  <Ntry><Amt Ccy="ZAR">1400.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`;
const ofx = (asOf: string) => `<OFX><STMTRS><ACCTID>123<DTSTART>20261101<DTEND>20261130
  <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102<TRNAMT>400.00<FITID>1<NAME>RH1</STMTTRN>
  <LEDGERBAL><BALAMT>900.00<DTASOF>${asOf}</LEDGERBAL></STMTRS></OFX>`;
const bai2 = (closing: string) =>
  `01,A,B,261103,0500,1,80,,2/\n02,A,B,1,261102,,ZAR,2/\n03,123,,010,45000,,,015,${closing},,/\n16,165,140000,0,B1,R1,T SMITH/\n49,1,1/`;
const standardBank = (closing: string) =>
  `ACC-NO,123\nOPEN,,,450.00,OPEN BALANCE\nHIST,20261102,,1400.00,CREDIT,RH1042,4321,0\nCLOSE,,,${closing},CLOSE BALANCE`;
const fnbMail = (closing: string) =>
  `2,62000000000,'SHOP','Business'\n3,12,'11 November 2026','10 December 2026',450.00,${closing},0.00\n5,1,'13 Nov',"PAYMENT","T","RH1",1400.00,1850.00,`;

describe("a file's own balances", () => {
  test.each([
    ["CAMT.053", camt("950.00"), -450_00, 950_00],
    ["BAI2", bai2("185000"), 450_00, 1850_00],
    ["Standard Bank", standardBank("1850.00"), 450_00, 1850_00],
    ["FNB's mail", fnbMail("1850.00"), 450_00, 1850_00],
    ["OFX as of its last day", ofx("20261130"), 500_00, 900_00],
    ["OFX as of a later download", ofx("20261204120000"), null, null],
  ])("agree with its lines: %s", (_format, text, opening, closing) => {
    expect(checked(text)).toEqual({ opening, closing, gaps: [] });
  });

  test.each([
    ["CAMT.053", camt("950.01")],
    ["BAI2", bai2("185001")],
    ["Standard Bank", standardBank("1850.01")],
    ["FNB's mail", fnbMail("1850.01")],
  ])("do not agree: %s", (_format, text) => {
    expect(checked(text)?.gaps).toEqual([
      { at: "page", day: null, stated: expect.any(Number), expected: expect.any(Number) },
    ]);
    const [gap] = checked(text)?.gaps ?? [];
    expect((gap?.stated ?? 0) - (gap?.expected ?? 0)).toBe(1);
  });
});

function checked(text: string) {
  const [account] = readBankText(text, ofAnyShop).accounts;
  return account && checkBalances(account);
}
