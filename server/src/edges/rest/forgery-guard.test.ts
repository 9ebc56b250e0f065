import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { describe, expect } from "vitest";
import { type TestShop, test as shopTest } from "../../testing/shop-test.ts";
import { tableContents } from "../../testing/table-contents.ts";

const json = { "content-type": "application/json" };
const own = { "sec-fetch-site": "same-origin" };

/** The cookie of an admin's browser, which any page can make send requests. */
const test = shopTest.extend("cookie", async ({ shop }) => {
  const { deps, people } = shop;
  const start = { userId: people.admin, device: "", withPassword: true };
  return String((await deps.sessions.start(start)).cookie.split(";")[0]);
});

function deletion({ people }: TestShop) {
  return JSON.stringify({ commandId: randomUUID(), id: people.lone });
}

const forged: readonly (readonly [what: string, request: InjectOptions, status: number])[] = [
  ["from another site", { headers: { ...json, "sec-fetch-site": "cross-site" } }, 403],
  ["from a sibling host", { headers: { ...json, "sec-fetch-site": "same-site" } }, 403],
  ["typed into the address bar", { headers: { ...json, "sec-fetch-site": "none" } }, 403],
  [
    "with contradictory headers about its origin",
    { headers: { ...json, "sec-fetch-site": "same-origin, cross-site" } },
    403,
  ],
  ["with a foreign origin", { headers: { ...json, origin: "https://evil.example" } }, 403],
  [
    "with an origin that resembles ours",
    { headers: { ...json, host: "shop.test", origin: "http://shop.test.evil.example" } },
    403,
  ],
  [
    "with an origin that has our host as its user name",
    { headers: { ...json, host: "shop.test", origin: "http://shop.test@evil.example" } },
    403,
  ],
  ["with a hidden origin", { headers: { ...json, origin: "null" } }, 403],
  ["with no origin", { headers: json }, 403],
  ["with our address as its referrer", { headers: { ...json, referer: "http://shop.test/" } }, 403],
  ["as text", { headers: { ...own, "content-type": "text/plain" } }, 415],
  [
    "as text that is labelled JSON too",
    { headers: { ...own, "content-type": "text/plain;application/json" } },
    415,
  ],
  ["as a form", { headers: { ...own, "content-type": "application/x-www-form-urlencoded" } }, 415],
  ["as parts", { headers: { ...own, "content-type": "multipart/form-data; boundary=x" } }, 415],
  [
    "with an unknown content type",
    { headers: { ...own, "content-type": "application/octet-stream" } },
    415,
  ],
];

describe("a change that another page requests through an admin's browser", () => {
  // shows R36, T45
  test.for(forged)(
    "(%s) is refused and has no effect",
    async ([, request, status], { shop, cookie, superuser }) => {
      const before = await tableContents(superuser);
      const response = await shop.app.inject({
        method: "POST",
        url: "/trpc/users.delete",
        payload: deletion(shop),
        headers: { ...request.headers, cookie },
      });
      expect(response.statusCode).toBe(status);
      expect(await tableContents(superuser)).toEqual(before);
    },
  );

  test.for([
    ["a GET", "GET", {}],
    ["a GET with a method override", "GET", { "x-http-method-override": "POST" }],
    ["a GET with another override header", "GET", { "x-http-method": "POST" }],
    ["a HEAD", "HEAD", {}],
    ["a preflight", "OPTIONS", { "access-control-request-method": "POST" }],
    ["a replacement", "PUT", own],
    ["a patch", "PATCH", own],
    ["a deletion", "DELETE", own],
  ] as const)("(by %s) has no effect", async ([, method, headers], { shop, cookie, superuser }) => {
    const before = await tableContents(superuser);
    const input = encodeURIComponent(deletion(shop));
    for (const query of ["", "&_method=POST", "&batch=1"]) {
      const response = await shop.app.inject({
        method,
        url: `/trpc/users.delete?input=${input}${query}`,
        headers: { ...headers, cookie },
      });
      expect(response.statusCode).not.toBe(200);
      expect(response.headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect(await tableContents(superuser)).toEqual(before);
  });

  // shows R36, T45
  test("has no effect on other routes either", async ({ shop, cookie, superuser }) => {
    const before = await tableContents(superuser);
    for (const site of ["cross-site", "same-site", "none"])
      expect(
        await shop.app.inject({
          method: "POST",
          url: "/office/bank-statements",
          payload: "Date,Amount",
          headers: { cookie, "sec-fetch-site": site, "content-type": "text/csv" },
        }),
      ).toMatchObject({ statusCode: 403 });
    expect(await tableContents(superuser)).toEqual(before);
  });

  /** Otherwise the tests above might pass because nothing can be deleted at all. */
  test("is made when our own page requests it", async ({ shop, cookie }) => {
    const response = await shop.app.inject({
      method: "POST",
      url: "/trpc/users.delete",
      payload: deletion(shop),
      headers: { ...json, ...own, cookie },
    });
    expect(response.statusCode).toBe(200);
  });
});
