import type { MessageClass } from "@portal/shared/office/message-kinds.ts";
import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import { describe, expect } from "vitest";
import { aCodeRequest, aReader, type Context, test } from "../../testing/messages-test.ts";
import { aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";
import { classLimits, keyOfAll } from "./message-limits.ts";

const atTen = "2026-03-02T10:00:00.000Z";
const beforeEleven = "2026-03-02T10:59:59.000Z";
const atEleven = "2026-03-02T11:00:00.000Z";
const each = { work: 20, stranger: 4, sms: 6 } as const;

/** R53: whoever makes us write to somebody without end is stopped; everybody else is served. */
describe("the limit of one address", () => {
  // shows R53, T48, T190
  test("lets work wait for the next hour, also for concurrent requests, and nothing else", async ({
    shop,
    context,
  }) => {
    const { id: userId } = await aReader(shop);
    const other = await aReader(shop);
    const ids = await queueMany(context, userId, each.work + 5);
    const sendAt = (at: string) =>
      Promise.allSettled(ids.map((id) => context.send(id, { now: () => at })));
    await sendAt(atTen);
    expect(context.mails).toHaveLength(each.work);
    const rows = (await Promise.all(ids.map((id) => context.rowsOf(id)))).flat();
    expect(rows.filter(({ state }) => state === "queued")).toMatchObject(
      Array.from({ length: 5 }, () => ({
        attempts: 0,
        failure: "Too many messages to this address.",
      })),
    );

    await context.send(await context.queue({ kind: "converted", userId: other.id }), {
      now: () => atTen,
    });
    await context.send(await context.queue({ kind: "password-changed", userId }), {
      now: () => atTen,
    });
    await context.send(await context.queue({ kind: "password-reset", userId }), {
      now: () => atTen,
    });
    expect(context.mails).toHaveLength(each.work + 3);
    await sendAt(beforeEleven);
    expect(context.mails).toHaveLength(each.work + 3);
    await sendAt(atEleven);
    expect(context.mails).toHaveLength(each.work + 3 + 5);
  });

  // shows T191
  test("drops what strangers cause, until the order is paid", async ({ shop, context }) => {
    const orders = [];
    for (let nth = 0; nth <= each.stranger; nth += 1) orders.push(await aGuestOrder(shop));
    const about = (orderId: string) => ({ kind: "order-placed", userId: null, orderId }) as const;
    for (const { uuid } of orders) await context.send(await context.queue(about(uuid)));
    expect(context.mails).toHaveLength(each.stranger);
    const [late] = orders.slice(-1);
    const dropped = await shop.deps.db
      .selectFrom("message")
      .select(["about", "attempts"])
      .where("state", "=", "dropped")
      .execute();
    expect(dropped).toEqual([{ about: about(late?.uuid ?? ""), attempts: 0 }]);

    await payByBank(shop, late?.uuid ?? "", late?.total ?? 0);
    await context.send(await context.queue(about(late?.uuid ?? "")));
    expect(context.mails).toHaveLength(each.stranger + 1);
  });

  // shows T191
  test("holds an account that nobody confirmed for a stranger", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const unproved = shop.deps.db.updateTable("account").set({ verified: false });
    await unproved.where("id", "=", userId).execute();
    for (let nth = 0; nth <= each.stranger; nth += 1) {
      const { uuid: orderId } = await aGuestOrder(shop);
      await context.send(await context.queue({ kind: "order-eft", userId, orderId }));
    }
    expect(context.mails).toHaveLength(each.stranger);
  });

  test("counts a phone number across accounts, for each purpose", async ({ shop, context }) => {
    const cell = "+27831234567";
    const ask = async (purpose: "sign-in" | "sign-up") => {
      const { id: userId } = await aReader(shop, { cell });
      const codeId = await aCodeRequest(shop, userId, purpose);
      await context.send(await context.queue({ kind: `${purpose}-code`, userId, codeId }));
    };
    for (let asked = 0; asked < each.sms + 3; asked += 1) await ask("sign-up");
    expect(context.texts).toHaveLength(each.sms);
    expect(context.mails).toHaveLength(each.sms + 3);
    await ask("sign-in");
    expect(context.texts).toHaveLength(each.sms + 1);
  });
});

describe("equal messages", () => {
  // shows T192
  test("within two minutes are one, and from the fourth in an hour within fifteen", async ({
    shop,
    context,
  }) => {
    const { id: userId } = await aReader(shop);
    const start = Date.parse(atTen);
    for (const kind of ["password-changed", "password-reset"] as const) {
      const sent: number[] = [];
      for (let second = 0; second <= 3600; second += 60) {
        const before = context.mails.length;
        const at = new Date(start + second * 1000).toISOString();
        const id = await context.queue({ kind, userId }, `${kind}:${second}`, () => at);
        await context.send(id, { now: () => at });
        if (context.mails.length > before) sent.push(second / 60);
      }
      expect(sent).toEqual([0, 2, 4, 19, 34, 49]);
    }
  });

  test("to another address, or after one that was refused, are sent", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const former = { formerCell: null, formerEmail: "former@shop.test" };
    const other = { formerCell: null, formerEmail: "other@shop.test" };
    for (const contacts of [former, other, former])
      await context.send(await context.queue({ kind: "email-changed", userId, ...contacts }));
    expect(context.mails.map(({ to }) => to)).toEqual(["former@shop.test", "other@shop.test"]);
  });

  test("leave every link alive until one is used", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    for (let asked = 0; asked < 2; asked += 1) {
      const now = () => new Date(Date.parse(shop.deps.now()) + asked * 180_000).toISOString();
      const about = { kind: "password-reset", userId } as const;
      await context.send(await context.queue(about, `reset:${userId}:${asked}`, now));
    }
    const links = await shop.deps.db
      .selectFrom("account_link")
      .select("ended_at")
      .where("user_id", "=", userId)
      .execute();
    expect(links).toEqual([{ ended_at: null }, { ended_at: null }]);
  });
});

describe("the limit of all", () => {
  test("of a class delays its emails until there is room, and no others", async ({
    shop,
    context,
  }) => {
    const hour = "2026-03-02T12:00:00.000Z";
    await spendAll(shop, "work", "email", hour);
    const { id: userId } = await aReader(shop);
    const put = await context.queue({ kind: "converted", userId });
    const warning = await context.queue({ kind: "password-changed", userId });

    await expect(context.send(put, { now: () => hour })).rejects.toThrow("was not taken");
    expect(await context.rowsOf(put)).toMatchObject([{ state: "queued" }]);
    await context.send(warning, { now: () => hour });
    expect(context.mails).toHaveLength(1);
    await context.send(put, { now: () => "2026-03-02T13:00:00.000Z" });
    expect(context.mails).toHaveLength(2);
  });

  // shows R53, T48
  test("of all SMS leaves the email of a code", async ({ shop, context }) => {
    const now = shop.deps.now();
    await spendAll(shop, "secret", "sms", now, "sign-in-code");
    const { id: userId } = await aReader(shop);
    const codeId = await aCodeRequest(shop, userId);
    const id = await context.queue({ kind: "sign-in-code", userId, codeId });
    await context.send(id, { now: () => now });
    expect(context.mails).toHaveLength(1);
    expect(await context.rowsOf(id)).toMatchObject([{ state: "sent" }, { state: "failed" }]);
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
    ids.push(await context.queue({ kind: "converted", userId }));
  return ids;
}

async function spendAll(
  { deps }: TestShop,
  messageClass: MessageClass,
  channel: MessageChannel,
  now: string,
  purpose = "",
): Promise<void> {
  const key = keyOfAll(messageClass, channel, purpose);
  const used_at = Array.from({ length: classLimits[messageClass][channel].all.times }, () => now);
  await deps.db
    .insertInto("rate_limit")
    .values({ key, used_at })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ used_at }))
    .execute();
}
