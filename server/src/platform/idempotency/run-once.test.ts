import { randomUUID } from "node:crypto";
import { newItemId } from "@portal/shared/platform/editing.ts";
import { describe, expect } from "vitest";
import { aRecipient, type TestShop, test } from "../../testing/shop-test.ts";
import { aProduct } from "../../testing/busy-shop.ts";
import { purgeExpired } from "../../office/retention/purge-expired.actions.ts";

const someProduct = { ...aProduct, id: newItemId, name: "Linen pouch", productCode: "POUCH" };
const someTestimonial = {
  id: newItemId,
  name: "Thandi",
  town: "Durban",
  words: "It came in two days.",
  imageId: null,
  sortOrder: 1,
  isShown: true,
};
const guest = () => randomUUID();
const withoutKey = { code: "CONFLICT", cause: { code: "request.reused-key" } };

async function audits(shop: TestShop, target: string) {
  const rows = await shop.deps.db
    .selectFrom("audit_entry")
    .select("action")
    .where("target", "=", target)
    .execute();
  return rows.map(({ action }) => action);
}

describe("a recipient that is saved twice with one key", () => {
  test("is saved once, also for concurrent requests", async ({ shop }) => {
    const anybody = await shop.as(null);
    const request = { ...aRecipient, uniqueId: guest(), commandId: randomUUID() };
    const ids = await Promise.all([1, 2, 3].map(() => anybody.addresses.save(request)));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(await anybody.addresses.list({ uniqueId: request.uniqueId })).toHaveLength(1);
  });

  test("has the id of the first request", async ({ shop }) => {
    const kim = await shop.as(shop.people.kim);
    const { id } = await kim.addresses.save(aRecipient);
    const changed = { ...aRecipient, recipientFirstName: "Zinhle", id, commandId: randomUUID() };
    const saved = await kim.addresses.save(changed);
    expect(await kim.addresses.save(changed)).toEqual(saved);
    await expect(kim.addresses.save({ ...changed, commandId: randomUUID() })).rejects.toMatchObject(
      {
        cause: { code: "order.unknown-address" },
      },
    );
  });

  test("is rejected with different content", async ({ shop }) => {
    const kim = await shop.as(shop.people.kim);
    const request = { ...aRecipient, commandId: randomUUID() };
    await kim.addresses.save(request);
    await expect(
      kim.addresses.save({ ...request, recipientFirstName: "Zinhle" }),
    ).rejects.toMatchObject(withoutKey);
  });

  test("is saved for each of two users", async ({ shop }) => {
    const commandId = randomUUID();
    const [one, other] = await Promise.all(
      [guest(), guest()].map(async (uniqueId) =>
        (await shop.as(null)).addresses.save({ ...aRecipient, uniqueId, commandId }),
      ),
    );
    expect(one?.id).not.toBe(other?.id);
  });

  test("can be saved after a refused first request", async ({ shop }) => {
    const kim = await shop.as(shop.people.kim);
    const request = { ...aRecipient, id: 999_999, commandId: randomUUID() };
    for (let times = 0; times < 2; times++)
      await expect(kim.addresses.save(request)).rejects.toMatchObject({
        cause: { code: "order.unknown-address" },
      });
  });

  test("is a new one a day later", async ({ shop }) => {
    const kim = await shop.as(shop.people.kim);
    const request = { ...aRecipient, commandId: randomUUID() };
    const { id } = await kim.addresses.save(request);
    const aDayLater = new Date(Date.now() + 24 * 3600_000 + 1000).toISOString();
    await purgeExpired({ db: shop.deps.db, now: () => aDayLater });
    expect((await kim.addresses.save(request)).id).not.toBe(id);
  });
});

describe("a new item of the office that is saved twice with one key", () => {
  // shows S4.17
  test("is one product and one testimonial, each with one audit entry", async ({ shop }) => {
    const office = await shop.as(shop.people.admin);
    const commandId = randomUUID();
    const [first, second] = await Promise.all([
      office.products.save({ ...someProduct, commandId }),
      office.products.save({ ...someProduct, commandId }),
    ]);
    expect(second).toEqual(first);
    expect(await audits(shop, `product ${first.id}`)).toEqual(["product.added"]);
    await expect(
      office.products.save({ ...someProduct, name: "Another", commandId }),
    ).rejects.toMatchObject(withoutKey);

    const said = await office.testimonials.save({ ...someTestimonial, commandId });
    expect(await office.testimonials.save({ ...someTestimonial, commandId })).toEqual(said);
    expect(await audits(shop, `testimonial ${said.id}`)).toEqual(["testimonial.added"]);
  });
});

describe("a program that retries a generic call", () => {
  const product = {
    id: -1,
    name: "Travel size 20ml",
    price: "120.50",
    productCode: "T20",
    productGroup: "50",
    weightInGrams: "60",
    dimensions: "3 x 3 x 8 cm",
  };
  async function save({ app, deps, people }: TestShop, key: string) {
    const { token } = await deps.sessions.start({
      userId: people.admin,
      device: "Program",
      withPassword: true,
    });
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": key };
    return app.inject({ method: "POST", url: "/api/product/save/-1", headers, payload: product });
  }

  test("with its Idempotency-Key gets the same item", async ({ shop }) => {
    const key = randomUUID();
    const first = await save(shop, key);
    expect(first.json()).toMatchObject({ success: true, id: expect.any(Number) });
    expect((await save(shop, key)).json()).toEqual(first.json());
    expect((await save(shop, randomUUID())).json()).not.toEqual(first.json());
  });

  test("with an invalid key is refused", async ({ shop }) => {
    expect((await save(shop, "once")).statusCode).toBe(400);
  });
});
