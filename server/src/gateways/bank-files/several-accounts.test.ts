import { orderNumbersIn } from "@portal/shared/platform/order-reference.ts";
import { describe, expect, test } from "vitest";
import { readStatementFile } from "./bank-statement.ts";
import { uk, usa, za } from "../../testing/bank-file-samples.ts";

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

const standardBank = (accounts: readonly string[]) =>
  `ALL,0,0,0\n${accounts
    .map(
      (account, at) => `ACC-NO,${account},,
OPEN,,,10.00,OPEN BALANCE
HIST,2026110${at + 2},,5.00,CREDIT,RH${at + 1},4321,0
CLOSE,,,15.00,CLOSE BALANCE\n`,
    )
    .join("")}`;

const nedbank = (accounts: readonly string[]) =>
  accounts
    .map(
      (account, at) => `Statement Enquiry :
Account Number :,${account}
Account Description :,Shop
0${at + 2}Nov2026,RH${at + 1},5.00,15.00\n`,
    )
    .join("");

const santander = (accounts: readonly string[]) =>
  accounts
    .map(
      (account, at) => `From: 01/11/2026 to 30/11/2026\n\nAccount: ${account}\n
Date: 0${at + 2}/11/2026\nDescription: RH${at + 1}\nAmount: 5.00\nBalance: 15.00\n\n`,
    )
    .join("");

const fnbMail = (accounts: readonly string[]) =>
  accounts
    .map(
      (account, at) => `2,${account},'SHOP','Cheque'
3,1,'01 November 2026','30 November 2026',10.00,15.00,0
5,1,'0${at + 2} Nov',"A","RH${at + 1}","B",5.00,15.00,\n`,
    )
    .join("");

const mt942 = (accounts: readonly string[]) =>
  `:20:1\n${accounts
    .map(
      (account, at) =>
        `:25:${account}\n:28C:1/1\n:34F:ZAR0,00\n:61:26110${at + 2}C5,00NTRFNONREF\n:86:RH${at + 1}\n`,
    )
    .join("")}-\n`;

// shows T424
describe("a file that says between its lines which account begins", () => {
  const [one, other] = ["62000000001", "62000000002"];

  test.each([
    ["Standard Bank", standardBank, za],
    ["Nedbank", nedbank, za],
    ["Santander", santander, uk],
    ["FNB’s mail", fnbMail, za],
  ] as const)("of %s has the transactions and balances of each", (_bank, of, options) => {
    const read = (accounts: readonly string[]) =>
      readStatementFile(of(accounts), options).statements.map(
        ({ account, lines, balances: { closing, gaps } }) => [
          account,
          lines.map(({ description }) => orderNumbersIn(description)[0]),
          closing,
          gaps.length,
        ],
      );
    expect(read([one, other])).toEqual([
      [one, [1], 15_00, 0],
      [other, [2], 15_00, 0],
    ]);
    expect(read([one, other, one]).map(([account, orders]) => [account, orders])).toEqual([
      [one, [1, 3]],
      [other, [2]],
    ]);
  });

  test("has the days that each states", () => {
    const text = santander([one, other]).replace("From: 01/11/2026", "From: 15/10/2026");
    const { statements } = readStatementFile(text, uk);
    expect(statements.map(({ days }) => days.from)).toEqual(["2026-10-15", "2026-11-01"]);
  });

  test("of Nedbank tells a loan from another account", () => {
    const text = nedbank([one, other]).replace("Description :,Shop", "Description :,Home loan");
    const { statements } = readStatementFile(text, za);
    expect(statements.map(({ lines, outgoing }) => [lines.length, outgoing.length])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test("of Nedbank without the line above an account is refused", () => {
    const text = nedbank([one, other]).replace(/\nStatement Enquiry :/, "");
    expect(() => readStatementFile(text, za)).toThrow(
      "line 5: another account begins, and no line “Statement Enquiry” stands above it",
    );
  });

  test("of MT942, which has no balances, has the transactions of each", () => {
    const { statements } = readStatementFile(mt942([one, other]), za);
    expect(statements.map(({ account, lines }) => [account, lines.length])).toEqual([
      [one, 1],
      [other, 1],
    ]);
  });

  test.each([
    ["Standard Bank", `HIST,20261101,,7.00,CREDIT,RH9,4321,0\n${standardBank([one, other])}`, za],
    ["Nedbank", nedbank([one, ""]), za],
    [
      "Santander",
      `Date: 01/11/2026\nDescription: RH9\nAmount: 7.00\n${santander([one, other])}`,
      uk,
    ],
    ["OFX", ofx("ZAR", "ZAR").replace("<ACCTID>2", ""), za],
    ["CAMT.053", camt("ZAR", "ZAR").replace("<IBAN>2</IBAN>", ""), za],
  ] as const)("of %s is refused where some name none", (_bank, text, options) => {
    expect(() => readStatementFile(text, options)).toThrow(
      "this transaction names no account, and others of the file do",
    );
  });

  test("of QIF with several lists is refused", () => {
    const list = (type: string) => `!Type:${type}\nD17/11/2026\nT10.00\nPRH1\n^\n`;
    expect(() => readStatementFile(`${list("Bank")}${list("CCard")}`, uk)).toThrow(
      "it has 2 lists of transactions and does not name their accounts",
    );
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
      expect(() => accountsIn(blank)).toThrow(
        "line 4: this transaction names no account, and others of the file do",
      );
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
});
