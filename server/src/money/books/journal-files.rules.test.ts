import { defaultChartOf } from "@portal/shared/catalogue/chart.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Journal, journalNumberOf } from "./book-entry.rules.ts";
import { incomeFile } from "./income.rules.ts";
import { type JournalContent, journalFiles, trialBalanceFile } from "./journal-files.rules.ts";

const content: Omit<JournalContent, "journals"> = {
  chart: defaultChartOf("za"),
  currency: "ZAR",
  by: "day",
  name: "J202601",
  region: "za",
  entries: [],
};

function journalOf(day: number, lines = 2, currency: Currency = "ZAR"): Journal {
  const postingDate = `2026-01-${String(day).padStart(2, "0")}`;
  const account = { key: "salesGoods", productId: null, code: "4000", name: "Sales" } as const;
  const sides = Array.from({ length: lines }, (_, at) => (at % 2 === 0 ? [100, 0] : [0, 100]));
  return {
    number: journalNumberOf({ postingDate, currency }, content),
    postingDate,
    currency,
    lines: sides.map(([debit = 0, credit = 0]) => ({ ...account, debit, credit })),
  };
}

/** By a reader that is not ours. */
const rowsOf = (text: string) =>
  z.array(z.record(z.string(), z.string())).parse(parse(text, { columns: true }));

describe("the files for Xero", () => {
  test.each([
    ["za", "No VAT"],
    ["uk", "No VAT"],
    ["usa", "Tax Exempt"],
  ] as const)("name a tax rate of %s on every line: %s", (region, rate) => {
    const [file] = journalFiles("xero", { ...content, region, journals: [journalOf(5)] });
    expect(rowsOf(file?.text ?? "").map((row) => row["*TaxRate"])).toEqual([rate, rate]);
  });
});

describe("the files for QuickBooks Online", () => {
  test("have at most 1,000 rows with the headings, and never part of a journal", () => {
    const journals = [journalOf(1, 500), journalOf(2, 498), journalOf(3, 2), journalOf(4, 1200)];
    const files = journalFiles("quickbooks-csv", { ...content, journals });
    expect(
      files.map(({ name, text }) => {
        const rows = rowsOf(text);
        return [name, rows.length, new Set(rows.map((row) => row["Journal No."])).size];
      }),
    ).toEqual([
      ["J202601-quickbooks-1.csv", 998, 2],
      ["J202601-quickbooks-2.csv", 2, 1],
      ["J202601-quickbooks-3.csv", 1200, 1],
    ]);
  });
});

describe("journals of two currencies", () => {
  const journals = [journalOf(5), journalOf(5, 2, "GBP"), journalOf(6), journalOf(7, 2, "GBP")];

  test.each([
    ["xero", "J202601-xero.csv", "J202601-GBP-xero.csv"],
    ["sage", "J202601-sage.csv", "J202601-GBP-sage.csv"],
    ["quickbooks-csv", "J202601-quickbooks.csv", "J202601-GBP-quickbooks.csv"],
    ["iif", "J202601.iif", "J202601-GBP.iif"],
  ] as const)(
    "are two files for %s, because it has no column for the currency",
    (format, ...names) => {
      const files = journalFiles(format, { ...content, journals });
      expect(files.map(({ name }) => name)).toEqual(names);
      const [own = "", other = ""] = files.map(({ text }) => text);
      expect(own).toMatch(/J202601-05\b(?!-GBP)/);
      expect(own).not.toContain("GBP");
      expect(other.match(/J202601-\d\d-GBP/g)).not.toBeNull();
      expect(other).not.toMatch(/J202601-\d\d(?!-GBP)/);
    },
  );

  test("are one file where only the other currency has any, and one without any", () => {
    const gbp = journals.filter(({ currency }) => currency === "GBP");
    const namesOf = (of: readonly Journal[]) =>
      journalFiles("xero", { ...content, journals: of }).map(({ name }) => name);
    expect(namesOf(gbp)).toEqual(["J202601-GBP-xero.csv"]);
    expect(namesOf([])).toEqual(["J202601-xero.csv"]);
  });

  test.each(["generic-csv", "json"] as const)("stay one file as %s, which says it", (format) => {
    expect(journalFiles(format, { ...content, journals })).toHaveLength(1);
  });
});

describe("the name of an account with a formula behind a semicolon", () => {
  const formula = "Fees;=1+1";
  const plain = journalOf(5);
  const journal = { ...plain, lines: plain.lines.map((line) => ({ ...line, name: formula })) };
  const account = { key: "otherIncome", productId: null, code: "1", name: formula } as const;
  const sums = { income: { amount: 1, before: 0 }, expenses: { amount: 0, before: 0 } };
  const income = [{ ...account, amount: 1, before: 0 }];
  const statement = {
    currency: "ZAR",
    income,
    expenses: [],
    sums: { ...sums, result: sums.income },
  } as const;

  test.each([
    ...(["xero", "sage", "quickbooks-csv"] as const).map(
      (format) =>
        [
          format,
          () => journalFiles(format, { ...content, journals: [journal] })[0]?.text ?? "",
        ] as const,
    ),
    [
      "trial balance",
      () =>
        trialBalanceFile([
          { currency: "ZAR", accounts: [{ ...account, opening: 0, debit: 0, credit: 1 }] },
        ]),
    ],
    ["income", () => incomeFile([statement])],
  ] as const)("is text in the file: %s", (_file, textOf) => {
    expect(textOf()).toContain("Fees;'=1+1");
    expect(textOf()).not.toContain("Fees;=1+1");
  });
});
