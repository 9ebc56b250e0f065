import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { buildApp } from "./app.ts";
import { password } from "./testing/shop-people.ts";
import { aGuestOrder, appOptions, type TestShop, test } from "./testing/shop-test.ts";

async function sessionCookie({ app }: TestShop) {
  const response = await app.inject({
    method: "POST",
    url: "/trpc/auth.login",
    payload: { email: "anna@shop.test", password },
  });
  const header = response.headers["set-cookie"];
  return String(header).split(";")[0] ?? "";
}

const bankDetails = JSON.stringify({
  bankName: "First Bank",
  accountName: "Anna",
  accountNumber: "6200",
  chequeOrSavings: "Savings",
});

describe("a cross-site request", () => {
  const json = { "content-type": "application/json" };

  test.for([
    ["cross-site", { ...json, "sec-fetch-site": "cross-site" }, 403],
    ["from a neighbouring host", { ...json, "sec-fetch-site": "same-site" }, 403],
    ["by nobody's page", { ...json, "sec-fetch-site": "none", origin: "null" }, 403],
    ["with a foreign origin", { ...json, origin: "https://evil.example" }, 403],
    ["with a hidden origin", { ...json, origin: "null" }, 403],
    ["that says nothing of where it comes from", json, 403],
    ["as plain text", { "content-type": "text/plain", "sec-fetch-site": "same-origin" }, 415],
    [
      "as a form",
      { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
      415,
    ],
    [
      "as parts",
      { "content-type": "multipart/form-data; boundary=x", "sec-fetch-site": "same-origin" },
      415,
    ],
  ] as const)("(%s) does nothing", async ([, headers, status], { shop }) => {
    const cookie = await sessionCookie(shop);

    const response = await shop.app.inject({
      method: "POST",
      url: "/trpc/bankDetails.save",
      headers: { ...headers, cookie },
      payload: bankDetails,
    });

    expect(response.statusCode).toBe(status);
    const anna = await shop.as(shop.people.anna);
    expect(await anna.bankDetails.get()).toBe(null);
  });

  test.for([
    ["from the shop's own page", { "sec-fetch-site": "same-origin" }],
    [
      "from an older browser on the shop's own page",
      { origin: "http://shop.test", host: "shop.test" },
    ],
  ] as const)("(%s) is not one", async ([, headers], { shop }) => {
    const cookie = await sessionCookie(shop);
    const response = await shop.app.inject({
      method: "POST",
      url: "/trpc/auth.logout",
      headers: { ...headers, cookie, "content-type": "application/json" },
    });
    expect(response.statusCode).toBe(200);
  });

  // shows S7.37
  test("check does not apply to programs with a token", async ({ shop }) => {
    const token = (await sessionCookie(shop)).split("=")[1];
    const response = await shop.app.inject({
      method: "POST",
      url: "/trpc/auth.logout",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    expect(response.statusCode).toBe(200);
  });
});

describe("a tab of a signed-in user", () => {
  test("is refused once another user has signed in in its browser", async ({ shop }) => {
    const cookie = await sessionCookie(shop);
    const url = "/trpc/auth.me";
    const asShown = (shown: string) =>
      shop.app.inject({ url, headers: { cookie, "x-signed-in-as": shown } });
    const me = (await shop.app.inject({ url, headers: { cookie } })).json<{
      result: { data: { id: number } };
    }>();

    expect((await asShown(String(me.result.data.id))).statusCode).toBe(200);
    for (const shown of ["0", String(me.result.data.id + 1), "x"]) {
      const refused = await asShown(shown);
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ error: { data: { reason: "access.other-person" } } });
    }
  });
});

test("a save from a tab whose session has ended is refused, and not treated as a guest's", async ({
  shop,
}) => {
  const save = (shown: string) =>
    shop.app.inject({
      method: "POST",
      url: "/trpc/addresses.save",
      headers: { "x-signed-in-as": shown, "content-type": "application/json" },
      payload: {},
    });
  const refused = await save("5");
  expect(refused.statusCode).toBe(401);
  expect(refused.json()).toMatchObject({ error: { data: { reason: "access.sign-in-required" } } });
  expect((await save("0")).statusCode).toBe(400);
  const read = { url: "/trpc/auth.me", headers: { "x-signed-in-as": "5" } };
  expect((await shop.app.inject(read)).statusCode).toBe(200);
});

describe("every response", () => {
  // shows R50, T69
  test("has security headers and the request's id", async ({ shop }) => {
    const { headers } = await shop.app.inject({ url: "/trpc/catalog.products" });
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "x-correlation-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: blob:;");
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("allows map tiles from the configured host only", async ({ shop }) => {
    const mapTiles = {
      url: "https://tiles.example.com:8443/osm/{z}/{x}/{y}.png?key=K",
      attribution: "© OpenStreetMap contributors",
    };
    const app = await buildApp({ ...shop.deps, shop: { ...shop.deps.shop, mapTiles } }, appOptions);
    const { headers, body } = await app.inject({ url: "/trpc/settings.public" });
    await app.close();

    expect(String(headers["content-security-policy"])).toContain(
      "img-src 'self' data: blob: https://tiles.example.com:8443;",
    );
    expect(JSON.parse(body)).toMatchObject({ result: { data: { mapTiles } } });
  });

  test("has security headers also if the request is refused before its body is read", async ({
    shop,
  }) => {
    const headers = { "content-encoding": "br", "content-type": "application/json" };
    const refused = await shop.app.inject({ method: "POST", url: "/trpc/auth.login", headers });

    expect(refused.statusCode).toBe(415);
    expect(refused.headers).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
    });
    expect(refused.headers["content-security-policy"]).toContain("script-src 'self' 'sha256-");
  });

  // shows R49, S8.14, T68
  test("to an internal error reveals no internals", async ({ shop }) => {
    const broken = await buildApp(
      {
        ...shop.deps,
        sessions: {
          ...shop.deps.sessions,
          find: () => Promise.reject(new Error("the secret inside")),
        },
      },
      appOptions,
    );
    const headers = { authorization: "Bearer anything" };
    const response = await broken.inject({ url: "/trpc/auth.me", headers });
    await broken.close();

    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ error: { message: "An error occurred" } });
    expect(response.body).not.toMatch(/secret|stack|\.ts/);
  });

  // shows S8.14
  test("contains the refusal's code, its fields and the request's id", async ({ shop }) => {
    const refused = await shop.app.inject({ url: "/trpc/wallet.mine" });
    expect(refused.json()).toMatchObject({
      error: {
        message: "Sign in to continue.",
        data: {
          code: "UNAUTHORIZED",
          reason: "access.sign-in-required",
          fieldErrors: {},
          correlationId: refused.headers["x-correlation-id"],
        },
      },
    });

    const payload = { email: "nobody", password: "" };
    const wrong = await shop.app.inject({ method: "POST", url: "/trpc/auth.login", payload });
    expect(wrong.json()).toMatchObject({
      error: {
        data: {
          code: "BAD_REQUEST",
          reason: "request.invalid",
          fieldErrors: { email: "Please enter a valid email address", password: "Required" },
        },
      },
    });
  });
});

// shows R51, T70
describe("excessive input", () => {
  test.for([
    [
      "a body of a megabyte",
      { method: "POST", url: "/trpc/auth.login", payload: { email: "x".repeat(1_100_000) } },
      413,
    ],
    [
      "a batch of 500",
      { method: "GET", url: `/trpc/${Array(500).fill("auth.me").join(",")}?batch=1&input={}` },
      414,
    ],
    [
      "a batch of 21",
      { method: "GET", url: `/trpc/${Array(21).fill("auth.me").join(",")}?batch=1&input={}` },
      400,
    ],
    [
      "JSON 10,000 deep",
      {
        method: "POST",
        url: "/trpc/auth.login",
        headers: { "content-type": "application/json" },
        payload: "[".repeat(10_000) + "]".repeat(10_000),
      },
      400,
    ],
    [
      "a packed body",
      {
        method: "POST",
        url: "/trpc/auth.login",
        headers: { "content-encoding": "br", "content-type": "application/json" },
        payload: "{}",
      },
      415,
    ],
  ] as const)("(%s) is refused", async ([, request, status], { shop }) => {
    expect((await shop.app.inject(request)).statusCode).toBe(status);
  });

  // shows R9, T9
  test("polling for a payment is rate limited", async ({ shop }) => {
    const { uuid } = await aGuestOrder(shop);
    const url = `/trpc/orders.checkPaid?input=${encodeURIComponent(JSON.stringify({ uuid }))}`;
    const statuses: number[] = [];
    for (let poll = 0; poll < 31; poll++)
      statuses.push((await shop.app.inject({ url })).statusCode);

    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
    const late = await shop.app.inject({ url });
    expect(late.statusCode).toBe(429);
    expect(late.json()).toMatchObject({ error: { data: { reason: "access.too-many-tries" } } });
  });

  // shows T208
  test("polling is limited whatever the URL looks like, and a batch counts as its calls", async ({
    shop,
  }) => {
    const poll = async (url: string, remoteAddress: string) =>
      (await shop.app.inject({ url, remoteAddress })).statusCode;
    const input = async () => {
      const { uuid } = await aGuestOrder(shop);
      return { uuid, text: encodeURIComponent(JSON.stringify({ uuid })) };
    };
    const { text } = await input();
    const spellings = ["orders.checkPaid", "orders%2EcheckPaid", "orders%252EcheckPaid"];
    const other: number[] = [];
    for (let nth = 0; nth < 31; nth++) {
      const url = `/trpc/${spellings[nth % 3]}?x=${nth}&input=${text}`;
      other.push(await poll(url, `2001:db8:1:2::${nth + 1}`));
    }
    expect(other).toEqual([...Array<number>(30).fill(200), 429]);

    const { uuid } = await input();
    const calls = Array.from({ length: 20 }, (_, nth) => [nth, { uuid }]);
    const batch = encodeURIComponent(JSON.stringify(Object.fromEntries(calls)));
    const names = Array<string>(20).fill("orders.checkPaid").join(",");
    const batched = (nth: number) => `/trpc/${names}?batch=1&input=${batch}&y=${nth}`;
    expect(await poll(batched(1), "192.0.2.1")).toBe(200);
    expect(await poll(batched(2), "192.0.2.1")).toBe(429);
    expect(await poll(batched(3), "192.0.2.2")).toBe(200);
  });
});

describe("a distributor's link", () => {
  test("is remembered, and redirects to the shop only", async ({ shop }) => {
    const known = await shop.app.inject({ url: "/via/ANNA" });
    expect(known.statusCode).toBe(302);
    expect(known.headers.location).toBe("/?via=welcome");
    expect(known.headers["set-cookie"]).toBe(
      "via=ANNA; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax",
    );

    for (const code of ["%2F%2Fevil.com", "a%0d%0aSet-Cookie:x=1", "x".repeat(65), "NOBODY"]) {
      const odd = await shop.app.inject({ url: `/via/${code}` });
      expect(odd.headers.location).toBe("/?via=unknown");
      expect(odd.headers).not.toHaveProperty("set-cookie");
    }
  });

  test("that the browser followed sets the seller of its order", async ({ shop }) => {
    const { uniqueId, addressId, request } = await aGuestOrder(shop);
    expect(addressId).toBeGreaterThan(0);
    const response = await shop.app.inject({
      method: "POST",
      url: "/trpc/orders.save",
      headers: { cookie: "via=CARA" },
      payload: { ...request, uniqueId, commandId: randomUUID() },
    });
    const { uuid } = response.json<{ result: { data: { uuid: string } } }>().result.data;
    const placed = await shop.deps.db
      .selectFrom("projection.order_state")
      .select("seller_id")
      .where("order_id", "=", uuid)
      .executeTakeFirst();
    expect(placed).toEqual({ seller_id: shop.people.cara });
  });

  test.for([
    "/.env",
    "/.git/HEAD",
    "/src/main.ts",
    "/api/../.env",
    "/api/nothing",
    "/assets/gone.js",
  ])("%s is not found", async (url, { shop }) => {
    expect((await shop.app.inject({ url })).statusCode).toBe(404);
  });
});

describe("health", () => {
  // shows R80, T121
  test("covers the process, its dependencies, and metrics", async ({ shop, superuser }) => {
    expect((await shop.app.inject({ url: "/healthz" })).json()).toEqual({ ok: true });
    expect((await shop.app.inject({ url: "/readyz" })).json()).toMatchObject({
      ready: true,
      pending: [],
      disks: [],
      projections: { orders: { lag: 0, failed: false }, wallets: { lag: 0, failed: false } },
    });
    const payload = { email: "nobody@shop.test", password: "Wrong-1234!" };
    await shop.app.inject({ method: "POST", url: "/trpc/auth.login", payload });
    const { body } = await shop.app.inject({ url: "/metrics" });
    expect(body).toMatch(/^sign_in_wrong_tries [1-9]\d*$/m);
    expect(body).toMatch(/^ledger_position \d+$/m);
    expect(body).toMatch(/^database_size_bytes [1-9]\d+$/m);
    expect(body).toContain('card_notifications_open{state="parked"} 0');
    expect(body).toMatch(/^messages_unsent \d+$/m);
    expect(body).toMatch(/^database_up 1$/m);
    expect(body).toMatch(/^portal_ready 1$/m);
    // No value is better than a 0 that would mean "a moment ago".
    expect(body).not.toMatch(/^backup_age_seconds\{/m);
    expect(body).not.toMatch(/^replica_lag_seconds\{/m);
    await sql`insert into last_backup (made_at, position)
      values (now() - interval '1 hour', 7)`.execute(superuser);
    const { body: later } = await shop.app.inject({ url: "/metrics" });
    expect(later).toMatch(/^backup_age_seconds\{kind="nightly"\} 36\d\d\./m);
    await sql`update last_backup set made_at = now() + interval '4 years'`.execute(superuser);
    const { body: ahead } = await shop.app.inject({ url: "/metrics" });
    expect(ahead).not.toMatch(/^backup_age_seconds\{/m);
  });

  test("counts messages that were given up, but not one that came by another way", async ({
    shop,
  }) => {
    const measured = async () => {
      const { body } = await shop.app.inject({ url: "/metrics" });
      const value = (name: string, of: string) =>
        Number(new RegExp(`^${name}\\{class="${of}"\\} (\\S+)$`, "m").exec(body)?.[1]);
      return {
        failed: value("messages_failed", "warning"),
        refused: value("messages_refused", "warning"),
        secret: value("messages_failed", "secret"),
        oldest: value("messages_oldest_seconds", "warning"),
      };
    };
    const before = await measured();
    const message = {
      kind: "password-changed",
      user_id: shop.people.kim,
      about: JSON.stringify({ kind: "password-changed", userId: shop.people.kim }),
      created_at: new Date(Date.now() - 8 * 24 * 3600_000).toISOString(),
    } as const;
    const code = { ...message, kind: "sign-in-code", message_key: "code" } as const;
    await shop.deps.db
      .insertInto("message")
      .values([
        { ...message, message_key: "lost", channel: "email", state: "failed", attempts: 3 },
        { ...message, message_key: "refused", channel: "email", state: "refused", attempts: 1 },
        { ...message, message_key: "unneeded", channel: "email", state: "failed", attempts: 0 },
        { ...message, message_key: "waits", channel: "email", state: "queued", attempts: 3 },
        { ...code, channel: "email", state: "failed", attempts: 1 },
        { ...code, channel: "sms", state: "sent", attempts: 1 },
      ])
      .execute();
    const after = await measured();
    expect(after.failed).toBe(before.failed + 1);
    expect(after.refused).toBe(before.refused + 1);
    expect(after.secret).toBe(before.secret);
    expect(after.oldest).toBeGreaterThan(7 * 24 * 3600);
  });

  // shows T98
  test("exposes internals only to this machine and with the token", async ({ shop }) => {
    const app = await buildApp(shop.deps, {
      ...appOptions,
      monitoring: { token: "let-me-look-inside", port: null },
    });
    const from =
      (remoteAddress: string, headers: Record<string, string> = {}) =>
      async () => {
        const [ready, metrics] = await Promise.all(
          ["/readyz", "/metrics"].map((url) => app.inject({ url, remoteAddress, headers })),
        );
        expect(ready?.statusCode).toBe(200);
        const isOpen = z.looseObject({ disks: z.unknown() }).safeParse(ready?.json()).data;
        return [isOpen?.disks !== undefined, metrics?.statusCode];
      };
    const bearer = { authorization: "Bearer let-me-look-inside" };

    for (const ask of [from("127.0.0.1"), from("::1"), from("203.0.113.7", bearer)])
      expect(await ask()).toEqual([true, 200]);
    for (const ask of [
      from("203.0.113.7"),
      from("203.0.113.7", { authorization: "Bearer let-me-look-insidf" }),
      from("203.0.113.7", { "x-forwarded-for": "127.0.0.1" }),
      from("127.0.0.1", { "x-forwarded-for": "203.0.113.7" }),
    ])
      expect(await ask()).toEqual([false, 403]);
    await app.close();
  });

  // shows T98
  test("serves no API documentation if it is turned off", async ({ shop }) => {
    const app = await buildApp(shop.deps, { ...appOptions, apiDocs: false });
    for (const url of ["/api/docs", "/api/docs/", "/api/docs/json", "/api/openapi.json"])
      expect((await app.inject({ url })).statusCode, url).toBe(404);
    expect((await shop.app.inject({ url: "/api/openapi.json" })).statusCode).toBe(200);
    await app.close();
  });

  // shows R65, T92
  test("stays ready with tables that a later release added, and reports missing ones", async ({
    shop,
    superuser,
  }) => {
    const answers = [];
    for (const later of ["9998-of-another-release", "9999-contract-of-another-release"]) {
      await sql`insert into kysely_migration values (${later}, now()::text)`.execute(superuser);
      answers.push(await shop.app.inject({ url: "/readyz" }));
      await sql`delete from kysely_migration where name = ${later}`.execute(superuser);
    }

    const [added, answer] = answers;
    expect(added?.statusCode).toBe(200);
    expect(answer?.statusCode).toBe(503);
    expect(answer?.json()).toEqual({
      ready: false,
      reason: "The database is newer than this program.",
    });
    expect((await shop.app.inject({ url: "/readyz" })).statusCode).toBe(200);
  });
});
