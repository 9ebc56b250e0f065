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

test("as many debits reversed as not are refused, not read as income", () => {
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

// shows T423
describe("the types of a card", () => {
  const amountsIn = (rows: readonly string[], header = "Date,Description,Type,Amount") =>
    readBankText(
      [header, ...rows.map((row) => `2026-11-02,a,${row}`)].join("\n"),
      uk,
    ).accounts.flatMap(({ lines }) => lines.map(({ amount }) => amount));

  test.each([
    ["purchases and a payment", ["Purchase,120.00", "Payment,-500.00"], [-12_000, 50_000]],
    ["sales and a return", ["Sale,120.00", "Return,-20.00"], [-12_000, 2000]],
    ["purchases alone", ["Card Purchase,120.00", "Purchase,9.00"], [-12_000, -900]],
    ["interest", ["Purchase,120.00", "Interest charge,9.00"], [-12_000, -900]],
    ["purchases with a minus", ["Sale,-120.00", "Payment,500.00"], [-12_000, 50_000]],
    [
      "a purchase that was reversed",
      ["Purchase,-120.00", "Purchase,-9.00", "Purchase,120.00"],
      [-12_000, -900, 12_000],
    ],
  ])("make what was bought money out: %s", (_what, rows, amounts) => {
    expect(amountsIn(rows)).toEqual(amounts);
  });

  test.each([
    ["receipts beside purchases", ["EFT,1400.00", "Purchase,9.00"], 3],
    ["sales alone", ["Sale,1400.00", "Sale,9.00"], 2],
    ["as many of each", ["Purchase,-9.00", "Purchase,9.00"], 3],
    ["a payment without a minus", ["Purchase,9.00", "Payment,500.00"], 2],
  ])("are refused with %s", (_what, rows, line) => {
    expect(() => amountsIn(rows)).toThrow(`line ${line}: a purchase is positive, and nothing says`);
  });

  test("count less than balances", () => {
    const header = "Date,Description,Type,Amount,Balance";
    const account = ["EFT,1400.00,2400.00", "Purchase,9.00,2409.00", "EFT,-9.00,2400.00"];
    expect(amountsIn(account, header)).toEqual([140_000, 900, -900]);
    const owed = ["Purchase,120.00,620.00", "Payment,-500.00,120.00"];
    expect(() => amountsIn(owed, header)).toThrow("line 3: the balance falls by this amount");
  });
});

// shows T423
describe("what was returned", () => {
  const header = "Date,Description,Amount,Status";
  const read = (rows: readonly string[], columns = header) => {
    const file = readBankText([columns, ...rows.map((row) => `2026-11-02,${row}`)].join("\n"), za);
    return {
      amounts: file.accounts.flatMap(({ lines }) => lines.map(({ amount }) => amount)),
      leftOut: file.notes.map(({ line, why }) => `${line}: ${why}`),
    };
  };

  test.each(["Returned", "Reversed", "bounced"])("is no transaction: %s", (state) => {
    const rows = ["RH1,1400.00,Completed", `RENT,-600.00,${state}`];
    expect(read(rows)).toEqual({ amounts: [140_000], leftOut: ["3: not booked yet"] });
    const both = [...rows, `RENT,600.00,${state}`];
    expect(read(both)).toEqual({
      amounts: [140_000],
      leftOut: ["3: not booked yet", "4: not booked yet"],
    });
  });

  test.each(["RENT,600.00,Completed", "REVERSAL OF 17,600.00,Completed"])(
    "is two transactions where it came back in a line of its own: %s",
    (back) => {
      const rows = ["RH1,1400.00,Completed", "RENT,-600.00,Reversed", back];
      expect(read(rows)).toEqual({ amounts: [140_000, -60_000, 60_000], leftOut: [] });
    },
  );

  test("is refused where another line may be its money, unless balances tell", () => {
    const rows = ["RH1,600.00,Completed", "RENT,-600.00,Returned"];
    expect(() => read(rows)).toThrow("line 3 was returned, and nothing says whether the money");
    const more = [...rows, "RH2,5.00,Completed"];
    const withBalances = (balances: readonly string[]) =>
      read(
        more.map((row, at) => `${row},${balances[at]}`),
        `${header},Balance`,
      ).amounts;
    expect(withBalances(["1600.00", "1600.00", "1605.00"])).toEqual([60_000, 500]);
    expect(withBalances(["1600.00", "1000.00", "1005.00"])).toEqual([60_000, -60_000, 500]);
  });

  test("is not a type", () => {
    expect(read(["RENT,600.00,Returned"], "Date,Description,Amount,Type").amounts).toEqual([
      60_000,
    ]);
  });
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
