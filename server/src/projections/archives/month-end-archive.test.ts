import { randomUUID } from "node:crypto";
import { defaultYearBegin, firstMonthOfYear } from "@portal/shared/catalogue/financial-year.ts";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { nextMonth, lastDayOf } from "@portal/shared/platform/calendar.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { describe, expect } from "vitest";
import { balanceOf } from "../../money/books/book-entry.rules.ts";
import { archiveOf } from "../../testing/archive-files.ts";
import { grantCredit } from "../../testing/grant-credit.ts";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  payByBank,
  saveCompanyDetails,
  test as base,
  type TestShop,
} from "../../testing/shop-test.ts";

const today = shopDay();
const month = today.slice(0, 7);
const name = `J${month.replace("-", "")}`;
const firstOfYear = firstMonthOfYear({ beginsIn: defaultYearBegin("za"), former: [] }, month);
const asked = { kind: "month-end", month } as const;
const aMonthLater = () => `${nextMonth(month)}-10T12:00:00.000Z`;

/** A sale by Ben, an order that nobody paid, one that was paid in part, and store credit of Ben. */
const test = base.extend("sold", { scope: "file" }, async ({ shop }) => {
  const order = await aGuestOrder(shop, "BEN");
  await payByBank(shop, order.uuid, order.total);
  const awaited = await aGuestOrder(shop, "BEN");
  const part = await aGuestOrder(shop, "BEN");
  await payByBank(shop, part.uuid, 11_500);
  await grantCredit(shop, shop.people.ben, 42_500);
  return { ...order, awaited, part };
});

async function closeMonth(shop: TestShop): Promise<void> {
  const session = {
    token: "none",
    handle: randomUUID(),
    impersonatorId: null,
    passwordAt: aMonthLater(),
  };
  const office = await shop.as(shop.people.admin, { now: aMonthLater, session });
  const commandId = randomUUID();
  await office.statements.close({ commandId, month, accepts: [...monthSteps] });
}

/** In minor units. */
const minorOf = (text: string | undefined) => Math.round(Number(text) * 100);
const sumOf = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + minorOf(row[column]), 0);

describe("the package of a month", () => {
  const subjects = [
    `${name}.csv`,
    `${name}.json`,
    `trial-balance-${month}.csv`,
    `income-and-expenses-${firstOfYear === month ? month : `${firstOfYear}-to-${month}`}.csv`,
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
  ];
  /** Of the stored statements and settlements of the day: uploading one changes it. */
  const bank = `bank-${month}.csv`;
  const cards = `card-provider-${month}.csv`;
  const statementsOf = (members: readonly number[]) =>
    members
      .toSorted((one, other) => one - other)
      .map((member) => `statement-${month}-member-${member}.pdf`);

  // shows T299
  test("has the figures of the screens, and says that the month is not closed", async ({
    shop,
    sold,
  }) => {
    const { admin, anna, ben } = shop.people;
    const office = await shop.as(admin);
    const { names, fileName, rowsOf, textOf } = await archiveOf(shop, asked);
    expect(fileName).toBe(`month-end-${month}-open.zip`);
    expect(names).toEqual([
      "NOT-CLOSED.txt",
      ...subjects,
      bank,
      cards,
      ...statementsOf([anna, ben]),
    ]);

    const lines = rowsOf(`${name}.csv`);
    expect(sumOf(lines, "debit")).toBe(sumOf(lines, "credit"));
    const { files } = await office.books.files({ month, by: "day", format: "generic-csv" });
    expect(textOf(`${name}.csv`)).toBe(files[0]?.text);
    const lastDay = lastDayOf(month);
    expect(textOf(bank)).toBe((await office.books.bankFiles({ asOf: lastDay }))[0]?.text);
    expect(textOf(cards)).toBe((await office.books.cardFiles({ asOf: lastDay }))[0]?.text);
    const [income] = await office.books.balanceFiles({
      figures: "income",
      from: null,
      through: month,
    });
    expect(textOf(income?.name ?? "")).toBe(income?.text);
    const { balances } = await office.books.trialBalance({ asOf: null, knownOn: null });
    const accounts = rowsOf(`trial-balance-${month}.csv`);
    expect(accounts.map(({ accountKey, balance }) => [accountKey, minorOf(balance)])).toEqual(
      balances[0]?.accounts.map((account) => [account.key, balanceOf([account])]),
    );

    expect(rowsOf(`documents-${month}.csv`)).toMatchObject([{ document: `${sold.orderNumber}` }]);
    expect(rowsOf(`vat-${month}.csv`)).toMatchObject([
      { kind: "invoice", documents: "1", inclVat: decimalText(sold.total) },
    ]);
    const documents = rowsOf(`vat-documents-${month}.csv`);
    const { vatReturn } = await office.books.vat({ from: `${month}-01`, to: lastDay });
    const figures = rowsOf(`vat-return-${month}.csv`);
    expect(figures.map(({ amount }) => minorOf(amount))).toEqual([
      vatReturn.gross,
      vatReturn.zeroRated,
      vatReturn.vatOfGross,
      vatReturn.vat,
    ]);
    for (const { documents: count, supply } of figures)
      expect(documents.filter((row) => row["supply"] === supply)).toHaveLength(Number(count));
    for (const { amount, supply, column = "" } of figures.filter((figure) => figure["column"]))
      expect(
        sumOf(
          documents.filter((row) => row["supply"] === supply),
          column,
        ),
      ).toBe(minorOf(amount));
    expect(rowsOf(`unused-numbers-${month}.csv`)).toMatchObject([
      { order: `${sold.awaited.orderNumber}`, reason: "unpaid" },
      { order: `${sold.part.orderNumber}`, reason: "unpaid" },
    ]);
    expect(rowsOf(`unpaid-orders-${month}.csv`)).toMatchObject([
      {
        order: `${sold.awaited.orderNumber}`,
        placed: today,
        outstanding: decimalText(sold.awaited.total),
      },
      {
        order: `${sold.part.orderNumber}`,
        placed: today,
        outstanding: decimalText(sold.part.total - 11_500),
      },
    ]);
    const balanceIn = (key: string) =>
      minorOf(accounts.find(({ accountKey }) => accountKey === key)?.["balance"] ?? "0");
    const credit = rowsOf(`store-credit-${month}.csv`);
    expect(credit).toEqual([
      { person: `${ben}`, name: "Ben Person", currency: "ZAR", amount: "425.00" },
    ]);
    expect(sumOf(credit, "amount")).toBe(0 - balanceIn("storeCredit"));
    const held = rowsOf(`customer-money-${month}.csv`);
    expect(held).toEqual([
      { order: `${sold.part.orderNumber}`, since: today, currency: "ZAR", amount: "115.00" },
    ]);
    expect(sumOf(held, "amount")).toBe(0 - balanceIn("customers"));
    const register = rowsOf(`commission-${month}.csv`);
    const owed = rowsOf(`commission-owed-${month}.csv`);
    expect(sumOf(owed, "balance")).toBe(minorOf(register.at(-1)?.["Closing balance"]));
    for (const row of owed) {
      const aged = ["0 to 7 days", "8 to 30 days", "31 to 60 days", "Over 60 days"];
      expect(aged.reduce((sum, age) => sum + minorOf(row[age]), 0)).toBe(minorOf(row["balance"]));
    }
  });

  // shows T311
  test("of a closed month has its seal and is the same after later facts", async ({
    shop,
    sold,
  }) => {
    const { admin, anna, ben } = shop.people;
    const office = await shop.as(admin);
    await saveCompanyDetails(shop, { shopName: "Rhizo Ltd" });
    await closeMonth(shop);
    const first = await archiveOf(shop, asked);
    expect(first.fileName).toBe(`month-end-${month}.zip`);
    expect(first.names).toEqual([
      ...subjects,
      bank,
      cards,
      `seal-${month}.json`,
      ...statementsOf([anna, ben]),
    ]);
    const { closings } = await office.statements.closings();
    expect(JSON.parse(first.textOf(`seal-${month}.json`))).toMatchObject({
      format: "portal-month-seal/1",
      month,
      throughPosition: closings[0]?.throughPosition,
      seal: closings[0]?.seal,
    });
    expect(await first.pdfText(`statement-${month}-member-${ben}.pdf`)).toContain(
      "This statement is final",
    );
    expect(await first.pdfText(`statement-${month}-member-${ben}.pdf`)).toContain("Rhizo Ltd");

    await saveCompanyDetails(shop, { shopName: "Rhizo Trading" });
    await office.orders.refund({
      commandId: randomUUID(),
      uuid: sold.uuid,
      amount: sold.total,
      productAmount: sold.total - 10_000,
      units: 4,
      method: "eft",
      reason: "came back",
    });
    await payByBank(shop, sold.awaited.uuid, sold.awaited.total);
    const again = await archiveOf(shop, asked);
    expect(again.names).toEqual(first.names);
    for (const file of first.names.filter((each) => each !== bank && each !== cards))
      expect(again.contentOf(file).equals(first.contentOf(file)), file).toBe(true);
  });
});
