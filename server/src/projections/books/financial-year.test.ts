import { randomUUID } from "node:crypto";
import {
  type FinancialYears,
  firstMonthOfYear,
  lastMonthOfYear,
  type MonthOfYear,
  monthsOfYear,
} from "@portal/shared/catalogue/financial-year.ts";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { addMonths, nextMonth, previousMonth } from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { balanceOf } from "../../money/books/book-entry.rules.ts";
import { archiveOf } from "../../testing/archive-files.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test as base, type TestShop } from "../../testing/shop-test.ts";

const fromMarch: FinancialYears = { beginsIn: "03", former: [] };
const today = shopDay();
const month = today.slice(0, 7);
const year = { from: firstMonthOfYear(fromMarch, month), to: lastMonthOfYear(fromMarch, month) };
/** The last month of the year before, and a day of it. */
const lastMonth = previousMonth(year.from);
const then = `${lastMonth}-10`;
const lastYear = { from: addMonths(year.from, -12), to: lastMonth };

function officeOn(shop: TestShop, day: string) {
  const now = () => `${day}T08:00:00.000Z`;
  const session = { token: "t", handle: randomUUID(), impersonatorId: null, passwordAt: now() };
  return shop.as(shop.people.admin, { now, session });
}

/** A sale of nobody's in the former year, and one of today. */
const test = base.extend("sold", { scope: "file" }, async ({ shop }) => {
  const now = () => `${then}T08:00:00.000Z`;
  const { uuid, total } = await aGuestOrder(shop, undefined, { now });
  const office = await officeOn(shop, then);
  await office.orders.recordEft({
    commandId: randomUUID(),
    uuid,
    amount: total,
    reference: "on the statement",
    receivedOn: then,
    knownPayments: Number.MAX_SAFE_INTEGER,
  });
  const order = await aGuestOrder(shop);
  await payByBank(shop, order.uuid, order.total);
  return { total, net: Math.round(total / 1.15) };
});

async function postedThrough(shop: TestShop, through: string) {
  const { books } = await shop.as(shop.people.admin);
  const { balances, year: of } = await books.postedBalance({ through });
  const accounts = balances[0]?.accounts ?? [];
  expect(balanceOf(accounts)).toBe(0);
  const on = (...keys: readonly string[]) =>
    balanceOf(accounts.filter(({ key }) => keys.includes(key)));
  return { of, accounts, on, sales: on("salesGoods", "salesDelivery") };
}

async function saveYearBegin(shop: TestShop, yearBeginsIn: MonthOfYear) {
  const { settings } = await shop.as(shop.people.admin);
  const { accounting } = await settings.get();
  await settings.save({ section: "accounting", ...accounting, yearBeginsIn });
}

describe("a financial year", () => {
  test("begins income at 0, and the former one is in retained earnings", async ({ shop, sold }) => {
    const before = await postedThrough(shop, lastMonth);
    expect(before.of).toEqual(lastYear);
    expect(before.sales).toBe(0 - sold.net);
    expect(before.on("retainedEarnings")).toBe(0);

    const first = await postedThrough(shop, year.from);
    expect(first.of).toEqual(year);
    expect(first.on("retainedEarnings")).toBe(0 - sold.net);
    const present = await postedThrough(shop, month);
    expect(present.sales).toBe(0 - sold.net);
    expect(present.on("retainedEarnings")).toBe(0 - sold.net);
    expect(present.accounts.find(({ key }) => key === "bank")).toMatchObject({
      opening: sold.total,
      debit: sold.total,
      credit: 0,
    });

    const { books } = await shop.as(shop.people.admin);
    const { balances, year: of } = await books.trialBalance({ asOf: null, knownOn: null });
    expect(of).toEqual(year);
    expect(balances[0]?.accounts).toEqual(present.accounts);
    const asOf = await books.trialBalance({ asOf: then, knownOn: null });
    expect(asOf.year).toEqual(lastYear);
    expect(asOf.balances[0]?.accounts).toEqual(before.accounts);
  });

  test("opens retained earnings to each account of each year, and these to their entries", async ({
    shop,
    sold,
  }) => {
    const { books } = await shop.as(shop.people.admin);
    const of = { currency: "ZAR", productId: null, from: null, page: 1, pageSize: 50 } as const;
    const posted = { ...of, figures: "posted", through: month } as const;
    const retained = await books.accountEntries({ ...posted, account: "retainedEarnings" });
    expect(retained).toMatchObject({ code: "3200", opening: 0, closing: 0 - sold.net });
    const ends = retained.rows.flatMap(({ yearEnd }) => yearEnd ?? []);
    expect(ends.map(({ account }) => account.key)).toEqual(["salesGoods", "salesDelivery"]);
    expect(ends[0]).toMatchObject({ ...lastYear, day: `${year.from}-01` });

    const sales = { ...posted, account: "salesGoods" } as const;
    const former = await books.accountEntries({ ...sales, through: lastYear.to });
    expect(former.closing).toBe(retained.rows[0]?.amount);
    expect(former.rows).toMatchObject([{ event: "OrderPaid", postingDate: then, yearEnd: null }]);
    const present = await books.accountEntries(sales);
    expect(present).toMatchObject({ from: year.from, opening: 0, total: 1 });
    const both = await books.accountEntries({ ...sales, from: lastMonth });
    expect(both).toMatchObject({ opening: 0, closing: present.closing, total: 3 });
    expect(both.rows[1]).toMatchObject({
      postingDate: `${year.from}-01`,
      yearEnd: { account: { key: "retainedEarnings" } },
      amount: 0 - former.closing,
      balance: 0,
    });
    const asOf = { ...of, figures: "as-of", asOf: null, knownOn: null } as const;
    expect(await books.accountEntries({ ...asOf, account: "retainedEarnings" })).toMatchObject({
      closing: 0 - sold.net,
      rows: retained.rows,
    });
  });

  test("has income and expenses of its months beside those of a year before", async ({
    shop,
    sold,
  }) => {
    const { books } = await shop.as(shop.people.admin);
    const income = await books.income({ from: null, through: year.to });
    expect(income).toMatchObject({ ...year, isClosed: false });
    expect(income.statements).toMatchObject([
      { currency: "ZAR", sums: { result: { amount: sold.net, before: sold.net } } },
    ]);
    const [file] = await books.balanceFiles({ figures: "income", from: null, through: year.to });
    expect(file?.name).toBe(`income-and-expenses-${year.from}-to-${year.to}.csv`);
    expect(file?.text).toContain("\r\nresult,,,,");
    expect(await books.income({ from: "2001-01", through: "2001-02" })).toMatchObject({
      statements: [],
    });
    for (const wrong of [
      { from: "2026-02", through: "2026-01" },
      { from: null, through: "2026" },
    ])
      await expect(books.income(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("ends with a month end that says so", async ({ shop, sold }) => {
    expect(sold.total).toBeGreaterThan(0);
    const { monthEnd } = await shop.as(shop.people.admin);
    expect(await monthEnd.get({ month: lastMonth })).toMatchObject({ yearEnd: lastYear });
    expect(await monthEnd.get({ month: year.from })).toMatchObject({ yearEnd: null });
  });

  test("begins in the month that the office chooses, but for what is closed", async ({
    shop,
    sold,
  }) => {
    const chosen = month.slice(5);
    const begins = monthsOfYear.find((each) => each === chosen && each !== "03") ?? "04";
    const { settings } = await shop.as(shop.people.admin);
    expect((await settings.get()).accounting.yearBeginsIn).toBe("03");
    await saveYearBegin(shop, "07");
    const fromJuly: FinancialYears = { beginsIn: "07", former: [] };
    expect((await postedThrough(shop, lastMonth)).of.from).toBe(
      firstMonthOfYear(fromJuly, lastMonth),
    );
    await saveYearBegin(shop, "03");

    const office = await shop.as(shop.people.admin);
    await office.statements.close({
      commandId: randomUUID(),
      month: lastMonth,
      accepts: [...monthSteps],
    });
    const closed = await postedThrough(shop, lastMonth);
    const packed = await archiveOf(shop, { kind: "month-end", month: lastMonth });
    const file = `trial-balance-${lastMonth}.csv`;

    await saveYearBegin(shop, begins);
    await saveYearBegin(shop, "02");
    const changed: FinancialYears = {
      beginsIn: "02",
      former: [{ through: lastMonth, beginsIn: "03" }],
    };
    // The former year goes on until the chosen month comes.
    const open = await postedThrough(shop, year.from);
    expect(open.of).toEqual({
      from: firstMonthOfYear(changed, year.from),
      to: lastMonthOfYear(changed, year.from),
    });
    expect(open.of.from).toBe(lastYear.from);
    expect(open.sales).toBe(0 - sold.net);
    expect(await postedThrough(shop, lastMonth)).toMatchObject({
      accounts: closed.accounts,
      of: { from: lastYear.from },
    });
    const again = await archiveOf(shop, { kind: "month-end", month: lastMonth });
    expect(again.textOf(file)).toBe(packed.textOf(file));

    await saveYearBegin(shop, "03");
    expect((await postedThrough(shop, nextMonth(lastMonth))).of).toEqual(year);
    const { db } = shop.deps;
    const kept = await db.selectFrom("former_year_begin").selectAll().execute();
    expect(kept).toEqual([{ through: lastMonth, begins_in: "03" }]);
    const changes = await db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "settings.changed")
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    expect(changes).toMatchObject([{ details: { changed: { yearBeginsIn: ["02", "03"] } } }]);
  });

  test("begins in no other month than one of the twelve", async ({ shop, sold }) => {
    expect(sold.total).toBeGreaterThan(0);
    const { settings } = await shop.as(shop.people.admin);
    const { accounting } = await settings.get();
    for (const yearBeginsIn of ["00", "13", "3", "", 3, null, "March"]) {
      const given = { section: "accounting", ...accounting, yearBeginsIn };
      // @ts-expect-error -- what a form cannot send
      await expect(settings.save(given)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
    const { yearBeginsIn: kept, ...older } = accounting;
    await settings.save({ section: "accounting", ...older });
    expect((await settings.get()).accounting.yearBeginsIn).toBe(kept);
  });
});
