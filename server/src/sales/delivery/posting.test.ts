import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import {
  aBritishOrder,
  aGuestOrder,
  payByBank,
  type TestShop,
  test,
} from "../../testing/shop-test.ts";
import { orderShipped } from "../orders/order.messages.ts";

const id = () => ({ commandId: randomUUID() });
const office = ({ as, people }: TestShop) => as(people.admin);

describe("an order sent by post", () => {
  const numbers = ["RM 1234 5678 9GB"];

  test("is marked as sent once, leaves the work list, and its buyer gets the tracking number", async ({
    shop,
  }) => {
    const { uuid, orderNumber, total } = await aBritishOrder(shop);
    const admin = await office(shop);
    await expect(
      admin.courier.recordPosting({ ...id(), uuid, trackingReferences: numbers }),
    ).rejects.toMatchObject({ cause: { code: "courier.not-paid" } });
    await payByBank(shop, uuid, total);
    const waiting = {
      work: "to-ship" as const,
      search: String(orderNumber),
      page: 1,
      pageSize: 20,
    };
    expect((await admin.orders.list(waiting)).total).toBe(1);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({ parcelsToPost: 1 });

    const command = { ...id(), uuid, trackingReferences: numbers };
    const posted = await admin.courier.recordPosting(command);
    expect(posted.trackingReferences).toEqual(["RM123456789GB"]);
    expect(await admin.courier.recordPosting(command)).toEqual(posted);
    await expect(
      admin.courier.recordPosting({ ...id(), uuid, trackingReferences: ["RM000000000GB"] }),
    ).rejects.toMatchObject({ cause: { code: "courier.already-shipped" } });

    expect((await admin.orders.list(waiting)).total).toBe(0);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      isShipped: true,
      parcelsToPost: 0,
      shipments: [{ section: 1, trackingReference: "RM123456789GB", state: null }],
    });
    const { db, shop: place } = shop.deps;
    const told = await db
      .selectFrom("message")
      .select("kind")
      .where("message_key", "=", `order-shipped:${uuid}`)
      .execute();
    expect(told).toEqual([{ kind: "order-shipped" }]);
    const mail = orderShipped.open({ userId: null, orderId: uuid });
    expect(await mail.getFacts(readOnly(db), place)).toMatchObject({
      tracking: "Tracking number: RM123456789GB",
      handedTo: "in the post",
      courierCall: "",
    });
  });

  test("can get a corrected tracking number, and its buyer is notified", async ({ shop }) => {
    const { uuid, total } = await aBritishOrder(shop, { recipients: 2 });
    await payByBank(shop, uuid, total);
    const admin = await office(shop);
    const post = (former: string[], trackingReferences: string[]) =>
      admin.courier.recordPosting({ ...id(), uuid, former, trackingReferences });
    const [a, b, c, d] = ["RM111111111GB", "RM222222222GB", "RM333333333GB", "RM444444444GB"];
    await expect(post([a], [a, b])).rejects.toMatchObject({
      cause: { code: "courier.already-shipped" },
    });
    await post([], [a, b]);
    await post([a, b], [c, b]);
    // An admin who still sees the former number does not overwrite the correction.
    await expect(post([a, b], [d, b])).rejects.toMatchObject({
      cause: { code: "courier.already-shipped" },
    });
    // Numbers that were swapped between the two parcels can be corrected too.
    await post([c, b], [b, c]);
    await post([b, c], [b, c]);

    const { shipments, isPosted } = await admin.courier.forOrder({ uuid });
    expect({ isPosted, numbers: shipments.map((each) => each.trackingReference) }).toEqual({
      isPosted: true,
      numbers: [b, c],
    });
    const { mails } = await admin.orders.detail({ uuid });
    expect(mails.filter(({ kind }) => kind === "order-shipped")).toHaveLength(3);
  });

  test("requires a different tracking number for each parcel", async ({ shop }) => {
    const { uuid, total } = await aBritishOrder(shop, { recipients: 2 });
    await payByBank(shop, uuid, total);
    await expect(
      (await office(shop)).courier.recordPosting({
        ...id(),
        uuid,
        trackingReferences: ["RM 1234 5678 9GB", "rm123456789gb"],
      }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("accepts one of two concurrent postings", async ({ shop }) => {
    const { uuid, total } = await aBritishOrder(shop);
    await payByBank(shop, uuid, total);
    const admin = await office(shop);
    const answers = await Promise.allSettled(
      ["RM111111111GB", "RM222222222GB"].map((number) =>
        admin.courier.recordPosting({ ...id(), uuid, trackingReferences: [number] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await admin.courier.forOrder({ uuid })).shipments).toHaveLength(1);
  });

  test("requires one alphanumeric tracking number per recipient, and is refused in South Africa", async ({
    shop,
  }) => {
    const { uuid, total } = await aBritishOrder(shop);
    await payByBank(shop, uuid, total);
    const { guest, request } = await aGuestOrder(shop);
    const { uuid: here } = await guest.orders.save({ ...request, ...id() });
    const admin = await office(shop);
    const refused = { cause: { code: "courier.not-for-this-order" } };
    await expect(
      admin.courier.recordPosting({
        ...id(),
        uuid,
        trackingReferences: ["RM1234567", "RM7654321"],
      }),
    ).rejects.toMatchObject(refused);
    await expect(
      admin.courier.recordPosting({ ...id(), uuid: here, trackingReferences: numbers }),
    ).rejects.toMatchObject(refused);
    for (const number of [
      "",
      "12345",
      "<b>123456</b>",
      "Ask Thandi, 082 123",
      "9".repeat(41),
      "A1 ".repeat(40),
    ])
      await expect(
        admin.courier.recordPosting({ ...id(), uuid, trackingReferences: [number] }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
