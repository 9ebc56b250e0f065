import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aGuestOrder, aRecipient, products, test, type TestShop } from "../../testing/shop-test.ts";

const unknown = { cause: { code: "order.unknown-address" } };
const lines = [{ productId: products.bottle, quantity: 1 }];
type Api = Awaited<ReturnType<TestShop["as"]>>;

function placeTo(api: Api, addressId: number, uniqueId?: string) {
  const sections = [{ addressId, lines }];
  return api.orders.save({ commandId: randomUUID(), sections, ...(uniqueId && { uniqueId }) });
}

/** The address of an order in the ledger. */
async function sentTo({ deps }: TestShop, orderId: string) {
  const placed = await deps.db
    .selectFrom("ledger_events")
    .select("data")
    .where("stream_id", "=", `order-${orderId}`)
    .where("type", "=", "OrderPlaced")
    .executeTakeFirstOrThrow();
  return placed.data;
}

describe("recipients", () => {
  // shows S7.32
  test("belong to the browser of a guest, and to no other", async ({ shop }) => {
    const guest = await shop.as(null);
    const [uniqueId, other] = [randomUUID(), randomUUID()];
    const { id } = await guest.addresses.save({ ...aRecipient, uniqueId });

    expect(await guest.addresses.list({ uniqueId })).toMatchObject([
      { id, recipientFirstName: "Thandi", recipientCell: "0821234567", complexBuilding: null },
    ]);
    expect(await guest.addresses.list({ uniqueId: other })).toEqual([]);
    expect(await guest.addresses.list({})).toEqual([]);
    await expect(
      guest.addresses.save({ ...aRecipient, id, uniqueId: other, town: "Elsewhere" }),
    ).rejects.toMatchObject({ cause: { code: "order.unknown-address" } });
  });

  test("belong to an account, and can be changed only by it", async ({ shop }) => {
    const kim = await shop.as(shop.people.kim);
    const lone = await shop.as(shop.people.lone);
    const { id } = await kim.addresses.save(aRecipient);

    const changed = await kim.addresses.save({ ...aRecipient, id, town: "Paarl" });
    expect(await kim.addresses.list({})).toMatchObject([
      { id: changed.id, town: "Paarl", formerIds: [id] },
    ]);
    expect(await lone.addresses.list({})).toEqual([]);
    await expect(lone.addresses.save({ ...aRecipient, id: changed.id })).rejects.toMatchObject(
      unknown,
    );
    await expect(placeTo(lone, changed.id)).rejects.toMatchObject(unknown);
    expect(await kim.addresses.list({})).toMatchObject([{ id: changed.id, town: "Paarl" }]);
  });

  // shows S3.12
  test("have an optional second number and VAT number", async ({ shop }) => {
    const guest = await shop.as(null);
    const uniqueId = randomUUID();
    const more = { recipientAltNumber: "021 555 0100", vatNo: " 4123456789 " };
    await guest.addresses.save({ ...aRecipient, ...more, uniqueId });
    await guest.addresses.save({ ...aRecipient, recipientAltNumber: "", vatNo: "", uniqueId });

    expect(await guest.addresses.list({ uniqueId })).toMatchObject([
      { recipientAltNumber: "0215550100", vatNo: "4123456789" },
      { recipientAltNumber: null, vatNo: null },
    ]);
  });

  test("of a guest stay available after signing in", async ({ shop }) => {
    const uniqueId = randomUUID();
    const { id } = await (await shop.as(null)).addresses.save({ ...aRecipient, uniqueId });
    const anna = await shop.as(shop.people.anna);
    expect(await anna.addresses.list({ uniqueId })).toMatchObject([{ id }]);
  });

  test("of a guest need the guest id", async ({ shop }) => {
    const guest = await shop.as(null);
    await expect(guest.addresses.save(aRecipient)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test.for([
    [
      { recipientCell: "12345" },
      "Please enter a 10-digit SA phone number without country code, spaces, or special characters",
    ],
    [{ recipientFirstName: "T" }, "First name is required."],
    [{ recipientEmail: "" }, "Recipient email is required."],
    [{ recipientAltNumber: "021 555 010" }, "Phone number format is required."],
    [{ recipientAltNumber: "02155501001" }, "Phone number format is required."],
    [{ entry: "" }, "Please select a place."],
    [{ manualSuburb: "Now" }, "Required"],
    [{ postalCode: "80011" }, "Please enter the four figures of the postal code"],
    [{ businessOrResidential: "Boat" }, "Please choose an address type"],
  ] as const)(
    "that are wrong in %o are refused in the words of the form",
    async ([change, message], { shop }) => {
      const [field = ""] = Object.keys(change);
      const response = await shop.app.inject({
        method: "POST",
        url: "/trpc/addresses.save",
        payload: { ...aRecipient, uniqueId: randomUUID(), ...change },
      });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        error: { data: { fieldErrors: { [field]: message } } },
      });
    },
  );
});

describe("a changed recipient", () => {
  test("stays unchanged for earlier orders", async ({ shop }) => {
    const { guest, uuid, uniqueId, addressId } = await aGuestOrder(shop);

    await guest.addresses.save({ ...aRecipient, uniqueId, id: addressId, town: "Paarl" });

    expect(await sentTo(shop, uuid)).toMatchObject({ sections: [{ addressId }] });
    const parcel = await shop.deps.db
      .selectFrom("address")
      .select(["town", "guest_id"])
      .where("id", "=", addressId)
      .executeTakeFirstOrThrow();
    expect(parcel).toEqual({ town: "Cape Town", guest_id: uniqueId });
  });

  test("is ordered to and changed only by its new id", async ({ shop }) => {
    const { guest, uniqueId, addressId } = await aGuestOrder(shop);
    const changed = await guest.addresses.save({ ...aRecipient, uniqueId, id: addressId });

    await expect(placeTo(guest, addressId, uniqueId)).rejects.toMatchObject(unknown);
    await expect(
      guest.addresses.save({ ...aRecipient, uniqueId, id: addressId }),
    ).rejects.toMatchObject(unknown);
    await expect(guest.addresses.delete({ uniqueId, id: addressId })).rejects.toMatchObject(
      unknown,
    );
    await expect(placeTo(guest, changed.id, uniqueId)).resolves.toMatchObject({ total: 425_00 });
  });

  test("keeps its position in the list, and at most twenty former ids", async ({ shop }) => {
    const guest = await shop.as(null);
    const uniqueId = randomUUID();
    let { id } = await guest.addresses.save({ ...aRecipient, uniqueId });
    const second = await guest.addresses.save({ ...aRecipient, uniqueId });
    const ids: number[] = [];
    for (let change = 0; change < 22; change++) {
      ids.push(id);
      ({ id } = await guest.addresses.save({ ...aRecipient, uniqueId, id }));
    }
    expect(await guest.addresses.list({ uniqueId })).toMatchObject([
      { id, formerIds: ids.slice(-20) },
      { id: second.id, formerIds: [] },
    ]);
  });

  test("is changed once by two concurrent requests", async ({ shop }) => {
    const kim = await shop.as(shop.people.kim);
    const { id } = await kim.addresses.save(aRecipient);
    const before = (await kim.addresses.list({})).length;

    const answers = await Promise.allSettled(
      ["Paarl", "Knysna", "George"].map((town) => kim.addresses.save({ ...aRecipient, id, town })),
    );

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await kim.addresses.list({})).toHaveLength(before);
  });
});

describe("a deleted recipient", () => {
  test("cannot be listed or ordered to, and stays available to its orders", async ({ shop }) => {
    const { guest, uuid, uniqueId, addressId } = await aGuestOrder(shop);
    const other = await guest.addresses.save({ ...aRecipient, uniqueId });

    expect(await guest.addresses.delete({ id: addressId, uniqueId })).toEqual({ id: addressId });

    expect(await guest.addresses.list({ uniqueId })).toMatchObject([{ id: other.id }]);
    await expect(placeTo(guest, addressId, uniqueId)).rejects.toMatchObject(unknown);
    await expect(
      guest.addresses.save({ ...aRecipient, uniqueId, id: addressId }),
    ).rejects.toMatchObject(unknown);
    expect(await sentTo(shop, uuid)).toMatchObject({ sections: [{ addressId }] });
    const kept = await shop.deps.db
      .selectFrom("address")
      .select("deleted_at")
      .where("id", "=", addressId)
      .executeTakeFirstOrThrow();
    expect(kept.deleted_at).not.toBeNull();
  });

  test("uses up no order number when an order to it is refused", async ({ shop }) => {
    const { guest, uniqueId, addressId, orderNumber } = await aGuestOrder(shop);
    await guest.addresses.save({ ...aRecipient, uniqueId });
    await guest.addresses.delete({ id: addressId, uniqueId });

    await expect(placeTo(guest, addressId, uniqueId)).rejects.toMatchObject(unknown);

    expect((await aGuestOrder(shop)).orderNumber).toBe(orderNumber + 1);
  });

  test("cannot be the only one, nor both of two in concurrent requests", async ({ shop }) => {
    const guest = await shop.as(null);
    const uniqueId = randomUUID();
    const first = await guest.addresses.save({ ...aRecipient, uniqueId });
    const last = { cause: { code: "address.last" } };
    await expect(guest.addresses.delete({ ...first, uniqueId })).rejects.toMatchObject(last);
    const second = await guest.addresses.save({ ...aRecipient, uniqueId });

    const answers = await Promise.allSettled(
      [first, second].map(({ id }) => guest.addresses.delete({ id, uniqueId })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(answers.find(({ status }) => status === "rejected")).toMatchObject({ reason: last });
    expect(await guest.addresses.list({ uniqueId })).toHaveLength(1);
  });

  test("can be deleted only by its owner", async ({ shop }) => {
    const { kim, lone, anna, admin } = shop.people;
    const owner = await shop.as(kim);
    await owner.addresses.save(aRecipient);
    const { id } = await owner.addresses.save(aRecipient);
    const { uniqueId, addressId } = await aGuestOrder(shop);

    for (const stranger of [null, lone, anna, admin]) {
      const api = await shop.as(stranger);
      for (const address of [{ id }, { id, uniqueId }, { id: addressId }])
        await expect(api.addresses.delete(address)).rejects.toMatchObject(unknown);
    }
    expect(await owner.addresses.list({})).toContainEqual(expect.objectContaining({ id }));
    expect(await (await shop.as(null)).addresses.list({ uniqueId })).toHaveLength(1);
    await expect(owner.addresses.delete({ id })).resolves.toEqual({ id });
  });
});

// shows S5.12
test("the recipient of the last order is marked, also after a change", async ({ shop }) => {
  const lone = await shop.as(shop.people.lone);
  const first = await lone.addresses.save(aRecipient);
  const second = await lone.addresses.save(aRecipient);
  const used = async () =>
    (await lone.addresses.list({})).filter(({ lastUsed }) => lastUsed).map(({ id }) => id);
  expect(await used()).toEqual([]);

  await placeTo(lone, second.id);
  await placeTo(lone, first.id);
  expect(await used()).toEqual([first.id]);

  const { id } = await lone.addresses.save({ ...aRecipient, id: first.id });
  expect(await used()).toEqual([id]);
  await placeTo(lone, second.id);
  expect(await used()).toEqual([second.id]);
});
