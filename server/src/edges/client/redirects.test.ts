import { describe, expect } from "vitest";
import { aGuestOrder, test } from "../../testing/shop-test.ts";

const elsewhere = [
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https:evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "%2F%2Fevil.example",
  "%252F%252Fevil.example",
  "/%09/evil.example",
  "shop.test@evil.example",
];

describe("no value in a link redirects to another site", () => {
  test.for(elsewhere)("as a distributor's code: %s", async (target, { shop }) => {
    for (const url of [`/via/${encodeURIComponent(target)}`, `/via/${target}`]) {
      const { statusCode, headers } = await shop.app.inject({ url });
      expect(headers.location).toBe(statusCode === 302 ? "/?via=unknown" : undefined);
      expect(String(headers["set-cookie"] ?? "")).not.toContain("evil");
    }
  });

  // shows R37, T46
  test.for(elsewhere)("as a return path: %s", async (target, { shop }) => {
    const order = await aGuestOrder(shop);
    const to = encodeURIComponent(target);
    for (const path of [
      "/via/BEN",
      "/login",
      "/confirm-email/7f2c1d1e-0000-4000-8000-000000000001",
      `/orders/pay/${order.uuid}/payfast-success`,
      "/trpc/auth.me",
    ])
      for (const name of ["next", "return", "returnUrl", "redirect", "url"]) {
        const { headers } = await shop.app.inject({ url: `${path}?${name}=${to}` });
        expect(headers.location ?? "/").toBe(path === "/via/BEN" ? "/?via=welcome" : "/");
      }
  });

  // shows R37, T46
  test("as the host of the request", async ({ shop }) => {
    const { uuid } = await aGuestOrder(shop);
    const input = encodeURIComponent(JSON.stringify({ uuid }));
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };

    const form = await shop.app.inject({ url: `/trpc/orders.paymentForm?input=${input}`, headers });
    expect(form.statusCode).toBe(200);
    expect(form.body).toContain(`http://shop.test/orders/pay/${uuid}`);
    expect(form.body).not.toContain("evil");
    const via = await shop.app.inject({ url: "/via/BEN", headers });
    expect(via.headers.location).toBe("/?via=welcome");
  });

  test("as the path", async ({ shop }) => {
    for (const url of ["//evil.example/", "//evil.example/via/BEN", "/\\evil.example", "/via/.."]) {
      const { headers } = await shop.app.inject({ url });
      expect(["/", "/?via=unknown"]).toContain(headers.location ?? "/");
    }
  });
});
