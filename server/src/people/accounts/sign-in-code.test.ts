import { describe, expect } from "vitest";
import { aBrowser, aPerson, type Browser, codeSentTo, wrong } from "../../testing/a-browser.ts";
import { test } from "../../testing/shop-test.ts";
import { mintCodes } from "./account-secret.store.ts";

const ask = (browser: Browser, email: string) => browser.change("auth.requestCode", { email });
const enter = (browser: Browser, email: string, code: string | null, requestId?: string) =>
  browser.change("auth.login", { email, code, ...(requestId && { requestId }) });

describe("requesting a code", () => {
  test("gives the browser a secret of its own, and queues an email", async ({ shop }) => {
    const { id, email } = await aPerson(shop);
    const { data, setCookies } = await ask(aBrowser(shop), email.toUpperCase());

    expect(data).toEqual({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), codeLength: 6 });
    expect(setCookies).toEqual([
      `code-request=${data?.requestId}; HttpOnly; Max-Age=600; Path=/; SameSite=Lax`,
    ]);
    const message = await shop.deps.db
      .selectFrom("message")
      .select(["kind", "about"])
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(message.kind).toBe("sign-in-code");
  });

  // shows R33, T42
  test("answers the same for an unknown address, and sends nothing", async ({ shop }) => {
    const { email } = await aPerson(shop);
    const [known, unknown] = [
      await ask(aBrowser(shop), email),
      await ask(aBrowser(shop), "nobody@people.test"),
    ];

    expect(unknown.status).toBe(known.status);
    const shape = ({ body }: { body: string }) => body.replace(/[0-9a-f-]{36}/, "…");
    expect(shape(unknown)).toBe(shape(known));
    expect(unknown.setCookies).toHaveLength(1);
    expect(await codeSentTo(shop, "nobody@people.test")).toBe(null);
  });

  test("does not answer sooner for an unknown address", async ({ shop }) => {
    const { email } = await aPerson(shop);
    for (const each of [email, "nowhere@people.test"]) {
      const startedAt = performance.now();
      await ask(aBrowser(shop), each);
      expect(performance.now() - startedAt).toBeGreaterThan(148);
    }
  });

  // shows R30, T39
  test("needs a captcha from the fourth in an hour on, for known and unknown alike", async ({
    shop,
  }) => {
    const { email } = await aPerson(shop);
    const isSolved = async (answer?: string) => answer === "solved";
    const captcha = { ...shop.deps.captcha, isSolved };
    const anyone = await shop.as(null, { captcha });
    for (const each of [email, "stranger@people.test"]) {
      for (let count = 0; count < 3; count += 1) await anyone.auth.requestCode({ email: each });
      await expect(anyone.auth.requestCode({ email: each })).rejects.toMatchObject({
        cause: { code: "access.captcha-needed" },
      });
      await anyone.auth.requestCode({ email: each, rcData: "solved" });
    }
  });

  test("treats a closed account like an unknown one", async ({ shop, superuser }) => {
    const { id, email } = await aPerson(shop);
    await superuser.updateTable("account").set({ active: false }).where("id", "=", id).execute();
    expect((await ask(aBrowser(shop), email)).status).toBe(200);
    expect(await codeSentTo(shop, email)).toBe(null);
  });

  // shows R31, T40
  test("stores the code only as a hash", async ({ shop, superuser }) => {
    const { email } = await aPerson(shop);
    const { data } = await ask(aBrowser(shop), email);
    const code = await codeSentTo(shop, email);

    const codes = await superuser.selectFrom("sign_in_code").selectAll().execute();
    const messages = await superuser.selectFrom("message").selectAll().execute();
    const kept = JSON.stringify([codes, messages]);
    expect(code).toMatch(/^[A-Z0-9]{6}$/);
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(data?.requestId);
  });
});

describe("signing in by code", () => {
  // shows S7.22
  test("accepts the code in any case, once", async ({ shop }) => {
    const { id, email } = await aPerson(shop);
    const browser = aBrowser(shop);
    await ask(browser, email);
    const code = await codeSentTo(shop, email);

    const first = await enter(browser, email, ` ${code?.toLowerCase()} `);
    expect(first.data).toMatchObject({ user: { id }, setPassword: null });
    expect((await browser.read("auth.me")).data).toMatchObject({ id });

    const again = await enter(browser, email, code);
    expect(again).toMatchObject({ status: 401, reason: "access.wrong-code" });
  });

  // shows S8.3
  test("rejects a wrong code in the words of the specification", async ({ shop }) => {
    const { email } = await aPerson(shop);
    const browser = aBrowser(shop);
    await ask(browser, email);
    const answer = await enter(browser, email, wrong(await codeSentTo(shop, email)));
    expect(answer.status).toBe(401);
    expect(answer.body).toContain("The code you entered is incorrect, please try again.");
    expect(answer.setCookies).toEqual([]);
  });

  test("works for a client that sends the request id back", async ({ shop }) => {
    const { id, email } = await aPerson(shop);
    const { data } = await ask(aBrowser(shop), email);
    const answer = await enter(
      aBrowser(shop),
      email,
      await codeSentTo(shop, email),
      data?.requestId,
    );
    expect(answer.data?.user?.id).toBe(id);
  });

  // shows R31, T40
  test("works in no other browser, and for no other account", async ({ shop }) => {
    const [one, other] = [await aPerson(shop), await aPerson(shop)];
    const [browser, stranger] = [aBrowser(shop), aBrowser(shop)];
    await ask(browser, one.email);
    await ask(stranger, other.email);
    const code = await codeSentTo(shop, one.email);

    expect((await enter(aBrowser(shop), one.email, code)).reason).toBe("access.wrong-code");
    expect((await enter(stranger, one.email, code)).reason).toBe("access.wrong-code");
    expect((await enter(browser, other.email, code)).reason).toBe("access.wrong-code");
    expect((await enter(browser, one.email, code)).status).toBe(200);
  });

  // shows R31, T40
  test("starts one session for twenty concurrent requests", async ({ shop }) => {
    const { id, email } = await aPerson(shop);
    const browser = aBrowser(shop);
    await ask(browser, email);
    const code = await codeSentTo(shop, email);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => enter(browser, email, code)),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = await shop.deps.db
      .selectFrom("session")
      .select("id")
      .where("user_id", "=", id)
      .execute();
    expect(sessions).toHaveLength(1);
  });

  // shows R30, T39
  test("invalidates the code after five wrong tries, even for the right one from elsewhere", async ({
    shop,
  }) => {
    const { email } = await aPerson(shop);
    const { data } = await ask(aBrowser(shop), email);
    const code = await codeSentTo(shop, email);
    for (let count = 0; count < 5; count += 1)
      await enter(aBrowser(shop), email, wrong(code), data?.requestId);

    const right = await enter(aBrowser(shop), email, code, data?.requestId);

    expect(right).toMatchObject({ status: 401, reason: "access.wrong-code" });
    expect(await codeSentTo(shop, email)).toBe(null);
  });

  test("still accepts the right code after four wrong ones", async ({ shop }) => {
    const { email } = await aPerson(shop);
    const browser = aBrowser(shop);
    await ask(browser, email);
    const code = await codeSentTo(shop, email);
    for (let count = 0; count < 4; count += 1) await enter(browser, email, wrong(code));
    expect((await enter(browser, email, code)).status).toBe(200);
  });

  test("rejects a code after ten minutes, and after another one was used", async ({
    shop,
    superuser,
  }) => {
    const { id, email } = await aPerson(shop);
    const browser = aBrowser(shop);
    const first = await ask(browser, email);
    const code = await codeSentTo(shop, email);
    await ask(browser, email);
    const newer = await codeSentTo(shop, email);
    expect((await enter(aBrowser(shop), email, newer)).status).toBe(401);
    expect((await enter(browser, email, newer)).status).toBe(200);
    expect((await enter(browser, email, code, first.data?.requestId)).status).toBe(401);

    await ask(browser, email);
    const last = await codeSentTo(shop, email);
    const late = new Date(Date.now() - 1000).toISOString();
    await superuser
      .updateTable("sign_in_code")
      .set({ expires_at: late })
      .where("user_id", "=", id)
      .execute();
    expect((await enter(browser, email, last)).status).toBe(401);
  });

  test("accepts only the last code of a request that was sent twice", async ({ shop }) => {
    const { id, email } = await aPerson(shop);
    const browser = aBrowser(shop);
    await ask(browser, email);
    const [first, second] = [await codeSentTo(shop, email), await codeSentTo(shop, email)];
    expect((await enter(browser, email, first)).status).toBe(401);
    expect((await enter(browser, email, second)).status).toBe(200);

    const { db, passwords, now } = shop.deps;
    const used = await db
      .selectFrom("sign_in_code")
      .select("id")
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(await mintCodes(db, passwords, { codeId: used.id, mailedTo: null }, now())).toBe(null);
  });

  // shows L6
  test("uses the code length of the settings", async ({ shop, superuser }) => {
    const set = (length: number) =>
      superuser.updateTable("shop_setting").set({ sign_in_code_length: length }).execute();
    await set(8);
    const { email } = await aPerson(shop);
    const { data } = await ask(aBrowser(shop), email);
    const code = await codeSentTo(shop, email);
    await set(6);
    expect(data?.codeLength).toBe(8);
    expect(code).toHaveLength(8);
  });

  // shows R31, T40
  test("does not count as recent authentication", async ({ shop }) => {
    const { email } = await aPerson(shop, { password: "Correct-1234!" });
    const browser = aBrowser(shop);
    await ask(browser, email);
    await enter(browser, email, await codeSentTo(shop, email));

    for (const currentPassword of [undefined, "", "Wrong-1234!"]) {
      const change = { currentPassword, password: "Another-77-Secret!" };
      expect(await browser.change("auth.updatePassword", change)).toMatchObject({
        status: 401,
        reason: "access.wrong-credentials",
      });
    }
  });
});
