import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { expect } from "vitest";
import { accountBalances, changesOf } from "../../testing/account-balances.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, test, type TestShop } from "../../testing/shop-test.ts";
import { storeBankCredit } from "../../testing/upload-statement.ts";

const daysAgo = (days: number) => addDays(shopDay(), -days);
const before = (days: number) => ({ now: () => `${daysAgo(days)}T12:00:00.000Z` });

async function placedBefore(shop: TestShop, days: number) {
  const as = (userId: number | null, changes = {}) =>
    shop.as(userId, { ...before(days), ...changes });
  return aGuestOrder({ ...shop, as });
}

async function daysOf({ deps }: TestShop, uuid: string) {
  const events = await deps.db
    .selectFrom("ledger_events")
    .select(["type", "occurred_at as at"])
    .where("stream_id", "=", `order-${uuid}`)
    .where("type", "in", ["PaymentReceived", "PaymentUndone", "OrderPaid"])
    .orderBy("position")
    .execute();
  return events.map(({ type, at }) => [type, at.slice(0, 10)]);
}

test("a payment that is recorded again counts from the day on which it was undone, and once on each day", async ({
  shop,
}) => {
  const { uuid, total } = await placedBefore(shop, 40);
  const record = async (days: number) =>
    (await shop.as(shop.people.admin, before(days))).orders.recordEft({
      commandId: randomUUID(),
      uuid,
      amount: total,
      reference: "on the statement",
      receivedOn: daysAgo(35),
      knownPayments: Number.MAX_SAFE_INTEGER,
    });
  await record(34);
  const admin = await shop.as(shop.people.admin, before(5));
  const { money } = await admin.orders.detail({ uuid });
  const position = money?.moves[0]?.standing?.position ?? 0;
  await admin.orders.undoPayment({ commandId: randomUUID(), uuid, position });
  await record(4);
  expect(await daysOf(shop, uuid)).toEqual([
    ["PaymentReceived", daysAgo(35)],
    ["OrderPaid", daysAgo(35)],
    ["PaymentUndone", daysAgo(5)],
    ["PaymentReceived", daysAgo(5)],
    ["OrderPaid", daysAgo(5)],
  ]);
});

test("a bank transaction that is matched to another order counts for both until it was undone, and the bank names it", async ({
  shop,
}) => {
  const wrong = await placedBefore(shop, 40);
  const right = await placedBefore(shop, 40);
  const empty = await accountBalances(shop, daysAgo(20));
  const lineId = await storeBankCredit(shop, wrong.total, daysAgo(35));
  const match = async (days: number, { orderNumber, total: amount }: typeof right) =>
    (await shop.as(shop.people.admin, before(days))).bankLines.use({
      commandId: randomUUID(),
      lineId,
      uses: [{ orderNumber, amount }],
    });
  await match(34, wrong);
  const admin = await shop.as(shop.people.admin, before(5));
  await admin.bankLines.undo({ commandId: randomUUID(), lineId });
  await match(4, right);
  // The other order earned its commission when its money came.
  expect(await daysOf(shop, right.uuid)).toEqual([
    ["PaymentReceived", daysAgo(35)],
    ["OrderPaid", daysAgo(35)],
  ]);
  const bank = async (days: number) =>
    changesOf(empty, await accountBalances(shop, daysAgo(days)))["bank"];
  expect(await bank(20)).toBe(2 * right.total);
  expect(await bank(5)).toBe(right.total);
  const { books } = await shop.as(shop.people.admin);
  const rowOf = async (days: number) => {
    const { lines } = await books.bankReconciliation({ asOf: daysAgo(days) });
    return lines.rows.filter(({ id }) => id === lineId);
  };
  expect(await rowOf(20)).toMatchObject([{ amount: -right.total, reason: "part" }]);
  expect(await rowOf(5)).toEqual([]);
});

test("an order is paid on the day of the latest part, whichever was recorded last", async ({
  shop,
}) => {
  const { uuid, total } = await placedBefore(shop, 40);
  for (const [amount, days] of [
    [total - 100, 20],
    [100, 30],
  ] as const)
    await (await shop.as(shop.people.admin, before(10))).orders.recordEft({
      commandId: randomUUID(),
      uuid,
      amount,
      reference: `part of ${days} days ago`,
      receivedOn: daysAgo(days),
    });
  expect(await daysOf(shop, uuid)).toEqual([
    ["PaymentReceived", daysAgo(20)],
    ["PaymentReceived", daysAgo(30)],
    ["OrderPaid", daysAgo(20)],
  ]);
});
