import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import { describe, expect } from "vitest";
import { aGuestOrder, type TestShop } from "../../testing/shop-test.ts";
import { aCodeRequest, aReader, type Context, test } from "../../testing/messages-test.ts";
import { guestsHourlyMails, hourlyBudgets, keyOfAll, keyOfGuests } from "./send-message.actions.ts";

const atTen = "2026-03-02T10:00:00.000Z";
const beforeEleven = "2026-03-02T10:59:59.000Z";
const atEleven = "2026-03-02T11:00:00.000Z";

/** R53: whoever makes us write to somebody without end is stopped; everybody else is served. */
describe("the hourly limit", () => {
  // shows R53, T48
  test("applies to one address, also for concurrent requests", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const other = await aReader(shop);
    const ids = await queueMany(context, userId, hourlyBudgets.email.each + 5);
    await Promise.all(ids.map((id) => context.send(id, { now: () => atTen })));

    expect(context.mails).toHaveLength(hourlyBudgets.email.each);
    const rows = (await Promise.all(ids.map((id) => context.rowsOf(id)))).flat();
    expect(rows.filter(({ state }) => state === "failed")).toMatchObject(
      Array.from({ length: 5 }, () => ({
        failure: "Too many messages to this address in the last hour.",
      })),
    );
    const honest = await context.queue({ kind: "password-changed", userId: other.id });
    await context.send(honest, { now: () => atTen });
    expect(context.mails.at(-1)?.to).toBe(other.email);
  });

  test("counts a phone number across accounts", async ({ shop, context }) => {
    const cell = "+27831234567";
    for (let asked = 0; asked < hourlyBudgets.sms.each + 3; asked += 1) {
      const { id: userId } = await aReader(shop, { cell });
      const codeId = await aCodeRequest(shop, userId);
      await context.send(await context.queue({ kind: "sign-in-code", userId, codeId }));
    }
    expect(context.texts).toHaveLength(hourlyBudgets.sms.each);
  });

  test("resets after an hour", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const ids = await queueMany(context, userId, hourlyBudgets.email.each + 2);
    const [late = 0, later = 0, ...inTime] = ids;
    for (const id of inTime) await context.send(id, { now: () => atTen });
    await context.send(late, { now: () => beforeEleven });
    await context.send(later, { now: () => atEleven });
    expect(await context.rowsOf(late)).toMatchObject([{ state: "failed" }]);
    expect(await context.rowsOf(later)).toMatchObject([{ state: "sent" }]);
  });

  test("generates no link for an unsent email, so the last one still works", async ({
    shop,
    context,
  }) => {
    const { id: userId } = await aReader(shop);
    for (let asked = 0; asked <= hourlyBudgets.email.each; asked += 1)
      await context.send(await context.queue({ kind: "password-reset", userId }), {
        now: () => atTen,
      });

    const links = await shop.deps.db
      .selectFrom("account_link")
      .select("ended_at")
      .where("user_id", "=", userId)
      .execute();
    expect(links).toHaveLength(hourlyBudgets.email.each);
    expect(links.filter((link) => link.ended_at === null)).toHaveLength(1);
  });

  test("of all delays emails until there is room", async ({ shop, context }) => {
    const hour = "2026-03-02T12:00:00.000Z";
    await spendAll(shop, "email", hour);
    const { id: userId } = await aReader(shop);
    const put = await context.queue({ kind: "password-changed", userId });

    await expect(context.send(put, { now: () => hour })).rejects.toThrow("was not taken");
    expect(context.mails).toEqual([]);
    expect(await context.rowsOf(put)).toMatchObject([{ state: "queued" }]);
    await context.send(put, { now: () => "2026-03-02T13:00:00.000Z" });
    expect(context.mails).toHaveLength(1);
  });

  // shows R53, T48
  test("of all SMS leaves the email of a code", async ({ shop, context }) => {
    const now = shop.deps.now();
    await spendAll(shop, "sms", now);
    const { id: userId } = await aReader(shop);
    const codeId = await aCodeRequest(shop, userId);
    const id = await context.queue({ kind: "sign-in-code", userId, codeId });
    await context.send(id, { now: () => now });
    expect(context.mails).toHaveLength(1);
    expect(await context.rowsOf(id)).toMatchObject([{ state: "sent" }, { state: "failed" }]);
  });

  // shows R53, T48
  test("has a share for guests, beyond which accounts still get theirs", async ({
    shop,
    context,
  }) => {
    const now = shop.deps.now();
    await spend(shop, keyOfGuests, guestsHourlyMails, now);
    const { uuid: orderId } = await aGuestOrder(shop);
    const ofGuest = await context.queue({ kind: "order-placed", userId: null, orderId });
    await expect(context.send(ofGuest, { now: () => now })).rejects.toThrow("was not taken");
    expect(context.mails).toEqual([]);

    const { id: userId } = await aReader(shop);
    await context.send(await context.queue({ kind: "converted", userId }), { now: () => now });
    expect(context.mails).toHaveLength(1);
  });

  test("stores no address", async ({ shop, context }) => {
    const { id: userId, email } = await aReader(shop);
    await context.send(await context.queue({ kind: "converted", userId }));
    const rows = await shop.deps.db.selectFrom("rate_limit").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(email);
  });
});

async function queueMany(context: Context, userId: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth += 1)
    ids.push(await context.queue({ kind: "password-changed", userId }));
  return ids;
}

async function spendAll(shop: TestShop, channel: MessageChannel, now: string): Promise<void> {
  await spend(shop, keyOfAll(channel), hourlyBudgets[channel].all, now);
}

async function spend({ deps }: TestShop, key: string, times: number, now: string): Promise<void> {
  const used_at = Array.from({ length: times }, () => now);
  await deps.db
    .insertInto("rate_limit")
    .values({ key, used_at })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ used_at }))
    .execute();
}
