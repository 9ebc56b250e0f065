import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { quotePlacedOrder } from "../../sales/delivery/delivery-quote.actions.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { aRecipient, payByBank, products, type TestShop, test } from "../../testing/shop-test.ts";

type Person = keyof TestShop["people"] | null;
type Sent = Pick<InjectOptions, "method" | "url" | "payload" | "query" | "headers">;

const answerSchema = z.looseObject({ success: z.boolean() });

/** As a program: with a bearer token, without a browser's headers. */
async function send({ app, deps, people }: TestShop, who: Person, sent: Sent) {
  const token =
    who === null
      ? null
      : (await deps.sessions.start({ userId: people[who], device: "", withPassword: true })).token;
  const answer = await app.inject({
    ...sent,
    headers: { ...sent.headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
  });
  return { status: answer.statusCode, body: answerSchema.parse(answer.json()) };
}

const post = (url: string, payload?: object, headers?: Record<string, string>): Sent => ({
  method: "POST",
  url,
  ...(payload && { payload }),
  ...(headers && { headers }),
});
const get = (url: string): Sent => ({ method: "GET", url });

async function anAddress(shop: TestShop, who: Person) {
  const person = await shop.as(who === null ? null : shop.people[who]);
  return (await person.addresses.save(aRecipient)).id;
}

async function anOrderOf(shop: TestShop, who: Person, changes: object = {}) {
  const addressId = await anAddress(shop, who);
  const sections = [{ addressId, items: { [products.bottle]: 2 } }];
  const { body, status } = await send(
    shop,
    who,
    post("/api/purchase/save", { order: { sections, ...changes }, deliveryNotes: "Gate 4" }),
  );
  expect(body).toMatchObject({ success: true });
  expect(status).toBe(200);
  return z
    .looseObject({ uuid: z.string(), data: z.object({ orderNumber: z.int(), total: z.string() }) })
    .parse(body);
}

describe("an older client's order", () => {
  // shows R12, S7.7, T15
  test("is priced by the server, whatever prices it contains, and answered in decimals", async ({
    shop,
  }) => {
    const { data } = await anOrderOf(shop, "kim", { total: 1, prices: [1], live: false, md5: "x" });
    expect(data.total).toBe("750.00");
  });

  test("is placed once under one key, and refused under the same key with another content", async ({
    shop,
  }) => {
    const addressId = await anAddress(shop, "kim");
    const order = (quantity: number) => ({
      order: [{ addressId: String(addressId), items: { [products.bottle]: String(quantity) } }],
    });
    const headers = { "idempotency-key": randomUUID() };
    const first = await send(shop, "kim", post("/api/purchase/save", order(1), headers));
    const again = await send(shop, "kim", post("/api/purchase/save", order(1), headers));
    expect(again.body).toEqual(first.body);
    const other = await send(shop, "kim", post("/api/purchase/save", order(2), headers));
    expect(other.body).toMatchObject({ success: false, code: "request.reused-key" });

    const wrong = await send(
      shop,
      "kim",
      post("/api/purchase/save", order(3), { "idempotency-key": "order-77" }),
    );
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: "Send a UUID as Idempotency-Key." },
    });
  });

  test.for([
    [{}, "order", "Send an order."],
    [{ order: 7 }, "order", "Send an order."],
    [
      { order: { sections: [{ addressId: 1, items: { 94: "2b" } }] } },
      "order.sections.0.items.94",
      "Please enter a whole number",
    ],
    [
      { order: { sections: [{ addressId: 1, items: { 94: -1 } }] } },
      "order.sections.0.items.94",
      "Please enter a whole number",
    ],
    [
      { order: [{ addressId: "home", items: {} }] },
      "order.0.addressId",
      "Please enter a whole number",
    ],
    [
      { order: { sections: [{ addressId: 1, items: { 94: 1 } }] }, deliveryNotes: "x".repeat(61) },
      "deliveryNotes",
      "Delivery notes: 60 characters maximum.",
    ],
    [
      { order: { sections: [{ addressId: 1, items: { 94: 1 } }], delivryNotes: "Gate 4" } },
      "order.delivryNotes",
      "We do not know the field “order.delivryNotes”. Check its name.",
    ],
    [
      { order: [{ adressId: 1, items: { 94: 1 } }] },
      "order.0.adressId",
      "We do not know the field “order.0.adressId”. Check its name.",
    ],
  ] as const)(
    "that is invalid is refused with the field and the reason: %j",
    async ([given, field, message], { shop }) => {
      const answer = await send(shop, "kim", post("/api/purchase/save", given));
      const error = `${field}: ${message}`;
      expect(answer).toMatchObject({
        status: 400,
        body: { error, field, message, code: "request.invalid" },
      });
    },
  );

  // shows R15, T18
  test("without a key is placed once by a double click", async ({ shop }) => {
    const addressId = await anAddress(shop, "kim");
    const order = { order: [{ addressId, items: { [products.bottle]: 5 } }] };
    const press = () => send(shop, "kim", post("/api/purchase/save", order));
    const presses = await Promise.all([press(), press(), press()]);

    expect(presses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of presses.filter(({ status }) => status !== 200))
      expect(refused).toMatchObject({ status: 409, body: { error: "Already in progress." } });
    const other = { order: [{ addressId, items: { [products.bottle]: 6 } }] };
    expect((await send(shop, "kim", post("/api/purchase/save", other))).status).toBe(200);
  });

  test.for([
    ["no order", {}, 400],
    ["an empty basket", { order: { sections: [] } }, 400],
    ["half a bottle", { order: [{ addressId: 1, items: { 94: 0.5 } }] }, 400],
    ["text for a quantity", { order: [{ addressId: 1, items: { 94: "four" } }] }, 400],
    [
      "a product id that is not a number",
      { order: [{ addressId: 1, items: { __proto__x: 1 } }] },
      400,
    ],
    ["an unknown address", { order: [{ addressId: 2_000_000_000, items: { 94: 1 } }] }, 404],
  ] as const)("with %s is refused in words", async ([, payload, status], { shop }) => {
    const refused = await send(shop, "kim", post("/api/purchase/save", payload));
    expect(refused).toMatchObject({ status, body: { success: false } });
    expect(refused.body["error"]).toEqual(expect.stringMatching(/[a-z]/));
  });

  // shows S7.9
  test("is cancelled by its number or its uuid, only by its buyer", async ({ shop }) => {
    const { uuid, data } = await anOrderOf(shop, "kim");
    const url = (ref: string | number) => post(`/api/purchase/cancel/${ref}`);
    expect((await send(shop, "lone", url(uuid))).body).toMatchObject({ success: false });
    expect((await send(shop, null, url(uuid))).status).toBe(401);
    expect((await send(shop, "kim", url(data.orderNumber))).body).toEqual({ success: true, uuid });
    expect((await send(shop, "kim", url("999999999"))).status).toBe(404);
  });

  // shows S7.8
  test("is paid with credit as far as it goes", async ({ shop }) => {
    const { uuid, data } = await anOrderOf(shop, "kim");
    const none = await send(shop, "kim", post(`/api/purchase/pay-with-credit?orderId=${uuid}`));
    expect(none.body).toMatchObject({ success: false });
    expect(
      (await send(shop, "admin", post(`/api/purchase/pay-with-credit?orderId=${data.orderNumber}`)))
        .status,
    ).toBe(404);
  });

  // shows S7.10
  test("is reassigned to another distributor only by the office, also in a batch", async ({
    shop,
  }) => {
    const one = await anOrderOf(shop, "kim");
    const other = await anOrderOf(shop, "kim");
    const path = "/api/purchase/reassign-order-to-distributor";
    const url = `${path}?orderIds=${one.uuid},${other.data.orderNumber}&distributorId=${shop.people.cara}`;
    expect((await send(shop, "anna", post(url))).status).toBe(403);
    const headers = { "idempotency-key": randomUUID() };
    for (const _again of [false, true])
      expect((await send(shop, "admin", post(url, undefined, headers))).body).toMatchObject({
        success: true,
        data: { moved: 2, failed: [] },
      });
    expect((await send(shop, "admin", post(`${path}?distributorId=1`))).body["error"]).toContain(
      "Name an order.",
    );
  });

  // shows S7.10
  test("is not reassigned while that waits for a second admin, and says so", async ({ shop }) => {
    const { uuid } = await anOrderOf(shop, "kim");
    await payByBank(shop, uuid, 750_00);
    const limit = (above: number) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
      );
    await limit(1);
    const url = `/api/purchase/reassign-order-to-distributor?orderId=${uuid}&distributorId=${shop.people.cara}`;
    const { body } = await send(shop, "admin", post(url));
    await limit(10_000_00);
    expect(body).toMatchObject({
      success: true,
      data: { moved: 0, failed: [], proposed: [{ uuid, proposalId: expect.any(String) }] },
    });
  });

  // shows S7.10
  test("is not reassigned to a user who cannot sell, and a batch that fails completely is refused", async ({
    shop,
  }) => {
    const one = await anOrderOf(shop, "kim");
    const other = await anOrderOf(shop, "kim");
    const path = "/api/purchase/reassign-order-to-distributor";
    const refs = `orderIds=${one.uuid},${other.data.orderNumber}`;
    const none = await send(
      shop,
      "admin",
      post(`${path}?${refs}&distributorId=${shop.people.kim}`),
    );
    expect(none.status).toBeGreaterThanOrEqual(400);
    expect(none.body).toMatchObject({ success: false, error: expect.stringMatching(/[a-z]/) });

    // One of the two fails: the other one is reassigned, and the answer names the failed one.
    const cara = `distributorId=${shop.people.cara}`;
    const done = await send(shop, "admin", post(`${path}?orderId=${one.uuid}&${cara}`));
    expect(done.body).toMatchObject({ success: true, data: { moved: 1, failed: [] } });
    await (await shop.as(shop.people.admin)).orders.cancel({
      commandId: randomUUID(),
      uuid: other.uuid,
      reason: "",
    });
    const part = await send(
      shop,
      "admin",
      post(`${path}?${refs}&distributorId=${shop.people.ben}`),
    );
    expect(part.body).toMatchObject({
      success: true,
      data: { moved: 1, failed: [{ uuid: other.uuid, error: expect.stringMatching(/[a-z]/) }] },
    });
  });
});

describe("the courier's calls", () => {
  // shows S7.2
  test("find places by code and by name, and say if there is none", async ({ shop }) => {
    const guy = "/api/the-courier-guy";
    const byCode = await send(shop, null, get(`${guy}/get-places-by-post-code?postCode=8001`));
    expect(byCode.body["data"]).toContainEqual(
      expect.objectContaining({ pcode: "8001", town: "Cape Town" }),
    );
    const none = await send(shop, null, get(`${guy}/get-places-by-name?name=Atlantis-on-Mars`));
    expect(none.body).toMatchObject({ success: true, data: [], message: "No results found.." });
    const long = await send(shop, null, get(`${guy}/get-places-by-post-code?postCode=12345`));
    expect(long.body).toMatchObject({ success: true, data: [], message: "No results found.." });
    expect((await send(shop, null, get(`${guy}/get-places-by-name`))).status).toBe(400);
  });

  // shows S3.25, S7.3
  test("quote a basket with decimals", async ({ shop }) => {
    const addressId = await anAddress(shop, "kim");
    const { body } = await send(
      shop,
      "kim",
      post("/api/the-courier-guy/request-quote", { addressId, items: { [products.bottle]: 2 } }),
    );
    expect(body["data"]).toMatchObject({
      rates: expect.arrayContaining([
        expect.objectContaining({
          rate: "0.00",
          service_level: expect.objectContaining({ code: "COL" }),
        }),
      ]),
    });
  });

  // shows S7.1, S7.4
  test("refuse an order id that differs between the query and the body", async ({ shop }) => {
    const refused = await send(
      shop,
      "admin",
      post("/api/the-courier-guy/update-quote?orderId=1", { orderId: 2, service: "ECO" }),
    );
    expect(refused).toMatchObject({ status: 400, body: { code: "request.differs" } });
  });

  // shows S7.1, S7.4
  test("update the quote of an order by either of the two paths, whatever its region", async ({
    shop,
  }) => {
    const { uuid, data } = await anOrderOf(shop, "kim", {
      tcgQuote: { service_level: { code: "ECO" } },
    });
    for (const [path, ref] of [
      ["/api/the-courier-guy/update-quote", uuid],
      ["/api/uk-courier/update-quote", data.orderNumber],
    ] as const) {
      const quoted = await send(shop, "admin", post(path, { orderId: ref, service: "ECO" }));
      expect(quoted).toMatchObject({
        status: 200,
        body: {
          success: true,
          data: { uuid, service: "ECO", rate: expect.stringMatching(/^\d+\.\d\d$/) },
        },
      });
    }
  });

  // shows S7.1, S7.4, T284
  test("answer the owner of an order with its own delivery, and neither change nor reveal anything", async ({
    shop,
  }) => {
    const { uuid, data } = await anOrderOf(shop, "kim", {
      tcgQuote: { service_level: { code: "ECO" } },
    });
    const admin = await shop.as(shop.people.admin);
    await quotePlacedOrder(shop.deps, uuid);
    const before = await admin.courier.forOrder({ uuid });
    const asked = shop.courier.asked.length;
    for (const [path, payload] of [
      ["/api/the-courier-guy/update-quote", { orderId: uuid, service: "ECO" }],
      [`/api/uk-courier/update-quote?orderId=${data.orderNumber}`, {}],
    ] as const)
      expect(await send(shop, "kim", post(path, payload))).toMatchObject({
        status: 200,
        body: { success: true, data: { uuid, service: "ECO", rate: "100.00" } },
      });
    expect(before.quote?.rate).not.toBe(100_00);

    for (const service of ["COL", "ONX", "door"])
      expect(
        await send(
          shop,
          "kim",
          post("/api/the-courier-guy/update-quote", { orderId: uuid, service }),
        ),
      ).toMatchObject({ status: 409, body: { code: "courier.office-decides", field: "service" } });
    expect(await admin.courier.forOrder({ uuid })).toEqual(before);
    expect(shop.courier.asked).toHaveLength(asked);
  });

  // shows R54, S7.5, T35, L20
  test("that change something by GET are for programs and our own scripts, and are idempotent", async ({
    shop,
  }) => {
    const { uuid } = await anOrderOf(shop, "kim", { tcgQuote: { service_level: { code: "ECO" } } });
    await payByBank(shop, uuid, 750_00);
    await quotePlacedOrder(shop.deps, uuid);
    const url = `/api/the-courier-guy/create-shipment?service=ECO&orderId=${uuid}`;
    const cookie =
      (
        await shop.deps.sessions.start({
          userId: shop.people.admin,
          device: "",
          withPassword: true,
        })
      ).cookie.split(";")[0] ?? "";
    for (const headers of [
      { cookie },
      { cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": "image" },
      { cookie, "sec-fetch-site": "cross-site", "sec-fetch-dest": "empty" },
      {
        cookie,
        "sec-fetch-site": "same-origin",
        "sec-fetch-dest": "empty",
        "sec-purpose": "prefetch",
      },
      { cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" },
    ])
      expect((await shop.app.inject({ url, headers })).statusCode).toBe(403);
    expect((await send(shop, "anna", get(url))).status).toBe(403);

    const before = shop.courier.asked.length;
    const first = await send(shop, "admin", get(url));
    const own = { cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" };
    const again = await shop.app.inject({ url, headers: own });
    expect(first.body).toMatchObject({
      success: true,
      data: { uuid, waybills: [expect.any(String)] },
    });
    expect(again.json()).toEqual(first.body);
    const shipments = shop.courier.asked.slice(before).filter((call) => call === "POST shipments");
    expect(shipments).toHaveLength(1);
    const waybill = await send(
      shop,
      "admin",
      get(`/api/the-courier-guy/get-waybill-url?purchaseId=${uuid}`),
    );
    expect(waybill.body).toMatchObject({
      success: true,
      data: { url: expect.stringContaining("http") },
    });
  });
});

describe("calls by GET that are repeated after they were undone", () => {
  const factsOf = async (shop: TestShop, uuid: string, type: string) => {
    const { rows } = await sql<{ waybill: string | null }>`
      select data ->> 'waybill' as waybill from ledger_events
      where stream_id = ${`order-${uuid}`} and type = ${type} order by position`.execute(
      shop.deps.db,
    );
    return rows.map(({ waybill }) => waybill);
  };

  // shows T25
  test("ship the parcels of a cancelled shipment again, and record it", async ({ shop }) => {
    const { uuid } = await anOrderOf(shop, "kim", { tcgQuote: { service_level: { code: "ECO" } } });
    await payByBank(shop, uuid, 750_00);
    await quotePlacedOrder(shop.deps, uuid);
    const url = `/api/the-courier-guy/create-shipment?orderId=${uuid}`;
    const admin = await shop.as(shop.people.admin);
    const ship = async () => (await send(shop, "admin", get(url))).body["data"];
    const first = await ship();
    await admin.courier.cancelShipment({ uuid, reason: "wrong parcel" });
    const second = await ship();
    expect(await ship()).toEqual(second);

    expect(second).not.toEqual(first);
    const shipped = await factsOf(shop, uuid, "ShipmentCreated");
    expect([first, second]).toEqual(shipped.map((waybill) => ({ uuid, waybills: [waybill] })));
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({ isShipped: true });
  });

  // shows T25
  test("move the courier’s visit there and back again", async ({ shop }) => {
    const { uuid } = await anOrderOf(shop, "kim", { tcgQuote: { service_level: { code: "ECO" } } });
    await payByBank(shop, uuid, 750_00);
    await quotePlacedOrder(shop.deps, uuid);
    const admin = await shop.as(shop.people.admin);
    const thursday = new Date(Date.now() + 7 * 24 * 3600_000);
    thursday.setUTCDate(thursday.getUTCDate() + ((11 - thursday.getUTCDay()) % 7));
    const day = thursday.toISOString().slice(0, 10);
    const visits = ["10:00", "11:00", "10:00", "11:00", "10:00"];
    for (const time of visits)
      for (const _ of ["asked", "asked again"]) {
        const at = encodeURIComponent(`${day} ${time}`);
        const url = `/api/the-courier-guy/quote-to-collection?orderId=${uuid}&collectionDateAndTime=${at}`;
        expect((await send(shop, "admin", get(url))).status).toBe(200);
        const { collectionAt } = await admin.courier.forOrder({ uuid });
        const hour = String(Number(time.slice(0, 2)) - 2).padStart(2, "0");
        expect(collectionAt).toBe(`${day}T${hour}:00:00.000Z`);
      }
    expect(await factsOf(shop, uuid, "CollectionBooked")).toHaveLength(visits.length);
  });
});

describe("generic entities", () => {
  const recipient = {
    recipientFirstName: "Nomsa",
    recipientLastName: "Dube",
    recipientCell: "0821234567",
    recipientEmail: "nomsa@shop.test",
    businessOrResidential: "Residential",
    streetAddress: "4 Long Street",
  };

  // shows S7.11
  test("save an address with its place as JSON text, and return it", async ({ shop }) => {
    const [place] = await (await shop.as(null)).places.byPostCode({ postCode: "8001" });
    const saved = await send(
      shop,
      "lone",
      post("/api/address/save/-1", { ...recipient, id: -1, place: JSON.stringify(place) }),
    );
    expect(saved.body).toEqual({ success: true, message: "Saved!", id: expect.any(Number) });
    const { id } = saved.body;
    const fetched = await send(shop, "lone", get(`/api/address/fetch/${String(id)}`));
    expect(fetched.body["data"]).toMatchObject({ recipientFirstName: "Nomsa" });
    expect((await send(shop, "kim", get(`/api/address/fetch/${String(id)}`))).body["success"]).toBe(
      false,
    );
  });

  test.for([
    ["an unknown kind", "/api/account/save/-1", recipient, "There is no such type of item."],
    ["an inherited name", "/api/constructor/save/-1", recipient, "There is no such type of item."],
    ["an unknown field", "/api/address/save/-1", { ...recipient, isAdmin: true }, "isAdmin"],
    ["two ids", "/api/address/save/5", { ...recipient, id: 6 }, "do not match"],
    ["an id that is not a number", "/api/address/save/1;drop", recipient, "id"],
    ["no place", "/api/address/save/-1", recipient, "Please select a place."],
    ["a place that is not JSON", "/api/address/save/-1", { ...recipient, place: "{" }, "place"],
  ] as const)("refuse %s", async ([, url, payload, words], { shop }) => {
    const refused = await send(shop, "lone", post(url, payload));
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect(refused.body["error"]).toContain(words);
  });
});

describe("the contact form of an older client", () => {
  // shows S7.15
  test("requires the fields of its source, in the specification's words", async ({ shop }) => {
    const sent = await send(
      shop,
      null,
      post("/api/contact-us/", {
        source: "experience",
        email: "a@shop.test",
        name: "Thandi",
        text: "Good",
      }),
    );
    expect(sent.body["error"]).toContain("age");
    const whole = {
      source: "experience",
      email: "a@shop.test",
      name: "Thandi",
      text: "Good",
      age: 41,
    };
    expect((await send(shop, null, post("/api/contact-us/", whole))).body).toEqual({
      success: true,
    });
  });

  test("has the same messages for absent fields", async ({ shop }) => {
    const nothing = await send(shop, null, post("/api/contact-us/", {}));
    expect(nothing.body["error"]).toBe("email: Please enter a valid email.");
    const nobody = { source: "become a distributor", email: "a@shop.test" };
    const distributor = await send(shop, null, post("/api/contact-us/", nobody));
    expect(distributor.body["error"]).toBe("name: Please enter your name.");
  });

  // shows S3.26
  test("keeps every field, whatever it is about", async ({ shop }) => {
    const said = {
      name: "Nomsa",
      surname: "Dube",
      cellNumber: "082 555 0123",
      residingTown: "Upington",
      whereDidYouHear: "Radio",
      existingCustomer: "Yes",
      orderNumber: "RH10421",
      age: 44,
      text: "Upington in general",
    };
    const message = { ...said, source: "general feedback", email: "every@shop.test" };
    expect((await send(shop, null, post("/api/contact-us/", message))).status).toBe(200);
    const { rows } = await (await shop.as(shop.people.admin)).contact.list({
      search: "every@shop.test",
    });
    expect(rows).toMatchObject([
      { ...said, cellNumber: "0825550123", existingCustomer: true, source: "general" },
    ]);
  });

  // shows S5.18
  test("names a wrong cell number in the words of the shop's region", async ({ shop }) => {
    const { body } = await send(
      shop,
      null,
      post("/api/contact-us/", {
        source: "become a distributor",
        email: "a@shop.test",
        name: "Thandi",
        surname: "Mo",
        residingTown: "Paarl",
        whereDidYouHear: "A friend",
        existingCustomer: "No",
        text: "I know many people",
      }),
    );
    expect(body).toMatchObject({
      field: "cellNumber",
      message: "Please enter a 10 digit cell number e.g 0821234567.",
    });
  });

  test("is saved once under one key, with or without the slash", async ({ shop }) => {
    const headers = { "idempotency-key": randomUUID() };
    const message = { email: "once@shop.test", text: "Only once", source: "general" };
    for (const url of ["/api/contact-us/", "/api/contact-us"])
      expect(await send(shop, null, post(url, message, headers))).toMatchObject({
        status: 200,
        body: { success: true },
      });

    const admin = await shop.as(shop.people.admin);
    expect((await admin.contact.list({ search: "Only once" })).total).toBe(1);
  });
});

describe("a refusal", () => {
  const guy = "/api/the-courier-guy";
  const unknown = randomUUID();
  const { entry: _entry, manualSuburb: _suburb, ...namedRecipient } = aRecipient;
  // shows S7.17
  test.for([
    ["kim", get(`${guy}/get-places-by-post-code?postCode=x`), "postCode"],
    ["kim", get(`${guy}/get-places-by-name`), "name"],
    ["kim", post(`${guy}/request-quote`, { addressId: "x", items: {} }), "addressId"],
    ["kim", post(`${guy}/request-quote`, { addressId: 1, items: { 94: -1 } }), "items.94"],
    ["kim", post(`${guy}/request-quote`, { addressId: 2e9, items: { 94: 1 } }), "addressId"],
    ["admin", post(`${guy}/update-quote`, { orderId: "x y" }), "orderId"],
    ["admin", post(`${guy}/update-quote`, {}), "orderId"],
    ["admin", post(`${guy}/update-quote?orderId=1`, { orderId: 2 }), "orderId"],
    ["kim", post(`${guy}/update-quote`, { orderId: unknown }), "orderId"],
    [
      "admin",
      get(`${guy}/quote-to-collection?orderId=${unknown}&collectionDateAndTime=soon`),
      "collectionDateAndTime",
    ],
    [
      "admin",
      get(`${guy}/quote-to-collection?orderId=${unknown}&collectionDateAndTime=2027-02-31 10:00`),
      "collectionDateAndTime",
    ],
    ["admin", get(`${guy}/create-shipment?orderId=${unknown}`), "orderId"],
    ["admin", get(`${guy}/get-waybill-url?purchaseId=999999999`), "purchaseId"],
    ["kim", post("/api/purchase/save", { order: [{ addressId: 1e9, items: { 94: 1 } }] }), "order"],
    ["kim", post(`/api/purchase/cancel/${unknown}`, { reason: "x".repeat(501) }), "reason"],
    ["kim", post(`/api/purchase/cancel/999999999`), "orderId"],
    ["kim", post("/api/purchase/pay-with-credit"), "orderId"],
    [
      "admin",
      post("/api/purchase/reassign-order-to-distributor?orderId=1&distributorId=me"),
      "distributorId",
    ],
    ["kim", post("/api/address/save/-1", namedRecipient), "place"],
    ["kim", post("/api/address/save/-1", { ...namedRecipient, place: { id: "x" } }), "place"],
    ["kim", post("/api/address/save/-1", { place: "{" }), "place"],
    ["kim", post("/api/nothing/save/-1", {}), "entity"],
    ["kim", get("/api/address/fetch/999999"), "id"],
    ["admin", post("/api/product/save/-1", { price: "free", weightInGrams: 1 }), "price"],
    [
      "admin",
      post("/api/rhizo-config/save/1", { defaultPhoneCountry: "XX" }),
      "defaultPhoneCountry",
    ],
    ["admin", { method: "DELETE", url: "/api/promo/999999" }, "id"],
    ["admin", { method: "DELETE", url: "/api/upload/999999" }, "id"],
    ["admin", post("/api/upload/save/-1"), "file"],
    ["admin", get("/api/sales-report/export?format=xlsx"), "from"],
    [null, post("/api/contact-us", { email: "nobody" }), "email"],
  ] as const)("to %s names the field: %j", async ([who, sent, field], { shop }) => {
    const { status, body } = await send(shop, who, sent);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).toMatchObject({ success: false, field, message: expect.stringMatching(/[a-z]/) });
    expect(body["error"]).toContain(body["message"]);
  });

  test("that is of no field names none", async ({ shop }) => {
    const { body } = await send(shop, "kim", get("/api/product/fetch/1"));
    expect(body).toEqual({
      success: false,
      error: expect.any(String),
      code: "access.forbidden",
      correlationId: expect.any(String),
    });
  });
});

/** Specification, section 7, "The calls it makes"; without the slash at the end, which makes no difference. */
const specified = [
  ...["get-places-by-post-code", "get-places-by-name", "request-quote", "update-quote"].map(
    (call) => `/api/the-courier-guy/${call}`,
  ),
  ...["quote-to-collection", "create-shipment", "get-waybill-url"].map(
    (call) => `/api/the-courier-guy/${call}`,
  ),
  "/api/uk-courier/update-quote",
  ...["save", "pay-with-credit", "cancel/{orderId}", "reassign-order-to-distributor"].map(
    (call) => `/api/purchase/${call}`,
  ),
  "/api/purchase/payfast-notify",
  "/api/{entity}/save/{id}",
  "/api/{entity}/fetch/{id}",
  "/api/{entity}/{id}",
  "/api/upload/save/{uploadId}",
  "/api/upload/{id}",
  "/api/upload/upload-external/{category}",
  "/api/customer/export",
  "/api/contact-us",
  "/resources/videos/{id}.mp4",
  "/resources/images/{id}",
];

describe("the description of the API", () => {
  // shows S7.17
  test("contains every call under /api with its input, and no other", async ({ shop }) => {
    const described = z
      .looseObject({ openapi: z.string(), paths: z.record(z.string(), z.looseObject({})) })
      .parse((await shop.app.inject({ url: "/api/openapi.json" })).json());
    expect(described.openapi).toBe("3.1.0");
    const paths = Object.keys(described.paths);
    expect(paths).toEqual(expect.arrayContaining(specified));
    expect(paths.filter((path) => !/^\/(?:api|resources)\//.test(path))).toEqual([
      "/trpc/auth.login",
    ]);
    expect((await shop.app.inject({ url: "/api/docs/" })).statusCode).toBe(200);
  });

  test("has a summary and a group for every call", async ({ shop }) => {
    const call = z.object({ tags: z.array(z.string()).min(1), summary: z.string().min(1) });
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse((await shop.app.inject({ url: "/api/openapi.json" })).json());
    const mute = Object.entries(paths).flatMap(([path, calls]) =>
      Object.entries(calls)
        .filter(([, described]) => !call.safeParse(described).success)
        .map(([method]) => `${method} ${path}`),
    );
    expect(mute).toEqual([]);
  });
});
