import type { AccountKey } from "@portal/shared/catalogue/chart.ts";
import { chartOf, defaultChart } from "@portal/shared/catalogue/chart.ts";
import type { FinancialYears } from "@portal/shared/catalogue/financial-year.ts";
import type { Day } from "@portal/shared/platform/calendar.ts";
import { describe, expect, test } from "vitest";
import { createAccountLedger } from "./account-ledger.rules.ts";
import { balanceOf, type BookLine, type PostedEntry } from "./book-entry.rules.ts";
import { createIncomeTable, incomeFile } from "./income.rules.ts";
import { trialBalanceFile } from "./journal-files.rules.ts";
import { createBalanceTable, lastMonthOf } from "./trial-balance.rules.ts";

const fromMarch: FinancialYears = { beginsIn: "03", former: [] };

const line = (account: AccountKey, amount: number, productId: number | null = null): BookLine => ({
  account,
  productId,
  amount,
});

/** A sale of 100.00 with commission of 20.00. */
const sale = [
  line("bank", 11_500),
  line("vatOutput", -1500),
  line("salesGoods", -10_000, 94),
  line("commissionExpense", 2000),
  line("commissionOwed", -2000),
];

function entryOn(day: Day, position: number, lines: readonly BookLine[] = sale): PostedEntry {
  return {
    position,
    event: "OrderPaid",
    occurredAt: `${day}T08:00:00.000Z`,
    ownDay: day,
    postingDate: day,
    currency: "ZAR",
    orderId: null,
    orderNumber: null,
    buyer: null,
    userId: null,
    payoutId: null,
    bankKind: null,
    bankLineId: null,
    settlementLineId: null,
    bankEntryId: null,
    period: null,
    document: null,
    lines,
  };
}

const entries = [
  entryOn("2024-02-10", 1),
  entryOn("2025-02-28", 2),
  entryOn("2025-03-01", 3),
  entryOn("2026-03-01", 4),
  entryOn("2026-03-31", 5),
];

function ledgerOf(key: AccountKey, from: string | null, last: string) {
  const account = { key, productId: null, currency: "ZAR" } as const;
  const ledger = createAccountLedger(defaultChart, account, { from, last, years: fromMarch });
  for (const entry of entries)
    if (entry.postingDate.slice(0, 7) <= last) ledger.add(entry, entry.postingDate);
  return ledger.read({ page: 1, pageSize: 50 });
}

describe("a trial balance", () => {
  test("begins income and expenses at 0, with what earlier years brought in retained earnings", () => {
    const table = createBalanceTable(defaultChart);
    table.add(sale, true);
    table.add(sale, true);
    table.add(sale, false);
    const sums = table.sums();
    expect(sums.map(({ key, opening, debit, credit }) => [key, opening, debit, credit])).toEqual([
      ["bank", 23_000, 11_500, 0],
      ["commissionOwed", -4000, 0, 2000],
      ["vatOutput", -3000, 0, 1500],
      ["salesGoods", 0, 0, 10_000],
      ["commissionExpense", 0, 2000, 0],
      ["retainedEarnings", -16_000, 0, 0],
    ]);
    expect(balanceOf(sums)).toBe(0);
    expect(balanceOf(sums.map((sum) => ({ ...sum, debit: 0, credit: 0 })))).toBe(0);
    expect(trialBalanceFile([{ currency: "ZAR", accounts: sums }]).split("\r\n")).toContain(
      "retainedEarnings,3200,Retained earnings,-160.00,0.00,0.00,-160.00,ZAR",
    );
  });

  test("leaves out what comes to nothing, and has sales accounts of products of the year alone", () => {
    const chart = chartOf({}, { region: "za", productLines: "94 4001 Bottles" });
    const table = createBalanceTable(chart);
    table.add([line("salesGoods", -500, 94), line("bank", 500)], true);
    table.add([line("salesGoods", 500, 7), line("bank", -500)], true);
    expect(table.sums()).toEqual([]);
    table.add([line("salesGoods", -500, 94), line("salesGoods", 500, 7)], false);
    expect(table.sums()).toMatchObject([
      { code: "4000", opening: 0, debit: 500, credit: 0 },
      { code: "4001", opening: 0, debit: 0, credit: 500 },
    ]);
  });

  test("is of the year of its month, of its day, or of the day on which it was known", () => {
    const clock = { now: "2026-11-30T08:00:00.000Z", timeZone: "Africa/Johannesburg" };
    expect(lastMonthOf({ through: "2026-01" }, clock)).toBe("2026-01");
    expect(lastMonthOf({ through: null }, clock)).toBe("2026-11");
    // The last instant of February there, and the first of March.
    const end = { asOf: "2026-02-28T21:59:59.999Z", knownAt: null };
    expect(lastMonthOf({ through: null, ...end }, clock)).toBe("2026-02");
    expect(lastMonthOf({ through: null, asOf: "2026-02-28T22:00:00.000Z" }, clock)).toBe("2026-03");
    expect(lastMonthOf({ through: null, ...end, knownAt: "2025-06-01T00:00:00.000Z" }, clock)).toBe(
      "2025-06",
    );
  });
});

describe("the ledger of an account", () => {
  test("of income begins its financial year at 0", () => {
    expect(ledgerOf("salesGoods", null, "2026-03")).toMatchObject({
      from: "2026-03",
      opening: 0,
      credit: 20_000,
      closing: -20_000,
      total: 2,
    });
    expect(ledgerOf("salesGoods", null, "2026-02")).toMatchObject({
      from: "2025-03",
      opening: 0,
      closing: -10_000,
    });
  });

  test("of income goes to retained earnings where a year ends between its months", () => {
    const { opening, closing, debit, credit, rows } = ledgerOf("salesGoods", "2025-02", "2026-03");
    expect([opening, debit, credit, closing]).toEqual([0, 20_000, 40_000, -20_000]);
    expect(
      rows.map(({ entry, yearEnd, amount, balance }) => [
        entry?.position ?? yearEnd?.account.key,
        entry?.postingDate ?? yearEnd?.day,
        amount,
        balance,
      ]),
    ).toEqual([
      [2, "2025-02-28", -10_000, -10_000],
      ["retainedEarnings", "2025-03-01", 10_000, 0],
      [3, "2025-03-01", -10_000, -10_000],
      ["retainedEarnings", "2026-03-01", 10_000, 0],
      [4, "2026-03-01", -10_000, -10_000],
      [5, "2026-03-31", -10_000, -20_000],
    ]);
  });

  test("of retained earnings has what each year brought on each account", () => {
    const { opening, closing, rows } = ledgerOf("retainedEarnings", null, "2026-03");
    expect([opening, closing]).toEqual([0, -24_000]);
    expect(
      rows.map(({ yearEnd, amount }) => [yearEnd?.from, yearEnd?.to, yearEnd?.account.key, amount]),
    ).toEqual([
      ["2023-03", "2024-02", "salesGoods", -10_000],
      ["2023-03", "2024-02", "commissionExpense", 2000],
      ["2024-03", "2025-02", "salesGoods", -10_000],
      ["2024-03", "2025-02", "commissionExpense", 2000],
      ["2025-03", "2026-02", "salesGoods", -10_000],
      ["2025-03", "2026-02", "commissionExpense", 2000],
    ]);
    expect(ledgerOf("retainedEarnings", "2026-01", "2026-03")).toMatchObject({
      opening: -16_000,
      closing: -24_000,
      total: 2,
    });
    expect(ledgerOf("retainedEarnings", null, "2026-02")).toMatchObject({ closing: -16_000 });
  });

  test("of assets goes on over the years", () => {
    expect(ledgerOf("bank", null, "2026-03")).toMatchObject({
      opening: 34_500,
      debit: 23_000,
      closing: 57_500,
      total: 2,
    });
  });
});

describe("income and expenses", () => {
  test("have a result, and the same months a year before beside it", () => {
    const table = createIncomeTable(defaultChart);
    table.add(sale, false);
    table.add([line("returnsGoods", 3000), line("bank", -3000)], false);
    table.add(sale, true);
    table.add([line("bankFees", 100), line("bank", -100)], true);
    const statement = table.statement("ZAR");
    expect(statement).toMatchObject({
      income: [
        { key: "salesGoods", amount: 10_000, before: 10_000 },
        { key: "returnsGoods", amount: -3000, before: 0 },
      ],
      expenses: [
        { key: "commissionExpense", amount: 2000, before: 2000 },
        { key: "bankFees", amount: 0, before: 100 },
      ],
      sums: {
        income: { amount: 7000, before: 10_000 },
        expenses: { amount: 2000, before: 2100 },
        result: { amount: 5000, before: 7900 },
      },
    });
    expect(incomeFile([statement]).split("\r\n")).toEqual([
      "\uFEFFkind,accountKey,code,name,amount,yearBefore,currency",
      "income,salesGoods,4000,Sales,100.00,100.00,ZAR",
      "income,returnsGoods,4090,Returns,-30.00,0.00,ZAR",
      "expense,commissionExpense,6000,Commission,20.00,20.00,ZAR",
      "expense,bankFees,7901,Bank fees,0.00,1.00,ZAR",
      "result,,,,50.00,79.00,ZAR",
      "",
    ]);
  });
});
