import { describe, expect } from "vitest";
import { buildApp } from "../../app.ts";
import type { CodePurpose } from "../../platform/db/shop-tables.ts";
import type { Captcha } from "../../gateways/captcha/captcha.ts";
import {
  aBrowser,
  aPerson,
  codeSentTo,
  linkFor,
  statusesOf,
  wrong,
} from "../../testing/a-browser.ts";
import { appOptions, type TestShop, test } from "../../testing/shop-test.ts";
import { wrongCodes, wrongCodesMax } from "../../platform/rate-limit/rate-limits.ts";

const password = "Correct-1234!";

async function tracesOf({ deps }: TestShop, userId: number) {
  return deps.db
    .selectFrom("audit_entry")
    .select(["action", "actor_id", "details"])
    .where("subject_id", "=", userId)
    .orderBy("id")
    .execute();
}

describe("the audit of signing in", () => {
  test("contains user, method, device and the time of signing out", async ({ shop }) => {
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

  test("of impersonation contains start, end, admin and reason", async ({ shop }) => {
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

/** Takes the word of a browser for the work that it did. */
const captcha: Captcha = {
  challenge: async () => ({}),
  isSolved: async (answer, level = "usual") => answer === `solved ${level}`,
  purgeExpired: async () => {},
};

async function withCaptcha(shop: TestShop): Promise<TestShop> {
  const deps = { ...shop.deps, captcha };
  return { ...shop, deps, app: await buildApp(deps, appOptions) };
}

/** A person who registers and has the code. */
async function aNewcomer(shop: TestShop) {
  const email = `${crypto.randomUUID()}@people.test`;
  const browser = aBrowser(shop);
  const person = { email, firstName: "Lerato", lastName: "Dube", cellNumber: "082 123 4567" };
  await browser.change("auth.signUp1", { ...person, rcData: "solved usual" });
  const code = await codeSentTo(shop, email);
  const { id: userId } = await shop.deps.db
    .selectFrom("account")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const finish = (more: object = {}) => browser.change("auth.login", { email, code, ...more });
  return { email, browser, userId, finish };
}

async function guessed({ deps }: TestShop, purpose: CodePurpose, times: number): Promise<void> {
  const used_at = Array.from({ length: times }, () => new Date().toISOString());
  const { key } = wrongCodes(purpose, "proved");
  await deps.db.insertInto("rate_limit").values({ key, used_at }).execute();
}

async function forgetGuesses({ deps }: TestShop, purpose: CodePurpose): Promise<void> {
  const { key } = wrongCodes(purpose, "proved");
  await deps.db.deleteFrom("rate_limit").where("key", "=", key).execute();
}

describe("many wrong codes over many accounts", () => {
  // shows R30, T39, T55
  test("require a hard captcha from everyone, for that purpose only", async ({ shop }) => {
    const guarded = await withCaptcha(shop);
    const { id, email } = await aPerson(guarded, { password });
    const newcomer = await aNewcomer(guarded);
    const browser = aBrowser(guarded);
    await browser.change("auth.requestCode", { email });
    const code = await codeSentTo(guarded, email);
    await guessed(guarded, "sign-in", wrongCodesMax.unproved - 1);

    const nothing = aBrowser(guarded);
    await nothing.change("auth.login", { email, code: "AAAAAA" });
    expect((await browser.change("auth.login", { email, code: wrong(code) })).status).toBe(401);
    // It does not reveal which emails have an account.
    for (const each of [email, "nobody@people.test"])
      expect(await browser.change("auth.login", { email: each, code })).toMatchObject({
        status: 429,
        reason: "access.captcha-needed",
      });
    expect((await browser.change("auth.login", { email, password })).data?.user?.id).toBe(id);
    expect((await newcomer.finish()).status).toBe(200);

    const solved = { email, code, rcData: "solved hard" };
    expect(await browser.change("auth.login", { ...solved, rcData: "solved usual" })).toMatchObject(
      {
        reason: "access.captcha-needed",
      },
    );
    expect((await browser.change("auth.login", solved)).status).toBe(200);
    await forgetGuesses(guarded, "sign-in");
  });

  // shows R30, T39, T55
  test("finally stop registration codes for a while, but neither sign-in codes nor emailed links", async ({
    shop,
  }) => {
    const guarded = await withCaptcha(shop);
    const newcomer = await aNewcomer(guarded);
    const { email } = await aPerson(guarded, { password });
    const browser = aBrowser(guarded);
    await browser.change("auth.requestCode", { email });
    const code = await codeSentTo(guarded, email);
    await guessed(guarded, "sign-up", wrongCodesMax.proved);

    expect(await newcomer.finish({ rcData: "solved hard" })).toMatchObject({
      status: 429,
      reason: "access.codes-closed",
    });
    expect((await browser.change("auth.login", { email, code })).status).toBe(200);
    expect(
      (await newcomer.browser.change("auth.forgotPassword", { email: newcomer.email })).status,
    ).toBe(200);
    const uuid = await linkFor(guarded, newcomer.userId, "reset-password");
    const byLink = await newcomer.browser.change("auth.signUp2", { uuid, password });
    expect(byLink).toMatchObject({ status: 200, data: { user: { verified: true } } });

    await forgetGuesses(guarded, "sign-up");
  });

  // shows R30, T39
  test("are limited the same when concurrent, and right codes are not counted", async ({
    shop,
  }) => {
    const guarded = await withCaptcha(shop);
    const people = await Promise.all(Array.from({ length: 6 }, () => aPerson(guarded)));
    const guessers = await Promise.all(
      people.map(async ({ email }) => {
        const browser = aBrowser(guarded);
        await browser.change("auth.requestCode", { email });
        return { browser, email, code: await codeSentTo(guarded, email) };
      }),
    );
    await guessed(guarded, "sign-in", wrongCodesMax.unproved - 2);

    const [honest, ...others] = guessers;
    const { email = "", code } = honest ?? {};
    expect((await honest?.browser.change("auth.login", { email, code }))?.status).toBe(200);
    const guesses = await Promise.all(
      others.map(({ browser, ...one }) =>
        browser.change("auth.login", { email: one.email, code: wrong(one.code) }),
      ),
    );
    expect(statusesOf(guesses)).toEqual([401, 401, 429, 429, 429]);
    await forgetGuesses(guarded, "sign-in");
  });

  // shows R30, T39
  test("are counted per client IP prefix as well", async ({ shop }) => {
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
