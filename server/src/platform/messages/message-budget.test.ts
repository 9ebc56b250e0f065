import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import { describe, expect } from "vitest";
import { aGuestOrder, type TestShop } from "../../testing/shop-test.ts";
import { aCodeRequest, aReader, type Desk, test } from "../../testing/messages-test.ts";
import { guestsHourlyMails, hourlyBudgets, keyOfAll, keyOfGuests } from "./send-message.actions.ts";

const atTen = "2026-03-02T10:00:00.000Z";
const beforeEleven = "2026-03-02T10:59:59.000Z";
const atEleven = "2026-03-02T11:00:00.000Z";

/** R53: whoever makes us write to somebody without end is stopped; everybody else is served. */
describe("the budget of an hour", () => {
  // shows R53, T48
  test("lets one address have so many mails, however many are asked for at once", async ({
    shop,
    desk,
  }) => {
    const { id: userId } = await aReader(shop);
    const other = await aReader(shop);
    const ids = await queueMany(desk, userId, hourlyBudgets.email.each + 5);
    await Promise.all(ids.map((id) => desk.send(id, { now: () => atTen })));

    expect(desk.mails).toHaveLength(hourlyBudgets.email.each);
    const rows = (await Promise.all(ids.map((id) => desk.rowsOf(id)))).flat();
    expect(rows.filter(({ state }) => state === "failed")).toMatchObject(
      Array.from({ length: 5 }, () => ({
        failure: "This address was sent too much in the last hour.",
      })),
    );
    const honest = await desk.queue({ kind: "password-changed", userId: other.id });
    await desk.send(honest, { now: () => atTen });
    expect(desk.mails.at(-1)?.to).toBe(other.email);
  });

  test("counts a number, not the accounts that have it", async ({ shop, desk }) => {
    const cell = "+27831234567";
    for (let asked = 0; asked < hourlyBudgets.sms.each + 3; asked += 1) {
      const { id: userId } = await aReader(shop, { cell });
      const codeId = await aCodeRequest(shop, userId);
      await desk.send(await desk.queue({ kind: "sign-in-code", userId, codeId }));
    }
    expect(desk.texts).toHaveLength(hourlyBudgets.sms.each);
  });

  test("begins anew with the hour", async ({ shop, desk }) => {
    const { id: userId } = await aReader(shop);
    const ids = await queueMany(desk, userId, hourlyBudgets.email.each + 2);
    const [late = 0, later = 0, ...inTime] = ids;
    for (const id of inTime) await desk.send(id, { now: () => atTen });
    await desk.send(late, { now: () => beforeEleven });
    await desk.send(later, { now: () => atEleven });
    expect(await desk.rowsOf(late)).toMatchObject([{ state: "failed" }]);
    expect(await desk.rowsOf(later)).toMatchObject([{ state: "sent" }]);
  });

  test("makes no link that nobody gets: the one that arrived goes on working", async ({
    shop,
    desk,
  }) => {
    const { id: userId } = await aReader(shop);
    for (let asked = 0; asked <= hourlyBudgets.email.each; asked += 1)
      await desk.send(await desk.queue({ kind: "password-reset", userId }), { now: () => atTen });

    const links = await shop.deps.db
      .selectFrom("account_link")
      .select("ended_at")
      .where("user_id", "=", userId)
      .execute();
    expect(links).toHaveLength(hourlyBudgets.email.each);
    expect(links.filter((link) => link.ended_at === null)).toHaveLength(1);
  });

  test("for everybody puts mails off until there is room", async ({ shop, desk }) => {
    const hour = "2026-03-02T12:00:00.000Z";
    await spendAll(shop, "email", hour);
    const { id: userId } = await aReader(shop);
    const put = await desk.queue({ kind: "password-changed", userId });

    await expect(desk.send(put, { now: () => hour })).rejects.toThrow("was not taken");
    expect(desk.mails).toEqual([]);
    expect(await desk.rowsOf(put)).toMatchObject([{ state: "queued" }]);
    await desk.send(put, { now: () => "2026-03-02T13:00:00.000Z" });
    expect(desk.mails).toHaveLength(1);
  });

  // shows R53, T48
  test("for everybody lets a code go by mail where it takes no SMS any more", async ({
    shop,
    desk,
  }) => {
    const now = shop.deps.now();
    await spendAll(shop, "sms", now);
    const { id: userId } = await aReader(shop);
    const codeId = await aCodeRequest(shop, userId);
    const id = await desk.queue({ kind: "sign-in-code", userId, codeId });
    await desk.send(id, { now: () => now });
    expect(desk.mails).toHaveLength(1);
    expect(await desk.rowsOf(id)).toMatchObject([{ state: "sent" }, { state: "failed" }]);
  });

  // shows R53, T48
  test("has a share for guests, beyond which people with accounts still get theirs", async ({
    shop,
    desk,
  }) => {
    const now = shop.deps.now();
    await spend(shop, keyOfGuests, guestsHourlyMails, now);
    const { uuid: orderId } = await aGuestOrder(shop);
    const ofGuest = await desk.queue({ kind: "order-placed", userId: null, orderId });
    await expect(desk.send(ofGuest, { now: () => now })).rejects.toThrow("was not taken");
    expect(desk.mails).toEqual([]);

    const { id: userId } = await aReader(shop);
    await desk.send(await desk.queue({ kind: "converted", userId }), { now: () => now });
    expect(desk.mails).toHaveLength(1);
  });

  test("keeps no address", async ({ shop, desk }) => {
    const { id: userId, email } = await aReader(shop);
    await desk.send(await desk.queue({ kind: "converted", userId }));
    const rows = await shop.deps.db.selectFrom("allowance").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(email);
  });
});

async function queueMany(desk: Desk, userId: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth += 1)
    ids.push(await desk.queue({ kind: "password-changed", userId }));
  return ids;
}

async function spendAll(shop: TestShop, channel: MessageChannel, now: string): Promise<void> {
  await spend(shop, keyOfAll(channel), hourlyBudgets[channel].all, now);
}

async function spend({ deps }: TestShop, key: string, times: number, now: string): Promise<void> {
  const used_at = Array.from({ length: times }, () => now);
  await deps.db
    .insertInto("allowance")
    .values({ key, used_at })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ used_at }))
    .execute();
}
