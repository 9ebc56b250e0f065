import { describe, expect, test } from "vitest";
import { readCardSettlement, statedBalances } from "./card-settlement.ts";

const header =
  'Date,Type,Sign,Party,Name,Description,Currency,"Funding Type",Gross,Fee,Net,Balance,"M Payment ID","PF Payment ID"';
const orderId = "6b1f2c1e-9a52-4a39-8d6c-0d8a6f1f0a11";

const rand = { currency: "ZAR", timeZone: "Africa/Johannesburg" } as const;
describe("a settlement of the card provider", () => {
  test.each(["11/1/2026 10:11", "01/11/2026", "2026/11/01 10:11"])(
    "that a spreadsheet saved, with %s, is refused",
    (saved) => {
      const row = `${saved},FUNDS_RECEIVED,CREDIT,,,,ZAR,,100.00,-3.00,97.00,97.00,RH1042,1`;
      expect(() => readCardSettlement(`${header}\n${row}`, rand)).toThrow(
        `line 2: ${saved} in column date is not a date as PayFast writes it; export the file again, and do not save it in a spreadsheet`,
      );
    },
  );

  test("has no day that is yet to come", () => {
    const row =
      "2027-11-01 10:11:00,FUNDS_RECEIVED,CREDIT,,,,ZAR,,100.00,-3.00,97.00,97.00,RH1042,1";
    const read = () => readCardSettlement(`${header}\n${row}`, { ...rand, latest: "2026-11-30" });
    expect(read).toThrow("line 2 is dated 2027-11-01, which is yet to come");
  });

  test.each([
    ["oldest first", (rows: string[]) => rows],
    ["newest first", (rows: string[]) => rows.toReversed()],
  ])("states the balances before and after it, written %s", (_, ordered) => {
    const rows = [
      "2026-11-02 10:10:00,FUNDS_RECEIVED,CREDIT,,,,ZAR,,100.00,-3.00,97.00,1097.00,,1",
      "2026-11-02 11:00:00,REFUND,DEBIT,,,,ZAR,,-40.00,0.00,-40.00,1057.00,,1",
      "2026-11-03 06:00:00,PAYOUT,DEBIT,,,,ZAR,,-1000.00,-8.70,-1008.70,48.30,,",
    ];
    const lines = readCardSettlement([header, ...ordered(rows)].join("\n"), rand);
    expect(statedBalances(lines)).toEqual({ opening: 1000_00, closing: 48_30 });
    const without = readCardSettlement("Date,Gross\n2026-11-02,1.00", rand);
    expect(statedBalances(without)).toEqual({ opening: null, closing: null });
  });

  test("is read line by line, without names", () => {
    const lines = readCardSettlement(
      [
        header,
        `"2026-11-02 10:10:00",FUNDS_RECEIVED,CREDIT,Thandi Nkosi,Shop,RH1042,ZAR,Card,"1,299.00",-45.88,"1,253.12",1253.12,${orderId.toUpperCase()},1089250`,
        "2026-11-03 09:00:00,REFUND,DEBIT,,,,ZAR,,-100.00,0.00,-100.00,1153.12,RH1042,1089250",
        "2026-11-04 06:00:00,PAYOUT,DEBIT,,,,ZAR,,-1153.12,0.00,-1153.12,0.00,,",
        "2026-11-05 06:00:00,MONTHLY_FEE,DEBIT,,,,ZAR,,-30.00,,-30.00,-30.00,,",
      ].join("\n"),
      rand,
    );

    expect(lines).toMatchObject([
      {
        line: 2,
        day: "2026-11-02",
        type: "FUNDS_RECEIVED",
        paymentId: "1089250",
        orderId,
        orderNumber: null,
        gross: 129_900,
        fee: 4588,
        net: 125_312,
      },
      { type: "REFUND", orderId: null, orderNumber: 1042, gross: -10_000, fee: 0, net: -10_000 },
      { type: "PAYOUT", paymentId: null, gross: -115_312, fee: 0, net: -115_312 },
      { type: "MONTHLY_FEE", gross: -3000, net: -3000 },
    ]);
    expect(JSON.stringify(lines)).not.toContain("Thandi");
  });

  test("may omit the net amount and the type", () => {
    expect(
      readCardSettlement("Date,Gross,Fee,PF Payment ID\n2026-11-02,750.00,12.00,7\n", rand),
    ).toMatchObject([{ type: "", gross: 75_000, fee: 1200, net: 73_800 }]);
  });

  // The layout of both exports: the provider's manual for developers, and captures that were published.
  test("is read in both dialects, with the fee that a reversal gives back and that of a payout", () => {
    const api = [
      header,
      `2026-11-02 10:10:00,FUNDS_RECEIVED,CREDIT,A,B,RH1042,ZAR,CC,425.00,-15.00,410.00,410.00,${orderId},1`,
      `2026-11-03 10:10:00,FUNDS_RECEIVED_REVERSAL,DEBIT,A,B,RH1042,ZAR,CC,-100.00,3.00,-97.00,313.00,${orderId},1`,
      "2026-11-04 06:00:00,PAYOUT,DEBIT,,,FNB,ZAR,,-300.00,-10.00,-310.00,3.00,,2",
    ].join("\n");
    const dashboard = [
      '"Date","Type","Sign","Party","Name","Description","Currency","Funding Type","Gross","Fee","Net","Balance","Email / Cell","M Payment ID","PF Payment ID"',
      `"2026-11-02 10:10:00","Funds Received","Credit","A","B","RH1042","ZAR","Credit Card","425.00","-15.00","410.00","410.00","a@b.test","${orderId}","1"`,
      `"2026-11-03 10:10:00","Funds Received (Reversal)","Debit","A","B","RH1042","ZAR","Credit Card","-100.00","3.00","-97.00","313.00","a@b.test","${orderId}","1"`,
      '"2026-11-04 06:00:00","Payout","Debit","","","FNB","ZAR","","-300.00","-10.00","-310.00","3.00","","","2"',
    ].join("\r\n");
    for (const text of [api, dashboard]) {
      const amounts = readCardSettlement(text, rand).map(({ gross, fee, net }) => [
        gross,
        fee,
        net,
      ]);
      expect(amounts).toEqual([
        [42_500, 1500, 41_000],
        [-10_000, -300, -9_700],
        [-30_000, 1000, -31_000],
      ]);
    }
  });

  test.for([
    ["times", " 08:00:00", " 12:00:00", " 16:30:00"],
    ["times with a zone", "T08:00:00Z", "T12:00:00Z", "T16:30:00Z"],
    ["days alone", "", "", ""],
  ] as const)("is read oldest first, by its %s", ([, morning, noon, evening]) => {
    const lines = [
      `2026-11-01${noon},FUNDS_RECEIVED,10.00,0`,
      `2026-11-02${morning},FUNDS_RECEIVED,10.00,1`,
      `2026-11-02${noon},PAYOUT,-20.00,2`,
      `2026-11-02${evening},FUNDS_RECEIVED,10.00,3`,
    ];
    const idsOf = (rows: readonly string[]) =>
      readCardSettlement(["Date,Type,Gross,PF Payment ID", ...rows].join("\n"), rand).map(
        ({ paymentId }) => paymentId,
      );
    expect(idsOf(lines)).toEqual(["0", "1", "2", "3"]);
    expect(idsOf(lines.toReversed())).toEqual(["0", "1", "2", "3"]);
  });

  test("is read oldest first by its times where its lines are mixed", () => {
    const rows = [
      "12:00,PAYOUT,-20.00,2",
      "08:00,FUNDS_RECEIVED,10.00,1",
      "16:30,FUNDS_RECEIVED,10.00,3",
    ];
    const text = ["Date,Type,Gross,PF Payment ID", ...rows.map((row) => `2026-11-02 ${row}`)];
    expect(readCardSettlement(text.join("\n"), rand).map(({ paymentId }) => paymentId)).toEqual([
      "1",
      "2",
      "3",
    ]);
  });

  test("takes the sign from its column where the amounts have none", () => {
    const text =
      "Date,Type,Sign,Gross,Fee,Net\n2026-11-03,FUNDS_RECEIVED_REVERSAL,DEBIT,100.00,3.00,97.00\n";
    expect(readCardSettlement(text, rand)).toMatchObject([
      { gross: -10_000, fee: -300, net: -9_700 },
    ]);
  });

  test.each([
    ["", "the file is empty"],
    [
      "Date,Currency,Gross\n2026-11-02,USD,1.00\n",
      "line 2 is in USD, and this shop is paid in ZAR",
    ],
    ["Date,Sign,Gross\n2026-11-02,maybe,1.00\n", "line 2: maybe in column sign is not a sign"],
    ["Date,Sign,Gross\n2026-11-02,CREDIT,-1.00\n", "line 2: a credit with a negative amount"],
    ["Date,Net\n2026-11-02,1.00\n", "the first line names no column gross"],
    ["Date,Gross\n", "the file has no transactions"],
    ["Date,Gross\n,1.00\n", "line 2 has no date"],
    ["Date,Gross\n2026-11-02,\n", "line 2 has no gross amount"],
    ["Date,Gross\n2026-13-02,1.00\n", "line 2: 2026-13-02 in column date is not a date"],
    ["Date,Gross\n2026-11-02,many\n", "line 2: many in column gross is not an amount"],
    [
      "Date,Gross,Fee,Net\n2026-11-02,100.00,-3.00,96.00\n",
      "line 2: gross, fee and net do not add up",
    ],
  ])("is refused if it is %j", (text, sentence) => {
    expect(() => readCardSettlement(text, rand)).toThrow(sentence);
  });

  const history = [
    `"2026-11-02 10:10:00",FUNDS_RECEIVED,CREDIT,A,B,RH1042,ZAR,CC,"1,425.00",-15.00,"1,410.00",1410.00,RH1042,1`,
    "2026-11-04 06:00:00,PAYOUT,DEBIT,,,FNB,ZAR,,-300.00,-10.00,-310.00,1100.00,,2",
  ];
  const plain = readCardSettlement([header, ...history].join("\n"), rand);

  test.each([
    [
      "titles above it",
      ["PayFast", "Transaction History, 1 to 30 November", "", header, ...history],
    ],
    ["words below it", [header, ...history, "", '"Generated on 30 November 2026"']],
    ["a total below it", [header, ...history, "Total,,,,,,,,1125.00,-25.00,1100.00,,,"]],
    ["a comma more behind each row", [header, ...history.map((row) => `${row},`)]],
    ["a comma more behind each row and its names", [header, ...history].map((row) => `${row},`)],
  ])("is read with %s", (_what, rows) => {
    const lines = readCardSettlement(rows.join("\r\n"), rand);
    expect(lines.map(({ line: _line, ...facts }) => facts)).toEqual(
      plain.map(({ line: _line, ...facts }) => facts),
    );
    expect(lines.map(({ line }) => rows[line - 1]?.replace(/,$/, ""))).toEqual(history);
  });

  test("is read by the separator of its names, whatever a title has", () => {
    const rows = ["A, b, c", "Date;Type;Gross;PF Payment ID", "2026-11-02;FUNDS_RECEIVED;1,50;7"];
    expect(readCardSettlement(rows.join("\n"), rand)).toMatchObject([{ line: 3, gross: 1_50 }]);
  });

  const short = "Date,Type,Gross,M Payment ID,PF Payment ID";
  test.each([
    ["an amount that is cut in two", [short, "2026-11-02,A,5.00,,1", "2026-11-03,B,1,153.12,,"]],
    ["a value more", [short, "2026-11-02,A,5.00,,1,x", "2026-11-03,B,5.00,,2,"]],
    ["a row that is quoted as a whole", [short, "2026-11-02,A,5.00,,1", '"2026-11-03,B,5.00,,2"']],
    ["words between its rows", [short, "2026-11-02,A,5.00,,1", "Page 2", "2026-11-03,B,5.00,,2"]],
    [
      "a total between its rows",
      [short, "2026-11-02,A,5.00,,1", "Total,,5.00,,", "2026-11-03,B,5.00,,2"],
    ],
  ])("is refused with %s", (_what, rows) => {
    expect(() => readCardSettlement(rows.join("\n"), rand)).toThrow(/^line [23]/);
  });
});
