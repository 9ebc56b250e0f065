import { describe, expect } from "vitest";
import { z } from "zod";
import { type TestShop, test } from "../../testing/shop-test.ts";

const answerSchema = z.looseObject({ success: z.boolean() });

/** As a program with a token whose password was just typed. */
async function call(
  { app, deps, people }: TestShop,
  who: keyof TestShop["people"] | null,
  method: "GET" | "POST" | "DELETE",
  url: string,
  payload?: object,
) {
  const token =
    who === null
      ? null
      : (await deps.sessions.start({ userId: people[who], device: "", withPassword: true })).token;
  const answer = await app.inject({
    method,
    url,
    ...(payload && { payload }),
    ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
  });
  return { status: answer.statusCode, body: answerSchema.parse(answer.json()) };
}

const product = {
  id: -1,
  name: "Travel size 20ml",
  description: "",
  price: "120.50",
  originalPrice: "",
  productCode: "T20",
  productGroup: "50",
  weightInGrams: "60",
  dimensions: "3 x 3 x 8 cm",
};

describe("a product", () => {
  // shows S7.20
  test("is saved with decimals, changed, and deleted", async ({ shop }) => {
    const saved = await call(shop, "admin", "POST", "/api/product/save/-1", product);
    expect(saved.body).toEqual({ success: true, message: "Saved!", id: expect.any(Number) });
    const id = z.int().parse(saved.body["id"]);
    const fetched = await call(shop, "admin", "GET", `/api/product/fetch/${id}`);
    expect(fetched.body["data"]).toMatchObject({
      name: product.name,
      price: "120.50",
      originalPrice: null,
    });

    const item = z.looseObject({}).parse(fetched.body["data"]);
    const dearer = await call(shop, "admin", "POST", `/api/product/save/${id}`, {
      ...item,
      price: 130,
    });
    expect(dearer.body).toMatchObject({ success: true, id });
    // An edit that is based on the earlier state is refused.
    const late = await call(shop, "admin", "POST", `/api/product/save/${id}`, {
      ...item,
      name: "Late",
    });
    expect(late.status).toBe(409);

    expect((await call(shop, "admin", "DELETE", `/api/product/${id}`)).body).toEqual({
      success: true,
      message: "Item deleted.",
    });
    expect((await call(shop, "admin", "GET", `/api/product/fetch/${id}`)).status).toBe(404);
  });

  // shows S7.20
  test("with a price that two admins decide says so, and keeps its price", async ({ shop }) => {
    const saved = await call(shop, "admin", "POST", "/api/product/save/-1", product);
    const id = z.int().parse(saved.body["id"]);
    const item = await call(shop, "admin", "GET", `/api/product/fetch/${id}`);
    const cheap = { ...z.looseObject({}).parse(item.body["data"]), price: "12.00" };
    const answer = await call(shop, "admin", "POST", `/api/product/save/${id}`, cheap);
    expect(answer.body).toEqual({
      success: true,
      message: "Proposed. It waits for another admin.",
      id,
      data: { proposalId: expect.any(String) },
    });
    const kept = await call(shop, "admin", "GET", `/api/product/fetch/${id}`);
    expect(kept.body["data"]).toMatchObject({ price: "120.50" });
  });

  test.for([
    ["a price with a comma", { price: "120,50" }, "price"],
    ["a price with a third decimal", { price: "1.001" }, "price"],
    ["a negative price", { price: -1 }, "price"],
    ["no name", { name: " " }, "Required"],
    ["a weight in words", { weightInGrams: "heavy" }, "weightInGrams"],
    ["an unknown group", { productGroup: "51" }, "productGroup"],
    ["an unknown field", { live: true }, "live"],
  ] as const)("with %s is refused by name", async ([, change, words], { shop }) => {
    const refused = await call(shop, "admin", "POST", "/api/product/save/-1", {
      ...product,
      ...change,
    });
    expect(refused.status).toBe(400);
    expect(refused.body["error"]).toContain(words);
  });

  test("is only for the office", async ({ shop }) => {
    for (const [who, status] of [
      ["anna", 403],
      ["kim", 403],
      [null, 401],
    ] as const)
      expect((await call(shop, who, "POST", "/api/product/save/-1", product)).status).toBe(status);
  });
});

describe("a testimonial", () => {
  // shows S7.20
  test("is saved, read and deleted", async ({ shop }) => {
    const words = {
      id: -1,
      name: "Thandi",
      town: "Durban",
      words: "It helped.",
      sortOrder: "2",
      isShown: true,
    };
    const saved = await call(shop, "admin", "POST", "/api/testimonial/save/-1", words);
    const id = z.int().parse(saved.body["id"]);
    const fetched = await call(shop, "admin", "GET", `/api/testimonial/fetch/${id}`);
    expect(fetched.body["data"]).toMatchObject({ name: "Thandi", sortOrder: 2, isShown: true });
    expect((await call(shop, "admin", "DELETE", `/api/testimonial/${id}`, { id })).status).toBe(
      200,
    );
    expect((await call(shop, "admin", "DELETE", `/api/testimonial/${id}`)).status).toBe(404);
  });
});

describe("the settings of the shop", () => {
  // shows S7.20
  test("are one item, of which only the sent fields change", async ({ shop }) => {
    const before = await call(shop, "admin", "GET", "/api/rhizo-config/fetch/1");
    expect(before.body["data"]).toMatchObject({
      id: 1,
      currency: "ZAR",
      defaultPhoneCountry: "ZA",
    });
    const sale = { bfEnabled: true, bfDiscount: "25" };
    const saved = await call(shop, "admin", "POST", "/api/rhizo-config/save/1", sale);
    expect(saved.body).toMatchObject({ success: true, id: 1 });
    const after = await call(shop, "admin", "GET", "/api/rhizo-config/fetch/1");
    expect(after.body["data"]).toMatchObject({ bfEnabled: true, bfDiscount: 25 });
    await call(shop, "admin", "POST", "/api/rhizo-config/save/1", { bfEnabled: false });

    const wrong = await call(shop, "admin", "POST", "/api/rhizo-config/save/1", {
      bfDiscount: 2.5,
    });
    expect(wrong.body["error"]).toContain("Please enter a whole number");
    // One field is wrong: nothing of it is saved.
    const half = await call(shop, "admin", "POST", "/api/rhizo-config/save/1", {
      ...sale,
      checkoutPopupEnabled: true,
      checkoutPopupText: "",
    });
    expect(half.status).toBe(400);
    expect(
      (await call(shop, "admin", "GET", "/api/rhizo-config/fetch/1")).body["data"],
    ).toMatchObject({
      bfEnabled: false,
    });
    expect((await call(shop, "admin", "DELETE", "/api/rhizo-config/1")).status).toBe(403);
    expect((await call(shop, "kim", "POST", "/api/rhizo-config/save/1", sale)).status).toBe(403);
  });
});

describe("a promo", () => {
  // shows R24, S7.20, T29
  test("that does not exist is neither read, changed nor deleted", async ({ shop }) => {
    expect((await call(shop, "admin", "GET", "/api/promo/fetch/999999")).status).toBe(404);
    const words = { title: "New title", description: "", sortOrder: 1 };
    expect((await call(shop, "admin", "POST", "/api/promo/save/999999", words)).status).toBe(404);
    const fresh = await call(shop, "admin", "POST", "/api/promo/save/-1", words);
    expect(fresh).toMatchObject({ status: 400, body: { error: "Choose a file." } });
    expect((await call(shop, "admin", "DELETE", "/api/promo/999999")).status).toBe(404);
  });
});

describe("a text of the site", () => {
  test("is known by its index, saved by the office, sanitized, and reset", async ({ shop }) => {
    const url = "/api/site-copy/fetch/1";
    expect((await call(shop, null, "GET", url)).body["data"]).toMatchObject({
      id: 1,
      varName: "home.lead",
      copy: null,
    });
    const words = { id: 1, varName: "home.lead", copy: "<p>New<script>x</script></p>" };
    expect((await call(shop, "kim", "POST", "/api/site-copy/save/1", words)).status).toBe(403);
    const saved = await call(shop, "admin", "POST", "/api/site-copy/save/1", words);
    expect(saved.body).toEqual({ success: true, message: "Saved!", id: 1 });
    expect((await call(shop, null, "GET", url)).body["data"]).toMatchObject({ copy: "<p>New</p>" });

    expect((await call(shop, "admin", "DELETE", "/api/site-copy/1")).status).toBe(200);
    expect((await call(shop, null, "GET", url)).body["data"]).toMatchObject({ copy: null });
  });

  test.for([
    ["an unknown index", "/api/site-copy/save/999", { copy: "x" }, 404],
    ["a new item", "/api/site-copy/save/-1", { copy: "x" }, 404],
    ["another name", "/api/site-copy/save/1", { copy: "x", varName: "home.more" }, 400],
    ["no text", "/api/site-copy/save/1", {}, 400],
  ] as const)("with %s is refused", async ([, url, payload, status], { shop }) => {
    expect((await call(shop, "admin", "POST", url, payload)).status).toBe(status);
  });
});

describe("the texts of an email", () => {
  test("are only for the office, keep their placeholders, and can be reset", async ({ shop }) => {
    const fetched = await call(shop, "admin", "GET", "/api/email-copy/fetch/1");
    expect(fetched.body["success"]).toBe(true);
    expect((await call(shop, "kim", "GET", "/api/email-copy/fetch/1")).status).toBe(403);
    const broken = { subject: "{{nothing}}", body: "Hello", buttonLabel: "", sms: "" };
    const refused = await call(shop, "admin", "POST", "/api/email-copy/save/1", broken);
    expect(refused.status).toBe(400);
    expect((await call(shop, "admin", "GET", "/api/email-copy/fetch/999")).status).toBe(404);
  });
});

describe("a recipient", () => {
  const person = {
    id: -1,
    recipientFirstName: "Nomsa",
    recipientLastName: "Dube",
    recipientCell: "0821234567",
    recipientEmail: "nomsa@shop.test",
    businessOrResidential: "Residential",
    streetAddress: "4 Long Street",
  };
  const saveOf = (shop: TestShop, payload: object) =>
    call(shop, "lone", "POST", "/api/address/save/-1", { ...person, ...payload });
  const placeOf = async (shop: TestShop) => {
    const [place] = await (await shop.as(null)).places.byPostCode({ postCode: "8001" });
    return place;
  };

  // shows S3.14
  test("has the coordinates of the place or the map service, as numbers or as text", async ({
    shop,
  }) => {
    const place = await placeOf(shop);
    const there = { latitude: -33.9307, longitude: 18.4107 };
    for (const payload of [
      { place: { ...place, ...there } },
      { place: JSON.stringify({ ...place, latitude: "-33.9307", longitude: "18.4107" }) },
      { place, googlePlace: { ...there, blank: false, street_number: "4", route: "Long St" } },
      { place, googlePlace: JSON.stringify(there) },
    ]) {
      const saved = await saveOf(shop, payload);
      expect(saved.body).toMatchObject({ success: true });
      const id = z.int().parse(saved.body["id"]);
      const fetched = await call(shop, "lone", "GET", `/api/address/fetch/${id}`);
      expect(fetched.body["data"]).toMatchObject({ streetAddress: "4 Long Street", ...there });
    }
  });

  test.for([
    ["latitude", { latitude: "-91", longitude: "18" }],
    ["latitude", { latitude: "north", longitude: 18 }],
    ["longitude", { latitude: -33, longitude: "0x10" }],
    ["longitude", { latitude: -33, longitude: "" }],
    ["latitude", { longitude: 18 }],
  ] as const)("is refused by name of the %s: %o", async ([field, hostile], { shop }) => {
    const refused = await saveOf(shop, { place: await placeOf(shop), googlePlace: hostile });
    expect(refused.status).toBe(400);
    expect(refused.body["error"]).toContain(field);
  });

  test("is refused if the map service's answer is not JSON", async ({ shop }) => {
    const refused = await saveOf(shop, { place: await placeOf(shop), googlePlace: "{" });
    expect(refused.status).toBe(400);
  });
});
