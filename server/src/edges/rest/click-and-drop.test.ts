import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { payByBank, products, type TestShop, test } from "../../testing/shop-test.ts";

const path = "/office/click-and-drop.csv";

async function ask({ app, deps }: TestShop, userId: number | null) {
  if (userId === null) return app.inject({ url: path });
  const device = "Firefox on Linux";
  const { cookie } = await deps.sessions.start({ userId, device, withPassword: true });
  return app.inject({ url: path, headers: { cookie: cookie.split(";")[0] ?? "" } });
}

async function aBritishOrder(shop: TestShop, name: string, quantity: number) {
  const uniqueId = randomUUID();
  const guest = await shop.as(null, { shop: { ...shop.deps.shop, region: "uk" } });
  const { id: addressId } = await guest.addresses.save({
    entry: "uk",
    uniqueId,
    recipientFirstName: name,
    recipientLastName: "Smith",
    recipientCell: "07400 123456",
    recipientEmail: "s@example.test",
    businessOrResidential: "Residential",
    streetAddress: "1 High Street, Flat 2",
    line2: "The Mews",
    town: "London",
    postalCode: "sw1a2aa",
  });
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity }] }];
  return guest.orders.save({
    commandId: randomUUID(),
    uniqueId,
    sections,
    deliveryService: "RM",
  });
}

describe("the file for Click & Drop", () => {
  test("has every paid parcel within the United Kingdom, and no formulas", async ({ shop }) => {
    const sent = await aBritishOrder(shop, "=1+1", 4);
    expect(sent.total).toBe(4 * 325_00 + 499);
    await payByBank(shop, sent.uuid, sent.total);
    await aBritishOrder(shop, "Unpaid", 4);

    const answer = await ask(shop, shop.people.admin);
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "cache-control": "private, no-store",
    });
    const [head, ...rows] = answer.body.split("\r\n");
    expect(head).toMatch(/^Order reference,Recipient name,Address line 1/);
    expect(rows).toEqual([
      `RH${sent.orderNumber},'=1+1 Smith,"1 High Street, Flat 2",The Mews,,London,SW1A 2AA,GBR,07400123456,s@example.test,0.500,small parcel`,
    ]);
  });

  test("has a line for each parcel, as heavy as it is", async ({ shop }) => {
    const sent = await aBritishOrder(shop, "Many", 200);
    await payByBank(shop, sent.uuid, sent.total);
    const rows = (await ask(shop, shop.people.admin)).body
      .split("\r\n")
      .filter((row) => row.startsWith(`RH${sent.orderNumber}`))
      .map((row) => row.split(","));
    const reference = `RH${sent.orderNumber}`;
    expect(rows.map(([first]) => first)).toEqual([
      reference,
      `${reference}/2`,
      `${reference}/3`,
      `${reference}/4`,
    ]);
    const grams = rows.map((row) => Number(row.at(-2)) * 1000);
    expect(rows.map((row) => row.at(-1))).toEqual(Array(4).fill("medium parcel"));
    expect(Math.max(...grams)).toBeLessThan(20_000);
    expect(grams.reduce((sum, each) => sum + each, 0)).toBe(200 * 100 + 4 * 400);
  });

  test("has a carton as a medium parcel, however light it is", async ({ shop }) => {
    const sent = await aBritishOrder(shop, "Light", 13);
    await payByBank(shop, sent.uuid, sent.total);
    expect((await ask(shop, shop.people.admin)).body).toMatch(
      new RegExp(`RH${sent.orderNumber},.*,1\\.700,medium parcel`),
    );
  });

  test("names the order whose recipient the post does not take, until it is corrected", async ({
    shop,
  }) => {
    const sent = await aBritishOrder(shop, "Long", 4);
    await payByBank(shop, sent.uuid, sent.total);
    const setLine = (line: string) =>
      shop.deps.db
        .updateTable("address")
        .set({ line_2: line })
        .where("recipient_first_name", "=", "Long")
        .execute();
    await setLine("x".repeat(101));
    const refused = await ask(shop, shop.people.admin);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain(`RH${sent.orderNumber}: Address line 2, 100 characters`);
    await setLine("x".repeat(100));
    expect((await ask(shop, shop.people.admin)).statusCode).toBe(200);
  });

  test("is only for the office", async ({ shop }) => {
    expect((await ask(shop, null)).statusCode).toBe(401);
    for (const person of [shop.people.kim, shop.people.ben, shop.people.sam])
      expect((await ask(shop, person)).statusCode).toBe(403);
  });
});
