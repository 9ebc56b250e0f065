import { describe, expect, test } from "vitest";
import { za } from "../../testing/bank-file-samples.ts";
import { readBankText } from "./read-bank-text.ts";

// shows T423
describe("balances tell which way money went", () => {
  test.each([
    [
      "where as many debits were reversed",
      "Date,Description,Amount,Dr/Cr,Balance",
      [
        "2026-11-02,a,1400.00,CR,2400.00",
        "2026-11-03,b,600.00,DR,1800.00",
        "2026-11-04,c,-600.00,DR,2400.00",
      ],
      [140_000, -60_000, 60_000],
    ],
    [
      "where every line says debit and the amounts have signs",
      "Date,Description,Amount,Type,Balance",
      [
        "2026-11-02,a,140.00,Debit,240.00",
        "2026-11-03,b,150.00,Debit,390.00",
        "2026-11-04,c,-60.00,Debit,330.00",
      ],
      [14_000, 15_000, -6000],
    ],
    [
      "where every line says debit of an amount without a sign",
      "Date,Description,Amount,Type,Balance",
      ["2026-11-02,a,140.00,Debit,860.00", "2026-11-03,b,150.00,Debit,710.00"],
      [-14_000, -15_000],
    ],
    [
      "where every line says it of an account with receipts alone",
      "Date,Description,Amount,Type,Balance",
      ["2026-11-02,a,140.00,Debit,1140.00", "2026-11-03,b,150.00,Debit,1290.00"],
      [14_000, 15_000],
    ],
    [
      "where a debit came back",
      "Date,Description,Debit,Credit,Balance",
      [
        "2026-11-02,a,,1400.00,2400.00",
        "2026-11-03,b,-450.00,,1950.00",
        "2026-11-04,c,450.00,,2400.00",
      ],
      [140_000, -45_000, 45_000],
    ],
    [
      "where nothing but an unpaid cheque came in",
      "Date,Description,Debit,Credit,Balance",
      [
        "2026-11-02,a,10.00,,2390.00",
        "2026-11-03,b,,-140.00,2250.00",
        "2026-11-04,c,20.00,,2230.00",
      ],
      [-1000, -14_000, -2000],
    ],
    [
      "where the only fee was given back",
      "Date,Description,Amount,Fees,Balance",
      [
        "2026-11-02,a,1400.00,0.00,2400.00",
        "2026-11-03,b,0.00,6.00,2406.00",
        "2026-11-04,c,-6.00,0.00,2400.00",
      ],
      [140_000, 600, -600],
    ],
    [
      "where as many fees were given back, newest first",
      "Date,Description,Amount,Fee,Balance",
      [
        "2026-11-04,c,0.00,-5.00,95.00",
        "2026-11-03,b,-10.00,5.00,90.00",
        "2026-11-02,a,5.00,0.00,105.00",
      ],
      [500, -1000, -500, 500],
    ],
    [
      "beside some of the lines",
      "Date,Description,Amount,Dr/Cr,Balance",
      [
        "2026-11-02,a,1400.00,CR,",
        "2026-11-03,b,600.00,DR,1800.00",
        "2026-11-04,c,100.00,DR,",
        "2026-11-04,d,-600.00,DR,2300.00",
        "2026-11-05,e,-100.00,DR,2400.00",
      ],
      [140_000, -60_000, -10_000, 60_000, 10_000],
    ],
  ] as const)("%s", (_what, header, rows, amounts) => {
    const { accounts } = readBankText([header, ...rows].join("\n"), za);
    const lines = accounts.flatMap((account) => account.lines);
    const inOrder = lines.toSorted((one, other) => one.day.localeCompare(other.day));
    expect(inOrder.map(({ amount }) => amount)).toEqual(amounts);
  });

  test.each([
    ["of the same days", ["2026-11-03,b,150.00,Debit,", "2026-11-03,c,-60.00,Debit,"]],
    [
      "that do not move by them",
      ["2026-11-03,b,150.00,Debit,7.00", "2026-11-04,c,-60.00,Debit,9.00"],
    ],
  ])("but not %s", (_what, rows) => {
    const csv = ["Date,Description,Amount,Type,Balance", "2026-11-02,a,140.00,Debit,240.00"];
    expect(() => readBankText([...csv, ...rows].join("\n"), za)).toThrow("every line says Debit");
  });

  test.each([
    ["Debit,Credit", ["10.00,,2390.00", ",-140.00,2250.00"], "line 3: money in is negative"],
    ["Amount,Fee", ["1400.00,0.00,2400.00", "0.00,6.00,2406.00"], "line 3: the balance rises"],
  ])("but not where they may be what is owed on a card, with %s", (columns, rows, message) => {
    const lines = rows.map((row, at) => `2026-11-0${at + 1},a,${row}`);
    const csv = [`Date,Description,${columns},Balance`, ...lines].join("\n");
    expect(() => readBankText(csv, za)).toThrow(message);
  });

  test("also where one of four moves against its sign", () => {
    const rows = [
      "2026-11-02,a,1400.00,2400.00",
      "2026-11-03,b,-450.00,1950.00",
      "2026-11-04,c,25.00,1925.00",
      "2026-11-05,d,5.00,1930.00",
    ];
    const csv = ["Date,Description,Amount,Balance", ...rows].join("\n");
    expect(() => readBankText(csv, za)).toThrow(
      "line 4: the balance falls by this amount, and nothing says that the money left",
    );
  });
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
