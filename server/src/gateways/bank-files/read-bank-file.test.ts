import { readFileSync } from "node:fs";
import path from "node:path";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { amountIn } from "./amount-text.ts";
import type { BankFileOptions } from "./bank-file.ts";
import { readBankFile, readBankText } from "./read-bank-file.ts";
import { dayOfText, orderOf } from "./day-text.ts";

const samples = path.resolve(import.meta.dirname, "../../testing/bank-files");
const za: BankFileOptions = {
  currency: "ZAR",
  timeZone: "Africa/Johannesburg",
  dayOrder: "day-first",
};
const uk: BankFileOptions = { ...za, currency: "GBP", timeZone: "Europe/London" };
const usa: BankFileOptions = {
  currency: "USD",
  timeZone: "America/New_York",
  dayOrder: "month-first",
};
const bytesOf = (name: string) => readFileSync(path.join(samples, name));
const encoder = new TextEncoder();

/** Each transaction in short: account, day, cents, words. */
async function shortOf(bytes: Uint8Array, options: BankFileOptions): Promise<string[]> {
  return (await readBankFile(bytes, options)).accounts.flatMap(({ account, lines }) =>
    lines.map(({ day, amount, text }) => [account, day, amount, text].join(" | ")),
  );
}
const linesOf = (text: string, options = za) =>
  readBankText(text, options).accounts.flatMap(({ lines }) => lines);

// shows T266
describe("a sample file", () => {
  test.each([
    [
      "fnb-download.csv",
      za,
      [
        "62000000000 | 2026-11-03 | -2900 | MONTHLY FEE",
        "62000000000 | 2026-11-02 | 140000 | FNB APP PAYMENT FROM RH1042",
      ],
    ],
    [
      "fnb-mail.csv",
      za,
      [
        "62000000000 | 2026-12-13 | 140000 | PAYMENT FROM O'Brien, T RH1042",
        "62000000000 | 2027-01-04 | -2900 | DEBIT ORDER Insurance",
      ],
    ],
    [
      "standard-bank.csv",
      za,
      [
        "000001234567 | 2026-11-02 | 140000 | CREDIT TRANSFER RH1042 M DLAMINI",
        "000001234567 | 2026-11-03 | -2900 | SERVICE FEE",
      ],
    ],
    [
      "nedbank.csv",
      za,
      [
        "1122334455 | 2026-11-02 | 140000 | RH1042 M DLAMINI",
        "1122334455 | 2026-11-03 | -2900 | SERVICE FEE",
      ],
    ],
    [
      "capitec.csv",
      za,
      [
        "1234567890 | 2026-11-02 | 140000 | Payment Received: M Dlamini RH1042",
        "1234567890 | 2026-11-03 | -10000 | Banking App Payment Courier",
        "1234567890 | 2026-11-03 | -100 | Fee: Banking App Payment Courier",
      ],
    ],
    [
      "bank-zero.csv",
      za,
      [
        " | 2026-11-02 | 140000 | M DLAMINI RH1042",
        " | 2026-11-03 | -10000 | Courier",
        " | 2026-11-03 | -200 | Fee: Courier",
      ],
    ],
    [
      "tyme-bank.csv",
      za,
      [
        " | 2026-11-02 | 140000 | RH1042 M DLAMINI",
        " | 2026-11-03 | -10000 | Courier",
        " | 2026-11-03 | -300 | Fee: Courier",
      ],
    ],
    ["discovery.csv", za, [" | 2026-11-02 | 140000 | RH1042 M DLAMINI"]],
    [
      "lloyds.csv",
      uk,
      [
        "12345678 | 2026-11-03 | -10000 | COURIER LTD",
        "12345678 | 2026-11-02 | 140000 | T O'BRIEN RH1042",
      ],
    ],
    [
      "natwest.csv",
      uk,
      [
        "600000-12345678 | 2026-11-02 | 140000 | T SMITH , RH1042",
        "600000-12345678 | 2026-11-03 | -10000 | COURIER LTD",
      ],
    ],
    [
      "starling.csv",
      uk,
      [" | 2026-11-02 | 140000 | T Smith RH1042", " | 2026-11-03 | -10000 | Courier Ltd"],
    ],
    [
      "monzo.csv",
      uk,
      [" | 2026-11-02 | 140000 | RH1042 T Smith", " | 2026-11-03 | -10000 | COURIER Courier"],
    ],
    [
      "chase.csv",
      usa,
      [
        " | 2026-11-02 | 140000 | ZELLE FROM T SMITH RH1042",
        " | 2026-11-03 | -10000 | COURIER INC",
      ],
    ],
    [
      "bank-of-america.csv",
      usa,
      [
        " | 2026-11-02 | 140000 | Zelle payment from T SMITH RH1042",
        " | 2026-11-13 | -10000 | COURIER INC",
      ],
    ],
    [
      "two-accounts.ofx",
      za,
      [
        "62000000000 | 2026-11-02 | 140000 | M DLAMINI & SON RH1042",
        "62000000000 | 2026-11-03 | -2900 | FEE & VAT",
        "62000000001 | 2026-11-02 | 42500 | RH1043",
      ],
    ],
    [
      "zoned.ofx",
      za,
      [
        "62000000000 | 2026-11-01 | 140000 | T O'Brien RH1042",
        "62000000000 | 2026-10-31 | 42500 | RH1043",
      ],
    ],
    [
      "plain.mt940",
      za,
      [
        "1122334455 | 2026-12-31 | 140000 | M DLAMINI RH1042",
        "1122334455 | 2027-01-02 | 500 | FEE TAKEN BACK",
        "1122334455 | 2027-01-02 | -10000 | CREDIT TAKEN BACK",
        "1122334455 | 2027-01-02 | -2900 | SERVICE FEE MONTHLY FEE BANK",
      ],
    ],
    [
      "batch.camt053.xml",
      za,
      [
        "62000000000 | 2026-11-02 | 140000 | M Dlamini & Son RH1042",
        "62000000000 | 2026-11-03 | 42500 | RH1043",
        "62000000000 | 2026-11-03 | 47500 | RH1044",
        "62000000000 | 2026-11-04 | -7500 | Credit taken back",
        "62000000000 | 2026-11-04 | -2900 | Fee",
      ],
    ],
    ["older.camt053.xml", uk, ["GB00BANK20000012345678 | 2026-11-02 | 2500 | T Smith RH1042"]],
    [
      "hsbc.csv",
      uk,
      [" | 2026-11-02 | 104980 | T SMITH RH1042", " | 2026-11-13 | -10000 | COURIER LTD"],
    ],
    [
      "wells-fargo.csv",
      usa,
      [
        " | 2026-11-02 | 140000 | ZELLE FROM T SMITH RH1042",
        " | 2026-11-13 | -10000 | 1024 CHECK COURIER INC",
      ],
    ],
    [
      "bank-of-america-nameless.csv",
      usa,
      [
        " | 2026-11-02 | 140000 | Zelle payment from T SMITH RH1042",
        " | 2026-11-13 | -10000 | COURIER INC",
      ],
    ],
    [
      "santander.txt",
      uk,
      [
        "XXXX XXXX XXXX 1234 | 2026-11-13 | -10000 | COURIER LTD",
        "XXXX XXXX XXXX 1234 | 2026-11-02 | 140000 | FASTER PAYMENT RECEIPT REF.RH1042 FROM T SMITH",
      ],
    ],
    ["plain.qif", za, [" | 2026-11-13 | 140000 | M Dlamini RH1042", " | 2026-11-04 | -2900 | Fee"]],
  ] as const)("%s is read", async (name, options, expected) => {
    expect(await shortOf(bytesOf(name), options)).toEqual(expected);
  });

  test.each([
    ["nedbank.csv", ["no amount", "no amount"]],
    ["discovery.csv", ["not booked yet"]],
    ["batch.camt053.xml", ["not booked yet"]],
    ["older.camt053.xml", ["another currency"], uk],
  ] as const)(
    "%s has lines that are no transactions, and says why",
    async (name, reasons, options = za) => {
      expect((await readBankFile(bytesOf(name), options)).notes.map(({ why }) => why)).toEqual(
        reasons,
      );
    },
  );
});

// shows T266
describe("the layout of a bank", () => {
  test.each([
    [
      "FNB, history",
      za,
      'ACCOUNT TRANSACTION HISTORY\n"FOR ACCOUNT NUMBER 62000000000"\nDate,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER\n2026/11/03,2.50,-100.00,APP PAYMENT TO,COURIER,2534.50,',
      ["62000000000 | 2026-11-03 | -10000 | APP PAYMENT TO COURIER"],
    ],
    [
      "FNB, Enterprise",
      za,
      "Account Number,62000000000\n\nEffective Date,Description,Reference,Service Fee,Debit / Credit,Amount,Balance\n20261102,TRANSFER    ,RH1042   ,0.00,CR,1400.00,2634.50\n20261103,PAYMENT  ,COURIER ,2.50,-100.00,-100.00,2534.50",
      [
        "62000000000 | 2026-11-02 | 140000 | TRANSFER RH1042",
        "62000000000 | 2026-11-03 | -10000 | PAYMENT COURIER",
      ],
    ],
    [
      "Standard Bank, business",
      za,
      "Statement of Account\nAccount No:,012345678 - SBZAZAJJ\nDate,Value Date,Statement Number,Description,Amount,Balance,Type,Originator Reference,Customer Reference\n2026/11/01,2026/11/01,1,OPEN BALANCE,,+1234.50,,,\n2026/11/02,2026/11/02,1,TRANSFER,1400.00,+2634.50,CR,X1,RH1042",
      ["012345678 | 2026-11-02 | 140000 | TRANSFER RH1042 X1"],
    ],
    [
      "Nedbank, card",
      za,
      "Statement Enquiry :\nAccount Number :,1122334455\n01Mar2026,02Mar2026,SHOP,-100.00\n03Mar2026,03Mar2026,RH1042,1400.00",
      ["1122334455 | 2026-03-01 | -10000 | SHOP", "1122334455 | 2026-03-03 | 140000 | RH1042"],
    ],
    [
      "ABSA",
      za,
      "Date,Description,Amount,Balance\n20261102,ACB CREDIT      RH1042,1400,2634.50\n20261103,FEE  ,-29.5,2605",
      [" | 2026-11-02 | 140000 | ACB CREDIT RH1042", " | 2026-11-03 | -2950 | FEE"],
    ],
    [
      "Capitec, business",
      za,
      "Balance brought forward:,1234.50\n\nAccount,Date,Description,Reference,Amount,Fees,Balance\n1234567890,13/11/2026,Payment,Courier,-100.00,-2.00,2532.50\n1234567890,14/11/2026,Monthly fee,,,-50.00,2482.50\nTotal:,,,,-100.00,-52.00,",
      [
        "1234567890 | 2026-11-13 | -10000 | Payment Courier",
        "1234567890 | 2026-11-13 | -200 | Fee: Payment Courier",
        "1234567890 | 2026-11-14 | -5000 | Fee: Monthly fee",
      ],
    ],
    [
      "Investec",
      za,
      "Investec\nAccount 1\nDate,Description,Debit,Credit,Balance\n13/11/2026,COURIER,100.00,,2534.50",
      [" | 2026-11-13 | -10000 | COURIER"],
    ],
    [
      "Barclays",
      uk,
      "Number,Date,Account,Amount,Subcategory,Memo\n\t ,02/11/2026,20-00-00 12345678,1400.00,FT,T SMITH\tRH1042",
      ["20-00-00 12345678 | 2026-11-02 | 140000 | T SMITH RH1042"],
    ],
    [
      "Revolut, business",
      uk,
      "Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Orig currency,Orig amount,Payment currency,Amount,Fee,Balance,Account\n2026-11-02,2026-11-03,2,TRANSFER,COMPLETED,To Courier,,,GBP,-100.00,GBP,-100.00,0.20,2534.30,Main\n2026-11-03,,3,TRANSFER,PENDING,To X,,,GBP,-5.00,GBP,-5.00,0.00,,Main\n2026-11-03,2026-11-03,4,TOPUP,COMPLETED,In,,,EUR,9.00,EUR,9.00,0.00,9.00,EUR",
      ["Main | 2026-11-03 | -10000 | To Courier", "Main | 2026-11-03 | -20 | Fee: To Courier"],
    ],
    [
      "Wise, a fee under the same id",
      uk,
      "TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name,Payee Name\nT-1,03-11-2026,-0.50,GBP,Wise Charges for: T-1,,2534.00,,\nT-1,03-11-2026,-100.00,GBP,Sent money to Courier,,2534.50,,Courier",
      [
        " | 2026-11-03 | -50 | Wise Charges for: T-1",
        " | 2026-11-03 | -10000 | Sent money to Courier",
      ],
    ],
  ] as const)("is read: %s", async (_bank, options, text, expected) => {
    expect(await shortOf(encoder.encode(text), options)).toEqual(expected);
    expect(readBankText(text, options).questions).toEqual([]);
  });
});

// shows T266
describe("MT940", () => {
  const message = (...fields: string[]) =>
    [":20:A", ":25:62000000000", ...fields, ":62F:C261103ZAR1400,00", "-"].join("\n");
  const one = ":60F:C261101ZAR0,00\n:61:";
  test.each([
    ["2611021102C1400,00NTRFRH1042", "2026-11-02", 140_000],
    ["261102CR1400,NTRFRH1042", "2026-11-02", 140_000],
    ["261102D-1400,00NTRFRH1042", "2026-11-02", 140_000],
    ["2701010102RD1400,00NTRFRH1042", "2027-01-02", 140_000],
    ["2701011231C1400,00NTRFRH1042", "2026-12-31", 140_000],
    ["2612310102C1400,00NTRFRH1042", "2027-01-02", 140_000],
  ])("reads %s as %s, %i cents", (entry, day, amount) => {
    expect(linesOf(message(`${one}${entry}`))).toMatchObject([{ day, amount }]);
  });

  test("keeps further pages and messages of one account together, each checked", () => {
    const first = message(`${one}261102C1400,00NTRFRH1042`);
    const second = [
      ":20:B\n:25:62000000000\n:60M:C261103ZAR1400,00",
      ":61:261104D400,00NTRFNONREF\n:86:COURIER\n:62M:C261104ZAR1000,00\n-",
    ].join("\n");
    const { accounts } = readBankText(`${first}\n${second}`, za);
    expect(accounts).toMatchObject([
      { account: "62000000000", lines: [{ amount: 140_000 }, { amount: -40_000 }] },
    ]);
  });

  test.each([
    [
      message(`${one}261102C1300,00NTRFRH1042`),
      /lead from 0\.00 to 1300\.00, .* ends with 1400\.00/,
    ],
    [message(`${one}261102X1400,00NTRFRH1042`), /line 4: .* is not a transaction/],
    [message(`${one}261302C1400,00NTRFRH1042`), /line 4: 261302 is not a date/],
    [message(":60F:C261101EUR0,00\n:61:261102C1,00NTRFA"), /the statement is in EUR/],
    [message(":60F:X261101ZAR0,00\n:61:261102C1,00NTRFA"), /line 3: .* is not a balance/],
  ])("is refused where it contradicts itself (%#)", (text, refusal) => {
    expect(() => readBankText(text, za)).toThrow(refusal);
  });
});

// shows T266
describe("CAMT.053", () => {
  const camt = bytesOf("batch.camt053.xml").toString();
  test.each([
    [camt.replace("2096.00", "2097.00"), /lead from -100\.00 to 2096\.00/],
    [camt.replaceAll('Ccy="ZAR"', 'Ccy="EUR"').replace("<Ccy>ZAR", "<Ccy>EUR"), /is in EUR/],
    [camt.replace("<Document", "<!DOCTYPE x [<!ENTITY a 'b'>]><Document"), /a document type/],
    [camt.slice(0, 900), /not whole XML/],
    [camt.replaceAll("BkToCstmrStmt", "BkToCstmrAcctRpt").replaceAll("Stmt>", "Rpt>"), /CAMT\.053/],
    [camt.replace("<CdtDbtInd>CRDT</CdtDbtInd><Sts>", "<Sts>"), /entry 1 has no amount/],
    [camt.replace("<BookgDt><Dt>2026-11-03</Dt></BookgDt>", ""), /entry 2 has no date/],
  ])("is refused where it is not whole or contradicts itself (%#)", (text, message) => {
    expect(() => readBankText(text, za)).toThrow(message);
  });

  test("keeps an entry whole whose payments do not add up to it", () => {
    const text = camt.replace(">475.00<", ">470.00<");
    expect(linesOf(text).map(({ amount }) => amount)).toEqual([140_000, 90_000, -7500, -2900]);
  });
});

// shows T266
describe("CSV without names of columns", () => {
  test.each([
    ["a balance that does not follow", "02/11/2026,a,5.00,10.00\n13/11/2026,b,5.00,20.00"],
    ["no amount", "02/11/2026,a,b\n13/11/2026,c,d"],
    ["a line without a day", "02/11/2026,a,5.00\nTotal,b,5.00"],
    ["two cells", "02/11/2026,5.00"],
  ])("is refused where it has %s", (_what, text) => {
    expect(() => readBankText(text, uk)).toThrow("no line names the columns");
  });

  test("asks which days it means, and holds notes", () => {
    const { questions, notes } = readBankText("02/11/2026,a,5.00\n03/11/2026,Opening,\n", uk);
    expect(questions).toEqual([{ ask: "day-order", example: "02/11/2026" }]);
    expect(notes).toMatchObject([{ text: "Opening", why: "no amount" }]);
  });
});

describe("the bytes of a file", () => {
  const text = "Date,Amount,Description\r\n2026-11-02,5.00,Zoë RH1042\r\n";
  const utf16 = (order: "le" | "be", mark: boolean) => {
    const low = Buffer.from(`${mark ? "\uFEFF" : ""}${text}`, "utf16le");
    return order === "le" ? low : low.swap16();
  };
  test.each([
    ["UTF-8", encoder.encode(text)],
    ["UTF-8 with a mark", encoder.encode(`\uFEFF${text}`)],
    ["UTF-16 with a mark", utf16("le", true)],
    ["UTF-16, high byte first", utf16("be", true)],
    ["UTF-16 without a mark", utf16("le", false)],
    ["Windows-1252", Uint8Array.from(text, (letter) => letter.charCodeAt(0))],
    ["lines that end in CR alone", encoder.encode(text.replaceAll("\r\n", "\r"))],
  ])("may be %s", async (_what, bytes) => {
    expect(await shortOf(bytes, za)).toEqual([" | 2026-11-02 | 500 | Zoë RH1042"]);
  });

  test.each([
    ["%PDF-1.7", /a PDF/],
    ["<!DOCTYPE html><html>", /a web page/],
    ["\n <html lang=en>", /a web page/],
    ["PK\u0003\u0004xl/workbook.xml", /no workbook that can be read/],
    ["", /no line names the columns/],
  ])("%j are refused by name", async (start, message) => {
    await expect(readBankFile(encoder.encode(start), za)).rejects.toThrow(message);
  });
});

describe("a workbook", () => {
  test("is read as its rows, with the days and numbers of its cells", async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: "About", rows: [["Discovery"]] },
        {
          name: "Transactions",
          rows: [
            ["Value Date", "Value Time", "Type", "Description", "Amount"],
            [new Date("2026-11-02T00:00:00Z"), "08:00", "EFT", "RH1042, M Dlamini", 1400.1],
            ["2026-11-03", "08:00", "EFT", "Courier", -100],
            ["2026-11-03", "08:00", "Pending", "Later", -5],
          ],
        },
      ],
    });
    const { accounts, notes } = await readBankFile(bytes, za);
    expect(accounts[0]?.lines.map(({ day, amount, text }) => [day, amount, text])).toEqual([
      ["2026-11-02", 140_010, "RH1042, M Dlamini"],
      ["2026-11-03", -10_000, "Courier"],
    ]);
    expect(notes).toMatchObject([{ why: "not booked yet" }]);
  });
});

// shows T266
describe("an amount", () => {
  test.each([
    ["1 234.50", 123_450],
    ["1\u00a0234.50", 123_450],
    ["1,234.50", 123_450],
    ["1'234.50", 123_450],
    ["1.234,50", 123_450],
    ["1,234,567.89", 123_456_789],
    ["1,234", 123_400],
    ["1234,5", 123_450],
    ["R45", 4_500],
    ["ZAR 45.00", 4_500],
    ["£1,049.80", 104_980],
    ["-R 45.00", -4_500],
    ["R -45.00", -4_500],
    ["(45.00)", -4_500],
    ["45.00-", -4_500],
    ["45.00Cr", 4_500],
    ["45.00 DR", -4_500],
    ["150.00Dr", -15_000],
    ["-45.00 DR", -4_500],
    ["+0000425.00", 42_500],
    ["0.00", 0],
  ])("%s is %i cents", (text, minor) => {
    expect(amountIn(text, { line: 1 })?.minor).toBe(minor);
  });

  test.each(["", " ", "-", "–"])("%j is none", (text) => {
    expect(amountIn(text, { line: 1 })).toBe(null);
  });

  test.each([
    "1,2,50.00",
    "1,234,50",
    "1.234",
    "1e5",
    "12.345.6",
    "-45.00 Cr",
    "RH1042",
    "4 5",
    "1234567890123",
  ])("%s is refused", (text) => {
    expect(() => amountIn(text, { line: 3, column: "amount" })).toThrow(/line 3.*column amount/);
  });
});

// shows T266
describe("which way money went", () => {
  const under = (header: string, ...rows: string[]) =>
    linesOf([header, ...rows].join("\n")).map(({ amount }) => amount);
  test.each([
    [
      "a column of debit and credit",
      "Date,Description,Amount,Dr/Cr",
      ["2026-11-02,a,5.00,DR", "2026-11-02,b,6.00,CR"],
      [-500, 600],
    ],
    [
      "letters",
      "Date,Description,Amount,D/C",
      ["2026-11-02,a,5.00,d", "2026-11-02,b,6.00,c"],
      [-500, 600],
    ],
    [
      "words in the column of types",
      "Date,Description,Amount,Type",
      ["2026-11-02,a,5.00,Debit", "2026-11-02,b,6.00,Credit"],
      [-500, 600],
    ],
    [
      "its own sign, whatever stands beside it",
      "Date,Description,Amount,Type",
      ["2026-11-02,a,-5.00,Credit", "2026-11-02,b,6.00,Debit"],
      [-500, 600],
    ],
    [
      "columns for in and out",
      "Date,Description,Money In,Money Out",
      ["2026-11-02,a,,5.00", "2026-11-02,b,6.00,"],
      [-500, 600],
    ],
    [
      "columns with a sign of their own",
      "Date,Description,Credit,Debit",
      ["2026-11-02,a,0.00,-5.00", "2026-11-02,b,6.00,0.00"],
      [-500, 600],
    ],
    [
      "a trailing minus",
      "Date,Description,Amount",
      ["2026-11-02,a,5.00-", "2026-11-02,b,6.00"],
      [-500, 600],
    ],
    [
      "types that say something else",
      "Date,Description,Amount,Type",
      ["2026-11-02,a,5.00,EFT", "2026-11-02,b,6.00,Card"],
      [500, 600],
    ],
  ] as const)("is told by %s", (_what, header, rows, amounts) => {
    expect(under(header, ...rows)).toEqual(amounts);
  });

  test.each([
    [
      "Date,Description,Amount,Dr/Cr",
      "2026-11-02,a,5.00,DR\n2026-11-03,b,5.00,",
      /line 3: nothing is neither debit nor credit/,
    ],
    ["Date,Description,Amount,Dr/Cr", "2026-11-02,a,5.00,XX", /line 2: XX is neither/],
    [
      "Date,Description,Credit,Debit",
      "2026-11-02,a,5.00,6.00",
      /line 2 has money in and money out/,
    ],
    ["Date,Description,Amount (EUR)", "2026-11-02,a,5.00", /the statement is in EUR/],
  ])("%s: a contradiction is refused", (header, rows, message) => {
    expect(() => linesOf(`${header}\n${rows}`)).toThrow(message);
  });
});

describe("a day", () => {
  const day = (text: string, order: "day-first" | "month-first" = "day-first") =>
    dayOfText(text, { position: { line: 1 }, order });
  test.each([
    ["2026-11-02", "2026-11-02"],
    ["2026/11/2", "2026-11-02"],
    ["20261102", "2026-11-02"],
    ["020261102", "2026-11-02"],
    ["2026-11-02 08:15", "2026-11-02"],
    ["2/11/2026", "2026-11-02"],
    ["02-11-26", "2026-11-02"],
    ["2.11.2026", "2026-11-02"],
    ["02Nov2026", "2026-11-02"],
    ["2-Nov-26", "2026-11-02"],
    ["02 November 2026", "2026-11-02"],
    ["Nov 2, 2026", "2026-11-02"],
  ])("%s is %s", (text, expected) => {
    expect(day(text)).toBe(expected);
  });

  test("is month first in the USA, and by the file where it tells", () => {
    expect(day("11/02/2026", "month-first")).toBe("2026-11-02");
    expect(orderOf(["01/02/2026", "13/02/2026"])).toBe("day-first");
    expect(orderOf(["01/02/2026", "01/13/2026"])).toBe("month-first");
    expect(orderOf(["01/02/2026"])).toBe(null);
    expect(() => orderOf(["13/02/2026", "02/13/2026"])).toThrow(/two orders/);
    const told = linesOf("Date,Amount,Description\n01/13/2026,1.00,a\n02/03/2026,1.00,b");
    expect(told.map((line) => line.day)).toEqual(["2026-01-13", "2026-02-03"]);
  });

  test("is asked about where nothing decides", () => {
    const csv = "Date,Amount,Description\n03/04/2026,1.00,a\n05/05/2026,1.00,b";
    expect(readBankText(csv, za).questions).toEqual([{ ask: "day-order", example: "03/04/2026" }]);
    expect(readBankText(csv.replace("03/04", "13/04"), za).questions).toEqual([]);
    expect(readBankText(csv.replace("03/04", "04/04"), za).questions).toEqual([]);
  });

  test.each(["31/02/2026", "2026-13-01", "13 Dec", "soon", "2026"])("%s is refused", (text) => {
    expect(() => day(text)).toThrow(/line 1.*is not a date/);
  });
});

describe("lines that are no transactions", () => {
  test("of balances, totals, other money and without an amount are notes", () => {
    const csv = [
      "Date,Description,Amount,Currency",
      "2026-11-01,Opening balance,100.00,ZAR",
      "2026-11-02,RH1042,5.00,ZAR",
      "2026-11-02,VAT note,,ZAR",
      "2026-11-02,Refund,5.00,EUR",
      ",Total:,105.00,",
    ].join("\n");
    const { notes, accounts } = readBankText(csv, za);
    expect(accounts.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(["RH1042"]);
    expect(notes.map(({ line, why }) => [line, why])).toEqual([
      [2, "a balance or total"],
      [4, "no amount"],
      [5, "another currency"],
      [6, "a balance or total"],
    ]);
  });

  test("what stands in brackets behind a column is its currency only where it is one", () => {
    const csv = (what: string) =>
      `Date,Description,Amount,Fee,Balance (${what})\n2026-11-02,a,5.00,,9.00`;
    expect(linesOf(csv("ZAR"))).toMatchObject([{ amount: 500, balance: 900 }]);
    expect(linesOf(csv("net"))).toMatchObject([{ amount: 500 }]);
    expect(() => linesOf(csv("AUD"))).toThrow(/the statement is in AUD/);
  });

  test("a payer who is called like one stays a payer", () => {
    const [line] = linesOf("Date,Description,Amount\n2026-11-02,BALANCE OF RH1042 TOTAL,5.00");
    expect(line).toMatchObject({ amount: 500 });
  });

  test("an amount without a day is refused", () => {
    expect(() => linesOf("Date,Description,Amount\n,RH1042,5.00")).toThrow(/line 2 has no date/);
  });
});
