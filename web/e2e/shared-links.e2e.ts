import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const contentOf = (page: Page, property: string) =>
  page.locator(`meta[property="${property}"]`).getAttribute("content");

// shows T290, T291
test.each([phone, desk])(
  "the link to a product shows it, and opens an order of it, $width pixels wide",
  async (viewport) => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport });
    const sitemap = await (await page.request.get("/sitemap.xml")).text();
    const addresses = [...sitemap.matchAll(/<loc>[^<]*(\/products\/[^<]+)<\/loc>/g)];
    const path = addresses.map(([, address = ""]) => address).find((each) => !each.endsWith("-94"));
    if (path === undefined) throw new Error("the demo has one product only");

    await page.goto(path);
    const heading = await page.getByRole("heading", { level: 1 }).textContent();
    expect(heading).not.toBe("");
    const price = page.getByText(/^R[\d ]+\.\d\d$/).first();
    await price.waitFor();
    const data: unknown = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? "",
    );
    const amount = (await price.textContent())?.replaceAll(/[^\d.]/g, "");
    expect(data).toMatchObject({ "@type": "Product", name: heading, offers: { price: amount } });
    expect(await contentOf(page, "og:title")).toBe(await page.title());
    const picture = await contentOf(page, "og:image");
    const answer = await page.request.get(new URL(picture ?? "").pathname);
    expect(answer.headers()["content-type"]).toMatch(/^image\//);
    expect(await page.getByLabel(`Quantity of ${heading}`).inputValue()).toBe("1");
    await expectSoundPage(page);
    expect(mistakes).toEqual([]);
    await context.close();
  },
);

test("every page has a title and a description of its own", async () => {
  const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
  const seen = new Set<string | null>();
  const paths = [
    "/",
    "/privacy-policy",
    "/returns-policy",
    "/shipping-info",
    "/accessibility",
    "/contact-us",
  ];
  for (const path of paths) {
    await page.goto(path);
    seen.add(await contentOf(page, "og:title"));
    seen.add(await page.locator('meta[name="description"]').getAttribute("content"));
    expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toMatch(
      new RegExp(`${path}$`),
    );
  }
  expect(seen.size).toBe(2 * paths.length);
  expect(mistakes).toEqual([]);
  await context.close();
});

test("a seller's link keeps its greeting, and has what the shop's own has", async () => {
  const { page, context } = await visit(browser, { baseUrl, viewport: phone });
  await page.goto("/via/ANNA");
  await page.getByText(/invited you/).waitFor();
  expect(await contentOf(page, "og:title")).toBe("Order – Rhizo");
  await context.close();
});
