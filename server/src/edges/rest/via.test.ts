import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aGuestOrder, type TestShop, test } from "../../testing/shop-test.ts";

const open = ({ app }: TestShop, url: string, cookie = "") =>
  app.inject({ url, ...(cookie && { headers: { cookie } }) });

describe("a distributor's link", () => {
  test.for(["BEN", "ben"])(
    "stores its code for 30 days, and the shop names the distributor (%s)",
    async (code, { shop }) => {
      const answer = await open(shop, `/via/${code}`);
      expect(answer.headers["location"]).toBe("/?via=welcome");
      expect(answer.cookies).toMatchObject([
        { name: "via", value: "BEN", maxAge: 30 * 24 * 3600, httpOnly: true, sameSite: "Lax" },
      ]);
      const guest = await shop.as(null, { viaCode: code });
      expect(await guest.orders.via()).toEqual({ firstName: "Ben" });
    },
  );

  // shows S2.6, T270
  test.for([
    "/via/BEN/",
    "/VIA/BEN",
    "/Via/ben",
    "//via//BEN//",
    "/via/BEN.",
    "/via/BEN)",
    "/via/%E2%80%9CBEN%E2%80%9D,",
    "/via/BEN%20",
    "/via/BEN%E2%80%8B",
    "/via/%E2%81%A8BEN%E2%81%A9",
  ])("is read as people and messengers send it: %s", async (link, { shop }) => {
    for (const query of ["", "?gclid=Ab1"]) {
      const answer = await open(shop, `${link}${query}`);
      expect(answer.headers["location"]).toBe(`/?via=welcome${query.replace("?", "&")}`);
      expect(answer.cookies).toMatchObject([{ name: "via", value: "BEN" }]);
    }
  });

  // shows T270
  test("gives its member the sale, however the code is written in an order", async ({ shop }) => {
    for (const code of ["ben", "BEN.", "(BEN)", "BEN\u200B", " BEN "]) {
      const { uuid } = await aGuestOrder(shop, code);
      const { seller_id } = await shop.deps.db
        .selectFrom("projection.order_state")
        .select("seller_id")
        .where("order_id", "=", uuid)
        .executeTakeFirstOrThrow();
      expect(seller_id).toBe(shop.people.ben);
    }
  });

  // shows S2.6
  test("with an unknown code leads to the shop, and keeps the stored code", async ({ shop }) => {
    for (const code of ["NOBODY", "BEN%20NAIDOO", "x".repeat(300)]) {
      const answer = await open(shop, `/via/${code}`, "via=ANNA");
      expect(answer.headers["location"]).toBe("/?via=unknown");
      expect(answer.cookies).toEqual([]);
    }
    expect(await (await shop.as(null, { viaCode: "NOBODY" })).orders.via()).toEqual({
      firstName: null,
    });
    expect(await (await shop.as(null)).orders.via()).toBeNull();
  });

  test("keeps the click id of an advertisement, and no other parameter", async ({ shop }) => {
    const link = "/via/BEN?gclid=Ab-1_2.3~4&fbclid=%3Cb%3E&next=//evil.example&via=x";
    expect((await open(shop, link)).headers["location"]).toBe("/?via=welcome&gclid=Ab-1_2.3%7E4");
  });

  test("of a deactivated distributor is unknown", async ({ shop }) => {
    const admin = await shop.as(shop.people.admin);
    await admin.users.delete({ commandId: randomUUID(), id: shop.people.cara });
    expect((await open(shop, "/via/CARA")).headers["location"]).toBe("/?via=unknown");
  });
});
