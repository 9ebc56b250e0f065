import { describe, expect } from "vitest";
import { aBrowser, aPerson, linkFor, messagesFor, statusesOf } from "../../testing/a-browser.ts";
import { deliverTo, openPostOffice } from "../../testing/post-office.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";

const [former, chosen] = ["Correct-1234!", "Another-77-Secret!"];
const choose = (shop: TestShop, uuid: string, password = chosen) =>
  aBrowser(shop).change("auth.signUp2", { uuid, password });
const signIn = (shop: TestShop, email: string, password: string) =>
  aBrowser(shop).change("auth.login", { email, password });

describe("forgetting a password", () => {
  test("answers the same for known and unknown addresses, and sends an email only to known ones", async ({
    shop,
  }) => {
    const { id, email } = await aPerson(shop, { password: former });
    const [known, unknown] = await Promise.all(
      [email, "nobody@people.test"].map((each) =>
        aBrowser(shop).change("auth.forgotPassword", { email: each }),
      ),
    );
    expect(known).toMatchObject({ status: 200, data: { sent: true }, setCookies: [] });
    expect(unknown).toEqual(known);
    expect(await messagesFor(shop, id)).toEqual(["password-reset"]);
  });

  // shows T192
  test("cannot be used up by strangers, for known and unknown alike", async ({ shop }) => {
    const { id, email } = await aPerson(shop, { password: former });
    for (const each of [email, "stranger@people.test"]) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          aBrowser(shop).change("auth.forgotPassword", { email: each }),
        ),
      );
      expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    }
    const office = openPostOffice();
    await deliverTo(shop, office, id);
    expect(office.mails).toHaveLength(1);
  });
});

describe("the link of a reset", () => {
  // shows R32, S7.21, T41
  test("shows the first name and nothing else", async ({ shop }) => {
    const { id } = await aPerson(shop, { password: former });
    const uuid = await linkFor(shop, id, "reset-password");
    const { data } = await aBrowser(shop).change("auth.getCustomerByUUID", { uuid });
    expect(data).toEqual({ firstName: "Zanele", purpose: "reset-password" });
  });

  test("sets the password, signs in, ends every other session and notifies the user", async ({
    shop,
  }) => {
    const { id, email } = await aPerson(shop, { password: former });
    const elsewhere = aBrowser(shop);
    await elsewhere.change("auth.login", { email, password: former });
    const browser = aBrowser(shop);
    const uuid = await linkFor(shop, id, "reset-password");

    const answer = await browser.change("auth.signUp2", { uuid, password: chosen });

    expect(answer.data?.user).toMatchObject({ id, verified: true });
    expect((await browser.read("auth.me")).data).toMatchObject({ id });
    expect((await elsewhere.read("auth.me")).data).toBe(null);
    expect((await signIn(shop, email, former)).status).toBe(401);
    expect((await signIn(shop, email, chosen)).status).toBe(200);
    expect(await messagesFor(shop, id)).toEqual(["password-changed"]);
  });

  test("is audited as the change of its owner, also in the browser of somebody else", async ({
    shop,
  }) => {
    const { id } = await aPerson(shop, { password: former });
    const other = await aPerson(shop, { password: former });
    const ofOther = aBrowser(shop);
    await ofOther.change("auth.login", { email: other.email, password: former });
    for (const browser of [aBrowser(shop), ofOther]) {
      const uuid = await linkFor(shop, id, "reset-password");
      await browser.change("auth.signUp2", { uuid, password: chosen });
    }

    const audited = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["actor_id", "impersonated_by_id"])
      .where("action", "=", "password.changed")
      .where("subject_id", "=", id)
      .execute();
    const byOwner = { actor_id: id, impersonated_by_id: null };
    expect(audited).toEqual([byOwner, byOwner]);
  });

  // shows R32, T41
  test("works once, also in concurrent requests", async ({ shop }) => {
    const { id, email } = await aPerson(shop, { password: former });
    const uuid = await linkFor(shop, id, "reset-password");
    const passwords = [chosen, "A-Third-Secret-9!"];
    const answers = await Promise.all(passwords.map((each) => choose(shop, uuid, each)));

    expect(statusesOf(answers)).toEqual([200, 404]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect((await signIn(shop, email, winner)).status).toBe(200);
    expect(await choose(shop, uuid)).toMatchObject({ status: 404, reason: "account.link-ended" });
    expect((await aBrowser(shop).change("auth.getCustomerByUUID", { uuid })).status).toBe(404);
  });

  test("of a registration says, opened once more, that the person is registered", async ({
    shop,
  }) => {
    const { id } = await aPerson(shop, {});
    const open = (uuid: string) => aBrowser(shop).change("auth.getCustomerByUUID", { uuid });
    const [used, other] = [
      await linkFor(shop, id, "register"),
      await linkFor(shop, id, "register"),
    ];
    expect((await open(used)).data).toMatchObject({ purpose: "register" });
    expect((await choose(shop, used)).status).toBe(200);
    for (const uuid of [used, other])
      expect(await open(uuid)).toMatchObject({ status: 409, reason: "account.registered" });
    expect((await choose(shop, used)).reason).toBe("account.link-ended");
    const reset = await linkFor(shop, id, "reset-password");
    expect((await choose(shop, reset, former)).status).toBe(200);
    expect((await open(reset)).reason).toBe("account.link-ended");
  });

  // shows R32, T41
  test("is ended by the use of another one, and by a change of password", async ({ shop }) => {
    const other = await aPerson(shop, { password: former });
    const first = await linkFor(shop, other.id, "reset-password");
    const newer = await linkFor(shop, other.id, "reset-password");
    expect((await choose(shop, first)).status).toBe(200);
    expect((await choose(shop, newer)).reason).toBe("account.link-ended");

    const { id, email } = await aPerson(shop, { password: former });
    const second = await linkFor(shop, id, "reset-password");

    const browser = aBrowser(shop);
    await browser.change("auth.login", { email, password: former });
    await browser.change("auth.updatePassword", { currentPassword: former, password: chosen });
    expect((await choose(shop, second)).reason).toBe("account.link-ended");
  });

  test.for([
    ["reset-password", 59, 200],
    ["reset-password", 61, 404],
    ["register", 7 * 24 * 60 - 1, 200],
    ["register", 7 * 24 * 60 + 1, 404],
  ] as const)("for %s after %i minutes: %i", async ([purpose, minutes, status], { shop }) => {
    const { id } = await aPerson(shop, { password: former });
    const uuid = await linkFor(shop, id, purpose);
    const now = new Date(Date.now() + minutes * 60_000).toISOString();
    const guest = await shop.as(null, { now: () => now });
    const answer = guest.auth.getCustomerByUUID({ uuid });
    const told = answer.catch((error: unknown) => error);
    expect(await told).toMatchObject(
      status === 200 ? { purpose } : { cause: { code: "account.link-ended" } },
    );
  });

  // shows R32, T41
  test("is stored as a hash", async ({ shop, superuser }) => {
    const { id } = await aPerson(shop);
    const uuid = await linkFor(shop, id, "reset-password");
    const rows = await superuser.selectFrom("account_link").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(uuid);
    expect(JSON.stringify(rows)).not.toContain(uuid.replaceAll("-", ""));
  });

  // shows S5.5, S9.7
  test("rejects a common password, and can be used again with another one", async ({ shop }) => {
    const { id } = await aPerson(shop, { password: former });
    const uuid = await linkFor(shop, id, "reset-password");
    expect(await choose(shop, uuid, "Passw0rd!")).toMatchObject({
      status: 400,
      reason: "account.common-password",
      fieldErrors: { password: "This password is easy to guess. Choose another one." },
    });
    expect((await choose(shop, uuid, "short")).fieldErrors).toEqual({
      password: "Must be at least 8 characters",
    });
    expect((await choose(shop, uuid)).status).toBe(200);
  });

  test("does not work for a closed account", async ({ shop, superuser }) => {
    const { id } = await aPerson(shop, { password: former });
    const uuid = await linkFor(shop, id, "reset-password");
    await superuser.updateTable("account").set({ active: false }).where("id", "=", id).execute();
    expect((await choose(shop, uuid)).reason).toBe("account.link-ended");
  });

  test.for(["", "x", "00000000-0000-0000-0000-000000000000", "' or 1=1 --"])(
    "does not exist for the token %j",
    async (uuid, { shop }) => {
      expect([400, 404]).toContain((await choose(shop, uuid)).status);
      const confirmed = await aBrowser(shop).change("auth.confirmEmail", { uuid });
      expect([400, 404]).toContain(confirmed.status);
    },
  );
});

describe("the link that confirms an email", () => {
  test("verifies, says so when it is opened again, and cannot choose a password", async ({
    shop,
    superuser,
  }) => {
    const { id, email } = await aPerson(shop, { password: former });
    await superuser.updateTable("account").set({ verified: false }).where("id", "=", id).execute();
    const uuid = await linkFor(shop, id, "confirm-email");
    expect((await choose(shop, uuid)).reason).toBe("account.link-ended");

    const confirm = () => aBrowser(shop).change("auth.confirmEmail", { uuid, password: former });
    expect((await confirm()).data).toEqual({ verified: true, user: null });
    expect((await confirm()).data).toEqual({ verified: true, user: null });
    expect((await signIn(shop, email, former)).data?.user?.verified).toBe(true);
  });

  test("is not the link of a reset", async ({ shop }) => {
    const { id } = await aPerson(shop, { password: former });
    const uuid = await linkFor(shop, id, "reset-password");
    const answer = await aBrowser(shop).change("auth.confirmEmail", { uuid });
    expect(answer.reason).toBe("account.link-ended");
  });
});
