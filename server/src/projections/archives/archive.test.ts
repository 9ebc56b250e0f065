import { createHash, randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { extractText } from "unpdf";
import { describe, expect } from "vitest";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test as base, type TestShop } from "../../testing/shop-test.ts";
import { type ArchiveContext, purgeArchives, writeArchive } from "./archive.actions.ts";

const today = shopDay();
const period = { from: today, to: today };
const asked = { kind: "documents", ...period } as const;
const ofDocuments: { kinds: "documents"[] } = { kinds: ["documents"] };
const silent = { info: () => {}, warn: () => {}, error: () => {} };

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

const contextOf = ({ deps }: TestShop): ArchiveContext => ({ ...deps, log: silent });

async function get(shop: TestShop, id: string, userId: number | null) {
  const session =
    userId === null
      ? null
      : await shop.deps.sessions.start({ userId, device: "Program", withPassword: true });
  const authorization = session && { authorization: `Bearer ${session.token}` };
  const url = `/office/archives/${id}`;
  return shop.app.inject({ url, headers: { ...authorization } });
}

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
      { id, state: "waiting", progress: 0, documents: null },
    ]);
    expect((await get(shop, id, admin)).statusCode).toBe(404);
    await expect(archives.begin(asked)).rejects.toMatchObject({
      cause: { code: "archive.waiting" },
    });

    await writeArchive(contextOf(shop), id);
    expect(await archives.list(ofDocuments)).toMatchObject([
      { id, ...period, state: "ready", progress: 100, documents: 3 },
    ]);
    const answer = await get(shop, id, admin);
    expect(answer.headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="documents-${today}-to-${today}.zip"`,
      "cache-control": "private, no-store",
    });
    const files = unzipSync(new Uint8Array(answer.rawPayload));
    const names = [
      `invoice-${orders.refunded}.pdf`,
      `credit-note-CN${orders.refunded}-1.pdf`,
      `invoice-${orders.other}.pdf`,
      "register.csv",
    ];
    expect(Object.keys(files).toSorted()).toEqual([...names, "contents.csv"].toSorted());

    const note = files[`credit-note-CN${orders.refunded}-1.pdf`] ?? new Uint8Array();
    const { text } = await extractText(note, { mergePages: true });
    expect(text).toContain(`Credit note no. CN${orders.refunded}-1`);

    const contents = strFromU8(files["contents.csv"] ?? new Uint8Array());
    const listed: Record<string, string>[] = parse(contents, { columns: true });
    expect(listed.map(({ file }) => file)).toEqual(names);
    const again = unzipSync(new Uint8Array(answer.rawPayload));
    for (const { file = "", bytes, sha256 } of listed) {
      const content = again[file] ?? new Uint8Array();
      expect(String(content.byteLength)).toBe(bytes);
      expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
    }
    const [register] = await books.documentFiles(period);
    expect(strFromU8(again["register.csv"] ?? new Uint8Array())).toBe(register?.text);

    await writeArchive(contextOf(shop), id);
    expect((await get(shop, id, admin)).statusCode).toBe(200);
  });

  // shows T295
  test("are for the office alone, and are deleted with their file", async ({ shop, orders }) => {
    expect(orders.other).toBeGreaterThan(0);
    const { admin, ben, kim } = shop.people;
    const { archives, books } = await shop.as(admin);
    const [made] = await archives.list(ofDocuments);
    const id = made?.id ?? "";
    expect((await get(shop, id, null)).statusCode).toBe(401);
    for (const other of [ben, kim]) {
      expect((await get(shop, id, other)).statusCode).toBe(403);
      const api = await shop.as(other);
      for (const ask of [api.archives.begin(asked), api.archives.list(ofDocuments)])
        await expect(ask).rejects.toMatchObject({ cause: { code: "access.forbidden" } });
    }
    for (const wrong of [randomUUID(), "1", "..%2F..%2Fetc%2Fpasswd", `${id}'%20or%20true`])
      expect((await get(shop, wrong, admin)).statusCode).toBe(404);
    const tomorrow = { from: addDays(today, 1), to: addDays(today, 1) };
    await expect(archives.begin({ kind: "documents", ...tomorrow })).rejects.toMatchObject({
      cause: { code: "archive.empty" },
    });

    await purgeArchives(shop.deps, made?.askedAt ?? "");
    expect(await archives.list(ofDocuments)).toHaveLength(1);
    await purgeArchives(shop.deps, new Date(Date.parse(made?.askedAt ?? "") + 1).toISOString());
    expect(await archives.list(ofDocuments)).toEqual([]);
    expect((await get(shop, id, admin)).statusCode).toBe(404);
  });

  // shows T295
  test("are marked as failed where the person may no longer see them", async ({ shop, orders }) => {
    expect(orders.other).toBeGreaterThan(0);
    const { admin, dev } = shop.people;
    const { id } = await (await shop.as(dev)).archives.begin(asked);
    const { db } = shop.deps;
    await db.updateTable("account").set({ active: false }).where("id", "=", dev).execute();
    await writeArchive(contextOf(shop), id);
    const { archives, books } = await shop.as(admin);
    expect(await archives.list(ofDocuments)).toMatchObject([{ id, state: "failed", documents: null }]);
    expect((await get(shop, id, admin)).statusCode).toBe(404);
  });
});
