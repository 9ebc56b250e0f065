import { describe, expect, test } from "vitest";
import { bytesOf, shortOf, uk, usa, za } from "../../testing/bank-file-samples.ts";
import { amountIn } from "./amount-text.ts";
import { readBankFile } from "./read-bank-file.ts";
import { dayOfText, orderOf } from "./day-text.ts";
import { readBankText } from "./read-bank-text.ts";

const encoder = new TextEncoder();

const linesOf = (text: string, options = za) =>
  readBankText(text, options).accounts.flatMap(({ lines }) => lines);

describe("the days of a file", () => {
  const lloyds = (day: string) =>
    [
      "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance",
      `${day},FPI,'30-90-89,12345678,T SMITH RH1042,,14.00,114.00`,
    ].join("\n");

  test("of a bank are asked for where a spreadsheet wrote them", () => {
    expect(readBankText(lloyds("11/02/2026"), uk)).toMatchObject({
      accounts: [{ lines: [{ day: "2026-02-11" }] }],
      questions: [],
    });
    const saved = readBankText(lloyds("11/2/2026"), uk);
    expect(saved.questions).toEqual([{ ask: "day-order", example: "11/2/2026" }]);
    const answered = readBankText(lloyds("11/2/2026"), { ...uk, answeredOrder: "month-first" });
    expect(answered.accounts[0]?.lines[0]?.day).toBe("2026-11-02");
  });

  test.each([
    [["26/11/13"], "2026-11-30"],
    [["26/11/02", "26/11/13"], "2026-11-30"],
    [["25-12-31", "26-01-02"], "2026-11-30"],
    [["26.11.25"], "2026-11-30"],
    [["26/11/13"], undefined],
  ])("that may have their year first are refused: %j", (days, latest) => {
    const text = ["Date,Amount,Description", ...days.map((day) => `${day},1.00,a`)].join("\n");
    expect(() => readBankText(text, { ...uk, latest })).toThrow(
      `${days[0]} may have its year first or last; choose a file with years of four digits`,
    );
  });

  test.each([
    [["24/11/26"], ["2026-11-24"]],
    [["26/11/26"], ["2026-11-26"]],
    [
      ["25/11/26", "26/11/26"],
      ["2026-11-25", "2026-11-26"],
    ],
    [
      ["25/11/25", "26/11/25"],
      ["2025-11-25", "2025-11-26"],
    ],
    [["31/10/25"], ["2025-10-31"]],
    [
      ["26/11/25", "27/11/25"],
      ["2025-11-26", "2025-11-27"],
    ],
  ])("that have it last are read: %j", (written, days) => {
    const text = ["Date,Amount,Description", ...written.map((day) => `${day},1.00,a`)].join("\n");
    expect(linesOf(text, { ...uk, latest: "2026-11-30" }).map(({ day }) => day)).toEqual(days);
  });

  test.each([
    ["CSV", "Date,Amount,Description\n2027-11-13,14.00,T SMITH"],
    ["QIF", "!Type:Bank\nD13/11/2027\nT14.00\nPT SMITH\n^\n"],
    [
      "BAI2",
      "01,A,B,261103,0600,1,,,2/\n02,B,A,1,271113,,GBP,2/\n03,12345678,GBP/\n16,195,1400,,,,T/",
    ],
  ])("of %s cannot be yet to come", (_, text) => {
    const of = (latest: string) => () => readBankText(text, { ...uk, latest });
    expect(of("2027-11-12")).toThrow("is dated 2027-11-13, which is yet to come");
    expect(of("2027-11-13")).not.toThrow();
  });
});

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
    ["plain.qif", za, [" | 2026-11-13 | 140000 | M Dlamini RH1042", " | 2026-11-04 | -2900 | Fee"]],
  ] as const)("%s is read", (name, options, expected) => {
    expect(shortOf(bytesOf(name), options)).toEqual(expected);
  });

  test.each([
    ["nedbank.csv", ["no amount", "no amount"]],
    ["discovery.csv", ["not booked yet"]],
  ] as const)("%s has lines that are no transactions, and says why", (name, reasons) => {
    expect(readBankFile(bytesOf(name), za).notes.map(({ why }) => why)).toEqual(reasons);
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
  ])("may be %s", (_what, bytes) => {
    expect(shortOf(bytes, za)).toEqual([" | 2026-11-02 | 500 | Zoë RH1042"]);
  });

  test.each([
    ["%PDF-1.7", /a PDF/],
    ["<!DOCTYPE html><html>", /a web page/],
    ["\n <html lang=en>", /a web page/],
    ['<?xml version="1.0"?>\n<table>', /a web page/],
    ["PK\u0003\u0004xl/workbook.xml", /a workbook/],
    ["", /no line names the columns/],
  ])("%j are refused by name", (start, message) => {
    expect(() => readBankFile(encoder.encode(start), za)).toThrow(message);
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
    ["1,000", 100_000],
    [".50", 50],
    ["1234,5", 123_450],
    ["R45", 4_500],
    ["ZAR 45.00", 4_500],
    ["£1,049.80", 104_980],
    ["-R 45.00", -4_500],
    ["R -45.00", -4_500],
    ["(45.00)", -4_500],
    ["R (45.00)", -4_500],
    ["$(1,045.00)", -104_500],
    ["(R45.00)", -4_500],
    ["45.00-", -4_500],
    ["45.00Cr", 4_500],
    ["45.00 DR", -4_500],
    ["150.00Dr", -15_000],
    ["-45.00 DR", -4_500],
    ["+0000425.00", 42_500],
    ["+0000000001400.00", 140_000],
    ["60.00 OD", -6000],
    ["60.00OD", -6000],
    ["60.00 D", -6000],
    ["60.00D", -6000],
    ["60.00 C", 6000],
    ["R60.00 OD", -6000],
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
    "50c",
    "0,505",
    "RH1042",
    "4 5",
    "1234567890123",
  ])("%s is refused", (text) => {
    expect(() => amountIn(text, { line: 3, column: "amount" })).toThrow(/line 3.*column amount/);
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
    ["2 Mrt 2026", "2026-03-02"],
    ["02 Maart 2026", "2026-03-02"],
    ["2 Mei 2026", "2026-05-02"],
    ["02Okt2026", "2026-10-02"],
    ["2 Oktober 2026", "2026-10-02"],
    ["2-Des-26", "2026-12-02"],
    ["Des 2, 2026", "2026-12-02"],
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
    expect(readBankText(csv, { ...usa, currency: null }).questions).toEqual([]);
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

  test("an amount without a day is refused", () => {
    expect(() => linesOf("Date,Description,Amount\n,RH1042,5.00")).toThrow(/line 2 has no date/);
  });
});
