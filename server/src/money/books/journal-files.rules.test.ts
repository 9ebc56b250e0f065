import { chartOf, defaultChartOf } from "@portal/shared/catalogue/chart.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { regions } from "@portal/shared/platform/region.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  accountsOf,
  type Journal,
  journalNumberOf,
  journalsOf,
  type PostedEntry,
} from "./book-entry.rules.ts";
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

  test("are refused with the accounts whose codes Xero cannot have", () => {
    const journal = journalOf(5);
    const coded = (code: string) => ({
      ...content,
      journals: [{ ...journal, lines: journal.lines.map((line) => ({ ...line, code })) }],
    });
    expect(journalFiles("xero", coded("SALES-4000"))).toHaveLength(1);
    expect(() => journalFiles("xero", coded("SALES/4000A"))).toThrow(
      new DomainError("books.account-codes", "SALES/4000A Sales"),
    );
    expect(journalFiles("sage", coded("SALES/4000A"))).toHaveLength(1);
  });
});

describe("the files for QuickBooks Desktop", () => {
  const za = { region: "za", productLines: "" } as const;
  /** The names in the file of a journal with all accounts of a chart. */
  function namesIn(chart: JournalContent["chart"]): readonly string[] {
    const lines = accountsOf(chart).map((account) => ({ ...account, debit: 1, credit: 0 }));
    const [file] = journalFiles("iif", {
      ...content,
      chart,
      journals: [{ ...journalOf(5), lines }],
    });
    return (file?.text ?? "")
      .split("\r\n")
      .map((line) => line.split("\t"))
      .filter(([kind]) => kind === "TRNS" || kind === "SPL")
      .map((cells) => cells[3] ?? "");
  }

  test.each(regions)("have 31 plain characters of each account of the chart, %s", (region) => {
    const names = namesIn(defaultChartOf(region));
    for (const name of names) expect(name).toMatch(/^[ -~]{1,31}$/);
    expect(new Set(names).size).toBe(accountsOf(defaultChartOf(region)).length);
    expect(names).toContain("Owner's drawings and loans");
    expect(names).toContain("Customer deposits and overpayme");
  });

  test("count the characters of each level of an account below another", () => {
    const bank = "1200 Café; Réserve and its very long name:Current\taccount";
    expect(namesIn(chartOf({ bank }, za))[0]).toBe(
      "Cafe Reserve and its very long:Current account",
    );
  });

  test("are one account where two have the same name, and refused where only the file has it", () => {
    const same = { bankFees: "7901 Fees", cardFees: "7900 Fees" };
    expect(namesIn(chartOf(same, za)).filter((name) => name === "Fees")).toHaveLength(2);
    const long = "Charges of all of our providers, ";
    for (const [one, other] of [
      [`${long}card`, `${long}bank`],
      ["Fees", "FEES"],
      ["Frais", "Fráis"],
    ])
      expect(() =>
        namesIn(chartOf({ cardFees: `7900 ${one}`, bankFees: `7901 ${other}` }, za)),
      ).toThrow(new DomainError("books.account-names", `${one}, ${other}`));
    for (const name of ["銀行", "Bank:", "銀行:Bank"])
      expect(() => namesIn(chartOf({ bank: `1200 ${name}` }, za))).toThrow(
        new DomainError("books.account-names", name),
      );
  });
});

describe("what is posted later than its own day", () => {
  const entry = (ownDay: string, amount: number): PostedEntry => ({
    position: 1,
    event: "PaymentReceived",
    occurredAt: `${ownDay}T10:00:00.000Z`,
    ownDay,
    postingDate: ownDay < "2026-01" ? "2026-01-01" : ownDay,
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
    lines: [
      { account: "bank", productId: null, amount },
      { account: "customers", productId: null, amount: -amount },
    ],
  });
  const entries = [
    entry("2026-01-01", 100),
    entry("2025-12-30", 20),
    entry("2025-12-30", 3),
    entry("2025-12-31", 4000),
  ];
  const of = { ...content, entries };

  test.each([
    ["xero", "Description", (name: string) => name],
    ["sage", "Details", (name: string) => name],
    ["quickbooks-csv", "Description", () => "Journal J202601-01"],
  ] as const)("has lines of its own that say its day: %s", (format, column, textOf) => {
    const journals = journalsOf(entries, { ...of, isLateApart: true });
    expect(journals).toHaveLength(1);
    const rows = rowsOf(journalFiles(format, { ...of, journals })[0]?.text ?? "");
    const bank = textOf("Bank");
    const deposits = textOf("Customer deposits and overpayments");
    expect(rows.map((row) => row[column])).toEqual([
      bank,
      deposits,
      `${bank}, late, of 2025-12-30`,
      `${deposits}, late, of 2025-12-30`,
      `${bank}, late, of 2025-12-31`,
      `${deposits}, late, of 2025-12-31`,
    ]);
    const minor = (text = "") => Math.round(Number(text) * 100);
    const amounts = rows.map((row) =>
      format === "xero"
        ? minor(row["*Amount"])
        : minor(row["Debit"] ?? row["Debits"]) - minor(row["Credit"] ?? row["Credits"]),
    );
    expect(amounts).toEqual([100, -100, 23, -23, 4000, -4000]);
  });

  test("says it in the memo for QuickBooks Desktop, and adds up as without it", () => {
    const journals = journalsOf(entries, { ...of, isLateApart: true });
    const [file] = journalFiles("iif", { ...of, journals });
    expect(file?.text).toContain("\t0.23\t");
    expect(file?.text).toContain("\tJournal J202601-01, late, of 2025-12-31\r\n");
    const [summed] = journalsOf(entries, of);
    expect(summed?.lines).toMatchObject([
      { key: "bank", debit: 4123, credit: 0 },
      { key: "customers", debit: 0, credit: 4123 },
    ]);
    expect(summed?.lines.every((line) => !("lateOf" in line))).toBe(true);
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
