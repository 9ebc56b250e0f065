import { describe, expect, test } from "vitest";
import {
  accountPattern,
  accountTexts,
  chartOf,
  defaultChart,
  defaultChartOf,
  productAccountPattern,
} from "./chart.ts";

const za = { region: "za", productLines: "" } as const;

describe("the chart of accounts", () => {
  test("is the default where nothing was saved, and reads back what it writes", () => {
    expect(chartOf({}, za)).toEqual(defaultChart);
    expect(chartOf(accountTexts(defaultChart), za)).toEqual(defaultChart);
    for (const text of Object.values(accountTexts(defaultChart)))
      expect(text).toMatch(accountPattern);
  });

  test("speaks of sales tax in the USA, unless somebody gave the account a name", () => {
    const usa = { region: "usa", productLines: "" } as const;
    expect(chartOf({}, usa)).toEqual(defaultChartOf("usa"));
    const names = Object.values(defaultChartOf("usa").accounts).map(({ name }) => name);
    expect(names).toContain("Sales tax");
    expect(names.filter((name) => name.includes("VAT"))).toEqual([]);
    const { vatOutput } = chartOf({ vatOutput: "820 State tax" }, usa).accounts;
    expect(vatOutput).toEqual({ code: "820", name: "State tax", type: "liability" });
  });

  test("has different codes and names, which programs tell accounts by", () => {
    const accounts = Object.values(defaultChart.accounts);
    expect(new Set(accounts.map(({ code }) => code)).size).toBe(accounts.length);
    expect(new Set(accounts.map(({ name }) => name)).size).toBe(accounts.length);
  });

  test("takes codes and names that were typed, and accounts of products", () => {
    const { accounts, salesOfProduct } = chartOf(
      { bank: "605/1 FNB Cheque account" },
      { region: "za", productLines: "94 201 Bottles\n\n 142 202 Fees \n" },
    );
    expect(accounts.bank).toEqual({ code: "605/1", name: "FNB Cheque account", type: "asset" });
    expect(accounts.salesGoods).toEqual(defaultChart.accounts.salesGoods);
    expect(salesOfProduct).toEqual({
      94: { code: "201", name: "Bottles" },
      142: { code: "202", name: "Fees" },
    });
  });

  test.each(["", "1200", "1200  Bank", " 1200 Bank"])("refuses %j as an account", (text) => {
    expect(accountPattern.test(text)).toBe(false);
    expect(productAccountPattern.test(`94 ${text}`)).toBe(false);
  });
});
