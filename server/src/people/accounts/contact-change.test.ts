import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aBrowser, aPerson, type Browser } from "../../testing/a-browser.ts";
import { deliverTo, openPostOffice } from "../../testing/post-office.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";

const password = "Correct-1234!";
let numbers = 0;
/** One number gets only so many messages in an hour. */
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

/** The password was typed eleven minutes ago, or the number was changed so many hours ago. */
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

/** Where the SMS with the next code goes. */
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
  test("needs a password that was typed lately", async ({ shop }) => {
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
  test("is told to the old number and by mail, and gets codes after 48 hours", async ({ shop }) => {
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

  test("after another one does not make that one known", async ({ shop }) => {
    const { id, email, oldCell, newCell, update } = await someoneSignedIn(shop);
    await update({ cellNumber: newCell });
    await update({ cellNumber: "+27840000001" });
    const { texts } = await told(shop, id);
    expect(texts.map(([to]) => to)).toEqual([oldCell, oldCell]);
    expect(await codeGoesTo(shop, id, email)).toEqual([oldCell]);
  });

  test("can be given three times in an hour", async ({ shop }) => {
    const { update } = await someoneSignedIn(shop);
    for (const nth of [1, 2, 3])
      expect((await update({ cellNumber: `+2784000000${nth}` })).status).toBe(200);
    expect((await update({ cellNumber: "+27840000004" })).status).toBe(429);
  });

  test("that the office gives needs its password, is told and waits as well", async ({ shop }) => {
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

  test("of a registration that nobody finished is simply mended", async ({ shop }) => {
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
});

describe("a new email", () => {
  test("is told to the old number and the old email", async ({ shop }) => {
    const { id, email, oldCell, update } = await someoneSignedIn(shop);
    await update({ email: `new-${email}` });
    const { mails, texts } = await told(shop, id);
    expect(mails).toEqual([
      [`new-${email}`, "Confirm your email address"],
      [email, "Your Rhizo email address has changed"],
    ]);
    expect(texts).toEqual([[oldCell, expect.stringContaining("email address")]]);
  });

  test("together with a new number is told to what was known before both", async ({ shop }) => {
    const { id, email, oldCell, newCell, update } = await someoneSignedIn(shop);
    await update({ email: `new-${email}`, cellNumber: newCell });
    const { mails, texts } = await told(shop, id);
    expect(mails.map(([to]) => to)).toEqual([`new-${email}`, email, email]);
    expect(texts.map(([to]) => to)).toEqual([oldCell, oldCell]);
  });
});
