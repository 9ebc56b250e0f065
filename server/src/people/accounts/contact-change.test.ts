import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aBrowser, aPerson, type Browser, linkFor } from "../../testing/a-browser.ts";
import { deliverTo, openPostOffice } from "../../testing/post-office.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";

const password = "Correct-1234!";
let numbers = 0;
/** Messages per number and hour are rate limited. */
const aNumber = () => `+2783${String(1_000_000 + numbers++)}`;
const names = { firstName: "Zanele", lastName: "Khumalo" };

async function someoneSignedIn(shop: TestShop) {
  const [oldCell, newCell] = [aNumber(), aNumber()];
  const person = await aPerson(shop, { password, cell: oldCell });
  const browser = aBrowser(shop);
  await browser.change("auth.login", { email: person.email, password });
  const update = (changes: object) =>
    browser.change("profile.update", {
      ...names,
      email: person.email,
      cellNumber: oldCell,
      ...changes,
    });
  return { ...person, oldCell, newCell, browser, update };
}

async function accountOf({ deps }: TestShop, id: number) {
  const found = deps.db.selectFrom("account").selectAll().where("id", "=", id);
  return found.executeTakeFirstOrThrow();
}

/** Ages the last authentication by eleven minutes, or the change of the number by hours. */
async function letTimePass(shop: TestShop, userId: number, hours?: number): Promise<void> {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const { db } = shop.deps;
  await db
    .updateTable("session")
    .set({ password_at: ago(660_000) })
    .where("user_id", "=", userId)
    .execute();
  if (hours !== undefined)
    await db
      .updateTable("account")
      .set({ cell_changed_at: ago(hours * 3600_000) })
      .where("id", "=", userId)
      .execute();
}

/** The number that the next code is sent to. */
async function codeGoesTo(shop: TestShop, id: number, email: string): Promise<string[]> {
  const office = openPostOffice();
  await aBrowser(shop).change("auth.requestCode", { email });
  await deliverTo(shop, office, id);
  return office.texts.map(({ to }) => to);
}

async function told(shop: TestShop, id: number) {
  const office = openPostOffice();
  await deliverTo(shop, office, id);
  return {
    mails: office.mails.map(({ to, subject }) => [to, subject]),
    texts: office.texts.map(({ to, text }) => [to, text]),
  };
}

const profileOf = async (browser: Browser) => (await browser.read("profile.get")).data;

describe("a new cell number", () => {
  test("needs recent authentication", async ({ shop }) => {
    const { id, oldCell, newCell, browser, update } = await someoneSignedIn(shop);
    await letTimePass(shop, id);
    expect(await update({ cellNumber: newCell })).toMatchObject({
      status: 403,
      reason: "access.password-needed",
    });
    expect(await accountOf(shop, id)).toMatchObject({ cell: oldCell, cell_changed_at: null });
    expect((await update({ firstName: "Zan" })).status).toBe(200);

    await browser.change("auth.confirmPassword", { password });
    expect((await update({ cellNumber: newCell })).status).toBe(200);
    expect(await accountOf(shop, id)).toMatchObject({ cell: newCell, former_cell: oldCell });
  });

  // shows R29, T51
  test("is announced to the old number and by email, and receives codes after 48 hours", async ({
    shop,
  }) => {
    const { id, email, oldCell, newCell, browser, update } = await someoneSignedIn(shop);
    await update({ cellNumber: newCell });

    const { mails, texts } = await told(shop, id);
    expect(mails).toEqual([[email, "Your Rhizo cell number has changed"]]);
    expect(texts).toEqual([
      [oldCell, expect.stringContaining("We send codes here for 48 more hours")],
    ]);
    expect(await profileOf(browser)).toMatchObject({
      cellHold: { until: expect.any(String), oldEnding: oldCell.slice(-4) },
    });
    expect(await codeGoesTo(shop, id, email)).toEqual([oldCell]);

    await letTimePass(shop, id, 47);
    expect(await codeGoesTo(shop, id, email)).toEqual([oldCell]);
    await letTimePass(shop, id, 49);
    expect(await codeGoesTo(shop, id, email)).toEqual([newCell]);
    expect(await profileOf(browser)).toMatchObject({ cellHold: null });
  });

  test("does not confirm a previous new number", async ({ shop }) => {
    const { id, email, oldCell, newCell, update } = await someoneSignedIn(shop);
    await update({ cellNumber: newCell });
    await update({ cellNumber: "+27840000001" });
    const { texts } = await told(shop, id);
    // The second is equal to the first.
    expect(texts.map(([to]) => to)).toEqual([oldCell]);
    expect(await codeGoesTo(shop, id, email)).toEqual([oldCell]);
  });

  test("can be changed three times in an hour", async ({ shop }) => {
    const { update } = await someoneSignedIn(shop);
    for (const nth of [1, 2, 3])
      expect((await update({ cellNumber: `+2784000000${nth}` })).status).toBe(200);
    expect((await update({ cellNumber: "+27840000004" })).status).toBe(429);
  });

  test("set by the office needs recent authentication, is announced, and is on hold as well", async ({
    shop,
  }) => {
    const [oldCell, newCell] = [aNumber(), aNumber()];
    const { id, email } = await aPerson(shop, { password, cell: oldCell });
    const change = () => ({
      commandId: randomUUID(),
      id,
      ...names,
      email,
      cellNumber: newCell,
    });
    const session = { token: "none", handle: randomUUID(), impersonatorId: null, passwordAt: null };
    const left = await shop.as(shop.people.admin, { session });
    await expect(left.users.update(change())).rejects.toMatchObject({
      cause: { code: "access.password-needed" },
    });
    const email2 = { ...change(), cellNumber: oldCell, email: `new-${email}` };
    await expect(left.users.update(email2)).rejects.toMatchObject({
      cause: { code: "access.password-needed" },
    });

    await (await shop.as(shop.people.admin)).users.update(change());
    const { mails, texts } = await told(shop, id);
    expect(mails).toEqual([[email, "Your Rhizo cell number has changed"]]);
    expect(texts).toEqual([[oldCell, expect.any(String)]]);
    expect(await codeGoesTo(shop, id, email)).toEqual([oldCell]);
  });

  test("of an unfinished registration is replaced immediately", async ({ shop }) => {
    const [oldCell, newCell] = [aNumber(), aNumber()];
    const admin = await shop.as(shop.people.admin);
    const email = `typo-${randomUUID()}@people.test`;
    const person = { ...names, email, cellNumber: oldCell };
    const { id } = await admin.users.create({
      commandId: randomUUID(),
      role: "distributor",
      ...person,
      parentId: null,
    });
    await admin.users.update({ commandId: randomUUID(), id, ...person, cellNumber: newCell });
    const { texts } = await told(shop, id);
    expect(texts.map(([to]) => to)).toEqual([newCell]);
  });

  // shows T348
  test("that somebody else typed receives no codes until its owner has saved it, and 48 hours", async ({
    shop,
  }) => {
    const upline = await shop.as(shop.people.anna);
    const cell = aNumber();
    const email = `added-${randomUUID()}@people.test`;
    const person = { ...names, email, cellNumber: cell };
    const wanted = { ...person, role: "distributor", parentId: shop.people.anna } as const;
    const { id } = await upline.users.create({ commandId: randomUUID(), ...wanted });
    const owner = aBrowser(shop);
    const uuid = await linkFor(shop, id, "register");
    expect((await owner.change("auth.signUp2", { uuid, password })).status).toBe(200);
    await told(shop, id);
    expect(await accountOf(shop, id)).toMatchObject({ cell, verified: true });
    expect(await codeGoesTo(shop, id, email)).toEqual([]);
    expect(await profileOf(owner)).toMatchObject({ isOwnNumber: false });

    await letTimePass(shop, id);
    const save = () => owner.change("profile.update", { ...person, distributorArea: "Paarl" });
    expect(await save()).toMatchObject({ reason: "access.password-needed" });
    await owner.change("auth.confirmPassword", { password });
    expect((await save()).status).toBe(200);
    expect(await profileOf(owner)).toMatchObject({
      isOwnNumber: true,
      cellHold: { oldEnding: null },
    });
    expect(await codeGoesTo(shop, id, email)).toEqual([]);
    await letTimePass(shop, id, 49);
    expect(await codeGoesTo(shop, id, email)).toEqual([cell]);
  });
});

/** The link in the newest mail to an address. */
async function linkTo(shop: TestShop, id: number, address: string): Promise<string> {
  const office = openPostOffice();
  await deliverTo(shop, office, id);
  const mail = office.mails.findLast(({ to }) => to === address);
  return /#([0-9a-f-]{36})/.exec(mail?.text ?? "")?.[1] ?? "none";
}

const changed = "Another-77-Secret!";
const opens = (shop: TestShop, procedure: string, uuid: string) =>
  aBrowser(shop).change(procedure, { uuid });
/** In another browser, by whoever knows the password. */
const confirms = (shop: TestShop, uuid: string, secret = password) =>
  aBrowser(shop).change("auth.confirmEmail", { uuid, password: secret });
const signsIn = async (shop: TestShop, email: string, secret: string) =>
  (await aBrowser(shop).change("auth.login", { email, password: secret })).status === 200;

describe("a new email", () => {
  test("is announced to the old number and the old email, which names it", async ({ shop }) => {
    const { id, email, oldCell, update } = await someoneSignedIn(shop);
    await update({ email: `new-${email}` });
    const office = openPostOffice();
    await deliverTo(shop, office, id);
    expect(office.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [`new-${email}`, "Confirm your new email address"],
      [email, "Your Rhizo email address is about to change"],
    ]);
    expect(office.mails[1]?.text).toContain(`to new-${email}.`);
    expect(office.mails[1]?.text).toMatch(/This was not me.*http:\/\/shop\.test\/not-me#/s);
    expect(office.texts).toMatchObject([
      { to: oldCell, text: expect.stringContaining("email address") },
    ]);
  });

  test("together with a new number is announced to both former contacts", async ({ shop }) => {
    const { id, email, oldCell, newCell, update } = await someoneSignedIn(shop);
    await update({ email: `new-${email}`, cellNumber: newCell });
    const { mails, texts } = await told(shop, id);
    expect(mails.map(([to]) => to)).toEqual([`new-${email}`, email, email]);
    expect(texts.map(([to]) => to)).toEqual([oldCell, oldCell]);
  });

  test("takes effect when its link is followed, and the old one is used until then", async ({
    shop,
  }) => {
    const { id, email, update } = await someoneSignedIn(shop);
    const wanted = `new-${email}`;
    await update({ email: wanted });
    const confirm = await linkTo(shop, id, wanted);
    expect(await signsIn(shop, email, password)).toBe(true);
    expect(await signsIn(shop, wanted, password)).toBe(false);

    const both = await Promise.all([1, 2].map(() => confirms(shop, confirm)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await accountOf(shop, id)).toMatchObject({ email: wanted, pending_email: null });
    expect(await signsIn(shop, email, password)).toBe(false);
    const { mails } = await told(shop, id);
    expect(mails).toEqual([[email, "Your Rhizo email address has changed"]]);
  });

  test("invalidates the link of a previous new one", async ({ shop }) => {
    const { id, email, update } = await someoneSignedIn(shop);
    await update({ email: `one-${email}` });
    const first = await linkTo(shop, id, `one-${email}`);
    await update({ email: `two-${email}` });
    expect((await opens(shop, "auth.confirmEmail", first)).reason).toBe("account.link-ended");
    const second = await linkTo(shop, id, `two-${email}`);
    expect((await confirms(shop, second)).status).toBe(200);
    expect(await accountOf(shop, id)).toMatchObject({ email: `two-${email}` });
  });

  test("can be cancelled", async ({ shop }) => {
    const { id, email, browser, update } = await someoneSignedIn(shop);
    await update({ email: `new-${email}` });
    const confirm = await linkTo(shop, id, `new-${email}`);
    await browser.change("profile.cancelEmailChange");
    expect(await profileOf(browser)).toMatchObject({ email, pendingEmail: null });
    expect((await opens(shop, "auth.confirmEmail", confirm)).reason).toBe("account.link-ended");
  });

  test("receives no password link before it is confirmed, and the old one does", async ({
    shop,
  }) => {
    const { id, email, update } = await someoneSignedIn(shop);
    await update({ email: `new-${email}` });
    await told(shop, id);
    for (const address of [`new-${email}`, email])
      await aBrowser(shop).change("auth.forgotPassword", { email: address });
    expect((await told(shop, id)).mails).toEqual([[email, "Choose a new Rhizo password"]]);
  });
});

/** An attacker has the session and the password; the owner of the former mailbox undoes the change. */
describe("“This was not me”", () => {
  test("cancels a pending change, ends all sessions and leads to a new password", async ({
    shop,
  }) => {
    const { id, email, browser, update } = await someoneSignedIn(shop);
    await update({ email: `thief-${email}` });
    const office = openPostOffice();
    await deliverTo(shop, office, id);
    const [confirm = "", undo = ""] = office.mails.map(
      ({ text }) => /#([0-9a-f-]{36})/.exec(text)?.[1],
    );
    await update({ email: `thief-${email}` });

    const both = await Promise.all([1, 2].map(() => opens(shop, "auth.undoContactChange", undo)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const done = both.find(({ status }) => status === 200);
    expect((await browser.read("auth.me")).data).toBe(null);
    expect((await opens(shop, "auth.confirmEmail", confirm)).reason).toBe("account.link-ended");
    const choice = { uuid: done?.data?.setPassword, password: changed };
    expect((await aBrowser(shop).change("auth.signUp2", choice)).status).toBe(200);
    expect(await signsIn(shop, email, password)).toBe(false);
    expect(await accountOf(shop, id)).toMatchObject({ email, pending_email: null, verified: true });
    const audited = await shop.deps.db
      .selectFrom("audit_entry")
      .select("actor_id")
      .distinct()
      .where("action", "in", ["profile.changed", "password.changed"])
      .where("subject_id", "=", id)
      .execute();
    expect(audited).toEqual([{ actor_id: id }]);
  });

  test("restores email and number after several quick changes by an attacker", async ({ shop }) => {
    const { id, email, oldCell, newCell, browser, update } = await someoneSignedIn(shop);
    const stolen = `thief-${email}`;
    await update({ email: stolen, cellNumber: newCell });
    const office = openPostOffice();
    await deliverTo(shop, office, id);
    const linkIn = (to: string) => {
      const mail = office.mails.find((each) => each.to === to);
      return /#([0-9a-f-]{36})/.exec(mail?.text ?? "")?.[1] ?? "none";
    };
    await confirms(shop, linkIn(stolen));
    // No later action of the attacker may end the link in the former mailbox.
    await browser.change("auth.updatePassword", { currentPassword: password, password: changed });
    await update({ email: `again-${email}`, cellNumber: newCell });
    await confirms(shop, await linkTo(shop, id, `again-${email}`), changed);
    expect(await accountOf(shop, id)).toMatchObject({ email: `again-${email}`, cell: newCell });

    expect((await opens(shop, "auth.undoContactChange", linkIn(email))).status).toBe(200);
    expect(await accountOf(shop, id)).toMatchObject({ email, cell: oldCell, former_cell: null });
    expect((await browser.read("auth.me")).data).toBe(null);
  });

  test("works for the owner only: links that were mailed to an attacker end with it", async ({
    shop,
  }) => {
    const { id, email, update } = await someoneSignedIn(shop);
    await update({ email: `thief-${email}` });
    const office = openPostOffice();
    await deliverTo(shop, office, id);
    const [toThief, toOwner] = office.mails.map(
      ({ text }) => /#([0-9a-f-]{36})/.exec(text)?.[1] ?? "none",
    );
    await confirms(shop, toThief ?? "");
    await update({ email: `again-${email}` });
    const thiefs = await linkTo(shop, id, `thief-${email}`);
    await opens(shop, "auth.undoContactChange", toOwner ?? "");
    expect((await opens(shop, "auth.undoContactChange", thiefs)).reason).toBe("account.link-ended");
    expect(await accountOf(shop, id)).toMatchObject({ email });
  });

  test("expires after a week, and serves no other purpose", async ({ shop }) => {
    const { id, email, update } = await someoneSignedIn(shop);
    await update({ email: `new-${email}` });
    const undo = await linkTo(shop, id, email);
    for (const procedure of ["auth.confirmEmail", "auth.getCustomerByUUID"])
      expect((await opens(shop, procedure, undo)).reason).toBe("account.link-ended");
    const now = new Date(Date.now() + 7 * 24 * 3600_000 + 60_000).toISOString();
    const guest = await shop.as(null, { now: () => now });
    await expect(guest.auth.undoContactChange({ uuid: undo })).rejects.toMatchObject({
      cause: { code: "account.link-ended" },
    });
  });
});
