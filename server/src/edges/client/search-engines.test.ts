import { describe, expect } from "vitest";
import { test } from "../../testing/shop-test.ts";

const ofShop = { host: "shop.test" };
const ofOffice = { host: "office.shop.test" };

describe("what search engines are told", () => {
  test("every page of the shop and every visible product, at the shop's address", async ({
    shop,
  }) => {
    const robots = await shop.app.inject({ url: "/robots.txt", headers: ofShop });
    expect(robots.body).toContain("Sitemap: http://shop.test/sitemap.xml");
    expect(robots.body).toContain("Disallow: /admin\n");
    const { body, headers } = await shop.app.inject({ url: "/sitemap.xml", headers: ofShop });
    expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
    const addresses = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    expect(addresses).toContain("http://shop.test/");
    expect(addresses).toContain("http://shop.test/privacy-policy");
    expect(addresses.filter((address) => address?.includes("/products/"))).toEqual([
      expect.stringMatching(/-94$/),
      expect.stringMatching(/-300$/),
      expect.stringMatching(/-302$/),
    ]);
  });

  // shows T291
  test("nothing of the office's host", async ({ shop }) => {
    const robots = await shop.app.inject({ url: "/robots.txt", headers: ofOffice });
    expect(robots.body).toBe("User-agent: *\nDisallow: /\n");
    for (const url of ["/", "/privacy-policy", "/sitemap.xml", "/admin", "/trpc/auth.me"]) {
      const { headers } = await shop.app.inject({ url, headers: ofOffice });
      expect(headers).toHaveProperty("x-robots-tag", "noindex");
    }
    const { headers } = await shop.app.inject({ url: "/sitemap.xml", headers: ofShop });
    expect(headers).not.toHaveProperty("x-robots-tag");
  });
});
