import { randomUUID } from "node:crypto";
import { unknownFieldWords } from "@portal/shared/platform/issue-words.ts";
import { describe, expect } from "vitest";
import {
  aBrowser,
  aPerson,
  type Browser,
  codeSentTo,
  messagesFor,
  wrong,
} from "../../testing/a-browser.ts";
import { aGuestOrder, aRecipient, type TestShop, test } from "../../testing/shop-test.ts";
import { phoneChecks, phoneChecksFrom } from "../../platform/rate-limit/rate-limits.ts";

let newcomers = 0;
const aNewcomer = (details: object = {}) => {
  newcomers += 1;
  return {
    email: `newcomer-${newcomers}@people.test`,
    firstName: "Lerato",
    lastName: "Dlamini",
    cellNumber: "082 123 4567",
    ...details,
  };
};
const register = (browser: Browser, details: object) => browser.change("auth.signUp1", details);

async function accountOf({ deps }: TestShop, email: string) {
  const found = deps.db.selectFrom("account").selectAll().where("email", "=", email);
  return (await found.executeTakeFirst()) ?? null;
}

async function finish(shop: TestShop, browser: Browser, email: string) {
  return browser.change("auth.login", { email, code: await codeSentTo(shop, email) });
}

describe("registering", () => {
  // shows S4.4, S7.21, S9.8, L6
  test("leads from the details by a code of three characters to a password", async ({ shop }) => {
    const browser = aBrowser(shop);
    const { email, ...details } = aNewcomer({
      referredBy: "Other",
      referredByOther: "A neighbour",
      altNumber: "021 555 0000",
      company: "Lerato Ltd",
    });

    const asked = await register(browser, { ...details, email });
    expect(asked.data).toEqual({ requestId: expect.any(String), codeLength: 3 });
    expect(await accountOf(shop, email)).toMatchObject({
      role: "customer",
      verified: false,
      password_hash: null,
      active: true,
      first_name: "Lerato",
      cell: "+27821234567",
      referred_by: "Other: A neighbour",
      alt_number: "021 555 0000",
      company: "Lerato Ltd",
    });

    const code = await codeSentTo(shop, email);
    expect(code).toMatch(/^[A-Z0-9]{3}$/);
    expect((await browser.change("auth.login", { email, code: wrong(code) })).reason).toBe(
      "access.wrong-code",
    );
    const { data } = await browser.change("auth.login", { email, code });
    expect(data?.user).toMatchObject({ verified: true, hasPassword: false });

    const link = { uuid: data?.setPassword };
    expect((await browser.change("auth.getCustomerByUUID", link)).data).toEqual({
      firstName: "Lerato",
      purpose: "register",
    });
    const done = await browser.change("auth.signUp2", { ...link, password: "Correct-1234!" });
    expect(done.data?.user).toMatchObject({ hasPassword: true, verified: true });
    expect(
      (await aBrowser(shop).change("auth.login", { email, password: "Correct-1234!" })).status,
    ).toBe(200);
  });

  // shows R23, T29
  test("accepts only the fields of the form", async ({ shop }) => {
    const honest = aNewcomer();
    // One form registered all roles (specification, section 7); a new customer sets none of these.
    const greedy = aNewcomer({
      role: "admin",
      parent: shop.people.anna,
      distributorArea: "Paarl",
      distributorCode: "ANNA",
      school: true,
      influencer: true,
      stockistMargin: 50,
      companyAddress: "1 Main Road",
      vatNo: "4123456789",
    });
    await register(aBrowser(shop), honest);
    expect(await register(aBrowser(shop), greedy)).toMatchObject({ status: 200 });

    const [usual, tried] = [
      await accountOf(shop, honest.email),
      await accountOf(shop, greedy.email),
    ];
    const own = { id: 0, email: "", search_text: "", created_at: "", updated_at: "" };
    expect({ ...tried, ...own }).toEqual({ ...usual, ...own });

    const unknown = {
      level: 1,
      margin: 50,
      margin_bps: 5000,
      verified: true,
      credit: 1_000_00,
      isDistributor: true,
      distributorPercent: 20,
      parent_id: 1,
      developer: true,
      id: shop.people.admin,
      active: false,
      test: true,
      password: "Correct-1234!",
      passwordHash: "x",
      addedBy: shop.people.admin,
    };
    const greedier = aNewcomer(unknown);
    expect(await register(aBrowser(shop), greedier)).toMatchObject({
      status: 400,
      fieldErrors: Object.fromEntries(
        Object.keys(unknown).map((field) => [field, unknownFieldWords(field)]),
      ),
    });
    expect(await accountOf(shop, greedier.email)).toBe(null);
  });

  test("with the field that is hidden from people is refused, and says so", async ({ shop }) => {
    const bot = aNewcomer({ nickname: "Bob" });
    const refused = await register(aBrowser(shop), bot);
    expect(refused.reason).toBe("access.not-a-person");
    expect(refused.setCookies).toEqual([]);
    expect(await accountOf(shop, bot.email)).toBe(null);
  });

  test("requires no captcha of a signed-in admin, whatever role anybody else sends", async ({
    shop,
  }) => {
    const captcha = { ...shop.deps.captcha, isSolved: async () => false };
    const { admin, anna, kim } = shop.people;
    await (await shop.as(admin, { captcha })).auth.signUp1(aNewcomer());
    for (const who of [null, kim, anna])
      await expect(
        (await shop.as(who, { captcha })).auth.signUp1(aNewcomer({ role: "admin" })),
      ).rejects.toMatchObject({ cause: { code: "access.not-a-person" } });
  });

  test("requires a captcha, and fails closed", async ({ shop }) => {
    const captcha = { ...shop.deps.captcha, isSolved: async () => false };
    const guest = await shop.as(null, { captcha });
    const details = aNewcomer({ rcData: "forged" });
    await expect(guest.auth.signUp1(details)).rejects.toMatchObject({
      cause: { code: "access.not-a-person" },
      message: "Could not submit! Please email us instead!",
    });
    expect(await accountOf(shop, details.email)).toBe(null);
  });

  // shows S5.2
  test("rejects an invalid number at its field", async ({ shop }) => {
    const answer = await register(aBrowser(shop), aNewcomer({ cellNumber: "12345" }));
    expect(answer).toMatchObject({
      status: 400,
      reason: "account.wrong-phone",
      fieldErrors: { cellNumber: "Please enter a valid number" },
    });
  });

  test.for([
    [{ email: "" }, "email", "Email address is required."],
    [{ email: "no address" }, "email", "Please enter a valid email address"],
    [{ firstName: "L" }, "firstName", "First name required."],
    [{ lastName: " " }, "lastName", "Last name required."],
    [{ cellNumber: "" }, "cellNumber", "Please enter a number"],
  ] as const)("with %j says what is wrong", async ([wrongs, field, words], { shop }) => {
    const answer = await register(aBrowser(shop), aNewcomer(wrongs));
    expect(answer.status).toBe(400);
    expect(answer.fieldErrors[field]).toBe(words);
  });
});

describe("having a number checked", () => {
  // shows R53, T48
  test("is limited to a hundred per client and three thousand in all in an hour", async ({
    shop,
  }) => {
    const { db } = shop.deps;
    const number = "082 123 4567";
    const asked = (ip: string) =>
      shop.as(null, { ip }).then(({ phones }) => phones.check({ number }));
    expect(await asked("2001:db8:9:9::1")).toMatchObject({ valid: true });

    const used = (times: number) => ({ used_at: Array(times).fill(new Date().toISOString()) });
    const ofPlace = (await phoneChecksFrom("2001:db8:9:9::1")).key;
    await db.updateTable("rate_limit").set(used(100)).where("key", "=", ofPlace).execute();
    await expect(asked("2001:db8:9:9::2")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await asked("2001:db8:9:a::1")).toMatchObject({ valid: true });

    await db.updateTable("rate_limit").set(used(3000)).where("key", "=", phoneChecks.key).execute();
    await expect(asked("2001:db8:9:b::1")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });
});

describe("registering with an address that has an account", () => {
  // shows R33, T42
  test("answers the same, and notifies the account by email", async ({ shop }) => {
    const { id, email } = await aPerson(shop, { password: "Correct-1234!" });
    const before = await accountOf(shop, email);
    const [known, unknown] = [
      await register(aBrowser(shop), aNewcomer({ email })),
      await register(aBrowser(shop), aNewcomer()),
    ];

    expect(known.status).toBe(unknown.status);
    const shape = (body: string) => body.replace(/[0-9a-f-]{36}/, "…");
    expect(shape(known.body)).toBe(shape(unknown.body));
    expect(await accountOf(shop, email)).toEqual(before);
    expect(await messagesFor(shop, id)).toEqual(["already-registered"]);
    expect(await codeSentTo(shop, email)).toBe(null);
  });

  test.for([
    ["was added by the office", { added_by: 1 }],
    ["is a member's", { role: "distributor" }],
    ["has a password", { password_hash: "a hash" }],
    ["is verified", { verified: true }],
  ] as const)("changes nothing where it %s", async ([_, given], { shop, superuser }) => {
    const { id, email } = await aPerson(shop);
    await superuser
      .updateTable("account")
      .set({ verified: false, password_hash: null, ...given })
      .where("id", "=", id)
      .execute();
    const before = await accountOf(shop, email);
    await register(aBrowser(shop), aNewcomer({ email }));
    expect(await accountOf(shop, email)).toEqual(before);
  });

  test("sends nothing to a closed account", async ({ shop, superuser }) => {
    const { id, email } = await aPerson(shop);
    await superuser.updateTable("account").set({ active: false }).where("id", "=", id).execute();
    expect((await register(aBrowser(shop), aNewcomer({ email }))).status).toBe(200);
    expect(await messagesFor(shop, id)).toEqual([]);
  });

  test("can be restarted when it was not finished, and using a code ends the other", async ({
    shop,
  }) => {
    const { email, ...details } = aNewcomer();
    const [first, second] = [aBrowser(shop), aBrowser(shop)];
    await register(first, { ...details, email });
    const firstCode = await codeSentTo(shop, email);
    await register(second, { ...details, email, firstName: "Lerato Joy", resubmit: true });

    // Until a code proves who it is.
    expect(await accountOf(shop, email)).toMatchObject({ first_name: details.firstName });
    expect((await finish(shop, second, email)).status).toBe(200);
    expect(await accountOf(shop, email)).toMatchObject({ first_name: "Lerato Joy" });
    expect((await first.change("auth.login", { email, code: firstCode })).status).toBe(401);
  });

  test("by twenty concurrent requests creates one account", async ({ shop }) => {
    const details = aNewcomer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register(aBrowser(shop), details)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(await codeSentTo(shop, details.email)).not.toBe(null);
  });
});

describe("a guest who registers", () => {
  test("keeps the recipients once the code was right", async ({ shop }) => {
    const uniqueId = randomUUID();
    const browser = aBrowser(shop);
    await browser.change("addresses.save", { ...aRecipient, uniqueId });
    const { email, ...details } = aNewcomer({ uniqueId });
    await register(browser, { ...details, email });
    const guests = () =>
      shop.deps.db
        .selectFrom("address")
        .select(["owner_id", "guest_id"])
        .where("recipient_email", "=", aRecipient.recipientEmail)
        .where((row) => row.or([row("guest_id", "=", uniqueId), row("owner_id", "is not", null)]))
        .execute();
    expect(await guests()).toContainEqual({ owner_id: null, guest_id: uniqueId });

    const { data } = await finish(shop, browser, email);

    expect(await guests()).toEqual([{ owner_id: data?.user?.id, guest_id: null }]);
  });

  // shows S6.2
  test("gets the seller of the coded order as parent", async ({ shop }) => {
    const { uniqueId } = await aGuestOrder(shop, "CARA");
    const details = aNewcomer({ uniqueId });
    const browser = aBrowser(shop);
    browser.cookies.set("via", "ANNA");
    await register(browser, details);
    await finish(shop, browser, details.email);
    expect(await accountOf(shop, details.email)).toMatchObject({ parent_id: shop.people.cara });
  });

  test.for([
    ["anna", "anna"],
    ["SAM", "sam"],
    ["NOBODY", null],
    ["A%", null],
  ] as const)("by the link %s gets %s as parent", async ([code, name], { shop }) => {
    const details = aNewcomer();
    const browser = aBrowser(shop);
    browser.cookies.set("via", code);
    await register(browser, details);
    await finish(shop, browser, details.email);
    expect(await accountOf(shop, details.email)).toMatchObject({
      parent_id: name && shop.people[name],
    });
  });
});
