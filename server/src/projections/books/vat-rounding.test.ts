import { randomUUID } from "node:crypto";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { firstDayOf, lastDayOf, nextMonth } from "@portal/shared/platform/calendar.ts";
import { expect } from "vitest";
import { accountBalances, changesOf } from "../../testing/account-balances.ts";
import { refusedAs } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test } from "../../testing/shop-test.ts";

const month = shopDay().slice(0, 7);
const period = { from: firstDayOf(month), to: lastDayOf(month) };
const now = () => `${nextMonth(month)}-10T12:00:00.000Z`;

// shows T287
test("what the VAT201 rounds otherwise than the documents is booked once a period is closed", async ({
  shop,
}) => {
  for (let nth = 0; nth < 4; nth += 1) {
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);
  }
  const token = { token: "none", handle: randomUUID(), impersonatorId: null, passwordAt: now() };
  const { books, statements } = await shop.as(shop.people.admin, { now, session: token });
  const { vatReturn } = await books.vat(period);
  const amount = (vatReturn.vatOfGross ?? 0) - vatReturn.vat;
  expect(amount).toBe(-1);
  const book = (changes: Partial<typeof period & { amount: number }> = {}) =>
    books.bookRounding({ commandId: randomUUID(), ...period, amount, ...changes });
  const refused = refusedAs("books.rounding-changed");
  await expect(book()).rejects.toEqual(refused);

  await statements.close({ commandId: randomUUID(), month, accepts: [...monthSteps] });
  for (const lie of [{ amount: 1 }, { amount: 0 }, { amount: -1_000_00 }])
    await expect(book(lie)).rejects.toEqual(refused);
  const before = await accountBalances(shop);
  const booked = await Promise.allSettled([book(), book(), book()]);
  expect(booked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(changesOf(before, await accountBalances(shop))).toEqual({ vatOutput: 1, rounding: -1 });
  // A period with a day of it is booked already.
  await expect(book({ from: shopDay(), to: shopDay() })).rejects.toEqual(refused);

  const [rounding] = await books.vatRoundings({ from: shopDay(), to: shopDay() });
  expect(rounding).toMatchObject({ ...period, byName: "Admin Person" });
  const entryId = rounding?.entryId ?? "";
  const entriesOf = () =>
    books.accountEntries({
      figures: "as-of",
      asOf: null,
      knownOn: null,
      account: "rounding",
      productId: null,
      currency: "ZAR",
      from: null,
      page: 1,
      pageSize: 10,
    });
  const { rows } = await entriesOf();
  expect(rows).toMatchObject([{ bankKind: "vat-rounding", period, settlement: null }]);
  await books.takeBackRounding({ commandId: randomUUID(), entryId });
  await expect(books.takeBackRounding({ commandId: randomUUID(), entryId })).rejects.toEqual(
    refused,
  );
  expect(await accountBalances(shop)).toEqual(before);
  // Both name it still, on screens and in the files of the journals.
  expect((await entriesOf()).rows).toMatchObject([
    { event: "MoneyBooked", period },
    { event: "MoneyUnbooked", period },
  ]);
  const asked = { month: nextMonth(month), by: "day" } as const;
  const [csv] = (await books.files({ ...asked, format: "generic-csv" })).files;
  const lines = csv?.text.split("\r\n").filter((line) => line.includes(",vat-rounding,"));
  expect(lines).toHaveLength(4);
  for (const line of lines ?? []) expect(line).toContain(`,,,${period.from},${period.to},`);
  const [json] = (await books.files({ ...asked, format: "json" })).files;
  expect(JSON.parse(json?.text ?? "").entries).toMatchObject([{ period }, { period }]);
  await book();
  expect(changesOf(before, await accountBalances(shop))).toEqual({ vatOutput: 1, rounding: -1 });
});
