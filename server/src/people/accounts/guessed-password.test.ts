import { describe, expect } from "vitest";
import { aBrowser, aPerson, type Browser, messagesFor } from "../../testing/a-browser.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";

const password = "Correct-1234!";
/** A block of IPv6 for each, as a rented machine has by the thousand. */
const blockOf = (nth: number) => `2001:db8:0:${nth.toString(16)}::1`;

/** The reasons of as many refusals, without a solved captcha. */
async function guess(shop: TestShop, email: string, times: number): Promise<string[]> {
  const { captcha } = withCaptcha(shop);
  const reasons: string[] = [];
  for (let nth = 1; nth <= times; nth += 1) {
    const thief = await shop.as(null, { captcha, ip: blockOf(nth) });
    const tried = thief.auth.login({ email, password: `Wrong-${nth}!` });
    reasons.push(await tried.then(() => "in").catch((error) => String(error.cause?.code)));
  }
  return reasons;
}
const signIn = (browser: Browser, email: string) =>
  browser.change("auth.login", { email, password });

/** A captcha that no program of these tests solves. */
function withCaptcha({ app, deps }: TestShop): TestShop["deps"] {
  expect(app.server).toBeDefined();
  return { ...deps, captcha: { ...deps.captcha, isSolved: async (answer) => answer === "solved" } };
}

describe("guesses at one account from many places", () => {
  // shows T194
  test("are refused after twenty, the owner is told once, and his own browser is not asked", async ({
    shop,
  }) => {
    const { id, email } = await aPerson(shop, { password });
    const own = aBrowser(shop);
    expect((await signIn(own, email)).status).toBe(200);
    await own.change("auth.logout");

    const answers = await guess(shop, email, 40);
    expect(new Set(answers.slice(0, 20))).toEqual(new Set(["access.wrong-credentials"]));
    expect(new Set(answers.slice(20))).toEqual(new Set(["access.captcha-needed"]));
    expect(await messagesFor(shop, id)).toEqual(["passwords-guessed"]);
    expect((await signIn(own, email)).status).toBe(200);
  });

  // shows T194
  test("all at once are counted too, and an unknown address answers alike", async ({ shop }) => {
    const { email } = await aPerson(shop, { password });
    for (const each of [email, "nobody-there@people.test"]) {
      const deps = withCaptcha(shop);
      const answers = await Promise.allSettled(
        Array.from({ length: 60 }, async (_, nth) => {
          const thief = await shop.as(null, { captcha: deps.captcha, ip: blockOf(nth + 1) });
          return thief.auth.login({ email: each, password: `Wrong-${nth}!` });
        }),
      );
      const reasons = answers.map((answer) =>
        answer.status === "rejected" ? String(answer.reason.cause?.code) : "in",
      );
      expect(Map.groupBy(reasons, (reason) => reason).size).toBe(2);
      expect(reasons.filter((reason) => reason === "access.wrong-credentials")).toHaveLength(20);
      expect(reasons.filter((reason) => reason === "access.captcha-needed")).toHaveLength(40);
    }
  });

  // shows T194
  test("need a captcha wherever a password is checked, and wait with one", async ({ shop }) => {
    const { id, email } = await aPerson(shop, { password });
    const { captcha } = withCaptcha(shop);
    const elsewhere = async (nth: number) =>
      shop.as(id, { captcha, ip: blockOf(nth), knownBrowser: null });
    for (let nth = 1; nth <= 20; nth += 1)
      await expect(
        (await elsewhere(nth)).auth.confirmPassword({ password: "Wrong-1!" }),
      ).rejects.toThrow("incorrect");
    const api = await elsewhere(50);
    const asked = { cause: { code: "access.captcha-needed" } };
    await expect(api.auth.login({ email, password })).rejects.toMatchObject(asked);
    await expect(api.auth.confirmPassword({ password })).rejects.toMatchObject(asked);
    await expect(
      api.auth.updatePassword({ currentPassword: password, password: "Another-1234!" }),
    ).rejects.toMatchObject(asked);
    const now = () => new Date(Date.parse(shop.deps.now()) + 120_000).toISOString();
    const later = await shop.as(null, { captcha, ip: blockOf(51), now });
    const wrong = { email, password: "Wrong-1!", rcData: "solved" };
    await expect(later.auth.login(wrong)).rejects.toMatchObject({
      cause: { code: "access.wrong-credentials" },
    });
    await expect(later.auth.login({ ...wrong, password })).rejects.toMatchObject({
      cause: { code: "access.too-many-tries" },
    });
  });

  // shows T194
  test("from a browser that only another account knows are not exempt", async ({ shop }) => {
    const [victim, thief] = [await aPerson(shop, { password }), await aPerson(shop, { password })];
    await guess(shop, victim.email, 21);
    const browser = aBrowser(shop);
    expect((await signIn(browser, thief.email)).status).toBe(200);
    await browser.change("auth.logout");
    const { captcha } = withCaptcha(shop);
    const knownBrowser = browser.cookies.get("known-browser") ?? null;
    const api = await shop.as(null, { captcha, knownBrowser });
    await expect(api.auth.login({ email: victim.email, password })).rejects.toMatchObject({
      cause: { code: "access.captcha-needed" },
    });
    await api.auth.login({ email: thief.email, password });
  });

  // shows T194
  test("are not helped by a browser that was known before the password changed", async ({
    shop,
  }) => {
    const { id, email } = await aPerson(shop, { password });
    const [own, thief] = [aBrowser(shop), aBrowser(shop)];
    for (const each of [own, thief]) expect((await signIn(each, email)).status).toBe(200);
    const change = { currentPassword: password, password: "Another-1234!" };
    expect((await own.change("auth.updatePassword", change)).status).toBe(200);
    const known = await shop.deps.db
      .selectFrom("known_browser")
      .select("token_hash")
      .where("user_id", "=", id)
      .execute();
    expect(known).toHaveLength(1);
    expect(JSON.stringify(known)).not.toContain(own.cookies.get("known-browser"));
  });
});
