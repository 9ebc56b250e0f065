import { randomUUID } from "node:crypto";
import { guestIdHeader } from "@portal/shared/platform/constants.ts";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeEach, describe, expect } from "vitest";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  saveCompanyDetails,
  type TestShop,
  test,
} from "../../testing/shop-test.ts";

const supplier = {
  shop_name: "Rhizo Shop (Pty) Ltd",
  shop_address: "1 Demo Street\nCape Town",
  vat_no: "4000000000",
};

beforeEach<{ shop: TestShop }>(async ({ shop }) => {
  await shop.deps.db.updateTable("shop_setting").set(supplier).execute();
});

async function aPaidOrderOfKim(shop: TestShop, quantity: number) {
  const kim = await shop.as(shop.people.kim);
  const { id: addressId } = await kim.addresses.save(aRecipient);
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity }] }];
  const order = await kim.orders.save({ commandId: randomUUID(), sections });
  await payByBank(shop, order.uuid, order.total);
  return order;
}

/** Requests a document like a user's browser. */
async function ask({ app, deps }: TestShop, userId: number | null, path: string, given = {}) {
  if (userId === null) return app.inject({ url: path, headers: given });
  const { cookie } = await deps.sessions.start({
    userId,
    device: "Firefox on Linux",
    withPassword: true,
  });
  return app.inject({ url: path, headers: { ...given, cookie: cookie.split(";")[0] ?? "" } });
}

async function textOf(answer: { rawPayload: Buffer }): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload));
  const { text } = await extractText(document, { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

describe("an invoice", () => {
  test("above R5 000 is a full tax invoice, for the buyer and the office", async ({ shop }) => {
    const { uuid, orderNumber } = await aPaidOrderOfKim(shop, 20);
    for (const person of [shop.people.kim, shop.people.admin]) {
      const answer = await ask(shop, person, `/orders/${uuid}/invoice.pdf`);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "application/pdf",
        "cache-control": "private, no-store",
        "x-robots-tag": "noindex",
        "content-disposition": `inline; filename="invoice-${orderNumber}.pdf"`,
      });
      const text = await textOf(answer);
      expect(text).toContain("Tax invoice");
      expect(text).toContain("Rhizo Shop (Pty) Ltd 1 Demo Street Cape Town VAT no. 4000000000");
      expect(text).toContain(`Invoice no. ${orderNumber}`);
      expect(text).toContain("To Kim Person 1 Long Street Gardens Cape Town");
      expect(text).toMatch(/Original 50ml 20 R5 652\.17 R847\.83 R6 500\.00/);
      expect(text).toMatch(/Subtotal excl. VAT R5 739\.13 VAT 15% R860\.87 Total R6 600\.00/);
    }
  });

  test("and its credit notes keep the details that the shop had on their day", async ({ shop }) => {
    const { admin } = shop.people;
    const { uuid, total } = await aPaidOrderOfKim(shop, 20);
    const office = await shop.as(admin);
    const give = { uuid, units: 0, method: "eft", reason: "broken box" } as const;
    const refund = () =>
      office.orders.refund({
        commandId: randomUUID(),
        ...give,
        amount: 32_500,
        productAmount: 32_500,
      });
    await refund();
    const paths = [`/orders/${uuid}/invoice.pdf`, `/orders/${uuid}/credit-notes/1`];
    const read = () => Promise.all(paths.map(async (path) => textOf(await ask(shop, admin, path))));
    const before = await read();

    const details = { shopName: "Rhizo Trading (Pty) Ltd", vatNo: "4999999999", shopAddress: "" };
    await saveCompanyDetails(shop, details);
    await saveCompanyDetails(shop, { ...details, shopAddress: "2 New Road" });

    expect(await read()).toEqual(before);
    expect(before.join(" ")).not.toContain("Trading");
    await refund();
    const second = await textOf(await ask(shop, admin, `/orders/${uuid}/credit-notes/2`));
    expect(second).toContain("Rhizo Trading (Pty) Ltd 2 New Road VAT no. 4999999999");
    const later = await aPaidOrderOfKim(shop, 20);
    expect(later.total).toBe(total);
    expect(await textOf(await ask(shop, admin, `/orders/${later.uuid}/invoice.pdf`))).toContain(
      "Rhizo Trading (Pty) Ltd 2 New Road VAT no. 4999999999",
    );
  });

  test("has a number of the company that was typed later than it was issued", async ({ shop }) => {
    await shop.deps.db.updateTable("shop_setting").set({ vat_no: "" }).execute();
    const { uuid } = await aPaidOrderOfKim(shop, 20);
    await saveCompanyDetails(shop, { vatNo: "4888888888" });
    await saveCompanyDetails(shop, { vatNo: "4777777777" });
    const text = await textOf(await ask(shop, shop.people.admin, `/orders/${uuid}/invoice.pdf`));
    expect(text).toContain("Tax invoice");
    expect(text).toContain("VAT no. 4888888888");
  });

  test("up to R5 000 also names the buyer, without the value of each line", async ({ shop }) => {
    const { uuid } = await aPaidOrderOfKim(shop, 2);
    const text = await textOf(await ask(shop, shop.people.kim, `/orders/${uuid}/invoice.pdf`));
    expect(text).toContain("Tax invoice");
    expect(text).toMatch(/Total R750\.00/);
    expect(text).toContain("To Kim Person 1 Long Street Gardens Cape Town");
    expect(text).toContain("Description Quantity Total");
  });

  test("of a guest opens by its link, without a name", async ({ shop }) => {
    const { uuid, total } = await aGuestOrder(shop);
    const path = `/orders/${uuid}/invoice.pdf`;
    expect((await ask(shop, null, path)).statusCode).toBe(409);
    await payByBank(shop, uuid, total);
    for (const person of [null, shop.people.lone]) {
      const answer = await ask(shop, person, path);
      expect(answer.statusCode).toBe(200);
      expect(await textOf(answer)).not.toMatch(/Thandi|Long Street|example/);
    }
  });

  // shows T209, T352
  test("and every other reader of a guest's order names nobody to a stranger with the link", async ({
    shop,
  }) => {
    const { guest, request } = await aGuestOrder(shop);
    const buyer = {
      firstName: "Zodwa",
      lastName: "Buyerson",
      email: "zodwa@people.test",
      cellNumber: "083 765 4321",
    };
    const [section] = request.sections;
    const { uuid, total } = await guest.orders.save({
      ...request,
      commandId: randomUUID(),
      buyer,
      deliveryNotes: "Gate 4711",
      sections: section ? [{ ...section, giftMessage: "Love from Zodwa" }] : [],
    });
    await payByBank(shop, uuid, total);
    const admin = await shop.as(shop.people.admin);
    const goods = { amount: 325_00, productAmount: 325_00, units: 1 };
    const why = { method: "eft", reason: "Zodwa asked" } as const;
    await admin.orders.refund({ commandId: randomUUID(), uuid, ...goods, ...why });
    const secrets = /Zodwa|Buyerson|4711|765.?4321|Thandi|Nkosi|Long Street|example\.co|123.?4567/;

    const pages = ["byUuid", "checkPaid", "detail"] as const;
    for (const person of [null, shop.people.lone]) {
      const stranger = await shop.as(person);
      for (const page of pages) {
        const shown = await stranger.orders[page]({ uuid }).catch((error: unknown) =>
          String(error),
        );
        expect(JSON.stringify(shown), page).not.toMatch(secrets);
      }
      await expect(stranger.orders.paymentForm({ uuid })).rejects.toMatchObject({
        cause: { code: "order.already-paid" },
      });
      for (const file of [
        "invoice.pdf",
        "credit-notes/1",
        // A guest id in an address is in the history, and in what somebody passes on.
        `invoice.pdf?uniqueId=${request.uniqueId}`,
        `invoice.pdf?${guestIdHeader}=${request.uniqueId}`,
      ]) {
        const answer = await ask(shop, person, `/orders/${uuid}/${file}`);
        expect(answer.statusCode, file).toBe(200);
        expect(await textOf(answer), file).not.toMatch(secrets);
      }
      expect((await ask(shop, person, `/orders/${uuid}/packing-slip.pdf`)).statusCode).not.toBe(
        200,
      );
    }
    for (const file of ["invoice.pdf", "invoices/1", "credit-notes/1"]) {
      const path = `/orders/${uuid}/${file}`;
      const own = await ask(shop, null, path, { [guestIdHeader]: request.uniqueId });
      expect(await textOf(own), file).toContain("To Zodwa Buyerson");
      for (const other of [randomUUID(), "", "%00"]) {
        const others = await ask(shop, null, path, { [guestIdHeader]: other });
        expect(await textOf(others), file).not.toMatch(secrets);
      }
    }
  });

  test("is closed to others", async ({ shop }) => {
    const { uuid } = await aPaidOrderOfKim(shop, 20);
    const path = `/orders/${uuid}/invoice.pdf`;
    expect((await ask(shop, null, path)).statusCode).toBe(401);
    for (const person of [shop.people.lone, shop.people.ben, shop.people.sam])
      expect((await ask(shop, person, path)).statusCode).toBe(404);
    expect((await ask(shop, null, "/orders/10421/invoice.pdf")).statusCode).toBe(404);
    expect((await ask(shop, null, `/orders/${randomUUID()}/invoice.pdf`)).statusCode).toBe(404);
  });
});

describe("a user whose session has ended", () => {
  test("is redirected to sign in, and then to the order with its documents", async ({ shop }) => {
    const { uuid } = await aPaidOrderOfKim(shop, 1);
    for (const file of ["invoice.pdf", "credit-notes/1"]) {
      const answer = await shop.app.inject({
        url: `/orders/${uuid}/${file}`,
        headers: { accept: "text/html,application/xhtml+xml" },
      });
      expect(answer.statusCode).toBe(302);
      expect(answer.headers["location"]).toBe(`/login?return=%2Forders%2Fpay%2F${uuid}`);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  });
});

describe("a credit note", () => {
  test("exists for each refund, for the buyer and the office", async ({ shop }) => {
    const { uuid, orderNumber } = await aPaidOrderOfKim(shop, 20);
    const admin = await shop.as(shop.people.admin);
    const goods = { amount: 325_00, productAmount: 325_00, units: 1 };
    const why = { method: "eft", reason: "one broke" } as const;
    await admin.orders.refund({ commandId: randomUUID(), uuid, ...goods, ...why });

    const path = `/orders/${uuid}/credit-notes/1`;
    for (const person of [shop.people.kim, shop.people.admin]) {
      const answer = await ask(shop, person, path);
      expect(answer.headers).toMatchObject({
        "content-disposition": `inline; filename="credit-note-CN${orderNumber}-1.pdf"`,
        "cache-control": "private, no-store",
      });
      const text = await textOf(answer);
      expect(text).toContain(`Credit note no. CN${orderNumber}-1`);
      expect(text).toContain(`For invoice no. ${orderNumber} of`);
      expect(text).toContain("To Kim Person 1 Long Street Gardens Cape Town");
      expect(text).toContain("Subtotal excl. VAT R282.61 VAT 15% R42.39 Total refunded R325.00");
      // The office's reason is internal.
      expect(text).not.toContain("one broke");
    }
    const kim = await shop.as(shop.people.kim);
    expect((await kim.orders.detail({ uuid })).creditNotes).toMatchObject([
      { nth: 1, number: `CN${orderNumber}-1`, amount: 325_00 },
    ]);
  });

  test("is closed to others, and does not exist without a refund", async ({ shop }) => {
    const { uuid } = await aPaidOrderOfKim(shop, 1);
    expect((await ask(shop, null, `/orders/${uuid}/credit-notes/1`)).statusCode).toBe(401);
    for (const nth of ["1", "0", "-1", "one", "99999"])
      for (const person of [shop.people.kim, shop.people.lone])
        expect((await ask(shop, person, `/orders/${uuid}/credit-notes/${nth}`)).statusCode).toBe(
          404,
        );
  });
});

describe("a packing slip", () => {
  test("names the collector", async ({ shop }) => {
    const { guest, request } = await aGuestOrder(shop);
    const { uuid } = await guest.orders.save({
      ...request,
      commandId: randomUUID(),
      deliveryService: "COL",
      collection: { by: "courier", courierName: "Swift" },
    });
    const answer = await ask(shop, shop.people.admin, `/orders/${uuid}/packing-slip.pdf`);
    expect(await textOf(answer)).toContain("Collection from our office by a courier: Swift");
    // With the link alone only "a courier" is shown, not which one.
    expect((await guest.orders.detail({ uuid })).collection).toEqual({ by: "courier" });
    expect(await guest.orders.byUuid({ uuid })).toMatchObject({
      deliveryService: "COL",
      collectedBy: "courier",
    });
  });

  test("lists recipients, products and quantities, and no prices", async ({ shop }) => {
    const { uuid, orderNumber } = await aPaidOrderOfKim(shop, 2);
    const path = `/orders/${uuid}/packing-slip.pdf`;
    const text = await textOf(await ask(shop, shop.people.admin, path));
    expect(text).toContain(`Packing slip Order ${orderNumber}, recipient 1 of 1`);
    expect(text).toContain("To Thandi Nkosi 1 Long Street");
    expect(text).toContain("Original 50ml 2 Units 2");
    expect(text).not.toMatch(/R\d/);
  });

  // shows T387
  test("says what of the order was refunded", async ({ shop }) => {
    const { uuid } = await aPaidOrderOfKim(shop, 2);
    const admin = await shop.as(shop.people.admin);
    const half = { amount: 325_00, productAmount: 325_00, units: 1 } as const;
    const why = { method: "eft", reason: "it came back" } as const;
    await admin.orders.refund({ commandId: randomUUID(), uuid, ...half, ...why });
    const text = await textOf(
      await ask(shop, shop.people.admin, `/orders/${uuid}/packing-slip.pdf`),
    );
    expect(text).toContain("Part refunded R325.00 and 1 unit of this order were refunded.");
  });

  // shows T289
  test("of several orders is one file, with each order once", async ({ shop }) => {
    const { admin, kim } = shop.people;
    const one = await aPaidOrderOfKim(shop, 2);
    const other = await aPaidOrderOfKim(shop, 3);
    const path = (ids: string) => `/office/packing-slips.pdf?orders=${ids}`;
    const answer = await ask(shop, admin, path(`${other.uuid},${one.uuid},${other.uuid}`));
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "content-disposition": 'inline; filename="packing-slips-2.pdf"',
    });
    const text = await textOf(answer);
    expect(text.match(/Order \d+, recipient 1 of 1/g)).toEqual([
      `Order ${other.orderNumber}, recipient 1 of 1`,
      `Order ${one.orderNumber}, recipient 1 of 1`,
    ]);

    for (const ids of [
      "",
      "1",
      `${one.uuid},`,
      `${one.uuid},${randomUUID()}`,
      "%00",
      "x".repeat(9000),
    ])
      expect((await ask(shop, admin, path(ids))).statusCode, ids).toBe(ids === "%00" ? 400 : 404);
    const many = Array.from({ length: 101 }, () => randomUUID()).join(",");
    expect((await ask(shop, admin, path(many))).statusCode).toBe(404);
    expect((await ask(shop, null, path(one.uuid))).statusCode).toBe(401);
    expect((await ask(shop, kim, path(one.uuid))).statusCode).toBe(403);
  });

  test("is only for the office", async ({ shop }) => {
    const { uuid } = await aPaidOrderOfKim(shop, 2);
    const path = `/orders/${uuid}/packing-slip.pdf`;
    expect((await ask(shop, null, path)).statusCode).toBe(401);
    for (const person of [shop.people.kim, shop.people.ben])
      expect((await ask(shop, person, path)).statusCode).toBe(403);
  });
});
