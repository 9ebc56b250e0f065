import { randomUUID } from "node:crypto";
import { ageBands, type AgeBand, type AgedAmounts } from "@portal/shared/money/owed.ts";
import { addDays, dayOf, daysBetween, startOfDay } from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import { createHistory } from "../../testing/a-history.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { append, createProjectionsLedger } from "../../testing/projection-ledger.ts";
import { eventsIn } from "../../testing/projection-row-samples.ts";
import { projectionsOf } from "../../testing/recorded-facts.ts";
import { readWorkbook } from "../../testing/read-workbook.ts";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  payByBank,
  test as shopTest,
  type TestShop,
} from "../../testing/shop-test.ts";
import { balanceOf } from "../books/book-entry.rules.ts";
import { listCreditHolders, listOwedMembers } from "./owed.queries.ts";

const timeZone = "Africa/Johannesburg";
const today = shopDay();
/** The first and the last moment of a day so long ago. */
const beginning = (daysAgo: number) => startOfDay(addDays(today, 0 - daysAgo), timeZone);
const end = (daysAgo: number) => new Date(Date.parse(beginning(daysAgo - 1)) - 1000).toISOString();

/** Orders on both sides of each bound, a paid one, a cancelled one, and one that is paid in part. */
const test = shopTest.extend("placed", { scope: "file" }, async ({ shop }) => {
  const at = (instant: string) => aGuestOrder(shop, "BEN", { now: () => instant });
  const unpaid = {
    to7: [await aGuestOrder(shop, "BEN"), await at(beginning(7))],
    to30: [await at(end(8)), await at(beginning(30))],
    to60: [await at(end(31)), await at(beginning(60))],
    over60: [await at(end(61)), await at(beginning(400))],
  };
  const office = await shop.as(shop.people.admin);
  const [paid, cancelled] = [await aGuestOrder(shop, "BEN"), await aGuestOrder(shop, "BEN")];
  await payByBank(shop, paid.uuid, paid.total);
  await office.orders.cancel({ commandId: randomUUID(), uuid: cancelled.uuid, reason: "Twice" });
  await payByBank(shop, unpaid.to7[0]?.uuid ?? "", 100_00);
  return { unpaid, total: paid.total };
});

const officeOf = ({ as, people }: TestShop) => as(people.admin);

describe("unpaid orders", () => {
  test("are listed by age in days of the shop's calendar, with what is outstanding", async ({
    shop,
    placed,
  }) => {
    const office = await officeOf(shop);
    const { total } = placed;
    const two = { to7: 2, to30: 2, to60: 2, over60: 2 };
    const all = await office.owed.orders({});
    expect(all).toMatchObject({
      total: 8,
      sums: [
        {
          currency: "ZAR",
          orders: two,
          amounts: { to7: 2 * total - 100_00, to30: 2 * total, to60: 2 * total, over60: 2 * total },
        },
      ],
    });
    for (const age of ageBands) {
      const { rows, total: count } = await office.owed.orders({ age });
      expect(count).toBe(2);
      expect(new Set(rows.map(({ orderNumber }) => orderNumber))).toEqual(
        new Set(placed.unpaid[age].map(({ orderNumber }) => orderNumber)),
      );
    }
    const { balances } = await office.books.trialBalance({ asOf: null, knownOn: null });
    expect(balances[0]?.awaited).toBe(8 * total - 100_00);
  });

  test("are paged and sorted", async ({ shop, placed }) => {
    const office = await officeOf(shop);
    const [oldest] = (await office.owed.orders({ pageSize: 1 })).rows;
    expect(oldest?.orderNumber).toBe(placed.unpaid.over60[1]?.orderNumber);
    const sort = { by: "outstanding", direction: "asc" } as const;
    const [least] = (await office.owed.orders({ pageSize: 1, sort })).rows;
    expect(least).toMatchObject({ age: "to7", outstanding: placed.total - 100_00 });
    expect((await office.owed.orders({ page: 9 })).rows).toEqual([]);
  });
});

describe("what is owed to people", () => {
  test("is the balance of the accounts", async ({ shop, placed }) => {
    expect(placed).toBeDefined();
    const office = await officeOf(shop);
    const { ben, admin } = shop.people;
    await (await shop.as(ben)).wallet.convertToCredit({ commandId: randomUUID(), amount: 25_00 });
    const members = await office.owed.members({});
    const credit = await office.owed.credit({ search: "ben" });
    const { balances } = await office.books.trialBalance({ asOf: null, knownOn: null });
    const account = (name: string) =>
      0 - balanceOf(balances[0]?.accounts.filter(({ key }) => key === name) ?? []);
    expect(members.sums).toEqual({
      amount: account("commissionOwed"),
      to7: account("commissionOwed"),
      to30: 0,
      to60: 0,
      over60: 0,
    });
    expect(credit).toMatchObject({ total: 1, sum: 25_00, rows: [{ userId: ben, amount: 25_00 }] });
    expect(account("storeCredit")).toBe(25_00);

    const { cookie } = await shop.deps.sessions.start({
      userId: admin,
      device: "",
      withPassword: true,
    });
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    const file = await shop.app.inject({ url: "/office/owed.xlsx", headers });
    expect(file.headers["content-disposition"]).toBe(`attachment; filename="owed-${today}.xlsx"`);
    const sheets = await readWorkbook(file.rawPayload);
    expect(sheets.map(({ name }) => name)).toEqual([
      "Unpaid orders",
      "Commission owed",
      "Store credit",
    ]);
    expect(sheets[0]?.rows).toHaveLength(9);
    expect(sheets[2]?.rows.at(-1)).toEqual([ben, "Ben Person", "ZAR", 25]);
    const wrong = await shop.app.inject({ url: "/office/owed.xlsx?month=1", headers });
    expect(wrong.statusCode).toBe(400);
  });

  test("is for the office alone, and refuses what it does not know", async ({ shop }) => {
    const office = await officeOf(shop);
    const ben = await shop.as(shop.people.ben);
    await expect(ben.owed.members({})).rejects.toMatchObject({
      cause: { code: "access.forbidden" },
    });
    for (const search of ["a\0b", "x".repeat(101)])
      await expect(office.owed.credit({ search })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    for (const wrong of [{ page: 0 }, { page: 1.5 }, { pageSize: 1000 }])
      await expect(office.owed.orders(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

/** docs/domain.md, "Wallet": what is left of the balance belongs to the newest orders. */
function agedAmounts(
  balance: number,
  entries: readonly Readonly<{
    orderId: string;
    occurredAt: string;
    position: number;
    amount: number;
  }>[],
  now: string,
): AgedAmounts {
  const aged = { to7: 0, to30: 0, to60: 0, over60: 0 };
  const orders = [...Map.groupBy(entries, ({ orderId }) => orderId).values()]
    .flatMap((own) => {
      const [first] = own;
      const net = own.reduce((sum, { amount }) => sum + amount, 0);
      return first && net > 0 ? [{ ...first, net }] : [];
    })
    .toSorted((one, other) => other.position - one.position);
  let left = balance;
  for (const { net, occurredAt } of orders) {
    const part = Math.max(0, Math.min(net, left));
    aged[bandOf(daysBetween(dayOf(occurredAt, timeZone), now))] += part;
    left -= part;
  }
  return aged;
}

function bandOf(days: number): AgeBand {
  if (days <= 7) return "to7";
  if (days <= 30) return "to30";
  return days <= 60 ? "to60" : "over60";
}

databaseTest("commission owed is laid on the newest orders", async ({ db, pool }) => {
  const ledger = createProjectionsLedger(pool);
  const history = createHistory({ seed: 7 });
  for (let count = 0; count < 400; count++) {
    const events = history.next();
    const at = new Date(Date.UTC(2026, 2, 1) + count * 5 * 3_600_000).toISOString();
    if (events.length > 0) await append(ledger, events, at);
  }
  await ledger.close();
  const now = "2026-05-25";
  const { wallets, commissionEntries } = projectionsOf(await eventsIn(pool));
  const reader = readOnly(db);
  const listed = await listOwedMembers(reader, { today: now, timeZone });
  const balances = [...wallets.all.values()].flatMap(({ userId, accrued, paid, credit }) => {
    const amount = accrued - paid - credit;
    return amount === 0 ? [] : [{ userId, amount }];
  });
  const seen = { several: 0, owing: 0 };
  expect(listed.length).toBe(balances.length);
  for (const { userId, amount } of balances) {
    const own = commissionEntries.filter(({ beneficiaryId }) => beneficiaryId === userId);
    const aged = agedAmounts(amount, own, now);
    expect(listed.find((each) => each.userId === userId)).toMatchObject({ amount, ...aged });
    expect(aged.to7 + aged.to30 + aged.to60 + aged.over60).toBe(Math.max(0, amount));
    seen.several += ageBands.filter((age) => aged[age] > 0).length > 1 ? 1 : 0;
    seen.owing += amount < 0 ? 1 : 0;
  }
  // Without them, the assertions above would prove nothing.
  expect(seen.several).toBeGreaterThan(0);
  expect(seen.owing).toBeGreaterThan(0);
  const held = [...wallets.all.values()].filter(({ creditAccount }) => creditAccount !== 0);
  expect(new Map((await listCreditHolders(reader)).map((row) => [row.userId, row.amount]))).toEqual(
    new Map(held.map(({ userId, creditAccount }) => [userId, creditAccount])),
  );
});
