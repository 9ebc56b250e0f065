import { describe, expect } from "vitest";
import { aBrowser, aPerson, codeSentTo, statusesOf, wrong } from "../../testing/a-browser.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import { wrongCodes } from "./sign-in-limits.ts";

const password = "Correct-1234!";

async function tracesOf({ deps }: TestShop, userId: number) {
  return deps.db
    .selectFrom("audit_entry")
    .select(["action", "actor_id", "details"])
    .where("subject_id", "=", userId)
    .orderBy("id")
    .execute();
}

describe("what is written down of signing in", () => {
  test("is who, how and on what, and when they left", async ({ shop }) => {
    const { id, email } = await aPerson(shop, { password });
    const browser = aBrowser(shop);
    await browser.change("auth.login", { email, password });
    await browser.change("auth.logout");
    await browser.change("auth.requestCode", { email });
    await browser.change("auth.login", { email, code: await codeSentTo(shop, email) });

    const by = (way: string) => ({ by: way, device: expect.any(String) });
    expect(await tracesOf(shop, id)).toEqual([
      { action: "signed-in", actor_id: id, details: by("password") },
      { action: "signed-out", actor_id: id, details: {} },
      { action: "signed-in", actor_id: id, details: by("code") },
    ]);
    const { last_seen_at } = await shop.deps.db
      .selectFrom("account")
      .select("last_seen_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(Date.now() - Date.parse(last_seen_at ?? "")).toBeLessThan(60_000);
  });

  test("of the office in one's place is when, until when, who and why", async ({ shop }) => {
    const { id } = await aPerson(shop, { password });
    const office = aBrowser(shop);
    await office.change("auth.login", { email: "admin@shop.test", password });
    const reason = "An order went missing";
    await office.change("users.impersonate", { id, reason });
    await office.change("auth.logout");

    const person = await shop.as(id);
    expect(await person.profile.officeViews()).toEqual([
      { at: expect.any(String), until: expect.any(String), adminName: "Admin Person", reason },
    ]);
    const other = await shop.as(shop.people.lone);
    expect(await other.profile.officeViews()).toEqual([]);
    expect((await office.read("auth.me")).data).toBe(null);
  });
});

describe("many wrong codes over many accounts", () => {
  test("stop all codes for a while, right ones too, and passwords go on", async ({ shop }) => {
    const { id, email } = await aPerson(shop, { password });
    const browser = aBrowser(shop);
    await browser.change("auth.requestCode", { email });
    const code = await codeSentTo(shop, email);
    const [limit] = wrongCodes.limits;
    const guesses = Array.from({ length: (limit?.times ?? 0) - 1 }, () => new Date().toISOString());
    await shop.deps.db
      .insertInto("allowance")
      .values({ key: wrongCodes.key, used_at: guesses })
      .execute();

    const nothing = aBrowser(shop);
    await nothing.change("auth.login", { email, code: "AAAAAA" });
    expect((await browser.change("auth.login", { email, code: wrong(code) })).status).toBe(401);
    expect(await browser.change("auth.login", { email, code })).toMatchObject({
      ...{ status: 429, reason: "access.too-many-tries" },
    });
    expect((await browser.change("auth.login", { email, password })).data?.user?.id).toBe(id);

    await shop.deps.db
      .updateTable("allowance")
      .set({ used_at: [new Date(Date.now() - 601_000).toISOString()] })
      .where("key", "=", wrongCodes.key)
      .execute();
    expect((await browser.change("auth.login", { email, code })).status).toBe(200);
  });

  test("are no more when they come at once, and right ones are none of them", async ({ shop }) => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aPerson(shop)));
    const guessers = await Promise.all(
      people.map(async ({ email }) => {
        const browser = aBrowser(shop);
        await browser.change("auth.requestCode", { email });
        return { browser, email, code: await codeSentTo(shop, email) };
      }),
    );
    const [limit] = wrongCodes.limits;
    const used_at = Array.from({ length: (limit?.times ?? 0) - 2 }, () => new Date().toISOString());
    await shop.deps.db.deleteFrom("allowance").where("key", "=", wrongCodes.key).execute();
    await shop.deps.db.insertInto("allowance").values({ key: wrongCodes.key, used_at }).execute();

    const [honest, ...others] = guessers;
    const { email = "", code } = honest ?? {};
    expect((await honest?.browser.change("auth.login", { email, code }))?.status).toBe(200);
    const guesses = await Promise.all(
      others.map(({ browser, ...one }) =>
        browser.change("auth.login", { email: one.email, code: wrong(one.code) }),
      ),
    );
    expect(statusesOf(guesses)).toEqual([401, 401, 429, 429, 429]);
    await shop.deps.db.deleteFrom("allowance").where("key", "=", wrongCodes.key).execute();
  });

  test("are counted for each place in the network as well, all of whose addresses are one", async ({
    shop,
  }) => {
    const one = { email: "nobody@people.test", code: "AAAAAA" };
    const tryFrom = (address: string) => aBrowser(shop, address).change("auth.login", one);
    for (let first = 0; first < 100; first += 25) {
      const hosts = Array.from({ length: 25 }, (_, more) => (first + more).toString(16));
      const tries = await Promise.all(hosts.map((host) => tryFrom(`2001:db8:1:2::${host}`)));
      expect([...new Set(statusesOf(tries))]).toEqual([401]);
    }
    expect((await tryFrom("2001:db8:1:2:ffff:ffff:ffff:ffff")).status).toBe(429);
    expect((await tryFrom("2001:db8:1:3::1")).status).toBe(401);
  });
});
