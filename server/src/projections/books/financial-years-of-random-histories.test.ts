import { accountKeys, defaultChart, isOfYear } from "@portal/shared/catalogue/chart.ts";
import {
  type FinancialYears,
  firstMonthOfYear,
  monthsOfYear,
} from "@portal/shared/catalogue/financial-year.ts";
import { addDays, addMonths, firstDayOf, type Month } from "@portal/shared/platform/calendar.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createAccountLedger } from "../../money/books/account-ledger.rules.ts";
import { balanceOf, type BookEntry, postedOn } from "../../money/books/book-entry.rules.ts";
import { createIncomeTable } from "../../money/books/income.rules.ts";
import { createBalanceTable } from "../../money/books/trial-balance.rules.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { closingsAt } from "../../testing/some-closings.ts";
import { alwaysRegistered } from "../../testing/some-facts.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, type Step, takeStep } from "../../testing/some-business.ts";
import { createBooksPass } from "./books-pass.ts";

/** HISTORIES=20000 npx vitest run src/projections/books/financial-years-of-random-histories.test.ts tries more of them. */
const numRuns = Number(process.env["HISTORIES"] ?? 500);

const anyBusiness = fc.array(anyStep, { minLength: 10, maxLength: 60, size: "max" });
/** Over three years. */
const anyDays = fc.array(fc.nat({ max: 1100 }), { minLength: 3, maxLength: 20 });
const anyMonth = fc.nat({ max: 40 }).map((count) => addMonths("2026-01", count));
const anyYears = fc
  .constantFrom(...monthsOfYear)
  .map((beginsIn): FinancialYears => ({ beginsIn, former: [] }));

/** What a history puts in the books, on any days. */
function entriesOf(business: readonly Step[], days: readonly number[]): readonly BookEntry[] {
  const shop = createSimulatedShop();
  for (const step of business) takeStep(shop, step);
  const entries: BookEntry[] = [];
  const pass = createBooksPass({
    currency: "ZAR",
    registration: alwaysRegistered,
    onEntry(entry) {
      const day = addDays("2026-01-01", days[entry.position % days.length] ?? 0);
      entries.push({ ...entry, occurredAt: `${day}T08:00:00.000Z` });
    },
  });
  for (const passed of passOf(shop.history)) pass.add(passed);
  return entries;
}

type Books = Readonly<{
  entries: readonly BookEntry[];
  closings?: Calendar["closings"];
  years: FinancialYears;
}>;

function postedThrough({ entries, closings = [] }: Books, month: Month) {
  const calendar: Calendar = { closings, currency: "ZAR", timeZone: "Africa/Johannesburg" };
  return entries
    .map((entry) => postedOn(calendar, entry))
    .filter(({ postingDate }) => postingDate.slice(0, 7) <= month);
}

function balanceThrough(books: Books, month: Month) {
  const first = firstDayOf(firstMonthOfYear(books.years, month));
  const table = createBalanceTable(defaultChart);
  for (const { lines, postingDate } of postedThrough(books, month))
    table.add(lines, postingDate < first);
  return table.sums();
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);

test("retained earnings are what income and expenses of earlier years came to, account by account", () => {
  fc.assert(
    fc.property(anyBusiness, anyDays, anyMonth, anyYears, (business, days, month, years) => {
      const books = { entries: entriesOf(business, days), years };
      const posted = postedThrough(books, month);
      const sums = balanceThrough(books, month);
      expect(balanceOf(sums)).toBe(0);
      expect(sumOf(sums.map(({ opening }) => opening))).toBe(0);
      expect(sumOf(sums.map(({ debit, credit }) => debit - credit))).toBe(0);
      const onAccount = (key: string) => balanceOf(sums.filter((sum) => sum.key === key));
      const allOn = (key: string) =>
        sumOf(
          posted.flatMap(({ lines }) =>
            lines.flatMap(({ account, amount }) => (account === key ? [amount] : [])),
          ),
        );
      expect(allOn("retainedEarnings")).toBe(0);
      const ledgerOf = (key: (typeof accountKeys)[number]) => {
        const account = { key, productId: null, currency: "ZAR" } as const;
        const months = { from: null, last: month, years };
        const ledger = createAccountLedger(defaultChart, account, months);
        for (const entry of posted) ledger.add(entry, entry.postingDate);
        return ledger.read({ page: 1, pageSize: 1e6 });
      };
      const retained = ledgerOf("retainedEarnings");
      expect(retained.closing).toBe(onAccount("retainedEarnings"));
      for (const key of accountKeys) {
        const sum = sums.find((each) => each.key === key);
        const { opening, debit, credit, closing } = ledgerOf(key);
        expect(closing).toBe(onAccount(key));
        if (key === "retainedEarnings") continue;
        expect({ opening, debit, credit }).toEqual({
          opening: sum?.opening ?? 0,
          debit: sum?.debit ?? 0,
          credit: sum?.credit ?? 0,
        });
        const kept = retained.rows.flatMap(({ yearEnd, amount }) =>
          yearEnd?.account.key === key ? [amount] : [],
        );
        expect(onAccount(key) + sumOf(kept)).toBe(allOn(key));
        const [none, nothing] = isOfYear(defaultChart, key) ? [[], opening] : [kept, 0];
        expect([none, nothing]).toEqual([[], 0]);
      }
      const table = createIncomeTable(defaultChart);
      const first = firstDayOf(firstMonthOfYear(years, month));
      for (const { lines, postingDate } of posted)
        if (postingDate >= first) table.add(lines, false);
      const ofYear = sums.filter(({ key }) => isOfYear(defaultChart, key));
      expect(table.statement("ZAR").sums.result.amount).toBe(0 - balanceOf(ofYear));
    }),
    { numRuns },
  );
});

test("an account may be listed from any month, over the ends of years", () => {
  fc.assert(
    fc.property(
      anyBusiness,
      anyDays,
      fc.tuple(anyMonth, anyMonth),
      anyYears,
      (business, days, [one, other], years) => {
        const [from = "", last = ""] = [one, other].toSorted();
        const books = { entries: entriesOf(business, days), years };
        const posted = postedThrough(books, last);
        const sums = balanceThrough(books, last);
        for (const key of accountKeys) {
          const account = { key, productId: null, currency: "ZAR" } as const;
          const ledger = createAccountLedger(defaultChart, account, { from, last, years });
          for (const entry of posted) ledger.add(entry, entry.postingDate);
          const { opening, debit, credit, closing, rows } = ledger.read({ page: 1, pageSize: 1e6 });
          expect(closing).toBe(balanceOf(sums.filter((sum) => sum.key === key)));
          expect(opening + debit - credit).toBe(closing);
          expect(opening + sumOf(rows.map(({ amount }) => amount))).toBe(closing);
          const before = balanceThrough(books, addMonths(from, -1));
          const wasOn = balanceOf(before.filter((sum) => sum.key === key));
          const ofYear = before.filter((sum) => isOfYear(defaultChart, sum.key));
          // Where a year begins with the first month, the opening balance is after the end of the former one.
          const [goesOn, comes] =
            firstMonthOfYear(years, from) === from
              ? [!isOfYear(defaultChart, key), key === "retainedEarnings" ? balanceOf(ofYear) : 0]
              : [true, 0];
          expect(opening).toBe((goesOn ? wasOn : 0) + comes);
          const order = rows.map((row) => row.entry?.postingDate ?? row.yearEnd?.day ?? "");
          expect(order).toEqual(order.toSorted());
        }
      },
    ),
    { numRuns: numRuns / 4 },
  );
});

test("the balance of a closed month never changes, by what comes late or another beginning of the year", () => {
  const cuts = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 12 });
  const changes = fc.array(fc.constantFrom(...monthsOfYear), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(anyBusiness, anyDays, cuts, changes, (business, days, thousandths, choices) => {
      const entries = entriesOf(business, days);
      const end = entries.at(-1)?.position ?? 0;
      const positions = thousandths
        .map((each) => Math.floor((end * each) / 1001))
        .toSorted((a, b) => a - b);
      const closings = closingsAt(positions);
      let years: FinancialYears = { beginsIn: "03", former: [] };
      const then = closings.map(({ month, throughPosition }, at) => {
        const known = entries.filter(({ position }) => position <= throughPosition);
        const balance = balanceThrough(
          { entries: known, closings: closings.slice(0, at + 1), years },
          month,
        );
        // After each closing the office chooses another month, as `keepFormerYears` keeps the former one.
        const former = [...years.former, { through: month, beginsIn: years.beginsIn }];
        years = { beginsIn: choices[at] ?? "01", former };
        return { month, balance };
      });
      for (const { month, balance } of then)
        expect(balanceThrough({ entries, closings, years }, month)).toEqual(balance);
    }),
    { numRuns: numRuns / 4 },
  );
});
