import { randomUUID } from "node:crypto";
import { addDays, firstDayOf, previousMonth } from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { accountBalances, changesOf } from "../../testing/account-balances.ts";
import { refusedAs } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { test, type TestShop } from "../../testing/shop-test.ts";
import { uploadStatement } from "../../testing/upload-statement.ts";
import { setOwnAccount } from "../../testing/waiting-payouts.ts";

const first = firstDayOf(previousMonth(shopDay().slice(0, 7)));
const before = addDays(first, -1);
const refused = refusedAs("books.opening-changed");

const page = (day: string, amount: string, balance: string) =>
  `Account Number:,62000031451\n\nDate,Description,Amount,Balance\n${day},x,${amount},${balance}`;

const office = async ({ as, people }: TestShop) => (await as(people.admin)).books;

// shows T287
describe("an opening balance", () => {
  test("of the bank is what the statements had before their first day, and can be taken back", async ({
    shop,
  }) => {
    await setOwnAccount(shop);
    const books = await office(shop);
    const book = (changes: Partial<{ day: string; amount: number }> = {}) =>
      books.bookOpening({
        commandId: randomUUID(),
        kind: "opening-bank",
        day: before,
        amount: 100_00,
        ...changes,
      });
    await expect(book()).rejects.toEqual(refused);
    await uploadStatement(shop, page(first, "-1.00", "99.00"));
    expect((await books.bankReconciliation({ asOf: null })).before).toMatchObject({
      opening: 100_00,
      sum: 100_00,
    });
    for (const lie of [{ amount: 100_01 }, { day: first }])
      await expect(book(lie)).rejects.toEqual(refused);

    const empty = await accountBalances(shop);
    const booked = await Promise.allSettled([book(), book()]);
    expect(booked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(changesOf(empty, await accountBalances(shop))).toEqual({
      bank: 100_00,
      ownTransfers: -100_00,
    });
    expect(await books.openingBalances()).toMatchObject([
      { kind: "opening-bank", day: before, amount: 100_00, byName: "Admin Person" },
    ]);
    const found = await books.bankReconciliation({ asOf: null });
    expect(found).toMatchObject({ before: { sum: 0 }, entries: { count: 0 }, books: 100_00 });
    // It needs no statement of the days before the first one.
    const { monthEnd } = await shop.as(shop.people.admin);
    const { closable } = await monthEnd.get({});
    expect(closable).not.toContain(before.slice(0, 7));

    const takeBack = () => books.takeBackOpening({ commandId: randomUUID(), kind: "opening-bank" });
    await takeBack();
    await expect(takeBack()).rejects.toEqual(refused);
    expect(await accountBalances(shop)).toEqual(empty);
    await book();
    expect(await books.openingBalances()).toHaveLength(1);
  });

  test.for([
    ["opening-card", { cardClearing: 70_00, ownTransfers: -70_00 }],
    ["opening-vat", { vatOutput: -70_00, ownTransfers: 70_00 }],
    ["opening-withholding", { withholdingTax: -70_00, ownTransfers: 70_00 }],
  ] as const)("%s is typed, once, of a day that is over", async ([kind, changes], { shop }) => {
    const books = await office(shop);
    const book = (day: string, amount = 70_00) =>
      books.bookOpening({ commandId: randomUUID(), kind, day, amount });
    await expect(book(addDays(shopDay(), 1))).rejects.toEqual(refused);
    await expect(book(before, 0)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const empty = await accountBalances(shop);
    await book(before);
    expect(changesOf(empty, await accountBalances(shop))).toEqual(changes);
    await expect(book(before)).rejects.toEqual(refused);
    const command = { commandId: randomUUID(), kind };
    await books.takeBackOpening(command);
    expect(await accountBalances(shop)).toEqual(empty);
    await book(before, -70_00);
    await books.takeBackOpening({ ...command, commandId: randomUUID() });
  });
});
