import { describe, expect } from "vitest";
import { aBrowser, aPerson, type Browser } from "../../testing/a-browser.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";

const password = "Correct-1234!";

async function signedIn(shop: TestShop, browser = aBrowser(shop)) {
  const { id, email } = await aPerson(shop, { role: "distributor", password });
  await browser.change("auth.login", { email, password });
  return { id, browser };
}

type HandOver = Readonly<{ told: string; code: string }>;

async function ask(browser: Browser): Promise<string> {
  return String(valueIn(await browser.change("auth.askForHandOver"), "told"));
}

async function give(browser: Browser, told: string): Promise<string> {
  return String(valueIn(await browser.change("auth.handOver", { told }), "code"));
}

const valueIn = ({ body }: Readonly<{ body: string }>, name: keyof HandOver) =>
  new RegExp(`"${name}":"([^"]+)"`).exec(body)?.[1];
const whoIs = async (browser: Browser) => (await browser.read("auth.me")).data?.id ?? null;

describe("a sign-in handed over to the other host", () => {
  test("signs in the requesting browser, once, and does not count as recent authentication", async ({
    shop,
  }) => {
    const { id, browser: ofShop } = await signedIn(shop);
    const ofOffice = aBrowser(shop);
    const code = await give(ofShop, await ask(ofOffice));
    const taken = await ofOffice.change("auth.takeHandOver", { code });
    expect(taken).toMatchObject({ status: 200, data: { user: { id } } });
    expect(await whoIs(ofOffice)).toBe(id);
    const { passwordAt } =
      (await shop.deps.sessions.find(String(taken.data?.token)))?.session ?? {};
    expect(passwordAt).toBe(null);

    const again = await ofOffice.change("auth.takeHandOver", { code });
    expect(again).toMatchObject({ status: 401, reason: "access.sign-in-required" });
    expect(await whoIs(ofOffice)).toBe(id);
  });

  test("ends on both hosts when it is ended on one of them", async ({ shop }) => {
    for (const endsAtOffice of [true, false]) {
      const { browser: ofShop } = await signedIn(shop);
      const ofOffice = aBrowser(shop);
      const code = await give(ofShop, await ask(ofOffice));
      await ofOffice.change("auth.takeHandOver", { code });
      await (endsAtOffice ? ofOffice : ofShop).change("auth.logout");
      expect([await whoIs(ofShop), await whoIs(ofOffice)]).toEqual([null, null]);
    }
  });

  test("succeeds for one of two concurrent requests", async ({ shop }) => {
    const { browser: ofShop } = await signedIn(shop);
    const ofOffice = aBrowser(shop);
    const code = await give(ofShop, await ask(ofOffice));
    const taken = [1, 2].map(() => ofOffice.change("auth.takeHandOver", { code }));
    const statuses = (await Promise.all(taken)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 401]);
  });
});

describe("a hand-over signs in no other browser:", () => {
  test("an attacker who makes a victim create a code for the attacker's browser never sees the code", async ({
    shop,
  }) => {
    const { browser: victim } = await signedIn(shop);
    const thief = aBrowser(shop);
    // The attacker's link leads the victim to the shop's page, and on to the office with the code.
    const code = await give(victim, await ask(thief));
    const office = aBrowser(shop);
    expect(await office.change("auth.takeHandOver", { code })).toMatchObject({ status: 401 });
    expect(await whoIs(office)).toBe(null);
  });

  test("an attacker's code does not sign in a victim's browser", async ({ shop }) => {
    const { browser: thief } = await signedIn(shop);
    const code = await give(thief, await ask(aBrowser(shop)));
    const { id, browser: victim } = await signedIn(shop);
    await ask(victim);
    expect(await victim.change("auth.takeHandOver", { code })).toMatchObject({ status: 401 });
    expect(await whoIs(victim)).toBe(id);
  });

  test("a code is invalid after a minute, and after the session ended", async ({ shop }) => {
    const { browser: ofShop } = await signedIn(shop);
    const ofOffice = aBrowser(shop);
    const late = await give(ofShop, await ask(ofOffice));
    await shop.deps.db
      .updateTable("session")
      .set({ hand_over_until: new Date(Date.now() - 1).toISOString() })
      .where("hand_over_hash", "is not", null)
      .execute();
    expect(await ofOffice.change("auth.takeHandOver", { code: late })).toMatchObject({
      status: 401,
    });

    const ended = await give(ofShop, await ask(ofOffice));
    await ofShop.change("auth.logout");
    expect(await ofOffice.change("auth.takeHandOver", { code: ended })).toMatchObject({
      status: 401,
    });
  });

  test("an impersonating admin cannot hand over the session", async ({ shop }) => {
    const { id } = await aPerson(shop, { role: "distributor" });
    const admin = aBrowser(shop);
    const start = { userId: shop.people.admin, device: "", withPassword: true };
    const { cookie } = await shop.deps.sessions.start(start);
    admin.cookies.set("session", /=([^;]*)/.exec(cookie)?.[1] ?? "");
    const became = await admin.change("users.impersonate", { id });
    expect(became.status).toBe(200);
    const answer = await admin.change("auth.handOver", { told: await ask(aBrowser(shop)) });
    expect(answer.reason).toBe("access.not-while-impersonating");
  });

  test.for([{}, { told: "" }, { told: "A".repeat(64) }, { told: ["a"] }, { told: "a".repeat(65) }])(
    "a request without a browser's hash is refused: %j",
    async (input, { shop }) => {
      const { browser } = await signedIn(shop);
      expect(await browser.change("auth.handOver", input)).toMatchObject({ status: 400 });
      expect(await browser.change("auth.takeHandOver", { code: "x" })).toMatchObject({
        status: 400,
      });
    },
  );
});
