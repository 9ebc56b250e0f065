import { decimalText } from "@portal/shared/platform/money.ts";
import { addDays, nextMonth } from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { balanceOf } from "../../money/books/book-entry.rules.ts";
import { grantCredit } from "../../testing/grant-credit.ts";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  payByBank,
  products,
  test as base,
  type TestShop,
} from "../../testing/shop-test.ts";

type Api = Awaited<ReturnType<TestShop["as"]>>;

const today = shopDay();
const month = today.slice(0, 7);

/** A sale by Ben today, paid by transfer, and an order that nobody paid. */
const test = base.extend("sold", { scope: "file" }, async ({ shop }) => {
  const order = await aGuestOrder(shop, "BEN");
  await payByBank(shop, order.uuid, order.total);
  const awaited = await aGuestOrder(shop, "BEN");
  return { ...order, awaited: awaited.total };
});

const now = { asOf: null, knownOn: null };
const period = { from: today, to: today };
const standard = { currency: "ZAR", vatBps: 1500, kind: null } as const;

describe("the books of the office", () => {
  // shows T285
  test("have the sale in the journal of its day, which is the sum of its entries", async ({
    shop,
    sold,
  }) => {
    const office = await shop.as(shop.people.admin);
    const { days, months, isClosed } = await office.books.journals({ month });
    const number = `J${month.replace("-", "")}-${today.slice(8)}`;
    expect(isClosed).toBe(false);
    expect(days).toMatchObject([{ number, postingDate: today, currency: "ZAR" }]);
    const [journal] = days;
    expect(months).toMatchObject([{ number: number.slice(0, 7), lines: journal?.lines }]);
    expect(journal?.lines).toContainEqual(
      expect.objectContaining({ key: "bank", code: "1200", debit: sold.total, credit: 0 }),
    );

    const entries = await office.books.entries({ day: today });
    const paid = entries.find(({ event }) => event === "OrderPaid");
    expect(paid).toMatchObject({
      journal: number,
      orderNumber: sold.orderNumber,
      document: { kind: "invoice", number: `${sold.orderNumber}`, gross: sold.total },
    });
    for (const { key, debit, credit } of journal?.lines ?? []) {
      const lines = entries.flatMap((entry) => entry.lines.filter((each) => each.key === key));
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(debit - credit);
    }
    const { files } = await office.books.files({ month, by: "day", format: "iif" });
    expect(files).toMatchObject([{ name: `${number.slice(0, 7)}.iif` }]);
    expect(files[0]?.text).toContain(`\t${number}\t`);

    expect(await office.books.entries({ day: addDays(today, 1) })).toEqual([]);
    const { days: none } = await office.books.journals({ month: nextMonth(month) });
    expect(none).toEqual([]);
  });

  test("have a trial balance as of a day, and as it was known on one", async ({ shop, sold }) => {
    const office = await shop.as(shop.people.admin);
    const { balances, year } = await office.books.trialBalance(now);
    expect(balances).toMatchObject([{ currency: "ZAR", awaited: sold.awaited }]);
    const accounts = balances[0]?.accounts ?? [];
    expect(balanceOf(accounts)).toBe(0);
    const { anna, ben } = shop.people;
    const wallets = await Promise.all(
      [anna, ben].map(async (member) => (await shop.as(member)).wallet.mine({})),
    );
    expect(accounts.find(({ key }) => key === "commissionOwed")).toMatchObject({
      debit: 0,
      credit: wallets.reduce((sum, { accrued }) => sum + accrued, 0),
    });

    expect(await office.books.trialBalance({ ...now, asOf: today })).toMatchObject({ balances });
    // Nothing is late, so all of it is posted by the end of the month, and nothing the month before.
    expect(await office.books.postedBalance({ through: month })).toEqual({
      through: month,
      isClosed: false,
      year,
      balances: balances.map((balance) => ({ ...balance, awaited: null })),
    });
    const before = addDays(`${month}-01`, -1).slice(0, 7);
    expect(await office.books.postedBalance({ through: before })).toMatchObject({ balances: [] });
    const yesterday = addDays(today, -1);
    for (const earlier of [{ asOf: yesterday }, { knownOn: yesterday }])
      expect(await office.books.trialBalance({ ...now, ...earlier })).toMatchObject({
        balances: [],
      });
  });

  // shows T285
  test("open each account of either trial balance to its entries", async ({ shop, sold }) => {
    const office = await shop.as(shop.people.admin);
    const ask = { currency: "ZAR", from: null, page: 1, pageSize: 50 } as const;
    const [balance] = (await office.books.postedBalance({ through: month })).balances;
    for (const { key, productId, code, debit, credit } of balance?.accounts.slice(0, 3) ?? []) {
      const of = { ...ask, account: key, productId };
      const posted = await office.books.accountEntries({
        ...of,
        figures: "posted",
        through: month,
      });
      expect(posted).toMatchObject({ code, opening: 0, debit, credit, closing: debit - credit });
      expect(posted.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(debit - credit);
    }
    const bank = { ...ask, account: "bank", productId: null, figures: "posted" } as const;
    const { rows } = await office.books.accountEntries({ ...bank, through: month });
    expect(rows).toMatchObject([
      {
        event: "PaymentReceived",
        orderNumber: sold.orderNumber,
        journal: `J${today.slice(0, 7).replace("-", "")}-${today.slice(8)}`,
        amount: sold.total,
        balance: sold.total,
      },
    ]);
    const asOf = await office.books.accountEntries({ ...bank, figures: "as-of", ...now });
    expect(asOf.rows).toEqual(rows);
    const later = { from: nextMonth(month), through: nextMonth(month) };
    expect(await office.books.accountEntries({ ...bank, ...later })).toMatchObject({
      opening: sold.total,
      closing: sold.total,
      total: 0,
      rows: [],
    });
    const before = addDays(`${month}-01`, -1).slice(0, 7);
    expect(await office.books.accountEntries({ ...bank, through: before })).toMatchObject({
      closing: 0,
    });
    const yesterday = { asOf: addDays(today, -1), knownOn: null };
    expect(
      await office.books.accountEntries({ ...bank, figures: "as-of", ...yesterday }),
    ).toMatchObject({ closing: 0, total: 0 });
  });

  test("name the person of an entry, whom no event names", async ({ shop, sold }) => {
    expect(sold.uuid).toBeTruthy();
    const office = await shop.as(shop.people.admin);
    await grantCredit(shop, shop.people.ben, 5000);
    const entries = await office.books.entries({ day: today });
    expect(entries.find(({ event }) => event === "CreditGranted")).toMatchObject({
      userId: shop.people.ben,
      person: "Ben Person",
      payoutId: null,
      bankKind: null,
      bankText: null,
    });
  });

  test("are saved as a file of either trial balance", async ({ shop, sold }) => {
    expect(sold.uuid).toBeTruthy();
    const { books } = await shop.as(shop.people.admin);
    const [posted] = await books.balanceFiles({ figures: "posted", through: month });
    expect(posted?.name).toBe(`trial-balance-${month}.csv`);
    expect(posted?.text).toContain("accountKey,code,name,opening,debit,credit,balance");
    const [asOf] = await books.balanceFiles({ figures: "as-of", asOf: today, knownOn: null });
    expect(asOf?.name).toBe(`trial-balance-as-of-${today}.csv`);
  });

  test("have the codes and names that the office saved, with one of a product", async ({
    shop,
    sold,
  }) => {
    expect(sold.uuid).toBeTruthy();
    const { books, settings } = await shop.as(shop.people.admin);
    const { accounting } = await settings.get();
    const sales = async () => {
      const { days } = await books.journals({ month });
      const lines = days.flatMap((journal) => journal.lines);
      return lines.filter(({ key }) => key === "salesGoods" || key === "bank");
    };
    const before = await sales();
    const product = before.find(({ key }) => key === "salesGoods");
    expect(accounting).toMatchObject({ bank: "1200 Bank", salesGoods: "4000 Sales" });

    const given = { ...accounting, bank: "605 FNB Cheque", salesGoods: "200 Sales" };
    await settings.save({
      section: "accounting",
      ...given,
      salesOfProducts: `${products.bottle} 201 Bottles\n`,
    });

    expect(await sales()).toMatchObject([
      { key: "bank", code: "605", name: "FNB Cheque", debit: sold.total },
      { key: "salesGoods", code: "201", name: "Bottles", credit: product?.credit },
    ]);
    const twice = { salesOfProducts: "94 201 Bottles\n142 202 Fees\n94 203 More bottles" };
    const text = { salesOfProducts: "Bottles 201" };
    const tooLong = { bank: `1200 ${"x".repeat(10_000)}` };
    for (const wrong of [{ bank: "605" }, { bank: "" }, { bank: "1 A\nB" }, tooLong, text, twice])
      await expect(
        settings.save({ section: "accounting", ...given, salesOfProducts: "", ...wrong }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await settings.save({ section: "accounting", ...accounting });
    expect(await sales()).toEqual(before);
  });

  // shows T292
  test("have the VAT of a period, whose figures open to their documents", async ({
    shop,
    sold,
  }) => {
    const { books } = await shop.as(shop.people.admin);
    const { groups, vatReturn, isClosed } = await books.vat(period);
    expect(isClosed).toBe(false);
    expect(groups).toMatchObject([
      { kind: "invoice", vatBps: 1500, gross: sold.total, count: 1, late: 0 },
    ]);
    expect(vatReturn).toMatchObject({ gross: sold.total, zeroRated: 0 });

    const documents = await books.vatDocuments({ ...period, ...standard });
    expect(documents).toMatchObject({
      total: 1,
      rows: [{ number: `${sold.orderNumber}`, orderId: sold.uuid, gross: sold.total }],
      sums: { gross: vatReturn.gross, vat: vatReturn.vat },
    });
    const [file, schedules, figures] = await books.vatFiles(period);
    expect(file?.name).toBe(`vat-${today}-to-${today}.csv`);
    expect(file?.text).toContain(`${sold.orderNumber},invoice,`);
    expect(schedules?.name).toBe(`vat-schedules-${today}-to-${today}.csv`);
    expect(figures?.name).toBe(`vat-return-${today}-to-${today}.csv`);
    expect(figures?.text).toContain(`incl. VAT",${decimalText(sold.total)},ZAR,1,standard,inclVat`);

    const nextDay = { from: addDays(today, 1), to: addDays(today, 2) };
    expect(await books.vat(nextDay)).toMatchObject({ groups: [], vatReturn: { gross: 0 } });
  });

  // shows T293
  test("have a part payment in a schedule, in no figure, and until the order is paid in full", async ({
    shop,
    sold,
  }) => {
    expect(sold.uuid).toBeTruthy();
    const { books } = await shop.as(shop.people.admin);
    const before = await books.vat(period);
    expect(before.schedules).toMatchObject([
      { kind: "part-payments", count: 0, rows: [], sums: [] },
      { kind: "old-overpayments", count: 0 },
      { kind: "shipped-unpaid", count: 0 },
    ]);
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, 11_500);

    const { schedules, groups } = await books.vat(period);
    expect(groups).toEqual(before.groups);
    expect(schedules[0]).toMatchObject({
      count: 1,
      rows: [
        {
          orderId: order.uuid,
          orderNumber: order.orderNumber,
          day: today,
          gross: 11_500,
          vat: 1500,
          orderGross: order.total,
        },
      ],
      sums: [{ currency: "ZAR", gross: 11_500, vat: 1500, added: { vat: 1500 } }],
    });
    const [, file] = await books.vatFiles(period);
    expect(file?.text).toContain(
      `\r\npart payment,${order.orderNumber},${today},15%,0.00,0.00,115.00,15.00,15.00,`,
    );
    const yesterday = { from: addDays(today, -1), to: addDays(today, -1) };
    expect((await books.vat(yesterday)).schedules[0]?.rows).toEqual([]);

    await payByBank(shop, order.uuid, order.total - 11_500);
    expect((await books.vat(period)).schedules[0]?.rows).toEqual([]);
  });

  test("stop as of a day at an order that is dated before its seller joined", async ({ shop }) => {
    const office = await shop.as(shop.people.admin);
    const long = addDays(today, -40);
    expect(await office.books.trialBalance({ ...now, asOf: long })).toMatchObject({ balances: [] });
    await aGuestOrder(shop, "BEN", { now: () => `${long}T08:00:00.000Z` });

    const stopped = {
      cause: { code: "books.stopped", message: expect.stringMatching(/event \d+/) },
    };
    await expect(office.books.trialBalance({ ...now, asOf: long })).rejects.toMatchObject(stopped);
    expect((await office.books.trialBalance(now)).balances).not.toEqual([]);
  });

  test("are refused to everyone else, and for what is no month or day", async ({ shop, sold }) => {
    expect(sold.uuid).toBeTruthy();
    const { ben, sam, kim, admin } = shop.people;
    const asks = [
      (api: Api) => api.books.journals({ month }),
      (api: Api) => api.books.entries({ day: today }),
      (api: Api) => api.books.files({ month, by: "day", format: "json" }),
      (api: Api) => api.books.trialBalance(now),
      (api: Api) => api.books.postedBalance({ through: month }),
      (api: Api) => api.books.vat(period),
      (api: Api) => api.books.vatDocuments({ ...period, ...standard }),
      (api: Api) => api.books.vatFiles(period),
    ];
    for (const other of [ben, sam, kim]) {
      const api = await shop.as(other);
      for (const ask of asks)
        await expect(ask(api)).rejects.toMatchObject({ cause: { code: "access.forbidden" } });
    }
    const { books } = await shop.as(admin);
    await expect(books.journals({ month: "2026-13" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expect(books.postedBalance({ through: "2026-1" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expect(books.entries({ day: "2026-02-30" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expect(books.vat({ from: today, to: addDays(today, -1) })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});
