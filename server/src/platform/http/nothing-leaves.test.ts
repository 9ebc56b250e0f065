import { createServer } from "node:net";
import { describe, expect } from "vitest";
import { aBrowser } from "../../testing/a-browser.ts";
import { aProduct } from "../../testing/busy-shop.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { password } from "../../testing/shop-people.ts";
import { test as base } from "../../testing/shop-test.ts";
import { sendMessage } from "../messages/send-message.actions.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Somebody's service on this machine, which nobody but us can reach. */
const test = base.extend("canary", { scope: "file" }, async ({}, { onCleanup }) => {
  const visits: string[] = [];
  const server = createServer((socket) => {
    visits.push(`${socket.remoteAddress}:${socket.remotePort}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it has no port");
  return { host: `127.0.0.1:${address.port}`, visits };
});

describe("the server", () => {
  // shows R48, T67
  test("makes no request to a host that a caller names", async ({
    shop,
    canary: { host, visits },
  }) => {
    const there = `http://${host}/latest/meta-data`;
    const admin = await shop.as(shop.people.admin);
    const picture = `<p>Look</p><img src="${there}"><a href="${there}">x</a>`;
    await admin.content.set({ varName: "home.lead", copy: picture });
    const urls = { whatsappUrl: there, facebookUrl: there, instagramUrl: there };
    await admin.settings
      .save({ ...(await admin.settings.get()).shop, ...urls, section: "shop" })
      .catch(() => {});
    await admin.products.save({ ...aProduct, id: -1, description: picture, productCode: "X" });
    const guest = await shop.as(null);
    for (const name of [there, `@${host}`, `x@${host}`])
      await guest.places.byName({ name }).catch(() => {});
    await guest.places.ukByPostcode({ postcode: `@${host}` }).catch(() => {});
    await shop.deps.phones.check(`+27821234567@${host}`);

    const body = new URLSearchParams({ m_payment_id: "x", notify_url: there, return_url: there });
    const headers = { host, referer: there, "x-forwarded-host": host, forwarded: `host=${host}` };
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    for (const [method, url] of [
      ["POST", "/api/purchase/payfast-notify/"],
      ["POST", "/sandbox/payfast/eng/process"],
      ["GET", `/api/the-courier-guy/get-places-by-name?name=x&baseUrl=${there}&url=${there}`],
      ["GET", `/resources/images/1?url=${there}`],
      ["GET", `//${host}/`],
      ["GET", there],
    ] as const)
      await shop.app.inject({
        method,
        url,
        headers: form,
        ...(method === "POST" && { payload: body.toString() }),
      });
    expect(visits).toEqual([]);
    // It would have been seen.
    await expect(fetch(there)).rejects.toThrow("fetch failed");
    expect(visits).toHaveLength(1);
  });

  // shows R48, T67
  test("redirects to its own URL, whatever the Host header", async ({ shop, canary: { host } }) => {
    const headers = { host, "x-forwarded-host": host, "sec-fetch-site": "same-origin" };
    const payload = { email: "kim@shop.test" };
    await shop.app.inject({ method: "POST", url: "/trpc/auth.forgotPassword", headers, payload });
    const post = openPostOffice();
    const waiting = shop.deps.db
      .selectFrom("message")
      .select("id")
      .where("kind", "=", "password-reset");
    for (const { id } of await waiting.execute())
      await sendMessage({ ...shop.deps, ...post, log: silent }, id);
    expect(post.mails[0]?.text).toContain("http://shop.test/set-password#");
    expect(JSON.stringify(post.mails)).not.toContain(host);
  });
});

describe("no response", () => {
  // shows R46, T65
  test("holds credentials, for any caller", async ({ shop }) => {
    const { kim, admin, dev } = shop.people;
    const browser = aBrowser(shop);
    await browser.change("auth.login", { email: "kim@shop.test", password });
    const { db } = shop.deps;
    const { hash } = await db
      .selectFrom("account")
      .select("password_hash as hash")
      .where("id", "=", kim)
      .executeTakeFirstOrThrow();
    const tokens = await db.selectFrom("session").select("id").where("user_id", "=", kim).execute();
    const answers: unknown[] = [await browser.read("auth.me"), await browser.read("profile.get")];
    for (const person of [admin, dev]) {
      const office = await shop.as(person);
      answers.push(await office.users.list({}), await office.users.byId({ id: kim }));
      answers.push(await office.audit.list({}), await office.system.sentEmails({}));
    }
    const all = JSON.stringify(answers);
    expect(all).toContain("kim@shop.test");
    expect(tokens.length).toBeGreaterThan(0);
    for (const secret of [password, "$argon2", hash ?? "no hash", ...tokens.map(({ id }) => id)])
      expect(all).not.toContain(secret);
  });
});
