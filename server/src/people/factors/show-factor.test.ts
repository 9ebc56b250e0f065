import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { passkeyDomains } from "../../gateways/factors/passkeys.ts";
import { type Answer, aBrowser, type Browser, messagesFor } from "../../testing/a-browser.ts";
import { anAuthenticator, type Authenticator } from "../../testing/an-authenticator.ts";
import { test } from "../../testing/factor-test.ts";
import {
  aProposalOf,
  adminPassword,
  anApp,
  fieldsOf,
  nextCode,
  type ReadyAdmin,
  setupOfAdmin,
} from "../../testing/set-up-admin.ts";
import type { TestShop } from "../../testing/shop-test.ts";

const site = { origin: "http://shop.test", rpId: "shop.test" };
const challenged = z.object({ challenge: z.string() }).shape;

/** Has given the password. */
async function atTheDoor(shop: TestShop, { email }: Pick<ReadyAdmin, "email">): Promise<Browser> {
  const browser = aBrowser(shop);
  await browser.change("auth.login", { email, password: adminPassword });
  return browser;
}

const outcomeOf = ({ status, reason }: Answer) => reason ?? status;
const isIn = async (browser: Browser) => (await browser.read("dashboard.get")).status === 200;

/** Lets time pass for the wrong tries of an account. */
async function minutesLater({ deps }: TestShop, userId: number, minutes: number): Promise<void> {
  await sql`update factor_try set tried_at = array(
    select tried - ${minutes} * interval '1 minute' from unnest(tried_at) tried)
    where user_id = ${userId}`.execute(deps.db);
}

describe("a one-time code", () => {
  // shows T172
  test("works once, also twice at the same moment", async ({ strict }) => {
    const admin = await setupOfAdmin(strict);
    const doors = [await atTheDoor(strict, admin), await atTheDoor(strict, admin)];
    const code = nextCode(admin);
    const answers = await Promise.all(doors.map((door) => door.change("factors.pass", { code })));
    const outcomes = answers.map(outcomeOf).map(String);
    expect(outcomes.toSorted((one, other) => one.localeCompare(other))).toEqual([
      "200",
      "access.wrong-factor",
    ]);
    const late = await atTheDoor(strict, admin);
    expect(outcomeOf(await late.change("factors.pass", { code }))).toBe("access.wrong-factor");
  });

  // shows T173
  test("is guessed five times in a quarter of an hour, and the third warns the owner", async ({
    strict,
  }) => {
    const admin = await setupOfAdmin(strict);
    const door = await atTheDoor(strict, admin);
    const tries = [];
    for (let at = 0; at < 6; at++) {
      tries.push(outcomeOf(await door.change("factors.pass", { code: "000000" })));
      const warnings = await adminMails(strict, admin.id, "wrong-factors");
      expect(warnings).toBe(at < 2 ? 0 : 1);
    }
    const wrong = "access.wrong-factor";
    expect(tries).toEqual([wrong, wrong, wrong, wrong, wrong, "access.too-many-tries"]);
    expect(outcomeOf(await door.change("factors.pass", { code: nextCode(admin) }))).toBe(
      "access.too-many-tries",
    );
    await minutesLater(strict, admin.id, 16);
    expect((await door.change("factors.pass", { code: nextCode(admin) })).status).toBe(200);
  });

  // shows T173
  test("is guessed five times by many requests at the same moment", async ({ strict }) => {
    const admin = await setupOfAdmin(strict);
    const door = await atTheDoor(strict, admin);
    const guesses = Array.from({ length: 9 }, () =>
      door.change("factors.pass", { code: "000000" }),
    );
    const outcomes = (await Promise.all(guesses)).map(outcomeOf);
    expect(outcomes.filter((each) => each === "access.wrong-factor")).toHaveLength(5);
    expect(await adminMails(strict, admin.id, "wrong-factors")).toBe(1);
  });

  // shows T173
  test("after twenty wrong ones in a day needs a new password, which is asked for by mail", async ({
    strict,
  }) => {
    const admin = await setupOfAdmin(strict);
    const door = await atTheDoor(strict, admin);
    for (let at = 0; at < 20; at++) {
      expect(outcomeOf(await door.change("factors.pass", { code: "000000" }))).toBe(
        "access.wrong-factor",
      );
      await minutesLater(strict, admin.id, 16);
    }
    expect(await messagesFor(strict, admin.id)).not.toContain("password-reset");
    const code = nextCode(admin);
    expect(outcomeOf(await door.change("factors.pass", { code }))).toBe(
      "access.new-password-needed",
    );
    expect(await messagesFor(strict, admin.id)).toContain("password-reset");
    // Waiting does not help.
    await minutesLater(strict, admin.id, 3 * 24 * 60);
    expect(outcomeOf(await door.change("factors.pass", { code }))).toBe(
      "access.new-password-needed",
    );
  });

  test("is not tried by anybody without the password", async ({ strict }) => {
    const stranger = aBrowser(strict);
    const answer = await stranger.change("factors.pass", { code: "000000" });
    expect(outcomeOf(answer)).toBe("access.sign-in-required");
  });
});

async function adminMails({ deps }: TestShop, userId: number, change: string): Promise<number> {
  const { rows } = await sql`select 1 from message where user_id = ${userId}
    and kind = 'admin-sign-in' and about ->> 'change' = ${change}`.execute(deps.db);
  return rows.length;
}

describe("a recovery code", () => {
  // shows T174
  test("works once, opens the page of factors and nothing else, and tells all admins", async ({
    strict,
  }) => {
    const admin = await setupOfAdmin(strict);
    const stateOfProposal = await aProposalOf(strict, admin);
    const [recoveryCode = ""] = admin.recoveryCodes;
    const door = await atTheDoor(strict, admin);
    const typed = recoveryCode.toLowerCase().replaceAll("-", " ");
    expect((await door.change("factors.pass", { recoveryCode: typed })).status).toBe(200);
    const ended = { state: "void", failure: "proposal.proposer-gone" };
    expect(await stateOfProposal()).toEqual(ended);
    expect(await isIn(door)).toBe(false);
    expect((await door.read("profile.get")).reason).toBe("access.factor-missing");
    expect(fieldsOf(await door.read("factors.state"), { lacks: z.string() }).lacks).toBe("set-up");
    for (const reader of [admin.id, strict.people.admin])
      expect(await adminMails(strict, reader, "recovery-code-used")).toBeGreaterThan(0);
    const { heldUntil } = await strict.deps.db
      .selectFrom("account")
      .select("held_until as heldUntil")
      .where("id", "=", admin.id)
      .executeTakeFirstOrThrow();
    expect(Date.parse(heldUntil ?? "") - Date.now()).toBeGreaterThan(47 * 3600_000);

    const other = await atTheDoor(strict, admin);
    expect(outcomeOf(await other.change("factors.pass", { recoveryCode }))).toBe(
      "access.wrong-factor",
    );

    // The new phone is in within a minute, and confirms no act before it is shown again.
    const begun = fieldsOf(await door.change("factors.beginCodes"), { uri: z.string() });
    const code = anApp(begun.uri).code();
    expect((await door.change("factors.addCodes", { code })).status).toBe(200);
    expect(await isIn(door)).toBe(true);
    expect(outcomeOf(await door.change("users.lock", { id: strict.people.dev }))).toBe(
      "access.factor-needed",
    );
  });

  test("confirms no act in a session that is signed in", async ({ strict }) => {
    const { browser, recoveryCodes } = await setupOfAdmin(strict);
    const [recoveryCode = ""] = recoveryCodes;
    expect(outcomeOf(await browser.change("factors.pass", { recoveryCode }))).toBe(
      "access.forbidden",
    );
  });
});

async function addPasskey(browser: Browser, key: Authenticator, at = site): Promise<Answer> {
  const { challenge } = fieldsOf(
    await browser.change("factors.beginPasskey", { place: "office" }),
    challenged,
  );
  return browser.change("factors.addPasskey", { passkey: key.create({ ...at, challenge }) });
}

async function usePasskey(browser: Browser, key: Authenticator, at = site): Promise<Answer> {
  const { challenge } = fieldsOf(
    await browser.change("factors.passkeyOptions", { place: "office" }),
    challenged,
  );
  return browser.change("factors.pass", { passkey: key.use({ ...at, challenge }) });
}

/** With one-time codes and a passkey. */
async function withPasskey(shop: TestShop, key = anAuthenticator()) {
  const admin = await setupOfAdmin(shop);
  await admin.browser.change("factors.pass", { code: nextCode(admin) });
  const added = await addPasskey(admin.browser, key);
  expect(added.status).toBe(200);
  expect(added.body).toContain('"recoveryCodes":null');
  return { ...admin, key };
}

describe("a passkey", () => {
  test("signs in, on shop and office", async ({ strict }) => {
    const { key, ...admin } = await withPasskey(strict);
    for (const origin of ["http://shop.test", "http://office.shop.test"]) {
      const door = await atTheDoor(strict, admin);
      expect((await usePasskey(door, key, { ...site, origin })).status).toBe(200);
      expect(await isIn(door)).toBe(true);
    }
  });

  // shows T175
  test.for([
    ["another site", { ...site, origin: "http://shop.test.evil.example" }],
    ["localhost", { ...site, origin: "http://localhost" }],
    ["another domain", { ...site, rpId: "evil.example" }],
  ] as const)("of %s does not", async ([, at], { strict }) => {
    const { key, ...admin } = await withPasskey(strict);
    const door = await atTheDoor(strict, admin);
    expect(outcomeOf(await usePasskey(door, key, at))).toBe("access.wrong-factor");
    expect(outcomeOf(await addPasskey(admin.browser, anAuthenticator(), at))).toBe(
      "access.wrong-factor",
    );
  });

  // shows T175
  test("signs a challenge once, in its own session and for its own purpose", async ({ strict }) => {
    const { key, browser, ...admin } = await withPasskey(strict);
    const door = await atTheDoor(strict, admin);
    const asked = await door.change("factors.passkeyOptions", { place: "office" });
    const passkey = key.use({ ...site, ...fieldsOf(asked, challenged) });
    const other = await atTheDoor(strict, admin);
    expect(outcomeOf(await other.change("factors.pass", { passkey }))).toBe("access.wrong-factor");
    // Signed in there already: what was asked for an act does not sign in.
    const forAct = await browser.change("factors.passkeyOptions", { place: "office" });
    const acted = key.use({ ...site, ...fieldsOf(forAct, challenged) });
    expect(outcomeOf(await door.change("factors.pass", { passkey: acted }))).toBe(
      "access.wrong-factor",
    );
    expect((await door.change("factors.pass", { passkey })).status).toBe(200);
    expect(outcomeOf(await door.change("factors.pass", { passkey }))).toBe("access.wrong-factor");
  });

  // shows T175
  test("without a verified person does not, nor does another's", async ({ strict }) => {
    const lax = anAuthenticator({ isVerified: false });
    const { key, browser, ...admin } = await withPasskey(strict);
    expect(outcomeOf(await addPasskey(browser, lax))).toBe("access.wrong-factor");
    const other = await withPasskey(strict);
    const door = await atTheDoor(strict, admin);
    expect(outcomeOf(await usePasskey(door, other.key))).toBe("access.wrong-factor");
    expect(outcomeOf(await addPasskey(other.browser, key))).toBe("access.wrong-factor");
  });

  // shows T176
  test("is bound to the hosts of the settings, whatever a request says", async ({ strict }) => {
    const { cookies } = (await withPasskey(strict)).browser;
    const response = await strict.app.inject({
      method: "POST",
      url: "/trpc/factors.passkeyOptions",
      headers: {
        cookie: `session=${cookies.get("session")}`,
        "sec-fetch-site": "same-origin",
        host: "localhost",
        "x-forwarded-host": "localhost",
        origin: "http://localhost",
      },
      payload: { place: "shop" },
    });
    expect(fieldsOf(response, { rpId: z.string() }).rpId).toBe("shop.test");
  });

  test("is bound to the domain that shop and office share, else to the office's host", () => {
    const of = (shop: string, office: string) => passkeyDomains(shop, office);
    expect(of("https://www.shop.co.za", "https://office.shop.co.za")).toEqual({
      shop: "shop.co.za",
      office: "shop.co.za",
    });
    expect(of("https://shop.co.za", "https://office.example.com")).toEqual({
      shop: null,
      office: "office.example.com",
    });
    expect(of("https://shop.co.za", "https://shop.co.za")).toEqual({
      shop: "shop.co.za",
      office: "shop.co.za",
    });
    expect(of("http://localhost:3000", "http://office.localhost:3000")).toEqual({
      shop: "localhost",
      office: "office.localhost",
    });
    expect(of("http://192.168.1.5:3000", "http://192.168.1.5:3000")).toEqual({
      shop: null,
      office: null,
    });
    expect(of("http://[::1]:3000", "http://[::1]:3000")).toEqual({ shop: null, office: null });
  });
});
