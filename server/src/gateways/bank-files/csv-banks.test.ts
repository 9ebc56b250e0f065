import { describe, expect, test } from "vitest";
import { bytesOf, notesOf, uk, usa, za } from "../../testing/bank-file-samples.ts";
import { readBankFile } from "./read-bank-file.ts";
import { readBankText } from "./read-bank-text.ts";

/** Each transaction: account, day, cents, words, reference, balance. */
function linesOf(name: string, options: typeof za): string[] {
  return readBankFile(bytesOf(name), options).accounts.flatMap(({ account, lines }) =>
    lines.map(({ day, amount, text, reference, balance }) =>
      [account, day, amount, text, reference ?? "", balance ?? ""].join(" | "),
    ),
  );
}

// shows T266
describe("a file of a bank in South Africa", () => {
  test.each([
    [
      "fnb-history.csv",
      [
        "62000000000 | 2026-11-03 | -10000 | INTERNET PMT TO COURIER | COURIER | 175000",
        "62000000000 | 2026-11-02 | 140000 | FNB APP PAYMENT FROM RH1042 | RH1042 | 185000",
      ],
      [],
    ],
    [
      "fnb-enterprise.csv",
      [
        "62000000000 | 2026-11-02 | 140000 | MAGTAPE CREDIT RH1042 M DLAMINI | RH1042 M DLAMINI | 185000",
        "62000000000 | 2026-11-03 | -10000 | EFT DEBIT COURIER | COURIER | 175000",
      ],
      [],
    ],
    [
      "fnb-enterprise-line.csv",
      [
        "62000000000 | 2026-11-02 | 140000 | MAGTAPE CREDIT RH1042 | RH1042 | 185000",
        "62000000000 | 2026-11-03 | -10000 | EFT DEBIT COURIER | COURIER | 175000",
      ],
      [],
    ],
    [
      "standard-bank.csv",
      [
        "000001234567 | 2026-11-02 | 140000 | CREDIT TRANSFER RH1042 M DLAMINI | RH1042 M DLAMINI | ",
        "000001234567 | 2026-11-03 | -2900 | SERVICE FEE |  | ",
      ],
      ["3: a balance or total", "6: a balance or total"],
    ],
    [
      "standard-bank-business.csv",
      [
        "000001234567 | 2026-11-02 | 140000 | CREDIT TRANSFER RH1042 M DLAMINI | RH1042 | 185000",
        "000001234567 | 2026-11-03 | -2900 | SERVICE FEE |  | 182100",
      ],
      ["7: a balance or total", "10: a balance or total"],
    ],
    [
      "nedbank-card.csv",
      [
        "5412000000001234 | 2026-11-02 | 140000 | PAYMENT RH1042 |  | ",
        "5412000000001234 | 2026-11-03 | -10000 | COURIER |  | ",
      ],
      ["4: no amount"],
    ],
    [
      "nedbank-loan.csv",
      [
        "8000000000001 | 2026-11-02 | -2900 | INTEREST |  | -47900",
        "8000000000001 | 2026-11-03 | 10000 | INSTALMENT |  | -37900",
      ],
      ["4: a balance or total"],
    ],
    [
      "absa.csv",
      [
        " | 2026-11-02 | 140000 | ACB CREDIT CAPITEC RH1042 M DLAMINI |  | 185000",
        " | 2026-11-03 | -2950 | MONTHLY ACC FEE HEADOFFICE |  | 182050",
      ],
      [],
    ],
    [
      "capitec-business.csv",
      [
        "1050000001 | 2026-11-02 | 140000 | Payment received RH1042 | RH1042 | 185000",
        "1050000001 | 2026-11-03 | -10000 | Payment made COURIER | COURIER | ",
        "1050000001 | 2026-11-03 | -200 | Fee: Payment made COURIER | COURIER | 174800",
        "1050000001 | 2026-11-03 | -5000 | Fee: Monthly fee |  | 169800",
      ],
      ["1: a balance or total", "7: a balance or total"],
    ],
    [
      "investec.csv",
      [
        "10010000001 | 2026-11-13 | 140000 | RH1042 M Dlamini |  | 185000",
        "10010000001 | 2026-11-14 | -10000 | Courier |  | 175000",
      ],
      [],
    ],
    [
      "discovery-account.csv",
      ["17000000001 | 2026-11-02 | 140000 | RH1042 M DLAMINI |  | "],
      ["2: not booked yet"],
    ],
  ])("%s is read", (name, lines, notes) => {
    const file = readBankFile(bytesOf(name), za);
    expect(linesOf(name, za)).toEqual(lines);
    expect(notesOf(file)).toEqual(notes);
    expect(file.questions).toEqual([]);
  });

  test("FNB mails a text with commas in single quotation marks, and days beside the period", () => {
    const text = bytesOf("fnb-mail.csv")
      .toString()
      .replace(`"PAYMENT FROM","O'Brien, T","RH1042"`, "'PAYMENT FROM','Smith, T','RH1042'")
      .replace("'13 Dec'", "'10 Dec'");
    const [account] = readBankText(text, za).accounts;
    expect(account).toMatchObject({
      stated: ["2026-12-11", "2027-01-10"],
      lines: [
        {
          day: "2026-12-10",
          amount: 140_000,
          text: "PAYMENT FROM Smith T RH1042",
          balance: 185_000,
        },
        { day: "2027-01-04", amount: -2_900 },
      ],
    });
  });
});

// shows T266
describe("a file of a bank in the United Kingdom", () => {
  test.each([
    [
      "barclays.csv",
      [
        "30-00-00 12345678 | 2026-11-03 | -10000 | COURIER LTD CARD PURCHASE ON 02 NOV |  | ",
        "30-00-00 12345678 | 2026-11-02 | 140000 | T SMITH RH1042 BGC | 000012 | ",
      ],
      [],
    ],
    [
      "lloyds.csv",
      [
        "12345678 | 2026-11-03 | -10000 | COURIER LTD |  | 175000",
        "12345678 | 2026-11-02 | 140000 | T O'BRIEN RH1042 |  | 185000",
      ],
      [],
    ],
    [
      "natwest.csv",
      [
        "600000-12345678 | 2026-11-02 | 140000 | T SMITH , RH1042 |  | 185000",
        "600000-12345678 | 2026-11-03 | -10000 | COURIER LTD |  | 175000",
      ],
      [],
    ],
    [
      "hsbc.csv",
      [
        " | 2026-11-03 | -10000 | COURIER LTD ))) |  | ",
        " | 2026-11-02 | 140000 | T SMITH RH1042 |  | ",
      ],
      [],
    ],
    [
      "first-direct.csv",
      [
        " | 2026-11-13 | -10000 | COURIER LTD |  | 175000",
        " | 2026-11-02 | 140000 | T SMITH RH1042 |  | 185000",
      ],
      [],
    ],
    [
      "santander.txt",
      [
        "XXXX XXXX XXXX 1234 | 2026-11-03 | -10000 | CARD PAYMENT TO COURIER LTD |  | 175000",
        "XXXX XXXX XXXX 1234 | 2026-11-02 | 140000 | FASTER PAYMENTS RECEIPT REF RH1042 FROM T SMITH |  | 185000",
      ],
      [],
    ],
    [
      "starling.csv",
      [
        " | 2026-11-02 | 140000 | T Smith RH1042 | RH1042 | 185000",
        " | 2026-11-03 | -10000 | Courier Ltd |  | 175000",
      ],
      [],
    ],
    [
      "monzo.csv",
      [
        " | 2026-11-02 | 140000 | RH1042 T Smith | RH1042 | ",
        " | 2026-11-03 | -10000 | COURIER Courier | COURIER | ",
      ],
      [],
    ],
    [
      "revolut-business.csv",
      [
        "GBP Main | 2026-11-03 | -10000 | To Courier Rhizo |  | ",
        "GBP Main | 2026-11-03 | -20 | Fee: To Courier Rhizo |  | 174980",
        "GBP Main | 2026-11-02 | 140000 | Money added from T Smith T Smith RH1042 | RH1042 | 185000",
      ],
      ["2: not booked yet", "3: another currency", "5: not booked yet"],
    ],
    [
      "wise.csv",
      [
        " | 2026-11-03 | -33 | Wise Charges for: TRANSFER-2 |  | 174967",
        " | 2026-11-03 | -10000 | Sent money to Courier Ltd Courier Ltd |  | 175000",
        " | 2026-11-02 | 140000 | Received money from T Smith with reference RH1042 T Smith RH1042 | RH1042 | 185000",
      ],
      ["4: another currency"],
    ],
  ])("%s is read, day first", (name, lines, notes) => {
    const file = readBankFile(bytesOf(name), uk);
    expect(linesOf(name, uk)).toEqual(lines);
    expect(notesOf(file)).toEqual(notes);
    expect(file.questions).toEqual([]);
  });

  test("Wise and Revolut name each transaction, a fee as its payment", () => {
    const ids = (name: string) =>
      readBankFile(bytesOf(name), uk).accounts.flatMap(({ lines }) =>
        lines.map(({ bankId }) => bankId),
      );
    expect(ids("wise.csv")).toEqual(["TRANSFER-2", "TRANSFER-2", "TRANSFER-1"]);
    expect(ids("revolut-business.csv")).toEqual(["r3", "r3", "r1"]);
  });

  test("a file of other money alone is refused by its name", () => {
    expect(() => readBankFile(bytesOf("wise.csv"), usa)).toThrow(/the statement is in GBP/);
  });

  test("a time in UTC is one of the shop's day", () => {
    const csv = (day: string) =>
      `Date completed (UTC),State,Description,Payment currency,Amount\n${day},COMPLETED,x,GBP,5.00`;
    const dayOf = (text: string) => readBankText(text, uk).accounts[0]?.lines[0]?.day;
    expect(dayOf(csv("2026-07-01 23:30:00"))).toBe("2026-07-02");
    expect(dayOf(csv("2026-07-01"))).toBe("2026-07-01");
    expect(dayOf("created,name,amount\n2026-07-01T23:30:00Z,x,5.00")).toBe("2026-07-02");
    expect(dayOf("created,name,amount\n2026-07-01 23:30:00 +0100,x,5.00")).toBe("2026-07-01");
  });
});

// shows T266
describe("a file of a bank in the USA", () => {
  test.each([
    [
      "chase.csv",
      [
        " | 2026-11-02 | 140000 | ZELLE FROM T SMITH RH1042 |  | 185000",
        " | 2026-11-03 | -10000 | COURIER INC |  | 175000",
      ],
      [],
    ],
    [
      "bank-of-america.csv",
      [
        " | 2026-11-02 | 140000 | Zelle payment from T SMITH RH1042 |  | 185000",
        " | 2026-11-13 | -10000 | COURIER INC |  | 175000",
      ],
      [
        "2: a balance or total",
        "3: a balance or total",
        "4: a balance or total",
        "5: a balance or total",
        "8: a balance or total",
      ],
    ],
    [
      "bank-of-america-plain.csv",
      [
        " | 2026-11-02 | 140000 | Zelle payment from T SMITH RH1042 |  | 185000",
        " | 2026-11-13 | -10000 | COURIER INC |  | 175000",
      ],
      [],
    ],
    [
      "wells-fargo.csv",
      [
        " | 2026-11-03 | -10000 | CHECK # 1042 | 1042 | ",
        " | 2026-11-02 | 140000 | ZELLE FROM T SMITH ON 11/02 REF RH1042 |  | ",
      ],
      [],
    ],
    [
      "two-days.bai",
      [
        "000123456789 | 2026-11-02 | 140000 | T SMITH, SECOND GIFT RH1042 | RH1042 | ",
        "000123456789 | 2026-11-03 | -10000 | CHECK PAID, COURIER 1042 | 1042 | ",
      ],
      [
        "3: a balance or total",
        "3: a balance or total",
        "5: no amount",
        "9: a balance or total",
        "9: a balance or total",
      ],
    ],
  ])("%s is read, month first", (name, lines, notes) => {
    const file = readBankFile(bytesOf(name), usa);
    expect(linesOf(name, usa)).toEqual(lines);
    expect(notesOf(file)).toEqual(notes);
    expect(file.questions).toEqual([]);
  });

  // Mercury
  test("times in UTC, several accounts, and lines that never became transactions are told", () => {
    const csv = [
      "Date (UTC),Description,Amount,Status,Source Account,Bank Description",
      "11-02-2026,T Smith,1400.00,Sent,Checking 1234,SEND MONEY RH1042",
      "11-13-2026,Courier Inc,-100.00,Sent,Savings 5678,",
      "11-14-2026,Printer,-20.00,Failed,Checking 1234,",
      "11-14-2026,Printer,-20.00,Cancelled,Checking 1234,",
      "11-14-2026,Printer,-20.00,Pending,Checking 1234,",
    ];
    const file = readBankText(csv.join("\n"), usa);
    expect(
      file.accounts.flatMap(({ account, lines }) =>
        lines.map(({ day, amount, text }) => [account, day, amount, text]),
      ),
    ).toEqual([
      ["Checking 1234", "2026-11-02", 140_000, "T Smith SEND MONEY RH1042"],
      ["Savings 5678", "2026-11-13", -10_000, "Courier Inc"],
    ]);
    expect(notesOf(file)).toEqual(["4: not booked yet", "5: not booked yet", "6: not booked yet"]);
    const dayFirst = csv.slice(0, 2).join("\n").replace("11-02", "13-11");
    expect(readBankText(dayFirst, usa).accounts[0]?.lines).toMatchObject([{ day: "2026-11-13" }]);
    const timed = csv.slice(0, 2).join("\n").replace("11-02-2026", "2026-11-02 03:00:00");
    expect(readBankText(timed, usa).accounts[0]?.lines).toMatchObject([{ day: "2026-11-01" }]);
  });

  test("a known bank keeps its order in a shop elsewhere", () => {
    const anywhere = { ...za, currency: null };
    expect(linesOf("chase.csv", anywhere)).toEqual(linesOf("chase.csv", usa));
    expect(linesOf("wells-fargo.csv", anywhere)).toEqual(linesOf("wells-fargo.csv", usa));
    expect(linesOf("lloyds.csv", { ...usa, currency: null })).toEqual(linesOf("lloyds.csv", uk));
  });

  test.each([
    ["another currency", "03,1,EUR/\n16,165,500,Z,,,x/", /the statement is in EUR/],
    ["a type of neither way", "03,1,USD/\n16,890,500,Z,,,x/", /line 4: type 890 is neither/],
    ["an amount with a point", "03,1,USD/\n16,165,5.00,Z,,,x/", /line 4: 5\.00 is not an amount/],
    ["another record", "03,1,USD/\n17,1/", /line 4: 17 is not a kind of record/],
  ])("BAI2 with %s is refused", (_what, rest, reason) => {
    const head = "01,A,B,261103,0500,1,80,,2/\n02,B,A,1,261102,,USD,2/\n";
    expect(() => readBankText(head + rest, usa)).toThrow(reason);
  });
});

test("the names of columns may stand above each page, with a currency behind them", () => {
  const page = "Date,Description,Amount ZAR,Balance (R)\n2026-11-02,RH1042,5.00,10.00\n";
  const [account] = readBankText(page + page, za).accounts;
  expect(account?.lines.map(({ line }) => line)).toEqual([2, 4]);
  expect(() => readBankText(page, uk)).toThrow(/the statement is in ZAR/);
});

describe("lines without names of columns", () => {
  test("ask for the order of days where nothing tells", () => {
    const csv = "03/04/2026,RH1042,5.00,10.00\n05/04/2026,x,1.00,11.00";
    expect(readBankText(csv, za).questions).toEqual([{ ask: "day-order", example: "03/04/2026" }]);
  });

  test("may be very many", () => {
    const [account] = readBankText("2026-11-02,RH1042,5.00\n".repeat(150_000), za).accounts;
    expect(account?.lines).toHaveLength(150_000);
  });

  test.each(["RH1042,2026-11-02,5.00", "2026-11-02,RH1042,5.00,10.00,x,y"])(
    "%j are asked about",
    (csv) => {
      expect(readBankText(csv, za)).toMatchObject({
        accounts: [],
        questions: [{ ask: "columns" }],
      });
    },
  );

  test("are refused without amounts", () => {
    const csv = "2026-11-02,RH1042,of five\n2026-11-02,RH1042,of six";
    expect(() => readBankText(csv, za)).toThrow(/no line names the columns/);
  });
});
