import { describe, expect, test } from "vitest";
import {
  type BankStatement,
  ofAnyShop,
  readBankStatement,
  readStatementFile,
} from "./bank-statement.ts";
import { readBankText } from "./read-bank-text.ts";

/** The statement of the only account in a file. */
function read(text: string): BankStatement {
  const [statement] = readBankStatement(text, ofAnyShop);
  if (!statement) throw new Error("there is no statement");
  return statement;
}

const fnb = `"ACCOUNT TRANSACTION HISTORY"

Name:, RHIZO SHOP
Account:, 62000000000, [Cheque account]
Balance:, 2634.50, 2634.50

Date, Amount, Balance, Description
2026/11/02, 1400.00, 2634.50, FNB APP PAYMENT FROM RH1042
2026/11/03, -29.00, 2605.50, BANK CHARGES
`;
const standardBank = `ACC-NO,01234567,,,,,,
OPEN,,,1234.50,OPEN BALANCE,,,
HIST,20261102,,1400.00,CREDIT TRANSFER,"RH1042 M DLAMINI, CAPE TOWN",4321,0
HIST,20261103,##,-29.0,SERVICE FEE,,4321,0
CLOSE,,,2605.50,CLOSE BALANCE,,,
`;
const nedbank = `Statement Enquiry :
Account Number :,1122334455
Account Description :,Rhizo shop
Statement Number :,11
02Nov2026,RH1042 M DLAMINI,1400.00,2634.50
03Nov2026,SERVICE FEE,-29.00,2605.50
`;
const ofx1 = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>250655<ACCTID>62000000000<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102120000<TRNAMT>1400.00<FITID>2026110200017<NAME>M DLAMINI &amp; SON<MEMO>RH1042</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261103<TRNAMT>-29.00<FITID>2026110300001<NAME>FEE</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
const ofx2 = ofx1
  .replaceAll(/<(DTPOSTED|TRNAMT|FITID|NAME|MEMO|ACCTID)>([^<\n]*)/g, "<$1>$2</$1>")
  .replace("OFXHEADER:100\nDATA:OFXSGML", '<?xml version="1.0"?>');

describe("a bank statement", () => {
  test("names the lines that are no booked transactions, with the texts of the first", () => {
    const pending = [1, 2, 3, 4].map(
      (number) => `2026-11-0${number},08:00,Pending,HOLD   ${number} ${"x".repeat(200)},,-5.00`,
    );
    const file = [
      "Value Date,Value Time,Type,Description,Beneficiary or CardHolder,Amount",
      ...pending,
      "2026-11-05,08:00,Payment,RH1042,,100.00",
      "2026-11-06,08:00,Payment,Nothing,,",
      ",,,Closing balance,,95.00",
    ].join("\n");
    const { leftOut } = readStatementFile(file, ofAnyShop);
    expect(leftOut).toEqual([
      {
        why: "not booked yet",
        count: 4,
        texts: [1, 2, 3].map((number) => `HOLD ${number} ${"x".repeat(93)}`),
      },
      { why: "no amount", count: 1, texts: ["Nothing"] },
      { why: "a balance or total", count: 1, texts: ["Closing balance"] },
    ]);
    expect(readStatementFile(standardBank, ofAnyShop).leftOut).toEqual([
      {
        why: "a balance or total",
        count: 2,
        texts: ["OPEN 1234.50 OPEN BALANCE", "CLOSE 2605.50 CLOSE BALANCE"],
      },
    ]);
  });

  test.each([
    ["FNB", fnb, "62000000000", "FNB APP PAYMENT FROM RH1042"],
    ["Standard Bank", standardBank, "01234567", "CREDIT TRANSFER RH1042 M DLAMINI, CAPE TOWN"],
    ["Nedbank", nedbank, "1122334455", "RH1042 M DLAMINI"],
    ["OFX", ofx1, "62000000000", "M DLAMINI & SON RH1042"],
    ["OFX", ofx2, "62000000000", "M DLAMINI & SON RH1042"],
  ])("of %s is read, only incoming payments", (layout, text, account, description) => {
    const statement = read(text);

    expect(statement).toMatchObject({ layout, account });
    expect(statement.lines).toMatchObject([{ day: "2026-11-02", amount: 140_000, description }]);
  });

  test("of any bank is read by its column names, with separate columns for money in and out", () => {
    const { layout, lines } = read(
      "Transaction Date;Description;Money In;Money Out\n02/11/2026;RH 1042;1 400,00;\n03/11/2026;Fee;;29,00\n",
    );
    expect(layout).toBe("CSV");
    expect(lines).toEqual([
      { bankId: null, day: "2026-11-02", amount: 140_000, description: "RH 1042", balance: null },
    ]);
  });

  test.each([
    ["an empty file", "", "no line names the columns"],
    ["something else", "PK\u0003\u0004 not a statement", "no line names the columns"],
    ["columns without a transaction", "Date,Amount,Description\n", "no transactions"],
    [
      "a wrong amount",
      "Date,Amount,Description\n2026-11-02,1e5,x\n",
      "line 2: 1e5 in column amount is not an amount",
    ],
    [
      "a wrong day",
      "Date,Amount,Description\n2026-02-31,1.00,x\n",
      "line 2: 2026-02-31 in column date is not a date",
    ],
    [
      "a wrong amount below a value of two lines",
      'Date,Amount,Description\r\n2026-11-02,1.00,"x\r\ny"\r\n2026-11-02,1e5,x\r\n',
      "line 4: 1e5 in column amount is not an amount",
    ],
    ["an open quotation mark", 'Date,Amount,Description\n"2026-11-02,1.00,x\n', "never closed"],
    [
      "more values than columns",
      "Date,Amount,Description\n2026-11-02,1.00,x,y\n",
      "line 2 has 4 values",
    ],
    ["OFX without an end", "<OFX><STMTTRN><DTPOSTED>20261102<TRNAMT>1<FITID>1</OFX>", "has no end"],
    ["OFX without a date", "<OFX><STMTTRN><FITID>1<TRNAMT>1</STMTTRN></OFX>", "not a date"],
  ])("(%s) is refused with the reason", (_what, text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });
});

test("an account without transactions or days is in no statement", () => {
  const statementOf = (account: string, lines: string) =>
    `<STMTRS><BANKACCTFROM><ACCTID>${account}</BANKACCTFROM>${lines}</STMTRS>`;
  const line = "<STMTTRN><DTPOSTED>20261009<TRNAMT>5.00<FITID>1<NAME>RH1</STMTTRN>";
  const file = `<OFX>${statementOf("1", line)}${statementOf("2", "")}</OFX>`;
  expect(readBankStatement(file, ofAnyShop).map(({ account }) => account)).toEqual(["1"]);
});

// shows T136
describe("the days that a statement covers", () => {
  test("are those from its first to its last line, also of outgoing money", () => {
    const csv =
      "Date,Amount,Description\n2026-10-09,5.00,in\n2026-10-02,-5.00,out\n2026-10-20,-1.00,fee";
    expect(read(csv)).toMatchObject({
      days: { from: "2026-10-02", to: "2026-10-20" },
      lines: [{ day: "2026-10-09" }],
    });
  });

  test("are those that OFX states", () => {
    const ofx = `<OFX><BANKTRANLIST><DTSTART>20261001000000<DTEND>20261031235959[+2:SAST]
      <STMTTRN><DTPOSTED>20261009<TRNAMT>5.00<FITID>1<NAME>RH1</STMTTRN></BANKTRANLIST></OFX>`;
    expect(read(ofx).days).toEqual({ from: "2026-10-01", to: "2026-10-31" });
  });

  const ofxOf = ({ end = "20261031", server = "20261105" }) =>
    `<OFX><DTSERVER>${server}<STMTRS><DTSTART>20261001<DTEND>${end}
      <STMTTRN><DTPOSTED>20261009<TRNAMT>5.00<FITID>1<NAME>RH1</STMTTRN></STMTRS></OFX>`;
  const camtOf = ({ end = "<ToDt>2026-10-31</ToDt>", made = "2026-11-05T06:00:00" }) =>
    `<Document><BkToCstmrStmt><GrpHdr><CreDtTm>${made}</CreDtTm></GrpHdr><Stmt>
      <FrToDt><FrDtTm>2026-10-01T00:00:00</FrDtTm>${end}</FrToDt><Acct><Id><IBAN>1</IBAN></Id></Acct>
      <Ntry><Amt>5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-10-09</Dt></BookgDt></Ntry>
      </Stmt></BkToCstmrStmt></Document>`;
  const camtEnd = (time: string) => camtOf({ end: `<ToDtTm>${time}</ToDtTm>` });

  test.each([
    ["CAMT, its last day", camtOf({}), "2026-10-31"],
    ["CAMT, midnight behind it", camtEnd("2026-11-01T00:00:00"), "2026-10-31"],
    ["CAMT, its hour 24", camtEnd("2026-10-31T24:00:00"), "2026-10-31"],
    ["CAMT, midnight in UTC", camtEnd("2026-11-01T00:00:00Z"), "2026-10-31"],
    ["CAMT, midnight here", camtEnd("2026-10-31T22:00:00.000Z"), "2026-10-31"],
    ["CAMT, its last second", camtEnd("2026-10-31T23:59:59.999"), "2026-10-31"],
    ["CAMT, its last second in UTC", camtEnd("2026-10-31T23:59:59Z"), "2026-10-31"],
    ["CAMT, its last second here", camtEnd("2026-10-31T23:59:59+02:00"), "2026-10-31"],
    ["CAMT, its afternoon", camtEnd("2026-10-31T17:30:00+02:00"), "2026-10-30"],
    ["CAMT, made before", camtOf({ made: "2026-10-20T08:00:00" }), "2026-10-20"],
    ["CAMT, made in its evening", camtOf({ made: "2026-10-31T21:00:00+02:00" }), "2026-10-31"],
    ["OFX, its last day", ofxOf({}), "2026-10-31"],
    ["OFX, midnight behind it", ofxOf({ end: "20261101000000" }), "2026-10-31"],
    ["OFX, midnight in UTC", ofxOf({ end: "20261101000000[0:GMT]" }), "2026-10-31"],
    ["OFX, midnight here", ofxOf({ end: "20261031220000[0:GMT]" }), "2026-10-31"],
    ["OFX, its noon", ofxOf({ end: "20261031120000[0:GMT]" }), "2026-10-31"],
    ["OFX, its last second in UTC", ofxOf({ end: "20261031235959[0:GMT]" }), "2026-10-31"],
    ["OFX, made before", ofxOf({ server: "20261020101500[+2:SAST]" }), "2026-10-19"],
    ["OFX, made on it", ofxOf({ server: "20261031180000" }), "2026-10-30"],
    ["OFX, made at a time that cannot be", ofxOf({ server: "19700101" }), "2026-10-31"],
  ])("are over: of %s", (_what, text, to) => {
    expect(read(text).days).toEqual({ from: "2026-10-01", to });
  });

  test("begin with the day that the file writes, also west of its time zone", () => {
    const text = camtOf({}).replace("2026-10-01T00:00:00", "2026-10-01T00:00:00Z");
    const [statement] = readBankStatement(text, { ...ofAnyShop, timeZone: "America/New_York" });
    expect(statement?.days.from).toBe("2026-10-01");
  });

  test("are none of a day that was not over", () => {
    const text = camtOf({ end: "<ToDtTm>2026-10-01T12:00:00</ToDtTm>" });
    expect(read(text).days).toEqual({ from: "2026-10-09", to: "2026-10-09" });
  });

  test.each([
    ["1", []],
    ["2", ["2026-11-02"]],
    ["3", []],
    ["4", ["2026-11-02"]],
    ["", ["2026-11-02"]],
  ])("are not those of BAI2 that are only so far: %s", (modifier, stated) => {
    const bai = `01,a,b,261102,0900,1,,,2/\n02,a,b,1,261102,0900,,${modifier}/\n03,1,,010,0,,/\n16,165,500,Z,,,RH1/`;
    expect(readBankText(bai, ofAnyShop).accounts[0]?.stated).toEqual(stated);
  });
});
