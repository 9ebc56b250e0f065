import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify from "fastify";
import { test as base, describe, expect } from "vitest";
import type { SharedCatalogue } from "./search-engines.ts";
import { webClient } from "./web-client.ts";

const dateUpdated = "2026-11-20T09:05:00.000Z";
/** The office's texts: one, of the returns policy. */
let copies = [{ varName: "returns-policy.lead", copy: "<p>new</p>", dateUpdated }];
const aProduct = {
  description: "",
  listPrice: 32_500,
  price: 32_500,
  originalPrice: null,
  productCode: "50ML",
  outOfStock: false,
  outOfStockButton: "",
  outOfStockMessage: "",
  picture: null,
};
const hostile = `</title></head></script><script>alert("1")</script>' onload='x' & <!--`;
let catalogue: SharedCatalogue = null;
const script = "console.log('hello');".repeat(100);

const test = base.extend("app", { scope: "file" }, async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "web-client-"));
  await mkdir(path.join(folder, "assets"));
  await mkdir(path.join(folder, ".vite"));
  await writeFile(path.join(folder, "index.html"), "<p>home</p>");
  await writeFile(path.join(folder, "shell.html"), "<p>shell</p>");
  await writeFile(path.join(folder, "office.html"), "<p>office</p>");
  await writeFile(
    path.join(folder, "product.html"),
    '<head><meta name="description" content="any" /><title>any</title></head><product-words data-part="name"></product-words><product-words data-part="description"></product-words>',
  );
  await writeFile(path.join(folder, "privacy-policy.html"), '<html lang="en">privacy</html>');
  await writeFile(
    path.join(folder, "returns-policy.html"),
    '<site-copy data-name="returns-policy.lead">old</site-copy>',
  );
  await writeFile(path.join(folder, ".vite/manifest.json"), "{}");
  await writeFile(path.join(folder, "assets/app-1a2b.js"), script);
  await writeFile(path.join(folder, "assets/app-1a2b.js.br"), brotliCompressSync(script));
  const app = fastify();
  await webClient(app, folder, {
    copiesOf: async () => copies,
    catalogueOf: async () => catalogue,
    shop: { region: "uk", publicUrl: "https://shop.test" },
  });
  onCleanup(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  return app;
});

describe("the web client", () => {
  test.for([
    ["/", "<p>home</p>"],
    ["/?x=1", "<p>home</p>"],
    ["/orders/pay/6b1f2c1e-9a52-4a39-8d6c-0d8a6f1f0a11/payfast-success", "<p>shell</p>"],
    // The styles show the content of the shop's region.
    ["/privacy-policy", '<html data-region="uk" lang="en">privacy</html>'],
    [
      "/returns-policy",
      '<site-copy data-name="returns-policy.lead" data-saved="2026-11-20T09:05:00.000Z"><p>new</p></site-copy>',
    ],
    // A client that was built without prerendering still has the page.
    ["/shipping-info", "<p>shell</p>"],
    ["/distributor/my-wallet", "<p>office</p>"],
    ["/admin", "<p>office</p>"],
    ["/admin/orders?view=to-ship", "<p>office</p>"],
    ["/system/no-such-page", "<p>office</p>"],
    ["/administration", "<p>shell</p>"],
    ["/no/such/screen", "<p>shell</p>"],
  ] as const)(
    "answers %s with a page that is revalidated each time",
    async ([url, page], { app }) => {
      const response = await app.inject({ url });
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe(page);
      expect(response.headers["cache-control"]).toBe("no-cache");
      expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    },
  );

  test.for([
    ["/Login", "/login"],
    ["/contact-us/?subject=1", "/contact-us?subject=1"],
    ["/PRIVACY-POLICY/", "/privacy-policy"],
    ["/forgot-password).", "/forgot-password"],
    ["/sign-up%E2%80%8B%20", "/sign-up"],
    ["/via/ANNA/", "/via/anna"],
    ["/VIA/ANNA.", "/via/anna"],
    ["/Admin/Orders/?search=RH1", "/admin/orders?search=RH1"],
  ] as const)("leads from %s, as people write it, to %s", async ([url, location], { app }) => {
    expect((await app.inject({ url })).headers).toMatchObject({ location });
  });

  test.for(["//Evil.example/", "/\\Evil.example/", "/%5CEvil.example/", "/%2FEvil.example/"])(
    "leads from %s to no other site",
    async (url, { app }) => {
      expect((await app.inject({ url })).headers).not.toHaveProperty("location");
    },
  );

  describe("a product's page", () => {
    const products = [
      { ...aProduct, id: 94, name: "Original 50ml", description: "Line one.\nLine two." },
      { ...aProduct, id: 7, name: hostile, description: hostile, outOfStock: true },
    ];
    const currency = "GBP";

    test("says what it is to whoever is sent its link", async ({ app }) => {
      catalogue = { currency, products };
      const { body, headers, statusCode } = await app.inject({ url: "/products/original-50ml-94" });
      expect(statusCode).toBe(200);
      expect(headers).not.toHaveProperty("x-robots-tag");
      expect(body).toContain("<title>Original 50ml – Rhizo</title>");
      expect(body).toContain('<meta name="description" content="Line one. Line two."');
      expect(body).toContain(
        '<link rel="canonical" href="https://shop.test/products/original-50ml-94">',
      );
      expect(body).toContain('<meta property="og:image" content="https://shop.test/social.png">');
      expect(body).toContain('<product-words data-part="name">Original 50ml</product-words>');
      expect(dataIn(body)).toMatchObject({
        "@type": "Product",
        name: "Original 50ml",
        offers: {
          "@type": "Offer",
          price: "325.00",
          priceCurrency: "GBP",
          availability: "https://schema.org/InStock",
          seller: { "@type": "Organization" },
        },
      });

      catalogue = { currency, products: products.map((each) => ({ ...each, price: 30_000 })) };
      const { body: newer } = await app.inject({ url: "/products/original-50ml-94" });
      expect(dataIn(newer)).toMatchObject({ offers: { price: "300.00" } });
    });

    // shows T290
    test("shows a hostile name as text, in every place", async ({ app }) => {
      catalogue = { currency, products };
      const { headers } = await app.inject({ url: "/products/7" });
      const { body } = await app.inject({ url: String(headers.location) });
      expect(body.match(/<script/g)).toHaveLength(1);
      expect(body.match(/<\/head>/g)).toHaveLength(1);
      expect(body).not.toContain("<!--");
      expect(body.replace(/<script.*?<\/script>/s, "")).not.toMatch(/ onload='|alert\("1"\)/);
      expect(dataIn(body)).toMatchObject({
        name: hostile,
        offers: { availability: "https://schema.org/OutOfStock" },
      });
    });

    test.for(["/products/94", "/products/a-former-name-94", "/products/Original-50ML-94)."])(
      "leads from %s to its one address",
      async (url, { app }) => {
        catalogue = { currency, products };
        const { headers, statusCode } = await app.inject({ url: `${url}?via=welcome` });
        expect(statusCode).toBe(302);
        expect(headers.location).toBe("/products/original-50ml-94?via=welcome");
      },
    );

    test("of an unknown or hidden product is not found", async ({ app }) => {
      catalogue = { currency, products };
      for (const url of [
        "/products/gone-95",
        "/products/50ml",
        "/products/0",
        "/products/%00-94x",
      ]) {
        const response = await app.inject({ url });
        expect(response.statusCode).toBe(404);
        expect(response.headers).toHaveProperty("x-robots-tag", "noindex");
        expect(response.body).toBe("<p>shell</p>");
      }
      catalogue = null;
      expect((await app.inject({ url: "/products/original-50ml-94" })).statusCode).toBe(200);
    });
  });

  // shows R20, R50, S2.8, T23, T69, T291
  test("keeps the link to an order out of search engines", async ({ app }) => {
    const headers = async (url: string) => (await app.inject({ url })).headers;
    for (const url of [
      "/orders/pay/x",
      "/set-password/secret",
      "/login",
      "/admin/orders",
      "/nowhere",
    ])
      expect(await headers(url)).toHaveProperty("x-robots-tag", "noindex");
    expect(await headers("/contact-us")).not.toHaveProperty("x-robots-tag");
    expect(await headers("/privacy-policy")).not.toHaveProperty("x-robots-tag");
  });

  test("sends the office's texts compressed, and only when they have changed", async ({ app }) => {
    const url = "/returns-policy";
    const get = (headers: Record<string, string>) => app.inject({ url, headers });
    const plain = await get({ "accept-encoding": "br;q=0, gzip;q=0.0" });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    for (const [accepted, packing, unpack] of [
      ["gzip, deflate, br", "br", brotliDecompressSync],
      ["GZIP;q=0.5, br;q=0", "gzip", gunzipSync],
    ] as const) {
      const packed = await get({ "accept-encoding": accepted });
      expect(packed.headers).toMatchObject({
        "content-encoding": packing,
        vary: "accept-encoding",
        "cache-control": "no-cache",
      });
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
    }

    const known = { "if-none-match": String(plain.headers.etag) };
    expect((await get(known)).statusCode).toBe(304);
    copies = copies.map((copy) => ({ ...copy, copy: "<p>newer</p>" }));
    expect((await get(known)).body).toContain("<p>newer</p>");
    copies = [];
    expect((await get(known)).body).toContain(">old<");
  });

  test("sends the compressed files of the build, to be cached for ever", async ({ app }) => {
    const url = "/assets/app-1a2b.js";
    const packed = await app.inject({ url, headers: { "accept-encoding": "gzip, br" } });
    expect(packed.headers).toMatchObject({
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(packed.rawPayload.length).toBeLessThan(script.length);
    expect((await app.inject({ url })).body).toBe(script);
  });

  test.for([
    "/.vite/manifest.json",
    "/assets/gone.js",
    "/../package.json",
    "/%2e%2e/package.json",
    "/.env",
    "/.git/HEAD",
    "/@fs/etc/passwd",
    "/api/x",
    "/API/x/",
    "/trpc/x",
    "/favicon.ico",
  ])("does not find %s", async (url, { app }) => {
    expect((await app.inject({ url })).statusCode).toBe(404);
  });

  test("refuses POST", async ({ app }) => {
    expect((await app.inject({ method: "POST", url: "/distributor/my-wallet" })).statusCode).toBe(
      404,
    );
  });
});

/** The structured data of a page, as a search engine reads it. */
function dataIn(html: string): unknown {
  const [, data = "null"] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(data);
}
