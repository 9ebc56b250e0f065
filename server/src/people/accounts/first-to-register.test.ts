import { randomUUID } from "node:crypto";
import { viaCookieName } from "@portal/shared/platform/constants.ts";
import { describe, expect } from "vitest";
import { aBrowser, type Browser, codesSentTo } from "../../testing/a-browser.ts";
import { deliverTo, openPostOffice } from "../../testing/post-office.ts";
import { aRecipient, type TestShop, test } from "../../testing/shop-test.ts";
import { mintLink } from "./account-link.store.ts";

const strangersPassword = "Stranger-1234!";
const ownPassword = "Correct-1234!";
const strangersCell = "+27837654321";
const ownCell = "+27821234567";
const person = { firstName: "Lerato", lastName: "Dlamini" };

async function accountOf({ deps }: TestShop, email: string) {
  const found = deps.db.selectFrom("account").selectAll().where("email", "=", email);
  return found.executeTakeFirstOrThrow();
}

/** A stranger with another's email, the own phone and a password; with a pending change of the email. */
async function strangerRegisters(shop: TestShop) {
  const email = `of-somebody-${randomUUID()}@people.test`;
  const stranger = aBrowser(shop);
  await stranger.change("auth.signUp1", { ...person, email, cellNumber: strangersCell });
  const code = (await codesSentTo(shop, email))?.sms;
  const { data } = await stranger.change("auth.login", { email, code });
  await stranger.change("auth.signUp2", { uuid: data?.setPassword, password: strangersPassword });
  const { id } = await accountOf(shop, email);
  return { email, id, stranger };
}

/** A browser that opened the shop link of this member. */
function cameBy(shop: TestShop, code: string): Browser {
  const browser = aBrowser(shop);
  browser.cookies.set(viaCookieName, code);
  return browser;
}

async function confirmLink(shop: TestShop, userId: number): Promise<string> {
  const office = openPostOffice();
  await deliverTo(shop, office, userId);
  const mail = office.mails.findLast(({ text }) => text.includes("/confirm-email#"));
  return /#([0-9a-f-]{36})/.exec(mail?.text ?? "")?.[1] ?? "";
}

/** Opens the link, with a proof or without one. */
const confirm = (browser: Browser, proof: object) => browser.change("auth.confirmEmail", proof);

/** Nothing of the stranger's opens the account, and no code goes to the phone. */
async function expectAlone(shop: TestShop, email: string, stranger: Browser, owner: Browser) {
  expect((await stranger.read("auth.me")).data).toBe(null);
  const login = { email, password: strangersPassword };
  expect((await aBrowser(shop).change("auth.login", login)).status).toBe(401);
  const account = await accountOf(shop, email);
  expect(account).toMatchObject({ verified: true, pending_email: null, former_cell: null });
  expect(account.cell).not.toBe(strangersCell);
  await owner.change("auth.requestCode", { email });
  const office = openPostOffice();
  await deliverTo(shop, office, account.id);
  expect(office.texts.map(({ to }) => to)).not.toContain(strangersCell);
  expect(office.mails.map(({ to }) => to)).toContain(email);
}

describe("somebody else's email, registered first by a stranger,", () => {
  // shows T195
  test("is the owner's alone once its link is opened elsewhere with a new password", async ({
    shop,
  }) => {
    const { email, id, stranger } = await strangerRegisters(shop);
    const pending = { pending_email: `thief-${email}` };
    await shop.deps.db.updateTable("account").set(pending).where("id", "=", id).execute();
    const uuid = await confirmLink(shop, id);
    const owner = aBrowser(shop);
    expect(await confirm(owner, { uuid })).toMatchObject({ reason: "account.proof-needed" });
    expect(await accountOf(shop, email)).toMatchObject({ verified: false });
    const taken = await confirm(owner, { uuid, newPassword: ownPassword });
    expect(taken.data).toMatchObject({ verified: true, user: { id, verified: true } });
    expect((await owner.read("auth.me")).data).toMatchObject({ id, verified: true });
    await expectAlone(shop, email, stranger, owner);
    expect((await confirm(owner, { uuid, newPassword: ownPassword })).reason).toBe(
      "account.link-ended",
    );
  });

  // shows T195
  test("is the owner's alone after a reset", async ({ shop }) => {
    const { email, id, stranger } = await strangerRegisters(shop);
    const owner = aBrowser(shop);
    await owner.change("auth.forgotPassword", { email });
    const office = openPostOffice();
    await deliverTo(shop, office, id);
    const mail = office.mails.findLast(({ text }) => text.includes("/set-password#"));
    const uuid = /#([0-9a-f-]{36})/.exec(mail?.text ?? "")?.[1];
    expect((await owner.change("auth.signUp2", { uuid, password: ownPassword })).status).toBe(200);
    await expectAlone(shop, email, stranger, owner);
  });

  // shows T195
  test("is the owner's alone after a sign-up, with what the owner typed", async ({ shop }) => {
    const { email, id, stranger } = await strangerRegisters(shop);
    const owner = aBrowser(shop);
    const own = { firstName: "Thandi", lastName: "Nkosi", email, cellNumber: ownCell };
    await owner.change("auth.signUp1", own);
    expect(await accountOf(shop, email)).toMatchObject({ first_name: "Lerato" });
    const office = openPostOffice();
    await deliverTo(shop, office, id);
    expect(office.texts.map(({ text }) => text).join()).not.toContain("create");
    const codes = await codesSentTo(shop, email);
    expect((await owner.change("auth.login", { email, code: codes?.sms })).status).toBe(401);
    const { data } = await owner.change("auth.login", { email, code: codes?.email });
    await owner.change("auth.signUp2", { uuid: data?.setPassword, password: ownPassword });
    expect(await accountOf(shop, email)).toMatchObject({ first_name: "Thandi", cell: ownCell });
    await expectAlone(shop, email, stranger, owner);
  });

  // shows T345
  test("is the owner's alone after a sign-up, whatever address the stranger had before", async ({
    shop,
  }) => {
    const { email: strangersEmail, id, stranger } = await strangerRegisters(shop);
    const email = `of-somebody-${randomUUID()}@people.test`;
    await stranger.change("profile.update", { ...person, email, cellNumber: strangersCell });
    const office = openPostOffice();
    await deliverTo(shop, office, id);
    expect(office.mails.filter(({ text }) => text.includes("/not-me#"))).toEqual([]);
    expect(office.texts.map(({ to }) => to)).toContain(strangersCell);

    // One that an earlier release sent.
    const undo = await mintLink(
      shop.deps.db,
      { userId: id, purpose: "undo-contact-change", sentTo: strangersEmail },
      shop.deps.now(),
    );
    const owner = aBrowser(shop);
    await owner.change("auth.signUp1", { ...person, email, cellNumber: ownCell });
    const code = (await codesSentTo(shop, email))?.email;
    const { data } = await owner.change("auth.login", { email, code });
    await owner.change("auth.signUp2", { uuid: data?.setPassword, password: ownPassword });
    const undone = await aBrowser(shop).change("auth.undoContactChange", { uuid: undo });
    expect(undone.reason).toBe("account.link-ended");
    await expectAlone(shop, email, stranger, owner);
  });

  // shows T345
  test("is the owner's alone after an invitation is accepted", async ({ shop }) => {
    const { email, id, stranger } = await strangerRegisters(shop);
    const host = await shop.as(shop.people.ben);
    const invitation = { email, role: "distributor", parentId: null } as const;
    await host.users.invite({ commandId: randomUUID(), ...invitation });
    const office = openPostOffice();
    await deliverTo(shop, office, id);
    const mail = office.mails.findLast(({ text }) => text.includes("/invitation#"));
    const uuid = /\/invitation#([0-9a-f-]{36})/.exec(mail?.text ?? "")?.[1];
    const owner = aBrowser(shop);
    const { data } = await owner.change("users.acceptInvitation", { uuid });
    expect(data).toMatchObject({ role: "distributor" });
    await owner.change("auth.signUp2", { uuid: data?.setPassword, password: ownPassword });
    expect((await owner.read("auth.me")).data).toMatchObject({ id, role: "distributor" });
    await expectAlone(shop, email, stranger, owner);
  });

  // shows T346
  test.for(["typed the address", "finished by SMS"])(
    "is the customer of whose link the owner had where the stranger %s",
    async (how, { shop }) => {
      const { anna, ben } = shop.people;
      const isFinished = how === "finished by SMS";
      const email = `of-somebody-${randomUUID()}@people.test`;
      const typed = { ...person, email, cellNumber: strangersCell };
      const stranger = cameBy(shop, "ANNA");
      await stranger.change("auth.signUp1", typed);
      if (isFinished) {
        const code = (await codesSentTo(shop, email))?.sms;
        await stranger.change("auth.login", { email, code });
      }
      expect(await accountOf(shop, email)).toMatchObject({ parent_id: isFinished ? anna : null });

      const owner = cameBy(shop, "BEN");
      await owner.change("auth.signUp1", { ...typed, cellNumber: ownCell });
      const code = (await codesSentTo(shop, email))?.email;
      await owner.change("auth.login", { email, code });
      expect(await accountOf(shop, email)).toMatchObject({ parent_id: ben, verified: true });
    },
  );

  // shows T346
  test("is nobody's customer after the link with a new password", async ({ shop }) => {
    const { email, id } = await strangerRegisters(shop);
    const { anna } = shop.people;
    await shop.deps.db
      .updateTable("account")
      .set({ parent_id: anna })
      .where("id", "=", id)
      .execute();
    const { addresses } = await shop.as(id);
    await addresses.save(aRecipient);
    await confirm(aBrowser(shop), { uuid: await confirmLink(shop, id), newPassword: ownPassword });
    expect(await accountOf(shop, email)).toMatchObject({ parent_id: null, verified: true });
    const recipients = await (await shop.as(id)).addresses.list({});
    expect(recipients).toEqual([]);
  });

  // shows T195
  test("asks for the password in a browser that was signed in by a code", async ({ shop }) => {
    const { email, id } = await strangerRegisters(shop);
    const uuid = await confirmLink(shop, id);
    const owner = aBrowser(shop);
    await owner.change("auth.requestCode", { email });
    const code = (await codesSentTo(shop, email))?.email;
    expect((await owner.change("auth.login", { email, code })).status).toBe(200);
    expect((await confirm(owner, { uuid })).reason).toBe("account.proof-needed");
  });
});

describe("one's own email", () => {
  // shows T195
  test("is confirmed on another device by the password, and nothing is lost", async ({ shop }) => {
    const { email, id, stranger: own } = await strangerRegisters(shop);
    const uuid = await confirmLink(shop, id);
    const other = aBrowser(shop);
    const wrong = await confirm(other, { uuid, password: "Wrong-1234!" });
    expect(wrong.reason).toBe("access.wrong-credentials");
    expect((await confirm(other, { uuid, password: strangersPassword })).status).toBe(200);
    expect(await accountOf(shop, email)).toMatchObject({ verified: true, cell: strangersCell });
    expect((await own.read("auth.me")).data).toMatchObject({ id });
  });

  // shows T195
  test("is confirmed by the link alone where the password was typed", async ({ shop }) => {
    const { email, id, stranger: own } = await strangerRegisters(shop);
    const uuid = await confirmLink(shop, id);
    expect((await confirm(own, { uuid })).status).toBe(200);
    expect(await accountOf(shop, email)).toMatchObject({ verified: true, cell: strangersCell });
  });

  // shows T195
  test("stays confirmed for whoever opens the link again, who gets nothing else by it", async ({
    shop,
  }) => {
    const { email, id, stranger: own } = await strangerRegisters(shop);
    const uuid = await confirmLink(shop, id);
    await confirm(own, { uuid });
    const other = aBrowser(shop);
    expect(await confirm(other, { uuid })).toMatchObject({ data: { verified: true } });
    expect((await confirm(other, { uuid, newPassword: ownPassword })).reason).toBe(
      "account.link-ended",
    );
    expect((await other.read("auth.me")).data).toBe(null);
    await shop.deps.db
      .updateTable("account")
      .set({ email: `other-${email}` })
      .where("id", "=", id)
      .execute();
    expect((await confirm(other, { uuid })).reason).toBe("account.link-ended");
  });

  // shows T195
  test("when it is changed, gives its account to nobody who was sent the link by mistake", async ({
    shop,
  }) => {
    const { email, id, stranger: own } = await strangerRegisters(shop);
    await confirm(own, { uuid: await confirmLink(shop, id) });
    const mistyped = `mistyped-${email}`;
    await own.change("profile.update", { ...person, email: mistyped, cellNumber: strangersCell });
    const uuid = await confirmLink(shop, id);
    const other = aBrowser(shop);
    expect((await confirm(other, { uuid })).reason).toBe("account.password-needed");
    const taken = await confirm(other, { uuid, newPassword: ownPassword });
    expect(taken.reason).toBe("account.password-needed");
    expect((await accountOf(shop, email)).pending_email).toBe(mistyped);
    expect((await confirm(other, { uuid, password: strangersPassword })).status).toBe(200);
    expect(await accountOf(shop, mistyped)).toMatchObject({ id });
  });
});
