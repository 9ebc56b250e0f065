import { describe, expect } from "vitest";
import {
  aBrowser,
  aPerson,
  type Browser,
  codeSentTo,
  linkFor,
  messagesFor,
} from "../../testing/a-browser.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import { mintLink } from "./account-link.store.ts";

const password = "Correct-1234!";
const names = { firstName: "Zanele", lastName: "Khumalo" };
const aProfile = (email: string, changes: object = {}) => ({
  ...names,
  email,
  cellNumber: "082 123 4567",
  ...changes,
});

async function accountOf({ deps }: TestShop, id: number) {
  const found = deps.db.selectFrom("account").selectAll().where("id", "=", id);
  return found.executeTakeFirstOrThrow();
}

async function someoneSignedIn(shop: TestShop) {
  const person = await aPerson(shop, { password, cell: "+27821234567" });
  const browser = aBrowser(shop);
  await browser.change("auth.login", { email: person.email, password });
  return { ...person, browser };
}
const update = (browser: Browser, profile: object) => browser.change("profile.update", profile);

describe("a profile", () => {
  // shows S5.21
  test("shows the number in national form, and stores it as E.164", async ({ shop }) => {
    const { id, email, browser } = await someoneSignedIn(shop);
    const answer = await update(browser, aProfile(email, { firstName: "Zan" }));

    expect(answer).toMatchObject({ status: 200, data: { verified: true } });
    expect(await accountOf(shop, id)).toMatchObject({ first_name: "Zan", cell: "+27821234567" });
    expect((await browser.read("profile.get")).data).toEqual({
      firstName: "Zan",
      lastName: "Khumalo",
      email,
      pendingEmail: null,
      cellNumber: "082 123 4567",
      cellHold: null,
      isOwnNumber: true,
      distributorArea: "",
      hasArea: false,
      verified: true,
      company: null,
      vatNo: null,
    });
  });

  test("shows a foreign number in a form that is parsed back to the same", async ({ shop }) => {
    const { browser } = await someoneSignedIn(shop);
    const setCountry = (phone_country: string) =>
      shop.deps.db
        .updateTable("region")
        .set({ phone_country })
        .where("code", "=", shop.deps.shop.region)
        .execute();
    await setCountry("US");
    try {
      const { data } = await browser.read("profile.get");
      expect(data).toMatchObject({ cellNumber: "+27 82 123 4567" });
    } finally {
      await setCountry("ZA");
    }
  });

  test.for([
    [{ firstName: "" }, "firstName", "Please enter a first name"],
    [{ lastName: "K" }, "lastName", "Please enter a last name"],
    [{ email: "nothing" }, "email", "Please enter a valid email"],
    [{ cellNumber: "" }, "cellNumber", "Please enter a valid cell number"],
    [{ cellNumber: "082 123 456" }, "cellNumber", "Please enter a valid cell number"],
    [{ cellNumber: "082 123 45678" }, "cellNumber", "Please enter a valid cell number"],
    [{ cellNumber: "O82 123 4567" }, "cellNumber", "Please enter a valid cell number"],
  ] as const)("with %j is refused beside the field", async ([wrongs, field, words], { shop }) => {
    const { email, browser } = await someoneSignedIn(shop);
    const answer = await update(browser, aProfile(email, wrongs));
    expect(answer).toMatchObject({ status: 400, fieldErrors: { [field]: words } });
  });

  // shows S5.8
  test("of a distributor has an area; others have none", async ({ shop }) => {
    const cara = await shop.as(shop.people.cara);
    const profile = aProfile("cara@shop.test", { firstName: "Cara" });
    await expect(cara.profile.update(profile)).rejects.toMatchObject({
      message: "Please enter an area",
      cause: { code: "account.no-area", field: "distributorArea" },
    });
    await cara.profile.update({ ...profile, distributorArea: "Overberg" });
    expect(await cara.profile.get()).toMatchObject({ distributorArea: "Overberg", hasArea: true });

    const lone = await shop.as(shop.people.lone);
    await lone.profile.update(aProfile("lone@shop.test", { distributorArea: "Overberg" }));
    expect(await accountOf(shop, shop.people.lone)).toMatchObject({ area: null });
  });

  // shows R23, S7.23, T29
  test("accepts only the fields of the form", async ({ shop }) => {
    const { id, email, browser } = await someoneSignedIn(shop);
    await update(browser, aProfile(email));
    const before = await accountOf(shop, id);
    await update(browser, {
      ...aProfile(email, { id: shop.people.admin, role: "admin", level: 1, developer: true }),
      margin: 50,
      marginBps: 5000,
      verified: false,
      active: false,
      credit: 1,
      parent: 1,
      password_hash: "x",
      distributorVersion: 9,
      test: true,
      school: true,
      company: "Mine",
    });
    expect(await accountOf(shop, id)).toEqual({ ...before, updated_at: expect.any(String) });
  });

  test("is visible only to its user", async ({ shop }) => {
    const nobody = await shop.as(null);
    const refusal = { cause: { code: "access.sign-in-required" } };
    await expect(nobody.profile.get()).rejects.toMatchObject(refusal);
    await expect(nobody.profile.update(aProfile("a@b.test"))).rejects.toMatchObject(refusal);
    const admin = await shop.as(shop.people.kim, { impersonatedById: shop.people.admin });
    await expect(admin.profile.update(aProfile("kim@shop.test"))).rejects.toMatchObject({
      cause: { code: "access.not-while-impersonating" },
    });
  });
});

describe("a new email", () => {
  test("must be confirmed, and until then the account does not change", async ({ shop }) => {
    const { id, email, browser } = await someoneSignedIn(shop);
    const link = await linkFor(shop, id, "reset-password");
    await aBrowser(shop).change("auth.requestCode", { email });
    const newEmail = `new-${email}`;

    const answer = await update(browser, aProfile(newEmail));

    expect(answer.data).toEqual({ verified: true });
    expect(await accountOf(shop, id)).toMatchObject({ email, verified: true });
    expect((await browser.read("profile.get")).data).toMatchObject({
      email,
      pendingEmail: newEmail,
    });
    expect((await messagesFor(shop, id)).slice(1)).toEqual([
      "confirm-new-email",
      "email-change-asked",
    ]);
    const former = await shop.deps.db
      .selectFrom("message")
      .select("to_address")
      .where("user_id", "=", id)
      .where("kind", "=", "email-change-asked")
      .executeTakeFirst();
    expect(former).toEqual({ to_address: email });
    // Links to the former address are invalid once the new one is confirmed.
    const { db, now } = shop.deps;
    const confirm = { userId: id, purpose: "confirm-email", sentTo: newEmail } as const;
    await browser.change("auth.confirmEmail", { uuid: await mintLink(db, confirm, now()) });
    expect(await accountOf(shop, id)).toMatchObject({ email: newEmail, verified: true });
    const stolen = { uuid: link, password: "Another-77-Secret!" };
    expect((await aBrowser(shop).change("auth.signUp2", stolen)).reason).toBe("account.link-ended");
    expect(await codeSentTo(shop, newEmail)).toBe(null);
  });

  test("needs authentication within ten minutes", async ({ shop, superuser }) => {
    const { id, email, browser } = await someoneSignedIn(shop);
    const typedAt = (minutesAgo: number) =>
      superuser
        .updateTable("session")
        .set({ password_at: new Date(Date.now() - minutesAgo * 60_000).toISOString() })
        .where("user_id", "=", id)
        .execute();
    await typedAt(11);
    const profile = aProfile(`new-${email}`);
    expect(await update(browser, profile)).toMatchObject({
      status: 403,
      reason: "access.password-needed",
    });
    expect((await update(browser, aProfile(email))).status).toBe(200);

    await browser.change("auth.confirmPassword", { password });
    expect((await update(browser, profile)).status).toBe(200);
  });

  test("must not belong to another account, also in concurrent changes", async ({ shop }) => {
    const [one, other] = [await someoneSignedIn(shop), await someoneSignedIn(shop)];
    const taken = await update(one.browser, aProfile(other.email.toUpperCase()));
    expect(taken).toMatchObject({
      status: 409,
      reason: "account.email-in-use",
      fieldErrors: { email: "This email address is already in use." },
    });
    const wanted = `wanted-${one.email}`;
    const answers = await Promise.all([
      update(one.browser, aProfile(wanted)),
      update(other.browser, aProfile(wanted)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // Both may have it pending; the first to confirm gets it.
    const { db, now } = shop.deps;
    const links = await Promise.all(
      [one, other].map(({ id }) =>
        mintLink(db, { userId: id, purpose: "confirm-email", sentTo: wanted }, now()),
      ),
    );
    const confirmed = await Promise.all(
      [one, other].map(({ browser }, nth) =>
        browser.change("auth.confirmEmail", { uuid: links[nth] }),
      ),
    );
    const reasons = new Set(confirmed.map(({ reason }) => reason));
    expect(reasons).toEqual(new Set([null, "account.email-in-use"]));
  });

  test("can get another confirmation link until it is confirmed", async ({ shop, superuser }) => {
    const { id, browser } = await someoneSignedIn(shop);
    expect((await browser.change("profile.resendOptIn")).reason).toBe("account.already-verified");
    await superuser.updateTable("account").set({ verified: false }).where("id", "=", id).execute();

    for (let count = 0; count < 3; count += 1)
      expect((await browser.change("profile.resendOptIn")).data).toEqual({ sent: true });
    expect((await browser.change("profile.resendOptIn")).status).toBe(429);
    expect(await messagesFor(shop, id)).toEqual(Array(3).fill("confirm-email"));
  });
});
