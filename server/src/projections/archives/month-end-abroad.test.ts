import { defaultYearBegin, firstMonthOfYear } from "@portal/shared/catalogue/financial-year.ts";
import { addDays, lastDayOf } from "@portal/shared/platform/calendar.ts";
import { decimalText, exclVat } from "@portal/shared/platform/money.ts";
import { expect } from "vitest";
import { archiveOf } from "../../testing/archive-files.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aBritishOrder, abroad, payByBank, test as base } from "../../testing/shop-test.ts";

const today = shopDay("Europe/London");
const month = today.slice(0, 7);
const long = addDays(today, -40);

/** A portal of the United Kingdom with a paid order, and one that is dated before its seller joined, as in an imported history. */
const test = base.extend("sold", { scope: "file" }, async ({ shop }) => {
  const uk = abroad(shop, "uk");
  const order = await aBritishOrder(shop);
  await payByBank(uk, order.uuid, order.total);
  await aBritishOrder(shop, { distributorCode: "BEN", now: () => `${long}T08:00:00.000Z` });
  return { uk, ...order };
});

// shows T299
test("the package of a month in the United Kingdom has the figures of its VAT return", async ({
  sold,
}) => {
  const { names, rowsOf } = await archiveOf(sold.uk, { kind: "month-end", month });
  const first = firstMonthOfYear({ beginsIn: defaultYearBegin("uk"), former: [] }, month);
  const income = `income-and-expenses-${first === month ? month : `${first}-to-${month}`}.csv`;

  expect(names).toEqual([
    "NOT-CLOSED.txt",
    `J${month.replace("-", "")}.csv`,
    `J${month.replace("-", "")}.json`,
    `trial-balance-${month}.csv`,
    income,
    `vat-return-${month}.csv`,
    `vat-${month}.csv`,
    `vat-documents-${month}.csv`,
    `vat-schedules-${month}.csv`,
    `documents-${month}.csv`,
    `unused-numbers-${month}.csv`,
    `self-billed-${month}.csv`,
    `commission-${month}.csv`,
    `paid-to-members-${month}.csv`,
    `unpaid-orders-${month}.csv`,
    `commission-owed-${month}.csv`,
    `store-credit-${month}.csv`,
    `customer-money-${month}.csv`,
    `bank-${month}.csv`,
    `card-provider-${month}.csv`,
  ]);
  const { books } = await sold.uk.as(sold.uk.people.admin);
  const net = exclVat(sold.total, 2000);
  const { vatReturn } = await books.vat({ from: `${month}-01`, to: lastDayOf(month) });
  expect(vatReturn).toMatchObject({ vatOfAll: sold.total - net, netWhole: Math.round(net / 100) });
  expect(rowsOf(`vat-return-${month}.csv`)).toMatchObject([
    { figure: "Box 1: VAT due on sales", amount: decimalText(sold.total - net) },
    { figure: "Box 6: sales excl. VAT, in whole pounds", amount: `${Math.round(net / 100)}` },
  ]);
  expect(rowsOf(`vat-${month}.csv`)).toMatchObject([
    { rate: "20%", kind: "invoice", exclVat: decimalText(net), vat: decimalText(sold.total - net) },
  ]);
});

// shows T299
test("the package of a month in the USA speaks of sales tax and has no schedules", async ({
  sold,
}) => {
  // In the first hours of a month in London, America is still in the month before.
  const monthThere = shopDay("America/New_York").slice(0, 7);
  const asked = { kind: "month-end", month: monthThere } as const;
  const { names, textOf } = await archiveOf(abroad(sold.uk, "usa"), asked);

  expect(names.filter((name) => /vat|sales-tax/.test(name))).toEqual([
    `sales-tax-${monthThere}.csv`,
    `sales-tax-documents-${monthThere}.csv`,
  ]);
  const figures = names.filter((name) => name.endsWith(".csv")).map(textOf);
  expect(figures.filter((text) => /\bVAT\b|(in|ex)clVat|vatRegistered/.test(text))).toEqual([]);
});

// shows T299
test("the package of a month has the bank although an order of it is dated before its seller joined", async ({
  sold,
}) => {
  const { names, rowsOf } = await archiveOf(sold.uk, {
    kind: "month-end",
    month: long.slice(0, 7),
  });

  const bank = `bank-${long.slice(0, 7)}.csv`;
  expect(names).toContain(bank);
  expect(rowsOf(bank)).not.toEqual([]);
});
