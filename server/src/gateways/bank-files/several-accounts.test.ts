import { describe, expect, test } from "vitest";
import { readStatementFile } from "./bank-statement.ts";
import { usa, za } from "../../testing/bank-file-samples.ts";

const ofx = (...currencies: readonly string[]) =>
  `<OFX>${currencies
    .map(
      (currency, at) => `<STMTRS><CURDEF>${currency}<ACCTID>${at + 1}<STMTTRN><TRNTYPE>CREDIT
        <DTPOSTED>20261102<TRNAMT>${currency === "KWD" ? "5.001" : "5.00"}<NAME>RH${at + 1}</STMTTRN></STMTRS>`,
    )
    .join("")}</OFX>`;

const camt = (...currencies: readonly string[]) =>
  `<Document><BkToCstmrStmt>${currencies
    .map(
      (currency, at) => `<Stmt><Acct><Id><IBAN>${at + 1}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
        <Bal><Amt Ccy="${currency}">1.00</Amt></Bal>
        <Ntry><Amt Ccy="${currency}">${currency === "KWD" ? "5.001" : "5.00"}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
        <Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt><AddtlNtryInf>RH${at + 1}</AddtlNtryInf></Ntry></Stmt>`,
    )
    .join("")}</BkToCstmrStmt></Document>`;

const mt940 = (...currencies: readonly string[]) =>
  currencies
    .map((currency, at) => {
      const amount = currency === "KWD" ? "5,001" : "5,00";
      return `:20:1\n:25:${at + 1}\n:60F:C261101${currency}0,00\n:61:2611021102C${amount}NTRFNONREF\n:86:RH${at + 1}\n:62F:C261102${currency}${amount}\n-\n`;
    })
    .join("");

const bai2 = (...currencies: readonly string[]) =>
  `01,a,b,261102,0900,1,,,2/\n02,a,b,1,261102,0900,USD,2/\n${currencies
    .map((currency, at) => `03,${at + 1},${currency},010,0,,/\n16,165,500,Z,,,RH${at + 1}/\n`)
    .join("")}`;

describe("a file of several accounts", () => {
  test.each([
    ["OFX", ofx, za],
    ["CAMT.053", camt, za],
    ["MT940", mt940, za],
    ["BAI2", bai2, usa],
  ] as const)("of %s is read, and what is in other money is told", (_format, of, options) => {
    const own = options.currency ?? "";
    const { statements, leftOut } = readStatementFile(of("EUR", own, "KWD"), options);
    expect(
      statements.map(({ account, lines }) => [account, lines.map((line) => line.amount)]),
    ).toEqual([["2", [5_00]]]);
    const other = leftOut.find(({ why }) => why === "another currency");
    expect(other).toMatchObject({ count: 2 });
    expect(other?.texts.map((text) => /RH\d/.exec(text)?.[0])).toEqual(["RH1", "RH3"]);
    expect(() => readStatementFile(of("EUR", "KWD"), options)).toThrow("the statement is in EUR");
  });
});

const csvHeader = "Date,Description,Amount,Balance";

// shows T422
describe("a CSV of several accounts", () => {
  const blocks = (second: readonly string[]) =>
    [
      "Account Number:,62000000001",
      "Currency:,ZAR",
      csvHeader,
      "2026-11-02,RH1,5.00,5.00",
      "2026-11-03,x,-2.00,3.00",
      ...second,
      "2026-11-02,RH2,7.00,7.00",
    ].join("\n");
  const accountsIn = (text: string, options = za) =>
    readStatementFile(text, options).statements.map(({ account, lines }) => [
      account,
      lines.map(({ description }) => description),
    ]);

  test.each([
    ["with names of columns again", ["", "Account Number:,62000000002", "", csvHeader]],
    ["without names of columns again", ["Account Number:,62000000002"]],
    ["below a closing balance", ["Closing balance,,,3.00", "Account: 62000000002", csvHeader]],
    [
      "with all that stands above the names",
      ["Name:,RHIZO SHOP", "Account:,62000000002,[Savings]", "Balance:,7.00,7.00", csvHeader],
    ],
    ["by an IBAN", ["IBAN:,62000000002", csvHeader]],
    ["by a label in the second column", [",Account Number:,62000000002", csvHeader]],
  ])("one after another %s has the lines of each", (_how, second) => {
    expect(accountsIn(blocks(second))).toEqual([
      ["62000000001", ["RH1"]],
      ["62000000002", ["RH2"]],
    ]);
  });

  test("that go on on another page is read as of one", () => {
    for (const page of [
      [csvHeader],
      ["Account Number:,62000000001", "Currency:,ZAR", csvHeader],
      ["Page 2 of 2", "Balance brought forward,,,3.00", csvHeader],
    ])
      expect(accountsIn(blocks(page))).toEqual([["62000000001", ["RH1", "RH2"]]]);
  });

  test.each([
    [["Savings 2", csvHeader], "line 6: below “Savings 2” the names of the columns stand again"],
    [["62000000002 - Savings", csvHeader], "line 6: below “62000000002 - Savings” the names"],
    [["Savings pocket"], "line 6: “Savings pocket” may begin another"],
    [["Savings account 62000000002"], "line 6: “Savings account 62000000002” may begin another"],
  ])("is refused where %j may begin one", (second, message) => {
    expect(() => accountsIn(blocks(second))).toThrow(message);
  });

  test("has the money of each", () => {
    const text = blocks(["Account Number:,62000000002", "Currency:,USD", csvHeader]);
    expect(accountsIn(text)).toEqual([["62000000001", ["RH1"]]]);
    expect(readStatementFile(text, za).leftOut).toEqual([
      { why: "another currency", count: 1, texts: ["RH2"] },
    ]);
    expect(accountsIn(text, usa)).toEqual([["62000000002", ["RH2"]]]);
  });

  test.each(["Account Number", "Account", "Acc No", "Account Nr.", "IBAN", "Account Name"])(
    "in the column %s has the lines of each",
    (name) => {
      const text = [
        `Date,Description,Amount,${name}`,
        "2026-11-02,RH1,5.00,62000000001",
        "2026-11-02,RH2,7.00,62000000002",
      ].join("\n");
      expect(accountsIn(text)).toEqual([
        ["62000000001", ["RH1"]],
        ["62000000002", ["RH2"]],
      ]);
      const blank = `${text}\n2026-11-03,RH3,8.00,`;
      expect(() => accountsIn(blank)).toThrow("line 4 names no account, and others do");
    },
  );

  test("by columns that somebody chose has the lines of each", () => {
    const names = "Datum,Besonderhede,Bedrag";
    const text = [
      "Account Number:,62000000001",
      names,
      "2026-11-02,RH1,5.00",
      "Account Number:,62000000002",
      names,
      "2026-11-02,RH2,7.00",
    ].join("\n");
    expect(accountsIn(text, { ...za, columns: ["day", "text", "amount"] })).toEqual([
      ["62000000001", ["RH1"]],
      ["62000000002", ["RH2"]],
    ]);
  });

  test("of which only one has names of columns that are known is refused", () => {
    const text = [
      "Datum,Besonderhede,Bedrag",
      "2026-11-02,RH1,5.00",
      "2026-11-03,RH2,6.00",
      csvHeader,
      "2026-11-02,RH3,7.00,7.00",
    ].join("\n");
    expect(() => accountsIn(text)).toThrow(
      "line 2: transactions stand above the names of the columns in line 4",
    );
  });

  test.each([
    [
      "Standard Bank",
      `ACC-NO,01234567
OPEN,,,1.00,OPEN BALANCE
HIST,20261102,,5.00,CREDIT,RH1,4321,0
CLOSE,,,6.00,CLOSE BALANCE
ACC-NO,01234568
OPEN,,,2.00,OPEN BALANCE
HIST,20261102,,7.00,CREDIT,RH2,4321,0
CLOSE,,,9.00,CLOSE BALANCE`,
      ["01234567", "01234568"],
    ],
    [
      "Nedbank",
      `Statement Enquiry :
Account Number :,1122334455
02Nov2026,RH1,5.00,6.00
Statement Enquiry :
Account Number :,1122334466
02Nov2026,RH2,7.00,9.00`,
      ["1122334455", "1122334466"],
    ],
    [
      "FNB's mail",
      `2,62000000001,'SHOP','Business'
3,12,'11 November 2026','10 December 2026',1.00,6.00,0.00
5,1,'13 Nov',"PAYMENT","T","RH1",5.00,6.00,
2,62000000002,'SHOP','Savings'
3,12,'11 November 2026','10 December 2026',2.00,9.00,0.00
5,1,'13 Nov',"PAYMENT","T","RH2",7.00,9.00,`,
      ["62000000001", "62000000002"],
    ],
    [
      "Santander",
      `From: 01/11/2026 to 30/11/2026
Account: XXXX 1234
Date: 02/11/2026
Description: RH1
Amount: 5.00
Balance: 6.00
From: 01/11/2026 to 30/11/2026
Account: XXXX 5678
Date: 02/11/2026
Description: RH2
Amount: 7.00
Balance: 9.00`,
      ["XXXX 1234", "XXXX 5678"],
    ],
  ])("of %s has the lines and balances of each", (_bank, text, accounts) => {
    const { statements } = readStatementFile(text, { ...za, currency: null });
    expect(
      statements.map(({ account, lines, balances }) => [
        account,
        lines.map(({ description }) => /RH\d/.exec(description)?.[0]),
        balances.gaps,
      ]),
    ).toEqual(accounts.map((account, at) => [account, [`RH${at + 1}`], []]));
  });
});
