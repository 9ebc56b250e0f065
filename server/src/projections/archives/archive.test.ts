import { randomUUID } from "node:crypto";
import { addDays, nextMonth } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { describe, expect } from "vitest";
import {
  archiveContextOf,
  archiveOf,
  downloadArchive,
  filesIn,
} from "../../testing/archive-files.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test as base } from "../../testing/shop-test.ts";
import { purgeArchives, writeArchive } from "./archive.actions.ts";

const today = shopDay();
const month = today.slice(0, 7);
const period = { from: today, to: today };
const asked = { kind: "documents", ...period } as const;
const ofDocuments: { kinds: "documents"[] } = { kinds: ["documents"] };

/** Two paid orders of guests, one of which was refunded in part. */
const test = base.extend("orders", { scope: "file" }, async ({ shop }) => {
  const office = await shop.as(shop.people.admin);
  const refunded = await aGuestOrder(shop, "BEN");
  await payByBank(shop, refunded.uuid, refunded.total);
  await office.orders.refund({
    commandId: randomUUID(),
    uuid: refunded.uuid,
    amount: 10_000,
    productAmount: 0,
    units: 0,
    method: "eft",
    reason: "broken box",
  });
  const other = await aGuestOrder(shop, "BEN");
  await payByBank(shop, other.uuid, other.total);
  return { refunded: refunded.orderNumber, other: other.orderNumber };
});

describe("the documents of a period as one ZIP", () => {
  // shows T295
  test("are all there, as on their own, with the register and a digest of each file", async ({
    shop,
    orders,
  }) => {
    const { admin } = shop.people;
    const { archives, books } = await shop.as(admin);
    const { id } = await archives.begin(asked);
    expect(await archives.list(ofDocuments)).toMatchObject([
      { id, kind: "documents", state: "waiting", progress: 0, documents: null },
    ]);
    expect((await downloadArchive(shop, id, admin)).statusCode).toBe(404);
    await expect(archives.begin(asked)).rejects.toMatchObject({
      cause: { code: "archive.waiting" },
    });

    await writeArchive(archiveContextOf(shop), id);
    expect(await archives.list(ofDocuments)).toMatchObject([
      { id, ...period, state: "ready", progress: 100, documents: 3, isOpen: true },
    ]);
    const answer = await downloadArchive(shop, id, admin);
    const { names, fileName, textOf, pdfText } = filesIn(answer);
    expect(fileName).toBe(`documents-${today}-to-${today}-open.zip`);
    expect(names).toEqual([
      "NOT-CLOSED.txt",
      `invoice-${orders.refunded}.pdf`,
      `credit-note-CN${orders.refunded}-1.pdf`,
      `invoice-${orders.other}.pdf`,
      "register.csv",
    ]);
    expect(await pdfText(`credit-note-CN${orders.refunded}-1.pdf`)).toContain(
      `Credit note no. CN${orders.refunded}-1`,
    );
    const [register] = await books.documentFiles(period);
    expect(textOf("register.csv")).toBe(register?.text);

    await writeArchive(archiveContextOf(shop), id);
    expect((await downloadArchive(shop, id, admin)).statusCode).toBe(200);
  });

  // shows T295
  test("are for the office alone, and are deleted with their file", async ({ shop, orders }) => {
    expect(orders.other).toBeGreaterThan(0);
    const { admin, ben, kim } = shop.people;
    const { archives } = await shop.as(admin);
    const [made] = await archives.list(ofDocuments);
    const id = made?.id ?? "";
    expect((await downloadArchive(shop, id, null)).statusCode).toBe(401);
    for (const other of [ben, kim]) {
      expect((await downloadArchive(shop, id, other)).statusCode).toBe(403);
      const api = await shop.as(other);
      for (const ask of [api.archives.begin(asked), api.archives.list(ofDocuments)])
        await expect(ask).rejects.toMatchObject({ cause: { code: "access.forbidden" } });
    }
    for (const wrong of [randomUUID(), "1", "..%2F..%2Fetc%2Fpasswd", `${id}'%20or%20true`])
      expect((await downloadArchive(shop, wrong, admin)).statusCode).toBe(404);
    const tomorrow = { from: addDays(today, 1), to: addDays(today, 1) };
    await expect(archives.begin({ kind: "documents", ...tomorrow })).rejects.toMatchObject({
      cause: { code: "archive.empty" },
    });

    await purgeArchives(shop.deps, made?.askedAt ?? "");
    expect(await archives.list(ofDocuments)).toHaveLength(1);
    await purgeArchives(shop.deps, new Date(Date.parse(made?.askedAt ?? "") + 1).toISOString());
    expect(await archives.list(ofDocuments)).toEqual([]);
    expect((await downloadArchive(shop, id, admin)).statusCode).toBe(404);
  });
});

describe("an archive of any kind", () => {
  // shows T299
  test("is refused for a period that is none, or that has not begun", async ({ shop, orders }) => {
    expect(orders.other).toBeGreaterThan(0);
    const { archives } = await shop.as(shop.people.admin);
    for (const kind of ["statements", "month-end"] as const) {
      for (const wrong of ["2026-13", "2026-00", "", "26-01", "2026-01-01", "../etc/passwd"])
        await expect(archives.begin({ kind, month: wrong })).rejects.toMatchObject({
          code: "BAD_REQUEST",
        });
      await expect(archives.begin({ kind, month: nextMonth(month) })).rejects.toMatchObject({
        cause: { code: "archive.not-begun" },
      });
    }
    for (const wrong of [1999, 3000, 2026.5, Number.NaN])
      await expect(archives.begin({ kind: "tax-packs", year: wrong })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
    await expect(archives.begin({ kind: "tax-packs", year: 2999 })).rejects.toMatchObject({
      cause: { code: "archive.not-begun" },
    });
    for (const nobody of [
      { kind: "statements", month: "2001-01" },
      { kind: "tax-packs", year: 2001 },
    ] as const)
      await expect(archives.begin(nobody)).rejects.toMatchObject({
        cause: { code: "archive.empty" },
      });
    await expect(
      archives.begin({ kind: "documents", from: today, to: addDays(today, -1) }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(archives.list({ kinds: [] })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  // shows T310
  test("is written one at a time of its kind, beside one of another kind", async ({
    shop,
    orders,
  }) => {
    expect(orders.other).toBeGreaterThan(0);
    const { archives } = await shop.as(shop.people.admin);
    const statements = { kind: "statements", month } as const;
    const outcomes = await Promise.allSettled([
      archives.begin(statements),
      archives.begin(statements),
      archives.begin(asked),
      archives.begin({ kind: "month-end", month }),
    ]);
    expect(outcomes.filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { cause: { code: "archive.waiting" } } },
    ]);
    const kinds = ["statements", "month-end", "documents"] as const;
    const waiting = await archives.list({ kinds: [...kinds] });
    expect(new Set(waiting.map(({ kind }) => kind))).toEqual(new Set(kinds));
    for (const { id } of waiting) await writeArchive(archiveContextOf(shop), id);
    expect((await archives.list({ kinds: [...kinds] })).map(({ state }) => state)).toEqual([
      "ready",
      "ready",
      "ready",
    ]);
  });

  // shows T310
  test("is begun again by the next worker when the process died, and is there once", async ({
    shop,
    orders,
  }) => {
    expect(orders.other).toBeGreaterThan(0);
    const { admin } = shop.people;
    const { archives } = await shop.as(admin);
    const { id } = await archives.begin({ kind: "statements", month });
    const context = archiveContextOf(shop);
    const reached = Promise.withResolvers<void>();
    const died = new Promise<never>(() => {});
    const stage = () => {
      reached.resolve();
      return died;
    };
    void writeArchive({ ...context, files: { ...context.files, stage } }, id);
    await reached.promise;
    expect(await archives.list({ kinds: ["statements"] })).toMatchObject([
      { id, state: "waiting" },
      { state: "ready" },
    ]);

    await Promise.all([writeArchive(context, id), writeArchive(context, id)]);
    expect(await archives.list({ kinds: ["statements"] })).toMatchObject([
      { id, state: "ready" },
      { state: "ready" },
    ]);
    const { names } = filesIn(await downloadArchive(shop, id, admin));
    expect(names.at(-1)).toBe(`self-billed-${month}.csv`);
  });

  // shows T310
  test("says that it failed, leaves no file behind, and can be asked for again", async ({
    shop,
    orders,
  }) => {
    expect(orders.other).toBeGreaterThan(0);
    const { admin } = shop.people;
    const { archives } = await shop.as(admin);
    const { id } = await archives.begin(asked);
    const context = archiveContextOf(shop);
    const readBooks = () => Promise.reject(new Error("the books took too long to read"));
    await writeArchive({ ...context, readBooks }, id);
    const [failed] = await archives.list(ofDocuments);
    const nothing = { state: "failed", documents: null, bytes: null };
    expect(failed).toMatchObject({ id, ...nothing, failure: null });
    expect((await downloadArchive(shop, id, admin)).statusCode).toBe(404);
    expect((await archiveOf(shop, asked)).names).toContain("register.csv");

    const refused = await archives.begin(asked);
    const stopped = () => Promise.reject(new DomainError("books.stopped", "event 12"));
    await writeArchive({ ...context, readBooks: stopped }, refused.id);
    expect((await archives.list(ofDocuments))[0]).toMatchObject({
      id: refused.id,
      ...nothing,
      failure: expect.stringMatching(/^There are no figures of this date.* \(event 12\)$/),
    });
  });

  // shows T295, T299
  test("is marked as failed where the person may no longer see its files", async ({
    shop,
    orders,
  }) => {
    expect(orders.other).toBeGreaterThan(0);
    const { admin, dev } = shop.people;
    const api = await shop.as(dev);
    const kinds = ["documents", "statements", "month-end"] as const;
    const begun = [
      await api.archives.begin(asked),
      await api.archives.begin({ kind: "statements", month }),
      await api.archives.begin({ kind: "month-end", month }),
    ];
    const { db } = shop.deps;
    await db.updateTable("account").set({ active: false }).where("id", "=", dev).execute();
    for (const { id } of begun) await writeArchive(archiveContextOf(shop), id);
    const { archives } = await shop.as(admin);
    const ids = new Set(begun.map(({ id }) => id));
    const listed = [];
    for (const kind of kinds) listed.push(...(await archives.list({ kinds: [kind] })));
    const own = listed.filter(({ id }) => ids.has(id));
    expect(own.map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
    for (const { id } of begun)
      expect((await downloadArchive(shop, id, admin)).statusCode).toBe(404);
  });
});
