import { randomUUID } from "node:crypto";
import { type MonthStep, monthSteps } from "@portal/shared/money/statements.ts";
import {
  addDays,
  firstDayOf,
  nextMonth,
  previousMonth,
  lastDayOf,
} from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { append } from "../../testing/projection-ledger.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import { bottles, sold } from "../../testing/some-facts.ts";
import { setOwnAccount } from "../../testing/waiting-payouts.ts";

const today = shopDay();
const thisMonth = today.slice(0, 7);
/** A month that is over. */
const month = previousMonth(thisMonth);
const first = firstDayOf(month);
const last = lastDayOf(month);
const whole = [{ from: first, to: last }];

async function upload({ app, deps, people }: TestShop, kind: "bank" | "cards", text: string) {
  const { token } = await deps.sessions.start({
    userId: people.admin,
    device: "",
    withPassword: true,
  });
  const path = kind === "bank" ? "bank-statements" : "card-settlements";
  const { statusCode } = await app.inject({
    method: "POST",
    url: `/office/${path}?name=month.csv`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(text),
  });
  expect(statusCode).toBe(200);
}

const bankFile = (...days: string[]) =>
  ["Date,Amount,Description", ...days.map((day) => `${day},-1.00,fee`)].join("\n");
const cardFile = (...days: string[]) =>
  ["Date,Type,Gross,Fee,Net", ...days.map((day) => `${day},FEE,-1.00,0,-1.00`)].join("\n");

const admin = ({ as, people }: TestShop) => as(people.admin);
const monthEnd = async (shop: TestShop) => (await admin(shop)).monthEnd.get({ month });

const close = async (shop: TestShop, accepts: readonly MonthStep[]) =>
  (await admin(shop)).statements.close({ commandId: randomUUID(), month, accepts: [...accepts] });

// shows T136, T137
describe("the statements of a month", () => {
  test("are not needed without a bank account, transfers and card payments", async ({ shop }) => {
    const { bank, card, openSteps } = await monthEnd(shop);
    expect(bank).toEqual({ missing: [], gaps: [], isNeeded: false, difference: 0 });
    expect(card).toMatchObject({ missing: [], isNeeded: false });
    expect(openSteps).toEqual(["ledger-check", "seal"]);
  });

  test("are missing for every day where nobody uploaded any", async ({ shop }) => {
    await setOwnAccount(shop);
    const sale = sold({ number: 800_001, sellerId: null, lines: [bottles(1)] });
    await append(shop.deps.ledger, sale, `${first}T12:00:00.000Z`);

    const { bank, card, openSteps } = await monthEnd(shop);

    expect(bank).toEqual({
      missing: [{ account: null, days: whole }],
      gaps: [],
      isNeeded: true,
      difference: 0,
    });
    expect(card).toMatchObject({ missing: whole, isNeeded: true });
    expect(openSteps).toEqual(["bank", "cards", "ledger-check", "seal"]);
  });

  test("are missing for the days that files do not cover, and a month is closed only by accepting that", async ({
    shop,
  }) => {
    await upload(shop, "bank", bankFile(addDays(first, -3), addDays(first, 9)));
    await upload(shop, "bank", bankFile(addDays(first, 20), last));
    const { bank } = await monthEnd(shop);
    const days = bank.missing.flatMap((gap) => gap.days);
    expect(days[0]?.from.slice(0, 7)).toBe(month);
    expect(days.every(({ from, to }) => from > addDays(first, 9) && to < addDays(first, 20))).toBe(
      true,
    );

    for (const accepts of [[], ["bank"], ["cards", "ledger-check", "seal"]] as const)
      await expect(close(shop, accepts)).rejects.toMatchObject({
        cause: { code: "month.steps-open" },
      });
    expect((await (await admin(shop)).statements.closings()).closings).toEqual([]);
  });

  test("leave the bank to do where the balances of two do not meet", async ({ shop }) => {
    await setOwnAccount(shop);
    const page = (day: string, amount: string, balance: string) =>
      `Account Number:,62000031451\n\nDate,Description,Amount,Balance\n${day},x,${amount},${balance}`;
    const second = addDays(first, 1);
    await upload(shop, "bank", page(first, "-1.00", "99.00"));
    await upload(shop, "bank", page(second, "-1.00", "88.00"));
    expect((await monthEnd(shop)).bank.gaps).toEqual([
      { account: null, from: first, to: second, stated: 89_00, expected: 99_00 },
    ]);
  });

  test("cover no day that was not over when they were uploaded", async ({ shop }) => {
    await upload(shop, "bank", bankFile(first, addDays(today, 6)));
    await upload(shop, "cards", cardFile(first, addDays(today, 6)));
    const next = nextMonth(thisMonth);
    const { bank, card } = await (await admin(shop)).monthEnd.get({ month: next });
    const lastOfNext = lastDayOf(next);
    expect(bank.missing[0]?.days.at(-1)?.to).toBe(lastOfNext);
    // The last card payment of the file may be of the next month.
    expect(card.isNeeded ? card.missing.at(-1)?.to : lastOfNext).toBe(lastOfNext);
    expect(await monthEnd(shop)).toMatchObject({ bank: { missing: [] }, card: { missing: [] } });
  });

  test("name what was accepted in the audit log, but not in the ledger", async ({ shop }) => {
    await shop.deps.db
      .insertInto("bank_line")
      .values({
        account: "",
        fingerprint: "4".repeat(64),
        booked_on: last,
        amount: 1_00,
        description: "somebody",
        file_name: "bank.csv",
        uploaded_by: shop.people.admin,
      })
      .execute();
    const { openSteps, bank } = await monthEnd(shop);
    expect(bank.missing).toEqual([]);
    expect(openSteps).toEqual(expect.arrayContaining(["bank", "ledger-check", "seal"]));

    await close(shop, openSteps);

    const { details } = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "month.closed")
      .executeTakeFirstOrThrow();
    expect(details).toEqual({ accepts: openSteps });
    const { data } = await shop.deps.db
      .selectFrom("ledger_events")
      .select("data")
      .where("type", "=", "MonthClosed")
      .executeTakeFirstOrThrow();
    expect(Object.keys(Object(data)).toSorted()).toEqual([
      "month",
      "seal",
      "throughPosition",
      "timeZone",
    ]);
    expect(monthSteps).toEqual(expect.arrayContaining([...openSteps]));
  });
});
