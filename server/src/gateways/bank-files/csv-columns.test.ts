import { describe, expect, test } from "vitest";
import { uk, za } from "../../testing/bank-file-samples.ts";
import { readBankText } from "./read-bank-text.ts";

test("a midnight with an offset is the day that it writes", () => {
  const csv = "Date,Amount,Description\n2026-11-02T00:00:00+03:00,14.00,RH1042";
  expect(readBankText(csv, za).accounts[0]?.lines[0]?.day).toBe("2026-11-02");
});

test("a time on a day that is none is refused", () => {
  const csv = "Date,Amount,Description\n2026-02-31T10:00:00Z,14.00,RH1042";
  expect(() => readBankText(csv, za)).toThrow(/2026-02-31T10:00:00Z .*is not a date/);
});

test("columns of one name are all read", () => {
  const csv = "Date,Amount,Description,Description\n2026-11-02,14.00,EFT CREDIT,RH1042";
  expect(readBankText(csv, za).accounts[0]?.lines[0]?.text).toBe("EFT CREDIT RH1042");
});

test("a column that is cut is left out beside the whole text", () => {
  const csv = "Date,Amount,Name,Memo\n2026-11-02,14.00,A SMITH RH104,A SMITH RH10421 gift";
  expect(readBankText(csv, za).accounts[0]?.lines[0]?.text).toBe("A SMITH RH10421 gift");
});

// shows T266
describe("which way money went", () => {
  const amountsIn = (csv: string) =>
    readBankText(csv, za).accounts.flatMap(({ lines }) => lines.map(({ amount }) => amount));
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
      "a column of debit and credit, where one debit was taken back",
      "Date,Description,Amount,Dr/Cr",
      [
        "2026-11-02,a,1400.00,CR",
        "2026-11-03,b,450.00,DR",
        "2026-11-04,c,600.00,DR",
        "2026-11-05,d,-600.00,DR",
      ],
      [140_000, -45_000, -60_000, 60_000],
    ],
    [
      "words in the column of types, where one debit was taken back",
      "Date,Description,Amount,Transaction Type",
      [
        "2026-11-02,a,5.00,Debit",
        "2026-11-02,b,6.00,Credit",
        "2026-11-02,c,7.00,Debit",
        "2026-11-03,d,-5.00,Debit",
      ],
      [-500, 600, -700, 500],
    ],
    [
      "its own sign, where one credit was taken back",
      "Date,Description,Amount,Dr/Cr",
      ["2026-11-02,a,-5.00,DR", "2026-11-02,b,6.00,CR", "2026-11-03,c,-6.00,CR"],
      [-500, 600, -600],
    ],
    [
      "columns for in and out, where a cheque came back unpaid",
      "Date,Description,Debit,Credit",
      ["2026-11-02,a,,140.00", "2026-11-03,b,,10.00", "2026-11-04,c,,-140.00"],
      [14_000, 1000, -14_000],
    ],
    [
      "columns for in and out, where a debit order came back",
      "Date,Description,Debit,Credit",
      ["2026-11-02,a,450.00,", "2026-11-03,b,10.00,", "2026-11-04,c,-450.00,"],
      [-45_000, -1000, 45_000],
    ],
    [
      "a trailing minus",
      "Date,Description,Amount",
      ["2026-11-02,a,5.00-", "2026-11-02,b,6.00"],
      [-500, 600],
    ],
    [
      "letters of credit, where debits have none",
      "Date,Description,Amount",
      ["2026-11-02,a,5.00", "2026-11-02,b,6.00Cr"],
      [-500, 600],
    ],
    [
      "columns of payments and deposits",
      "Date,Description,Payments,Deposits,Balance",
      ["2026-11-02,a,5.00,,15.00", "2026-11-02,b,,6.00,21.00"],
      [-500, 600],
    ],
    [
      "columns of debits and credits with a plural in brackets",
      "Date,Description,Debit(s),Credit(s)",
      ["2026-11-02,a,5.00,", "2026-11-02,b,,6.00"],
      [-500, 600],
    ],
    [
      "a column of directions",
      "Date,Description,Amount,Direction,Balance",
      ["2026-11-02,a,5.00,OUT,15.00", "2026-11-02,b,6.00,IN,21.00"],
      [-500, 600],
    ],
    [
      "a column of any name whose values all say it",
      "Date,Description,Amount,Kind of account,Notes,Way",
      [
        "2026-11-02,a,5.00,Credit,-,OUT",
        "2026-11-02,b,6.00,Credit,-,IN",
        "2026-11-02,c,,Credit,-,",
      ],
      [-500, 600],
    ],
    [
      "a column that says the same of all lines, where no other says it",
      "Date,Description,Amount,Way",
      ["2026-11-02,a,5.00,OUT", "2026-11-02,b,6.00,out"],
      [-500, -600],
    ],
    [
      "plus and minus beside the amount",
      "Date,Description,Amount,Way",
      ["2026-11-02,a,5.00,-", "2026-11-02,b,6.00,+"],
      [-500, 600],
    ],
    [
      "no column of dashes",
      "Date,Description,Amount,Notes",
      ["2026-11-02,a,5.00,-", "2026-11-02,b,6.00,-"],
      [500, 600],
    ],
    [
      "its own sign, whatever a column of directions says",
      "Date,Description,Amount,Way",
      ["2026-11-02,a,-5.00,IN", "2026-11-02,b,6.00,IN"],
      [-500, 600],
    ],
    [
      "types that say something else",
      "Date,Description,Amount,Type",
      ["2026-11-02,a,5.00,EFT", "2026-11-02,b,6.00,Card"],
      [500, 600],
    ],
  ] as const)("is told by %s", (_what, header, rows, amounts) => {
    expect(amountsIn([header, ...rows].join("\n"))).toEqual(amounts);
  });

  test.each([
    [
      "Date,Description,Amount,Dr/Cr",
      "2026-11-02,a,5.00,DR\n2026-11-03,b,5.00,",
      /line 3: nothing is neither debit nor credit/,
    ],
    ["Date,Description,Amount,Dr/Cr", "2026-11-02,a,5.00,XX", /line 2: XX is neither/],
    [
      "Date,Description,Amount,Type",
      "2026-11-02,a,5.00,Debit\n2026-11-03,b,5.00,constructor",
      /line 3: constructor is neither/,
    ],
    [
      "Date,Description,Credit,Debit",
      "2026-11-02,a,5.00,6.00",
      /line 2 has money in and money out/,
    ],
    ["Date,Description,Amount (EUR)", "2026-11-02,a,5.00", /the statement is in EUR/],
  ])("%s: a contradiction is refused", (header, rows, message) => {
    expect(() => amountsIn(`${header}\n${rows}`)).toThrow(message);
  });
});

// shows T266
describe("a statement of a card", () => {
  const amountsIn = (csv: string) =>
    readBankText(csv, uk).accounts.flatMap(({ lines }) => lines.map(({ amount }) => amount));
  const ofUk =
    "Date,Description,Amount,Extended Details,Appears On Your Statement As,Address,Town/City,Postcode,Country,Reference,Category";
  const ofUsa = "Date,Description,Card Member,Account #,Amount";

  test.each([
    [
      "American Express",
      `${ofUk}\n13/11/2026,COURIER LTD,120.00,,COURIER LTD,,,,,'1',\n14/11/2026,PAYMENT RECEIVED - THANK YOU,-500.00,,,,,,,'2',`,
    ],
    [
      "American Express in the USA",
      `${ofUsa}\n11/13/2026,COURIER LTD,A SMITH,-41009,120.00\n11/14/2026,AUTOPAY PAYMENT - THANK YOU,A SMITH,-41009,-500.00`,
    ],
    [
      "Discover",
      "Trans. Date,Post Date,Description,Amount,Category\n11/13/2026,11/13/2026,COURIER LTD,120.00,Services\n11/14/2026,11/14/2026,INTERNET PAYMENT - THANK YOU,-500.00,Payments",
    ],
  ])("of %s has what was bought as money out", (_card, csv) => {
    expect(amountsIn(csv)).toEqual([-12_000, 50_000]);
  });

  test("that does not say that it is one is refused by its payment", () => {
    const csv =
      "Date,Description,Amount\n13/11/2026,COURIER LTD,120.00\n14/11/2026,PAYMENT RECEIVED - THANK YOU,-500.00";
    expect(() => amountsIn(csv)).toThrow(/^line 3: a payment to a card is negative/);
    // A card whose payments are positive, and a bank that took a payer's money back.
    expect(amountsIn(csv.replace("-500", "500").replace("120", "-120"))).toEqual([-12_000, 50_000]);
    const payer = "Date,Description,Amount\n13/11/2026,payment RH1042 thank you,-5.00";
    expect(amountsIn(payer)).toEqual([-500]);
    const balanced = "Date,Description,Amount,Balance\n13/11/2026,Payment - thank you,-5.00,95.00";
    expect(amountsIn(balanced)).toEqual([-500]);
  });
});

// shows T266
test("marks that contradict the signs both ways are refused", () => {
  const rows = ["2026-11-02,a,-1400.00,CR", "2026-11-03,b,600.00,DR", "2026-11-04,c,25.00,DR"];
  expect(() => readBankText(["Date,Description,Amount,Dr/Cr", ...rows].join("\n"), za)).toThrow(
    "line 2: the amount is negative and says credit, while others are positive and say debit",
  );
});

test("as many debits taken back as not are refused, not read as income", () => {
  const rows = [
    "11/16/2026,a,1400.00,Credit",
    "11/17/2026,b,450.00,Debit",
    "11/18/2026,c,-6.00,Debit",
  ];
  const types = ["Date,Description,Amount,Transaction Type", ...rows].join("\n");
  const message = "line 3: as many debits are negative as positive, and nothing says which";
  expect(() => readBankText(types, za)).toThrow(message);
  expect(() => readBankText(types.replace("Transaction Type", "Dr/Cr"), za)).toThrow(message);
});

test("a fee that was given back is money in", () => {
  const rows = [
    "2026-11-02,a,-10.00,-6.00,84.00",
    "2026-11-03,b,-10.00,-6.00,68.00",
    "2026-11-04,Fee reversed,0.00,6.00,74.00",
  ];
  const { accounts } = readBankText(
    ["Date,Description,Amount,Fee,Balance", ...rows].join("\n"),
    za,
  );
  expect(accounts[0]?.lines.map(({ amount }) => amount)).toEqual([-1000, -600, -1000, -600, 600]);
});

test("a file whose balance moves against all its signs is refused", () => {
  const rows = [
    "2026-11-02,a,140.00,,240.00",
    "2026-11-03,b,150.00,,390.00",
    "2026-11-04,c,160.00,,550.00",
  ];
  expect(() =>
    readBankText(["Date,Description,Debit,Credit,Balance", ...rows].join("\n"), za),
  ).toThrow("line 3: the balance rises by this amount, and nothing says that the money came in");
});

describe("amounts of which nothing says that they left", () => {
  const header = "Date,Description,Type,Amount,Balance";
  const rows = [
    "2026-11-02,a,Deposit,14.00,114.00",
    "2026-11-03,b,Debit Order,5.00,109.00",
    "2026-11-04,c,Card purchase,9.00,100.00",
    "2026-11-05,d,Deposit,50.00,150.00",
  ];

  test.each([
    ["oldest first", rows, 3],
    ["newest first", rows.toReversed(), 4],
  ])("are refused where the balance falls by them, %s", (_name, lines, at) => {
    expect(() => readBankText([header, ...lines].join("\n"), za)).toThrow(
      `line ${at}: the balance falls by this amount, and nothing says that the money left`,
    );
  });

  test("are money in where the balance rises by them", () => {
    const deposits = ["2026-11-02,a,Deposit,10.00,110.00", "2026-11-03,b,Deposit,10.00,120.00"];
    for (const lines of [deposits, deposits.toReversed()]) {
      const { accounts } = readBankText([header, ...lines].join("\n"), za);
      expect(accounts[0]?.lines.map(({ amount }) => amount)).toEqual([1000, 1000]);
    }
  });

  test("left where a column for money out has them too", () => {
    const csv = [
      "Date,Description,Amount,Debit,Credit,Balance",
      "2026-11-02,a,14.00,,14.00,114.00",
      "2026-11-03,b,5.00,5.00,,109.00",
    ].join("\n");
    const { accounts } = readBankText(csv, za);
    expect(accounts[0]?.lines.map(({ amount }) => amount)).toEqual([1400, -500]);
  });
});
