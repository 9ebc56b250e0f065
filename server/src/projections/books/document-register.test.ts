import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { readWorkbook } from "../../testing/read-workbook.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test as base, type TestShop } from "../../testing/shop-test.ts";

type Api = Awaited<ReturnType<TestShop["as"]>>;

const today = shopDay();
const period = { from: today, to: today };
const first = { page: 1, pageSize: 50 };

/** An order that was paid, one that nobody paid, and one that was cancelled, all of guests. */
const test = base.extend("orders", { scope: "file" }, async ({ shop }) => {
  const paid = await aGuestOrder(shop, "BEN");
  await payByBank(shop, paid.uuid, paid.total);
  const unpaid = await aGuestOrder(shop, "BEN");
  const cancelled = await aGuestOrder(shop, "BEN");
  const office = await shop.as(shop.people.admin);
  await office.orders.cancel({ commandId: randomUUID(), uuid: cancelled.uuid, reason: "twice" });
  return { paid, unpaid, cancelled };
});

async function get(shop: TestShop, url: string, userId: number | null) {
  const session =
    userId === null
      ? null
      : await shop.deps.sessions.start({ userId, device: "Program", withPassword: true });
  const authorization = session && { authorization: `Bearer ${session.token}` };
  return shop.app.inject({ url, headers: { ...authorization } });
}

describe("the register of documents", () => {
  // shows T294
  test("has the totals of the VAT, and the order numbers without an invoice with their reason", async ({
    shop,
    orders: { paid, unpaid, cancelled },
  }) => {
    const { books } = await shop.as(shop.people.admin);
    const register = await books.documents({ ...period, kind: null, ...first });
    const number = `${paid.orderNumber}`;
    expect(register).toMatchObject({
      isClosed: false,
      total: 1,
      rows: [
        {
          number,
          kind: "invoice",
          orderId: paid.uuid,
          orderNumber: paid.orderNumber,
          buyer: "guest",
          vatBps: 1500,
          gross: paid.total,
        },
      ],
    });
    const { groups } = await books.vat(period);
    const [{ gross, net, vat } = { gross: 0, net: 0, vat: 0 }] = groups;
    expect(register.sums).toMatchObject([{ currency: "ZAR", gross, net, vat }]);
    const notes = { ...period, kind: "credit-note", ...first } as const;
    expect(await books.documents(notes)).toMatchObject({ total: 0, rows: [], sums: [] });

    expect(await books.unusedNumbers({ ...period, ...first })).toMatchObject({
      total: 2,
      rows: [
        { orderNumber: unpaid.orderNumber, reason: "unpaid" },
        { orderNumber: cancelled.orderNumber, reason: "cancelled" },
      ],
    });
    const second = await books.unusedNumbers({ ...period, page: 2, pageSize: 1 });
    expect(second).toMatchObject({ total: 2, rows: [{ orderNumber: cancelled.orderNumber }] });

    const files = await books.documentFiles(period);
    expect(files.map(({ name }) => name)).toEqual([
      `documents-${today}-to-${today}.csv`,
      `unused-numbers-${today}-to-${today}.csv`,
      `self-billed-${today}-to-${today}.csv`,
    ]);
    expect(files[0]?.text).toContain(
      `\r\n${number},invoice,${today},${today},${number},guest,15%,`,
    );
    expect(files[1]?.text).toContain(`\r\n${unpaid.orderNumber},,${today},${today},unpaid\r\n`);
  });

  test("is a workbook with the same documents and numbers", async ({ shop, orders: { paid } }) => {
    const url = `/office/accounting-documents.xlsx?from=${today}&to=${today}`;
    const answer = await get(shop, url, shop.people.admin);
    expect(answer.headers["content-disposition"]).toBe(
      `attachment; filename="documents-${today}-to-${today}.xlsx"`,
    );
    const [documents, unused] = await readWorkbook(answer.rawPayload);
    const [heading = [], ...rows] = documents?.rows ?? [];
    const row = Object.fromEntries(heading.map((name, at) => [String(name), rows[0]?.[at]]));
    expect(rows).toHaveLength(1);
    expect(row).toMatchObject({
      Document: `${paid.orderNumber}`,
      Kind: "invoice",
      Order: paid.orderNumber,
      Buyer: "guest",
      "Incl. VAT": paid.total / 100,
    });
    expect(unused?.rows).toHaveLength(3);
  });

  // shows T294
  test("is refused to everyone else, and for what is no period", async ({ shop, orders }) => {
    expect(orders.paid.uuid).toBeTruthy();
    const { ben, sam, kim, admin } = shop.people;
    const workbook = "/office/accounting-documents.xlsx";
    const asks = [
      (api: Api) => api.books.documents({ ...period, kind: null, ...first }),
      (api: Api) => api.books.unusedNumbers({ ...period, ...first }),
      (api: Api) => api.books.selfBilled({ ...period, ...first }),
      (api: Api) => api.books.documentFiles(period),
    ];
    for (const other of [ben, sam, kim]) {
      const api = await shop.as(other);
      for (const ask of asks)
        await expect(ask(api)).rejects.toMatchObject({ cause: { code: "access.forbidden" } });
      const file = await get(shop, `${workbook}?from=${today}&to=${today}`, other);
      expect(file.statusCode).toBe(403);
    }
    expect((await get(shop, `${workbook}?from=${today}&to=${today}`, null)).statusCode).toBe(401);

    const { books } = await shop.as(admin);
    for (const wrong of [
      { from: today, to: addDays(today, -1) },
      { from: "2026-02-30", to: "2026-03-01" },
      { from: "2026-01-01' or 1=1 --", to: "2026-03-01" },
      { from: "2026-01-01", to: "../../etc/passwd" },
      { from: "", to: "" },
      { from: "0000-00-00", to: "9999-99-99" },
    ]) {
      await expect(books.documents({ ...wrong, kind: null, ...first })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
      await expect(books.documentFiles(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
      const query = new URLSearchParams(wrong).toString();
      expect((await get(shop, `${workbook}?${query}`, admin)).statusCode).toBe(400);
    }
    for (const query of ["", `?from=${today}`, `?from=${today}&to=${today}&to=${today}`])
      expect((await get(shop, `${workbook}${query}`, admin)).statusCode).toBe(400);
    await expect(
      books.documents({ ...period, kind: null, page: 0, pageSize: 1_000_000 }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
