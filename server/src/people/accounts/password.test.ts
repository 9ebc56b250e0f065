import { describe, expect, vi } from "vitest";
import { z } from "zod";
import { aBrowser, aPerson, messagesFor, statusesOf } from "../../testing/a-browser.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";

const [former, chosen] = ["Correct-1234!", "Another-77-Secret!"];

const oneSchema = z.object({ handle: z.guid(), isThisOne: z.boolean() });
const listSchema = z.object({ result: z.object({ data: z.array(oneSchema) }) });

async function signedIn(shop: TestShop, email: string, password = former) {
  const browser = aBrowser(shop);
  await browser.change("auth.login", { email, password });
  return browser;
}

async function passwordTypedAt({ deps }: TestShop, userId: number): Promise<string | null> {
  const row = await deps.db
    .selectFrom("session")
    .select("password_at")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.password_at;
}

describe("changing one's password", () => {
  // shows S7.23
  test("needs the present one, ends all other sessions and notifies the user", async ({ shop }) => {
    const { id, email } = await aPerson(shop, { password: former });
    const [here, elsewhere] = [await signedIn(shop, email), await signedIn(shop, email)];

    const wrong = { currentPassword: "Wrong-1234!", password: chosen };
    expect(await here.change("auth.updatePassword", wrong)).toMatchObject({
      status: 401,
      reason: "access.wrong-credentials",
      fieldErrors: { currentPassword: expect.any(String) },
    });
    expect((await elsewhere.read("auth.me")).data).toMatchObject({ id });

    const right = { currentPassword: former, password: chosen };
    expect((await here.change("auth.updatePassword", right)).status).toBe(200);
    expect((await here.read("auth.me")).data).toMatchObject({ id });
    expect((await elsewhere.read("auth.me")).data).toBe(null);
    expect(await messagesFor(shop, id)).toEqual(["password-changed"]);
    expect((await (await signedIn(shop, email, chosen)).read("auth.me")).data).toMatchObject({
      id,
    });
  });

  test("is throttled after five wrong tries", async ({ shop }) => {
    const { email } = await aPerson(shop, { password: former });
    const here = await signedIn(shop, email);
    const tries = await Promise.all(
      Array.from({ length: 8 }, () =>
        here.change("auth.confirmPassword", { password: "Wrong-1234!" }),
      ),
    );
    expect(statusesOf(tries)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    // The wait of one second may have passed on a busy machine; the wait after six more tries has not.
    await shop.deps.db
      .updateTable("sign_in_failure")
      .set({ failures: 12 })
      .where((row) => row.fn("starts_with", ["key", row.val(`account ${email} `)]))
      .execute();
    const right = { currentPassword: former, password: chosen };
    expect((await here.change("auth.updatePassword", right)).status).toBe(429);
  });

  test("needs no present password when there is none yet", async ({ shop, superuser }) => {
    const { id, email } = await aPerson(shop, { password: former });
    const here = await signedIn(shop, email);
    await superuser
      .updateTable("account")
      .set({ password_hash: null })
      .where("id", "=", id)
      .execute();
    expect((await here.change("auth.updatePassword", { password: chosen })).status).toBe(200);
    expect(await messagesFor(shop, id)).toEqual([]);
  });

  test.for([
    ["Passw0rd!", "This password is easy to guess. Choose another one."],
    ["Zanele-1!", "This password is easy to guess. Choose another one."],
    ["short1!", "Must be at least 8 characters"],
    ["nocapital-1", "Must contain at least one uppercase character"],
    ["NOSMALL-12", "Must contain at least one lowercase character"],
    ["NoNumber-x", "Must contain at least one number"],
    ["NoSpecial12", "Must contain at least one special character"],
    [`Aa1!${"x".repeat(125)}`, "Must be at most 128 characters"],
  ] as const)("to %s is refused", async ([password, words], { shop }) => {
    const { email } = await aPerson(shop, { password: former });
    const here = await signedIn(shop, email);
    const answer = await here.change("auth.updatePassword", { currentPassword: former, password });
    expect(answer).toMatchObject({ status: 400, fieldErrors: { password: words } });
  });

  test("to a megabyte is refused before it is hashed", async ({ shop }) => {
    const { email } = await aPerson(shop, { password: former });
    const here = await signedIn(shop, email);
    const reckoned = (["hash", "isRight", "isCommon"] as const).map((name) =>
      vi.spyOn(shop.deps.passwords, name),
    );
    const password = `Aa1!${"x".repeat(1_000_000)}`;
    const answer = await here.change("auth.updatePassword", { currentPassword: former, password });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    for (const each of reckoned) {
      expect(each).not.toHaveBeenCalled();
      each.mockRestore();
    }
  });

  test("is refused while impersonating", async ({ shop }) => {
    const impersonatedById = shop.people.admin;
    const kim = await shop.as(shop.people.kim, { impersonatedById });
    await expect(
      kim.auth.updatePassword({ currentPassword: former, password: chosen }),
    ).rejects.toMatchObject({ cause: { code: "access.not-while-impersonating" } });
  });
});

describe("confirming the password", () => {
  test("is valid in this session only, if the password is right", async ({ shop, superuser }) => {
    const { id, email } = await aPerson(shop, { password: former });
    const here = await signedIn(shop, email);
    const forget = superuser.updateTable("session").set({ password_at: null });
    await forget.where("user_id", "=", id).execute();

    await here.change("auth.confirmPassword", { password: "Wrong-1234!" });
    expect(await passwordTypedAt(shop, id)).toBe(null);

    await here.change("auth.confirmPassword", { password: former });
    expect(await passwordTypedAt(shop, id)).not.toBe(null);
  });
});

describe("the list of sessions", () => {
  test("marks the present session, and ends one or all others", async ({ shop }) => {
    const { email } = await aPerson(shop, { password: former });
    const here = await signedIn(shop, email);
    const [phone, context] = [await signedIn(shop, email), await signedIn(shop, email)];
    const listed = async () => {
      const { body } = await here.read("auth.sessions");
      return listSchema.parse(JSON.parse(body)).result.data;
    };
    const sessions = await listed();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ isThisOne }) => isThisOne)).toHaveLength(1);

    const { handle } = sessions.find(({ isThisOne }) => !isThisOne) ?? { handle: "" };
    const stranger = await signedIn(shop, (await aPerson(shop, { password: former })).email);
    expect((await stranger.change("auth.endSession", { handle })).data).toEqual({ ended: false });
    expect((await here.change("auth.endSession", { handle })).data).toEqual({ ended: true });
    expect(await listed()).toHaveLength(2);

    await here.change("auth.endOtherSessions");
    expect(await listed()).toMatchObject([{ isThisOne: true }]);
    for (const other of [phone, context]) expect((await other.read("auth.me")).data).toBe(null);
  });
});
