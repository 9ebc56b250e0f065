import { createHash, randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { buildApp } from "../../app.ts";
import type { DiskSpace } from "../../platform/files/disks.ts";
import { aNotification, inbox, notify, signed } from "../../testing/card-notifications.ts";
import { aGuestOrder, appOptions, test } from "../../testing/shop-test.ts";
import { keepForgeries } from "./card-notification.checks.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const fullDisk: DiskSpace = { of: "database", freeBytes: 1, totalBytes: 1e12, level: "full" };

const elsewhere = { from: "203.0.113.9" };
const aForgery = () =>
  Buffer.from(`x=${randomUUID()}&${"y".repeat(60_000)}=&signature=${"0".repeat(32)}`);
const incoming = (raw: Buffer) => ({
  provider: "payfast" as const,
  raw,
  sha256: createHash("sha256").update(raw).digest(),
  peerIp: "203.0.113.9",
  headers: { "user-agent": "x".repeat(500) },
  receivedAt: new Date().toISOString(),
});

describe("card notifications with a forged signature", () => {
  // shows R1, T96
  test("are stored as a digest and the first 2 KB, with no job and one audit entry for all", async ({
    shop,
  }) => {
    const app = await buildApp(shop.deps, appOptions);
    const rowsBefore = (await inbox(shop)).length;
    const jobs = async () =>
      (await shop.deps.db.selectFrom("job_outbox").select("name").execute()).filter(
        ({ name }) => name === "card-notification",
      ).length;
    const jobsBefore = await jobs();
    const bodies = Array.from({ length: 30 }, aForgery);
    for (const body of [...bodies, ...bodies])
      expect((await notify({ ...shop, app }, body, elsewhere)).statusCode).toBe(200);
    await app.close();

    const rows = await shop.deps.db
      .selectFrom("card_notification")
      .selectAll()
      .orderBy("id")
      .execute();
    const kept = rows.slice(rowsBefore);
    expect(kept).toHaveLength(bodies.length);
    for (const [nth, row] of kept.entries()) {
      const body = bodies[nth] ?? Buffer.alloc(0);
      expect(Buffer.from(row.raw).equals(body.subarray(0, 2048))).toBe(true);
      expect(Buffer.from(row.sha256)).toEqual(createHash("sha256").update(body).digest());
      expect(row).toMatchObject({ state: "rejected", headers: {} });
    }
    expect(await jobs()).toBe(jobsBefore);
    const audit = shop.deps.db.selectFrom("audit_entry").select("details");
    expect(await audit.where("action", "=", "card-notification.forged").execute()).toEqual([
      { details: { came: 60, kept: 60 } },
    ]);
  });

  // shows T96
  test("are stored within a daily byte limit, and not on a full disk", async ({ shop }) => {
    const now = () => "2026-03-02T10:00:00.000Z";
    const few = keepForgeries({ ...shop.deps, log: silent, now }, { bytesPerDay: 128 * 100 });
    const kept = [];
    for (let nth = 0; nth < 12; nth += 1) kept.push(await few.keep(incoming(aForgery()), "no"));
    expect(kept).toEqual([...Array(5).fill(true), ...Array(7).fill(false)]);
    // The limit also holds for another process, or after a restart.
    const again = keepForgeries({ ...shop.deps, log: silent, now }, { bytesPerDay: 128 * 100 });
    expect(await again.keep(incoming(aForgery()), "no")).toBe(false);

    const tomorrow = () => "2026-03-03T10:00:01.000Z";
    const context = { ...shop.deps, log: silent, now: tomorrow };
    const full = keepForgeries({ ...context, disks: async () => [fullDisk] });
    expect(await full.keep(incoming(aForgery()), "no")).toBe(false);
    expect(await keepForgeries(context).keep(incoming(aForgery()), "no")).toBe(true);
  });

  // shows T96
  test("are answered with 429 if they are not stored, unlike genuine ones", async ({ shop }) => {
    const app = await buildApp({ ...shop.deps, disks: async () => [fullDisk] }, appOptions);
    const order = await aGuestOrder(shop);
    expect((await notify({ ...shop, app }, aForgery(), elsewhere)).statusCode).toBe(429);
    expect((await notify({ ...shop, app }, signed(aNotification(order)))).statusCode).toBe(200);
    await app.close();
    expect(await inbox(shop, order.uuid)).toMatchObject([{ state: "applied" }]);
  });
});
