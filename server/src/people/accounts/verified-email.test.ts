import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import {
  aBrowser,
  aPerson,
  type Browser,
  codesSentTo,
  linkFor,
  messagesFor,
} from "../../testing/a-browser.ts";
import { deliverTo, openPostOffice } from "../../testing/post-office.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";

const password = "Correct-1234!";
const strangersCell = "+27837654321";
const aNewcomer = (email: string) => ({
  email,
  firstName: "Lerato",
  lastName: "Dlamini",
  cellNumber: strangersCell,
});
const anEmail = () => `of-somebody-${randomUUID()}@people.test`;

async function accountOf({ deps }: TestShop, email: string) {
  const found = deps.db.selectFrom("account").selectAll().where("email", "=", email);
  return found.executeTakeFirstOrThrow();
}

/** Registers, and enters the code of the email or the SMS. */
async function registerBy(shop: TestShop, browser: Browser, email: string, way: "email" | "sms") {
  await browser.change("auth.signUp1", aNewcomer(email));
  const code = (await codesSentTo(shop, email))?.[way];
  return browser.change("auth.login", { email, code });
}

const choosePassword = (browser: Browser, uuid: string | null | undefined) =>
  browser.change("auth.signUp2", { uuid, password });

describe("an email is verified only by what was sent to it:", () => {
  // shows T53
  test("the code of the SMS finishes a registration without verifying the email", async ({
    shop,
  }) => {
    const [email, browser] = [anEmail(), aBrowser(shop)];
    const { data } = await registerBy(shop, browser, email, "sms");
    expect(data?.user).toMatchObject({ verified: false });

    const done = await choosePassword(browser, data?.setPassword);
    expect(done.data?.user).toMatchObject({ verified: false, hasPassword: true });
    const { id } = await accountOf(shop, email);
    expect(await messagesFor(shop, id)).toEqual(["sign-up-code", "confirm-email"]);

    const office = openPostOffice();
    await deliverTo(shop, office, id);
    const link = /#([0-9a-f-]{36})/.exec(office.mails.at(-1)?.text ?? "")?.[1];
    const confirmed = await aBrowser(shop).change("auth.confirmEmail", { uuid: link, password });
    expect(confirmed.status).toBe(200);
    expect(await accountOf(shop, email)).toMatchObject({ verified: true });
  });

  test("the code of the email verifies it, and differs from that of the SMS", async ({ shop }) => {
    const [email, browser] = [anEmail(), aBrowser(shop)];
    await browser.change("auth.signUp1", aNewcomer(email));
    const codes = await codesSentTo(shop, email);
    expect(codes?.email).not.toBe(codes?.sms);
    const { data } = await browser.change("auth.login", { email, code: codes?.email });
    expect(data?.user).toMatchObject({ verified: true });
    const done = await choosePassword(browser, data?.setPassword);
    expect(done.data?.user).toMatchObject({ verified: true });
  });

  test("email and SMS of a registration contain different codes", async ({ shop }) => {
    const [email, browser] = [anEmail(), aBrowser(shop)];
    await browser.change("auth.signUp1", aNewcomer(email));
    const { id } = await accountOf(shop, email);
    const office = openPostOffice();
    await deliverTo(shop, office, id);
    const texted = /^[A-Z0-9]{3}/.exec(office.texts[0]?.text ?? "")?.[0];
    const mailed = /^[A-Z0-9]{3}$/m.exec(office.mails[0]?.text ?? "")?.[0];
    expect(texted).not.toBe(mailed);
    const { data } = await browser.change("auth.login", { email, code: texted });
    expect(data?.user).toMatchObject({ verified: false });
  });

  test("a sign-in code verifies nothing, by either channel", async ({ shop }) => {
    const { id, email } = await aPerson(shop, { password });
    const { db } = shop.deps;
    await db.updateTable("account").set({ verified: false }).where("id", "=", id).execute();
    const browser = aBrowser(shop);
    await browser.change("auth.requestCode", { email });
    const codes = await codesSentTo(shop, email);
    expect(codes?.sms).toBe(codes?.email);
    const { data } = await browser.change("auth.login", { email, code: codes?.email });
    expect(data?.user).toMatchObject({ verified: false });
  });

  test.for([
    ["email", true],
    ["sms", false],
  ] as const)(
    "a user whom the office added, by the link of the %s",
    async ([way, verified], { shop }) => {
      const [admin, email] = [await shop.as(shop.people.admin), anEmail()];
      const { id } = await admin.users.create({
        commandId: randomUUID(),
        role: "distributor",
        ...aNewcomer(email),
        parentId: null,
      });
      const uuid = await linkFor(shop, id, "register", way);
      const { data } = await choosePassword(aBrowser(shop), uuid);
      expect(data?.user).toMatchObject({ verified, hasPassword: true });
      expect((await messagesFor(shop, id)).includes("confirm-email")).toBe(!verified);
    },
  );

  test("a link that was sent to the former address does not verify the new one", async ({
    shop,
  }) => {
    const { id, email } = await aPerson(shop, { password });
    const confirm = await linkFor(shop, id, "confirm-email");
    const reset = await linkFor(shop, id, "reset-password");
    const changed = { email: `new-${email}`, verified: false };
    await shop.deps.db.updateTable("account").set(changed).where("id", "=", id).execute();

    const answer = await aBrowser(shop).change("auth.confirmEmail", { uuid: confirm });
    expect(answer.reason).toBe("account.link-ended");
    const { data } = await choosePassword(aBrowser(shop), reset);
    expect(data?.user).toMatchObject({ verified: false });
  });
});

describe("a person who registered with another's email", () => {
  test("has no session, link or number in the account once the owner registers", async ({
    shop,
  }) => {
    const [email, stranger, owner] = [anEmail(), aBrowser(shop), aBrowser(shop)];
    const { data: theirs } = await registerBy(shop, stranger, email, "sms");
    await owner.change("auth.signUp1", { ...aNewcomer(email), cellNumber: "+27821234567" });
    const code = (await codesSentTo(shop, email))?.email;
    const { data } = await owner.change("auth.login", { email, code });
    expect(data?.user).toMatchObject({ verified: true });

    expect((await stranger.read("auth.me")).data).toBe(null);
    expect((await choosePassword(stranger, theirs?.setPassword)).reason).toBe("account.link-ended");
    expect(await accountOf(shop, email)).toMatchObject({ cell: "+27821234567" });
    expect((await choosePassword(owner, data?.setPassword)).status).toBe(200);
  });

  // shows T54
  test("receives no codes once the owner has set a password by email", async ({ shop }) => {
    const [email, stranger] = [anEmail(), aBrowser(shop)];
    const { data } = await registerBy(shop, stranger, email, "sms");
    await choosePassword(stranger, data?.setPassword);
    const { id } = await accountOf(shop, email);

    const reset = await linkFor(shop, id, "reset-password");
    const owner = aBrowser(shop);
    await owner.change("auth.signUp2", { uuid: reset, password: "Another-77-Secret!" });

    expect(await accountOf(shop, email)).toMatchObject({ verified: true, cell: null });
    expect((await stranger.read("auth.me")).data).toBe(null);
    const office = openPostOffice();
    await aBrowser(shop).change("auth.requestCode", { email });
    await deliverTo(shop, office, id);
    expect(office.texts.map(({ to }) => to)).not.toContain(strangersCell);
  });
});
