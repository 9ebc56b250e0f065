import { randomUUID } from "node:crypto";
import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { purgeExpired } from "../../office/retention/purge-expired.actions.ts";
import { sendMessage } from "../../platform/messages/send-message.actions.ts";
import { aProduct } from "../../testing/busy-shop.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { products, test as shopTest, type TestShop } from "../../testing/shop-test.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const productId = products.soldOut;

/** Each test has its own client address, so that tests do not share rate limits. */
let places = 0;
const test = shopTest.extend("guest", async ({ shop }) => {
  places += 1;
  await shop.deps.db.deleteFrom("stock_alert").execute();
  await setStock(shop, true);
  return shop.as(null, { ip: `198.51.100.${places}` });
});

const anEmail = () => `${randomUUID()}@example.test`;

async function setStock(shop: TestShop, outOfStock: boolean, hide = false): Promise<void> {
  const admin = await shop.as(shop.people.admin);
  const product = { ...aProduct, id: productId, name: "Linen pouch", productCode: "O" };
  await admin.products.save({ ...product, outOfStock, hide });
}

async function waiting({ deps }: TestShop) {
  const rows = await deps.db.selectFrom("stock_alert").select(["email", "told_at"]).execute();
  return rows.map(({ email, told_at }) => ({ email, isTold: told_at !== null }));
}

/** Sends the queued emails, and returns them. */
async function sendAll({ deps }: TestShop) {
  const post = openPostOffice();
  const rows = await deps.db
    .selectFrom("message")
    .select("id")
    .where("kind", "=", "back-in-stock")
    .where("state", "=", "queued")
    .orderBy("id")
    .execute();
  for (const { id } of rows) await sendMessage({ ...deps, ...post, log: silent }, id);
  return post.mails;
}

describe("a stock alert", () => {
  // shows T106
  test("is sent once when the product is back, and then purged", async ({ shop, guest }) => {
    const [one, two] = [anEmail(), anEmail()];
    for (const email of [one, two, ` ${one.toUpperCase()} `])
      expect(await guest.products.tellWhenBack({ productId, email })).toEqual({ noted: true });
    expect(await waiting(shop)).toHaveLength(2);

    // Neither another change nor a hidden product counts as back in stock.
    await setStock(shop, true);
    await setStock(shop, false, true);
    expect(await sendAll(shop)).toEqual([]);
    await setStock(shop, false);
    const mails = await sendAll(shop);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([one, two].toSorted());
    expect(mails[0]).toMatchObject({ subject: "Linen pouch is back in stock" });
    expect(mails[0]?.text).toContain("http://shop.test");

    await setStock(shop, true);
    await setStock(shop, false);
    expect(await sendAll(shop)).toEqual([]);

    const { db } = shop.deps;
    const inDays = (days: number) => daysEarlier(shop.deps.now(), -days);
    await purgeExpired({ db, now: () => inDays(1) });
    expect(await waiting(shop)).toHaveLength(2);
    await purgeExpired({ db, now: () => inDays(3) });
    expect(await waiting(shop)).toEqual([]);
    const copies = db.selectFrom("message").select("id").where("kind", "=", "back-in-stock");
    expect(await copies.execute()).toEqual([]);
  });

  test("can be requested again when the product is out of stock again", async ({ shop, guest }) => {
    const email = anEmail();
    for (const _ of [1, 2]) {
      await setStock(shop, true);
      await guest.products.tellWhenBack({ productId, email });
      await setStock(shop, false);
      expect(await sendAll(shop)).toMatchObject([{ to: email }]);
    }
  });

  test("is purged after half a year without the product", async ({ shop, guest }) => {
    await guest.products.tellWhenBack({ productId, email: anEmail() });
    const { db, now } = shop.deps;
    await purgeExpired({ db, now: () => daysEarlier(now(), -179) });
    expect(await waiting(shop)).toHaveLength(1);
    await purgeExpired({ db, now: () => daysEarlier(now(), -181) });
    expect(await waiting(shop)).toEqual([]);
  });

  test("is deleted with a product that was never ordered", async ({ shop, guest }) => {
    const admin = await shop.as(shop.people.admin);
    const { id } = await admin.products.save({
      ...aProduct,
      id: -1,
      productCode: "ALERT",
      commandId: randomUUID(),
      outOfStock: true,
    });
    await guest.products.tellWhenBack({ productId: id, email: anEmail() });
    await admin.products.delete({ id });
    expect(await waiting(shop)).toEqual([]);
  });

  test.for([
    [products.bottle, "This product is back in stock."],
    [products.hidden, "We could not find that product."],
    [products.delivery, "We could not find that product."],
    [999_999, "We could not find that product."],
  ] as const)("is refused for product %s: %s", async ([id, words], { shop, guest }) => {
    const asked = guest.products.tellWhenBack({ productId: id, email: anEmail() });
    await expect(asked).rejects.toThrow(words);
    expect(await waiting(shop)).toEqual([]);
  });

  // shows T59
  test.for([
    "",
    "nobody",
    "a@b.example\r\nBcc: x@y.example",
    "a@b.example, x@y.example",
    '"><script>alert(1)</script>@b.example',
    "'; drop table stock_alert; --@b.example",
    `${"a".repeat(250)}@b.example`,
  ])("is refused without an address: %j", async (email, { shop, guest }) => {
    const asked = guest.products.tellWhenBack({ productId, email });
    await expect(asked).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await waiting(shop)).toEqual([]);
  });

  // shows T42, T48
  test("is rate limited per client, whether the address is known or not", async ({
    shop,
    guest,
  }) => {
    const email = anEmail();
    for (let nth = 0; nth < 10; nth += 1)
      expect(await guest.products.tellWhenBack({ productId, email })).toEqual({ noted: true });
    for (const another of [email, anEmail()])
      await expect(guest.products.tellWhenBack({ productId, email: another })).rejects.toThrow(
        "Too many",
      );
    expect(await waiting(shop)).toHaveLength(1);
  });

  // shows T118
  test("leaves no trace of the address in the ledger or the audit", async ({ shop, guest }) => {
    const email = anEmail();
    await guest.products.tellWhenBack({ productId, email });
    await setStock(shop, false);
    await sendAll(shop);
    const { db } = shop.deps;
    const written = [
      await db.selectFrom("ledger_events").selectAll().execute(),
      await db.selectFrom("audit_entry").selectAll().execute(),
    ];
    expect(JSON.stringify(written)).not.toContain(email);
  });

  test("is refused beyond a number of alerts per product", async ({ shop, guest }) => {
    const rows = Array.from({ length: 5000 }, () => ({
      id: randomUUID(),
      product_id: productId,
      email: anEmail(),
      asked_at: shop.deps.now(),
    }));
    for (let from = 0; from < rows.length; from += 1000)
      await shop.deps.db
        .insertInto("stock_alert")
        .values(rows.slice(from, from + 1000))
        .execute();
    await expect(
      guest.products.tellWhenBack({ productId, email: anEmail() }),
    ).rejects.toMatchObject({
      cause: { code: "product.many-waiting" },
    });
    expect(await waiting(shop)).toHaveLength(5000);
  });
});
