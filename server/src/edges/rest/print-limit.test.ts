import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { buildApp } from "../../app.ts";
import { appOptions, test } from "../../testing/shop-test.ts";

// shows T347
test.for([
  `/orders/${randomUUID()}/invoice.pdf`,
  "/statements/1/2026-01/statement.pdf",
  `/payouts/${randomUUID()}/tax-invoice.pdf`,
])("%s is answered sixty times in a minute to one client", async (url, { shop }) => {
  const app = await buildApp(shop.deps, appOptions);
  const { cookie } = await shop.deps.sessions.start({
    userId: shop.people.admin,
    device: "Firefox on Linux",
    withPassword: true,
  });
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const ask = async (remoteAddress: string) =>
    (await app.inject({ url, headers, remoteAddress })).statusCode;
  const answers = [];
  for (let asked = 0; asked < 62; asked += 1) answers.push(await ask("198.51.100.7"));
  const other = await ask("198.51.100.8");
  await app.close();
  expect(answers).toEqual([...Array.from({ length: 60 }, () => 404), 429, 429]);
  expect(other).not.toBe(429);
});
