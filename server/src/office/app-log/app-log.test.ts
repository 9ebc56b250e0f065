import { describe, expect } from "vitest";
import { type TestShop, test } from "../../testing/shop-test.ts";
import { purgeExpired } from "../retention/purge-expired.actions.ts";
import { keepLog } from "./log-keeper.ts";

const time = Date.parse("2026-07-01T09:00:00.000Z");
const line = (level: number, msg: string, more: object = {}) =>
  JSON.stringify({ level, time, pid: 7, hostname: "h", msg, ...more });

async function withLines({ deps }: TestShop, lines: readonly string[]): Promise<void> {
  await deps.db.deleteFrom("app_log").execute();
  const keeper = keepLog(deps.db);
  for (const each of lines) keeper.write(each);
  await keeper.stop();
}

describe("the server's log", () => {
  test("stores no successful requests, and filters by response and user", async ({ shop }) => {
    const answered = (status: number, procedures: string[], userId = 5) =>
      line(status < 400 ? 30 : 40, "answered", {
        method: "GET",
        procedures,
        status,
        ms: 3,
        userId,
      });
    await withLines(shop, [
      answered(200, ["orders.list"]),
      answered(404, ["orders.detail"], 6),
      answered(503, ["orders.save"]),
      answered(200, ["system.logs"]),
      line(40, "odd", { status: "failed" }),
    ]);
    const admin = await shop.as(shop.people.admin);
    const shown = async (asked: Parameters<typeof admin.system.logs>[0]) => {
      const { rows } = await admin.system.logs(asked);
      return rows.map(({ text, details }) => /\w+\.\w+/.exec(details)?.[0] ?? text);
    };
    expect(await shown({})).toEqual(["odd", "orders.save", "orders.detail"]);
    await expect(shop.deps.db.selectFrom("app_log").select("id").execute()).resolves.toHaveLength(
      3,
    );
    expect(await shown({ answer: "refused" })).toEqual(["orders.detail"]);
    expect(await shown({ answer: "failed" })).toEqual(["orders.save"]);
    expect(await shown({ userId: 6 })).toEqual(["orders.detail"]);
  });

  test("is read by the office, newest first, by level and by text", async ({ shop }) => {
    await withLines(shop, [
      line(30, "began", { path: "/orders_1", userId: 5 }),
      line(40, "busy"),
      line(50, "a request failed", { err: { message: "100% wrong" } }),
    ]);
    const admin = await shop.as(shop.people.admin);
    const all = await admin.system.logs({});
    expect(all.rows.map(({ level, text }) => [level, text])).toEqual([
      ["error", "a request failed"],
      ["warn", "busy"],
      ["info", "began"],
    ]);
    expect(all.rows[2]?.details).toContain('"userId": 5');
    expect(all.rows[2]?.details).not.toContain("hostname");
    expect((await admin.system.logs({ level: "warn" })).total).toBe(2);
    expect((await admin.system.logs({ search: "100%" })).rows).toHaveLength(1);
    expect((await admin.system.logs({ search: "orders%1" })).rows).toEqual([]);
    expect((await admin.system.logs({ page: 2, pageSize: 2 })).rows).toMatchObject([
      { text: "began" },
    ]);
  });

  test("survives invalid lines, long lines and text that the database cannot store", async ({
    shop,
  }) => {
    await withLines(shop, [
      "not JSON",
      "{}",
      line(30, "nul \0 inside", { text: "\0" }),
      line(30, "long", { text: "x".repeat(100_000) }),
      line(30, "y".repeat(100_000)),
    ]);
    const { rows } = await (await shop.as(shop.people.admin)).system.logs({});
    expect(rows.map(({ text }) => text.slice(0, 20))).toEqual([
      "2 lines of the log w",
      "y".repeat(20),
      "long",
      "nul  inside",
    ]);
  });

  test("never blocks the server, and reports lost lines", async ({ shop }) => {
    await shop.deps.db.deleteFrom("app_log").execute();
    const keeper = keepLog(shop.deps.db);
    for (let nth = 0; nth < 2010; nth++) keeper.write(line(30, `line ${nth}`));
    await keeper.stop();
    const { rows, total } = await (await shop.as(shop.people.admin)).system.logs({});
    expect(total).toBe(2001);
    expect(rows[0]).toMatchObject({ level: "warn", text: expect.stringMatching(/^10 lines/) });
  });

  test("keeps lines that are logged while it stops", async ({ shop }) => {
    const { db } = shop.deps;
    await db.deleteFrom("app_log").execute();
    const writing = Promise.withResolvers<void>();
    const stopping = Promise.withResolvers<void>();
    const keeper = keepLog(db, {
      disks: async () => {
        writing.resolve();
        await stopping.promise;
        return [];
      },
    });
    keeper.write(line(30, "before"));
    await writing.promise;
    keeper.write(line(30, "meanwhile"));
    const stopped = keeper.stop();
    stopping.resolve();
    await stopped;
    const rows = await db.selectFrom("app_log").select("text").orderBy("id").execute();
    expect(rows.map(({ text }) => text)).toEqual(["before", "meanwhile"]);
  });

  // shows T95
  test("has a daily budget of bytes with a share for warnings, and stops while the disk is nearly full", async ({
    shop,
  }) => {
    const { db } = shop.deps;
    const admin = await shop.as(shop.people.admin);
    await db.deleteFrom("app_log").execute();
    const keeper = keepLog(db, { bytesPerDay: 128 * 100 });
    for (let nth = 0; nth < 200; nth += 1) keeper.write(line(30, `asked ${nth}`));
    for (let nth = 0; nth < 3; nth += 1) keeper.write(line(40, `odd ${nth}`));
    await keeper.stop();
    const { rows } = await admin.system.logs({ pageSize: 100, level: "warn" });
    expect(rows.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^\d+ lines of the log were not kept/),
      "odd 2",
      "odd 1",
      "odd 0",
    ]);
    const { total } = await admin.system.logs({});
    expect(total).toBeLessThan(110);
    const size = await db
      .selectFrom("app_log")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(size.count).toBe(total);

    const level = "full" as const;
    const disks = async () => [{ of: "database", freeBytes: 1, totalBytes: 1e12, level } as const];
    const full = keepLog(db, { disks });
    full.write(line(50, "on a full disk"));
    await full.stop();
    expect((await admin.system.logs({})).total).toBe(total);
    await db.deleteFrom("rate_limit").where("key", "=", "bytes of the log").execute();
  });

  // shows R79, T120
  test("is purged after its retention", async ({ shop }) => {
    await withLines(shop, [line(30, "old")]);
    const { db } = shop.deps;
    await purgeExpired({ db, now: () => "2026-07-14T00:00:00.000Z" });
    const admin = await shop.as(shop.people.admin);
    expect((await admin.system.logs({})).total).toBe(1);
    await purgeExpired({ db, now: () => "2026-07-16T00:00:00.000Z" });
    expect((await admin.system.logs({})).total).toBe(0);
  });
});

test("lines are written in batches shortly after they are logged", async ({ shop }) => {
  await shop.deps.db.deleteFrom("app_log").execute();
  const keeper = keepLog(shop.deps.db);
  keeper.write(line(30, "now"));
  const admin = await shop.as(shop.people.admin);
  await expect.poll(async () => (await admin.system.logs({})).total, { timeout: 3000 }).toBe(1);
  await keeper.stop();
});
