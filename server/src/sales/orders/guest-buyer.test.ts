import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect } from "vitest";
import { openPostOffice } from "../../testing/post-office.ts";
import { aRecipient, payByBank, products, type TestShop, test } from "../../testing/shop-test.ts";
import { sendMessage } from "../../platform/messages/send-message.actions.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { readInvoice } from "./order-documents.actions.ts";
import { quotePlacedOrder } from "../delivery/delivery-quote.actions.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const id = () => ({ commandId: randomUUID() });

beforeEach<{ shop: TestShop }>(async ({ shop }) => {
  shop.courier.mode = "works";
  // Hourly rate limits would otherwise carry over from one test to the next.
  await shop.deps.db.deleteFrom("rate_limit").execute();
});

const kim = {
  firstName: "Kimberley",
  lastName: "Buyer",
  email: "kim.buyer@people.test",
  cellNumber: "083 765 4321",
};
const aRefusal = (code: string) =>
  expect.objectContaining({ cause: expect.objectContaining({ code }) });

type Gift = Readonly<{ email: string; giftMessage?: string; deliveryNotes?: string }>;

/** An order with a parcel for each gift, by a guest unless `userId` is given. */
async function aGift(
  shop: TestShop,
  gifts: readonly Gift[],
  more: Readonly<{
    userId?: number | null;
    buyer?: typeof kim;
    madeBy?: number | null;
    deliveryNotes?: string;
  }> = { buyer: kim },
) {
  const { userId = null, ...rest } = more;
  const buyer = await shop.as(userId);
  const uniqueId = randomUUID();
  const sections = [];
  for (const { email, ...gift } of gifts) {
    const recipient = { ...aRecipient, recipientEmail: email, uniqueId };
    const { id: addressId } = await buyer.addresses.save(recipient);
    const lines = [{ productId: products.bottle, quantity: 1 }];
    sections.push({ addressId, lines, ...gift });
  }
  const request = { ...id(), uniqueId, sections, deliveryService: "ECO", ...rest };
  return { ...(await buyer.orders.save(request)), api: buyer, uniqueId };
}

/** Sends the queued messages about the order, and returns the emails. */
async function mailsAbout({ deps }: TestShop, uuid: string) {
  const office = openPostOffice();
  const waiting = await deps.db
    .selectFrom("message")
    .select("id")
    .where("message_key", "like", `%${uuid}%`)
    .where("state", "=", "queued")
    .orderBy("id")
    .execute();
  for (const message of waiting) await sendMessage({ ...deps, ...office, log: silent }, message.id);
  return office.mails;
}

async function shipped(shop: TestShop, order: Readonly<{ uuid: string; total: number }>) {
  await payByBank(shop, order.uuid, order.total);
  await quotePlacedOrder(shop.deps, order.uuid);
  const admin = await shop.as(shop.people.admin);
  return admin.courier.createShipment({ ...id(), uuid: order.uuid });
}

describe("an order for someone else", () => {
  test("sends the buyer all emails about payment, and the recipient none", async ({ shop }) => {
    const { api, ...order } = await aGift(shop, [{ email: "gogo@people.test" }]);
    const { uuid } = order;
    await api.orders.mailEftDetails({ uuid });
    await payByBank(shop, uuid, order.total);
    const admin = await shop.as(shop.people.admin);
    const refund = { amount: 100_00, productAmount: 0, units: 0, method: "eft" } as const;
    await admin.orders.refund({ ...id(), uuid, ...refund, reason: "kind" });

    const mails = await mailsAbout(shop, uuid);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [kim.email, `We have received your order ${order.orderNumber}`],
      [kim.email, `How to pay for order ${order.orderNumber}`],
      [kim.email, `Payment received for order ${order.orderNumber}`],
      [kim.email, `Your refund for order ${order.orderNumber}`],
    ]);
    expect(mails[0]?.text).toMatch(/^Hello Kimberley,\n/);
    // The link works in any browser.
    expect(mails[0]?.text).toContain(`http://shop.test/orders/pay/${uuid}`);
    expect(await (await shop.as(null)).orders.byUuid({ uuid })).toMatchObject({
      total: order.total,
    });
  });

  test("notifies each recipient of their own parcel only, without a price", async ({ shop }) => {
    const gifts = [
      { email: "first@people.test", giftMessage: "Happy birthday!\n<b>Kim</b> & co" },
      { email: "second@people.test" },
      // No notice to the buyer, who already gets the emails of the order.
      { email: kim.email.toUpperCase() },
    ];
    const order = await aGift(shop, gifts);
    const { trackingReferences } = await shipped(shop, order);

    const mails = await mailsAbout(shop, order.uuid);
    const notices = mails.filter(({ to }) => to !== kim.email);
    expect(notices.map(({ to }) => to)).toEqual(["first@people.test", "second@people.test"]);
    for (const [at, { text, html, subject }] of notices.entries()) {
      expect(subject).toBe("A parcel is on its way to you");
      expect(text).toContain("Kimberley Buyer is sending you a parcel");
      expect(text).toContain(`Tracking number: ${trackingReferences[at]}`);
      expect(text).not.toContain(trackingReferences[1 - at]);
      const told = `${subject}${text}${html}`;
      for (const secret of ["R325", "R425", String(order.orderNumber), order.uuid, "orders/pay"])
        expect(told).not.toContain(secret);
    }
    expect(notices[0]?.text).toContain("Happy birthday!\n<b>Kim</b> & co");
    expect(notices[0]?.html).toContain("Happy birthday!<br>\n&lt;b&gt;Kim&lt;/b&gt; &amp; co");
    expect(notices[1]?.text).not.toContain("\n\n\n");
    const own = mails.filter(({ to }) => to === kim.email).at(-1);
    expect(own?.subject).toBe(`Order ${order.orderNumber} is on its way`);
    for (const reference of trackingReferences) expect(own?.text).toContain(reference);
  });

  test("tells the courier the notes of each parcel, or else those of the order", async ({
    shop,
  }) => {
    const gifts = [
      { email: "first@people.test", deliveryNotes: "Green gate", giftMessage: "Enjoy" },
      { email: "second@people.test" },
    ];
    const order = await aGift(shop, gifts, { buyer: kim, deliveryNotes: "Ring twice" });
    const { trackingReferences } = await shipped(shop, order);
    const booked = await shop.deps.db
      .selectFrom("sandbox_shipment")
      .select("request")
      .where("tracking_reference", "in", trackingReferences)
      .orderBy("id")
      .execute();
    expect(
      booked.map(({ request }) => Reflect.get(request, "special_instructions_delivery")),
    ).toEqual(["Green gate", "Ring twice"]);
  });

  // shows T221
  test("is refused in the name of anybody but its maker", async ({ shop }) => {
    const { lone, ben } = shop.people;
    const late: Parameters<typeof aGift>[2][] = [
      // Made by a guest, sent after somebody has signed in.
      { userId: lone, buyer: kim },
      { userId: lone, madeBy: null },
      // Made by one user, sent after another has signed in, or nobody.
      { userId: lone, madeBy: ben },
      { userId: null, madeBy: lone },
      { userId: lone, madeBy: lone, buyer: kim },
    ];
    for (const more of late)
      await expect(aGift(shop, [{ email: "gogo@people.test" }], more)).rejects.toThrow(
        aRefusal("order.made-by-another"),
      );
  });

  test("is placed for the guest or user who made it", async ({ shop }) => {
    const gifts = [{ email: "gogo@people.test" }];
    const ofGuest = await aGift(shop, gifts, { buyer: kim, madeBy: null });
    expect(ofGuest.orderNumber).toBeGreaterThan(0);
    const { lone } = shop.people;
    const ofUser = await aGift(shop, gifts, { userId: lone, madeBy: lone });
    expect(ofUser.orderNumber).toBeGreaterThan(0);
  });

  test("belongs to the signed-in account", async ({ shop }) => {
    const more = { userId: shop.people.lone };
    const order = await aGift(shop, [{ email: "gogo@people.test" }], more);
    await shipped(shop, order);
    const mails = await mailsAbout(shop, order.uuid);
    expect(mails.map(({ to }) => to)).toEqual([
      "lone@shop.test",
      "lone@shop.test",
      "lone@shop.test",
      "gogo@people.test",
    ]);
    const row = shop.deps.db.selectFrom("order_detail").select("buyer_email");
    expect(await row.where("order_id", "=", order.uuid).execute()).toEqual([{ buyer_email: null }]);
  });

  test("uses the first recipient as buyer if none is given, as by older clients", async ({
    shop,
  }) => {
    const gifts = [{ email: "first@people.test" }, { email: "second@people.test" }];
    const order = await aGift(shop, gifts, {});
    await shipped(shop, order);
    const mails = await mailsAbout(shop, order.uuid);
    expect(mails.map(({ to, subject }) => [to, subject.includes("parcel")])).toEqual([
      ["first@people.test", false],
      ["first@people.test", false],
      ["first@people.test", false],
      ["second@people.test", true],
    ]);
  });

  // shows T209
  test("is invoiced to the buyer by name only, and to nobody where the link alone is known", async ({
    shop,
  }) => {
    const order = await aGift(shop, [{ email: "gogo@people.test" }]);
    await payByBank(shop, order.uuid, order.total);
    const addressee = { name: "Kimberley Buyer", address: [], vatNo: null };
    const { readDb, db } = shop.deps;
    const [admin, lone] = [
      await findSignedInUser(db, shop.people.admin),
      await findSignedInUser(db, shop.people.lone),
    ];
    const recipient = async (...who: [typeof admin, string?]) =>
      (await readInvoice(readDb, who[0], order.uuid, { guestId: who[1] ?? null })).facts.recipient;
    const { guest_id: guestId } = await db
      .selectFrom("order_detail")
      .select("guest_id")
      .where("order_id", "=", order.uuid)
      .executeTakeFirstOrThrow();
    expect(await recipient(admin)).toEqual(addressee);
    expect(await recipient(null, String(guestId))).toEqual(addressee);
    expect(await recipient(null)).toBeNull();
    expect(await recipient(null, randomUUID())).toBeNull();
    expect(await recipient(lone)).toBeNull();
  });

  test("is found by the office without accents, as people with an account are", async ({
    shop,
  }) => {
    const zoe = { ...kim, firstName: "ZOË", lastName: "O’Brien-Łuk" };
    const order = await aGift(shop, [{ email: "gogo@people.test" }], { buyer: zoe });
    const admin = await shop.as(shop.people.admin);
    const found = async (search: string) => {
      const { rows } = await admin.orders.list({ page: 1, pageSize: 50, search });
      return rows.some(({ uuid }) => uuid === order.uuid);
    };
    for (const search of ["zoe", "zoë o'brien", "LUK zoe"]) expect(await found(search)).toBe(true);
    await shop.deps.db
      .updateTable("address")
      .set({ recipient_first_name: "Renée" })
      .where("recipient_email", "=", "gogo@people.test")
      .execute();
    expect(await found("renee")).toBe(true);
    expect(await found("zoo")).toBe(false);
  });

  test("keeps the buyer out of events, and shows the buyer to the office only", async ({
    shop,
  }) => {
    const giftMessage = "With love from all";
    const order = await aGift(shop, [{ email: "gogo@people.test", giftMessage }]);
    const { rows } = await (await shop.as(shop.people.admin)).orders.list({
      page: 1,
      pageSize: 5,
      search: "kimberley buyer",
    });
    expect(rows[0]).toMatchObject({ uuid: order.uuid, buyerName: "Kimberley Buyer" });
    const detail = await (await shop.as(shop.people.admin)).orders.detail({ uuid: order.uuid });
    expect(detail).toMatchObject({
      buyerName: "Kimberley Buyer",
      buyerEmail: kim.email,
      buyerCell: "083 765 4321",
      isGuests: true,
      sections: [{ giftMessage }],
    });
    // The link alone shows no personal data.
    const byLink = await order.api.orders.detail({ uuid: order.uuid });
    expect(byLink).toMatchObject({
      buyerName: null,
      buyerEmail: null,
      buyerCell: null,
      sections: [{ giftMessage: "" }],
    });
    const events = await shop.deps.db
      .selectFrom("ledger_events")
      .select(["data", "metadata"])
      .where("stream_id", "=", `order-${order.uuid}`)
      .execute();
    expect(JSON.stringify(events)).not.toMatch(/Kimberley|people\.test|837654321|With love/);
  });
});

describe("protection against unsolicited email", () => {
  test.for([
    [{ ...kim, email: "kim@people.test\r\nBcc: all@people.test" }, "buyer.email"],
    [{ ...kim, firstName: "K" }, "buyer.firstName"],
    [{ ...kim, cellNumber: "" }, "buyer.cellNumber"],
  ] as const)("refuses the buyer %j", async ([buyer, field], { shop }) => {
    await expect(aGift(shop, [{ email: "gogo@people.test" }], { buyer })).rejects.toMatchObject({
      cause: { issues: [{ path: field.split(".") }] },
    });
  });

  test("refuses an invalid phone number", async ({ shop }) => {
    const buyer = { ...kim, cellNumber: "12" };
    await expect(aGift(shop, [{ email: "gogo@people.test" }], { buyer })).rejects.toEqual(
      aRefusal("account.wrong-phone"),
    );
  });

  test.for(["See https://evil.test", "www.evil.test", "x".repeat(201)])(
    "refuses the gift message %j",
    async (giftMessage, { shop }) => {
      await expect(aGift(shop, [{ email: "g@people.test", giftMessage }])).rejects.toMatchObject({
        cause: { issues: [{ path: ["sections", 0, "giftMessage"] }] },
      });
    },
  );

  test("omits a buyer's name that contains an advertisement", async ({ shop }) => {
    const buyer = { ...kim, firstName: "Win at evil.test", lastName: "now\r\nBcc: all" };
    const order = await aGift(shop, [{ email: "gogo@people.test" }], { buyer });
    await shipped(shop, order);
    const mails = await mailsAbout(shop, order.uuid);
    expect(mails.at(-1)?.text).toContain("Someone is sending you a parcel");
    for (const { text, subject } of mails) expect(text + subject).not.toContain("evil");
  });

  test("counts emails against the rate limits of guests and of each address", async ({ shop }) => {
    const gifts = Array.from({ length: 3 }, () => ({ email: "often@people.test" }));
    const order = await aGift(shop, gifts);
    await shipped(shop, order);
    const used = async () =>
      (await shop.deps.db.selectFrom("rate_limit").select(["key", "used_at"]).execute()).flatMap(
        ({ key, used_at }) =>
          key.startsWith("email work") || key === "email of all work" ? [used_at.length] : [],
      );
    const mails = await mailsAbout(shop, order.uuid);
    expect(mails).toHaveLength(6);
    // The order is paid: three to the buyer, three to the recipient.
    expect((await used()).toSorted((one, other) => one - other)).toEqual([3, 3, 6]);
  });
});

describe("erasing", () => {
  const erase = async (shop: TestShop, who: string) =>
    (await shop.as(shop.people.admin)).users.eraseGuest({ ...id(), who });
  const buyerOf = ({ deps }: TestShop, uuid: string) =>
    deps.db
      .selectFrom("order_detail")
      .leftJoin("order_parcel as parcel", "parcel.order_id", "order_detail.order_id")
      .select(["buyer_email as email", "parcel.gift_message as gift"])
      .where("order_detail.order_id", "=", uuid)
      .executeTakeFirstOrThrow();

  test("a buyer erases the order's contact data and gift message, a recipient does not", async ({
    shop,
  }) => {
    const buyer = { ...kim, email: "erase.me@people.test" };
    const gift = { email: "kept.recipient@people.test", giftMessage: "Love" };
    const order = await aGift(shop, [gift], { buyer });
    await shipped(shop, order);
    await mailsAbout(shop, order.uuid);

    expect(await erase(shop, gift.email)).toEqual({ orders: 0, addresses: 1, contacts: 0 });
    expect(await buyerOf(shop, order.uuid)).toEqual({ email: buyer.email, gift: "Love" });
    expect(await erase(shop, buyer.email)).toMatchObject({ orders: 1 });
    expect(await buyerOf(shop, order.uuid)).toEqual({ email: null, gift: null });
    const mails = shop.deps.db.selectFrom("message").select("id");
    expect(await mails.where("message_key", "like", `%${order.uuid}%`).execute()).toEqual([]);
  });

  test("a recipient is refused until the parcel is shipped", async ({ shop }) => {
    const gift = { email: "waits@people.test" };
    const order = await aGift(shop, [gift]);
    await payByBank(shop, order.uuid, order.total);
    await expect(erase(shop, gift.email)).rejects.toEqual(aRefusal("order.to-ship"));
  });
});
