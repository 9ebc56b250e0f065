import { describe, expect, test } from "vitest";
import { readCardSettlement } from "./card-settlement.ts";

const header =
  'Date,Type,Sign,Party,Name,Description,Currency,"Funding Type",Gross,Fee,Net,Balance,"M Payment ID","PF Payment ID"';
const orderId = "6b1f2c1e-9a52-4a39-8d6c-0d8a6f1f0a11";

describe("a settlement of the card provider", () => {
  test("is read line by line, without names", () => {
    const lines = readCardSettlement(
      [
        header,
        `"2026-11-02 10:10:00",FUNDS_RECEIVED,CREDIT,Thandi Nkosi,Shop,RH1042,ZAR,Card,"1,299.00",-45.88,"1,253.12",1253.12,${orderId.toUpperCase()},1089250`,
        "2026-11-03 09:00:00,REFUND,DEBIT,,,,ZAR,,-100.00,0.00,-100.00,1153.12,RH1042,1089250",
        "2026-11-04 06:00:00,PAYOUT,DEBIT,,,,ZAR,,-1153.12,0.00,-1153.12,0.00,,",
        "2026-11-05 06:00:00,MONTHLY_FEE,DEBIT,,,,ZAR,,-30.00,,-30.00,-30.00,,",
      ].join("\n"),
    );

    expect(lines).toMatchObject([
      {
        line: 2,
        day: "2026-11-02",
        kind: "payment",
        paymentId: "1089250",
        orderId,
        orderNumber: null,
        gross: 129_900,
        fee: 4588,
        net: 125_312,
      },
      { kind: "refund", orderId: null, orderNumber: 1042, gross: -10_000, fee: 0, net: -10_000 },
      { kind: "payout", paymentId: null, gross: -115_312, fee: 0, net: -115_312 },
      { kind: "other", type: "MONTHLY_FEE", gross: -3000, net: -3000 },
    ]);
    expect(JSON.stringify(lines)).not.toContain("Thandi");
  });

  test("may omit the net amount and the type", () => {
    expect(
      readCardSettlement("Date,Gross,Fee,PF Payment ID\n2026-11-02,750.00,12.00,7\n"),
    ).toMatchObject([{ kind: "payment", gross: 75_000, fee: 1200, net: 73_800 }]);
  });

  test.each([
    ["", "the file is empty"],
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
    expect(() => readCardSettlement(text)).toThrow(sentence);
  });
});
