import { randomUUID } from "node:crypto";
import { unknownFieldWords } from "@portal/shared/platform/issue-words.ts";
import { describe, expect } from "vitest";
import { aGuestOrder, aRecipient, products, test, type TestShop } from "../../testing/shop-test.ts";
import { placesByPostCode } from "./place-search.ts";

const unknown = { cause: { code: "order.unknown-address" } };
type Api = Awaited<ReturnType<TestShop["as"]>>;

function placeTo(api: Api, addressId: number, uniqueId: string) {
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }];
  return api.orders.save({ commandId: randomUUID(), sections, uniqueId });
}

describe("the number of a recipient", () => {
  test.for(["1234567890", "0800123456"])(
    "is asked for where it is typed, by the rule of a buyer's own: not %s",
    async (recipientCell, { shop }) => {
      const guest = await shop.as(null);
      const refused = guest.addresses.save({
        ...aRecipient,
        recipientCell,
        uniqueId: randomUUID(),
      });
      await expect(refused).rejects.toMatchObject({
        cause: { code: "account.wrong-phone", field: "recipientCell" },
      });
    },
  );
});

describe("the place of a recipient", () => {
  const { manualSuburb: _, town: __, province: ___, postalCode: ____, ...person } = aRecipient;
  const gardens = placesByPostCode("8001").find(({ label }) => label === "Gardens");
  const atGardens = { ...person, entry: "place", placeId: gardens?.id ?? 0 } as const;

  // shows S3.12, S5.15
  test("comes from the list, not from the browser", async ({ shop }) => {
    const guest = await shop.as(null);
    const uniqueId = randomUUID();
    const lies = { town: "Elsewhere", postalCode: "9999", province: "Nowhere" };
    await guest.addresses.save({ ...atGardens, ...lies, uniqueId });
    // A corrected suburb has another name.
    const misnamed = Object.assign({}, atGardens, { suburb: "None", uniqueId });
    await expect(guest.addresses.save(misnamed)).rejects.toThrow(unknownFieldWords("suburb"));

    expect(await guest.addresses.list({ uniqueId })).toMatchObject([
      {
        suburb: "Gardens",
        town: "Cape Town",
        postalCode: "8001",
        province: "Western Cape",
        place: gardens,
        placeId: gardens?.id,
        isManualSuburb: false,
        needsUpdate: false,
      },
    ]);
  });

  test("may have another suburb", async ({ shop }) => {
    const guest = await shop.as(null);
    const uniqueId = randomUUID();
    await guest.addresses.save({ ...atGardens, manualSuburb: "Upper Gardens", uniqueId });

    expect(await guest.addresses.list({ uniqueId })).toMatchObject([
      { suburb: "Upper Gardens", isManualSuburb: true, place: gardens, postalCode: "8001" },
    ]);
  });

  test.for(["as an object", "as JSON text"])(
    "is understood in the fields of the specification, %s",
    async (how, { shop }) => {
      const guest = await shop.as(null);
      const uniqueId = randomUUID();
      const { entry: _entry, ...fields } = person;
      const place = { id: gardens?.id, label: "Gardens", value: "Gardens", town: "Cape Town" };
      const googlePlace = { latitude: "-33.93", longitude: 18.41, route: "Long Street" };
      await guest.addresses.save({
        ...fields,
        place: how === "as an object" ? place : JSON.stringify(place),
        googlePlace: how === "as an object" ? googlePlace : JSON.stringify(googlePlace),
        manualSuburb: "Upper Gardens",
        uniqueId,
      });

      expect(await guest.addresses.list({ uniqueId })).toMatchObject([
        {
          placeId: gardens?.id,
          manualSuburb: "Upper Gardens",
          suburb: "Upper Gardens",
          googlePlace: { latitude: -33.93, longitude: 18.41, town_or_city: "Cape Town" },
        },
      ]);
    },
  );

  test.for([
    [{ place: "{" }, "place"],
    [{ place: "[1]" }, "place"],
    [{ place: { id: 7001 }, googlePlace: "no JSON" }, "googlePlace"],
    [{ place: { id: -1 } }, "placeId"],
    [{ place: { id: "many" } }, "placeId"],
    [{ place: { label: "Gardens" } }, "placeId"],
    [{ manualSuburb: "Gar", province: "", town: "Cape Town", postalCode: "8001" }, "manualSuburb"],
    [{ place: { id: 7001 }, googlePlace: { latitude: "north", longitude: 1 } }, "latitude"],
  ] as const)("is refused by its name: %o", async ([wrong, field], { shop }) => {
    const { entry: _entry, ...fields } = person;
    const payload = { ...fields, ...wrong, uniqueId: randomUUID() };

    const answer = await shop.app.inject({
      method: "POST",
      url: "/trpc/addresses.save",
      payload,
    });

    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().error.data.fieldErrors)).toContain(field);
  });

  test("is typed by hand when it is not in the list", async ({ shop }) => {
    const guest = await shop.as(null);
    const uniqueId = randomUUID();
    await guest.addresses.save({ ...aRecipient, manualSuburb: "Nowhere", uniqueId });

    expect(await guest.addresses.list({ uniqueId })).toMatchObject([
      { suburb: "Nowhere", town: "Cape Town", place: null, placeId: null, needsUpdate: false },
    ]);
  });

  test.for([1, 2_147_483_648, 9e15])("is unknown for the id %d", async (placeId, { shop }) => {
    const guest = await shop.as(null);
    const uniqueId = randomUUID();
    await expect(guest.addresses.save({ ...atGardens, placeId, uniqueId })).rejects.toMatchObject({
      cause: { code: "address.unknown-place" },
    });
    expect(await guest.addresses.list({ uniqueId })).toEqual([]);
  });

  test.for([0, -1, 1.5, "", "x", "1; drop table address", null, [], {}])(
    "is rejected as %o",
    async (placeId, { shop }) => {
      const response = await shop.app.inject({
        method: "POST",
        url: "/trpc/addresses.save",
        payload: { ...atGardens, placeId, uniqueId: randomUUID() },
      });
      expect(response.statusCode).toBe(400);
      const fieldErrors = { placeId: "Please select a place." };
      expect(response.json()).toMatchObject({ error: { data: { fieldErrors } } });
    },
  );

  // shows S2.22
  test("that is blank must be entered again before an order to it", async ({ shop }) => {
    const { guest, uniqueId, addressId } = await aGuestOrder(shop);
    await shop.deps.db
      .updateTable("address")
      .set({ suburb: " " })
      .where("id", "=", addressId)
      .execute();

    expect(await guest.addresses.list({ uniqueId })).toMatchObject([{ needsUpdate: true }]);
    await expect(placeTo(guest, addressId, uniqueId)).rejects.toMatchObject(unknown);

    const { id } = await guest.addresses.save({ ...atGardens, id: addressId, uniqueId });
    expect(await guest.addresses.list({ uniqueId })).toMatchObject([{ needsUpdate: false }]);
    await expect(placeTo(guest, id, uniqueId)).resolves.toMatchObject({ total: 425_00 });
  });
});

describe("where a recipient is on a map", () => {
  const gardens = { latitude: -33.9307, longitude: 18.4107 };

  // shows S3.14
  test("is stored with the street, and removed by an update without it", async ({ shop }) => {
    const guest = await shop.as(null);
    const uniqueId = randomUUID();
    const { id } = await guest.addresses.save({ ...aRecipient, ...gardens, uniqueId });
    expect(await guest.addresses.list({ uniqueId })).toMatchObject([gardens]);

    await guest.addresses.save({ ...aRecipient, streetAddress: "2 Long Street", id, uniqueId });
    expect(await guest.addresses.list({ uniqueId })).toMatchObject([
      { streetAddress: "2 Long Street", latitude: null, longitude: null },
    ]);
  });

  test.for([
    ["latitude", { latitude: 90.001, longitude: 18 }],
    ["latitude", { latitude: "-33.9", longitude: 18 }],
    ["latitude", { latitude: "1); drop table address", longitude: 18 }],
    ["latitude", { latitude: [-33.9], longitude: 18 }],
    ["latitude", { longitude: 18.4 }],
    ["longitude", { latitude: -33.9, longitude: -180.5 }],
    ["longitude", { latitude: -33.9, longitude: Number.POSITIVE_INFINITY }],
    ["longitude", { latitude: -33.9, longitude: { $gt: 0 } }],
    ["longitude", { latitude: -33.9 }],
  ] as const)("is refused by name: %s, %o", async ([field, hostile], { shop }) => {
    const text = JSON.stringify({ ...aRecipient, ...hostile, uniqueId: randomUUID() });
    const response = await shop.app.inject({
      method: "POST",
      url: "/trpc/addresses.save",
      payload: text.replace("null", "1e999"),
      headers: { "content-type": "application/json" },
    });
    expect(response.statusCode).toBe(400);
    const fieldErrors = { [field]: expect.stringContaining(field) };
    expect(response.json()).toMatchObject({ error: { data: { fieldErrors } } });
  });
});

describe("a recipient in the United Kingdom", () => {
  const { manualSuburb: _, province: __, ...person } = aRecipient;
  const inLondon = {
    ...person,
    entry: "uk",
    recipientCell: "07400 123456",
    streetAddress: "1 High Street",
    line2: "Flat 3",
    line3: "",
    town: "London",
    postalCode: "sw1a1aa",
  } as const;
  const ukShop = { shop: { region: "uk", publicUrl: "https://shop.test" } } as const;

  // shows S3.13
  test("has address lines, a town and a postcode, and no place id", async ({ shop }) => {
    const guest = await shop.as(null, ukShop);
    const uniqueId = randomUUID();
    await guest.addresses.save({ ...inLondon, uniqueId });

    expect(await guest.addresses.list({ uniqueId })).toMatchObject([
      {
        country: "GB",
        streetAddress: "1 High Street",
        line2: "Flat 3",
        line3: null,
        town: "London",
        postalCode: "SW1A 1AA",
        recipientCell: "07400123456",
        place: null,
        needsUpdate: false,
      },
    ]);
  });

  test("is refused by a South African shop, and the reverse", async ({ shop }) => {
    const other = { cause: { code: "address.other-country" } };
    const uniqueId = randomUUID();
    const [here, there] = [await shop.as(null), await shop.as(null, ukShop)];
    await expect(here.addresses.save({ ...inLondon, uniqueId })).rejects.toMatchObject(other);
    await expect(there.addresses.save({ ...aRecipient, uniqueId })).rejects.toMatchObject(other);

    await there.addresses.save({ ...inLondon, uniqueId });
    expect(await here.addresses.list({ uniqueId })).toMatchObject([{ needsUpdate: true }]);
  });
});

describe("a recipient in the United States", () => {
  const { manualSuburb: _, ...person } = aRecipient;
  const inAustin = {
    ...person,
    entry: "us",
    recipientCell: "+1 (201) 555-0123",
    streetAddress: "1 Main Street",
    line2: "Apt 4",
    town: "Austin",
    province: "tx",
    postalCode: "787011234",
  } as const;
  const usShop = { shop: { region: "usa", publicUrl: "https://shop.test" } } as const;

  test("has a city, a state and a ZIP code, and takes an order", async ({ shop }) => {
    const guest = await shop.as(null, usShop);
    const uniqueId = randomUUID();
    const { id: addressId } = await guest.addresses.save({ ...inAustin, uniqueId });

    expect(await guest.addresses.list({ uniqueId })).toMatchObject([
      {
        country: "US",
        streetAddress: "1 Main Street",
        line2: "Apt 4",
        suburb: "",
        town: "Austin",
        province: "TX",
        postalCode: "78701-1234",
        recipientCell: "2015550123",
        place: null,
        needsUpdate: false,
      },
    ]);
    const basket = { uniqueId, sections: [{ addressId, lines: [{ productId: 94, quantity: 1 }] }] };
    const { options } = await guest.courier.requestQuote(basket);
    expect(options).toMatchObject([{ code: "DOOR", name: "Courier to the door" }]);
    const placed = await guest.orders.save({
      ...basket,
      commandId: randomUUID(),
      deliveryService: "DOOR",
      buyer: {
        firstName: "Kim",
        lastName: "Jacobs",
        email: "kim@example.test",
        cellNumber: "201 555 0123",
      },
    });
    const admin = await shop.as(shop.people.admin);
    const { sections } = await admin.orders.detail({ uuid: placed.uuid });
    expect(sections[0]?.recipient?.address).toEqual([
      "1 Main Street",
      "Apt 4",
      "Austin, TX 78701-1234",
    ]);
  });

  test.for([
    ["province", "ZZ"],
    ["province", "Texas"],
    ["province", "constructor"],
    ["province", ""],
    ["postalCode", "7870"],
    ["postalCode", "78701-12"],
    ["postalCode", "7870A"],
    ["postalCode", "SW1A 1AA"],
    ["recipientCell", "0821234567"],
    ["recipientCell", "101 555 0123"],
    ["recipientCell", "+44 7400 123456"],
    ["recipientAltNumber", "555 0123"],
    ["town", " "],
  ] as const)("is refused with %s %j", async ([field, value], { shop }) => {
    const guest = await shop.as(null, usShop);
    const given = { ...inAustin, [field]: value, uniqueId: randomUUID() };
    await expect(guest.addresses.save(given)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("is refused by a shop elsewhere, and the reverse", async ({ shop }) => {
    const other = { cause: { code: "address.other-country" } };
    const uniqueId = randomUUID();
    const [here, there] = [await shop.as(null), await shop.as(null, usShop)];
    await expect(here.addresses.save({ ...inAustin, uniqueId })).rejects.toMatchObject(other);
    await expect(there.addresses.save({ ...aRecipient, uniqueId })).rejects.toMatchObject(other);

    const { id: addressId } = await here.addresses.save({ ...aRecipient, uniqueId });
    expect(await there.addresses.list({ uniqueId })).toMatchObject([{ needsUpdate: true }]);
    const sections = [{ addressId, lines: [{ productId: 94, quantity: 1 }] }];
    const order = there.orders.save({ commandId: randomUUID(), uniqueId, sections });
    await expect(order).rejects.toMatchObject({ cause: { code: "order.unknown-address" } });
  });
});
