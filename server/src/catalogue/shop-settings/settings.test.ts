import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import type { Updateable } from "kysely";
import { describe, expect } from "vitest";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, test, type TestShop } from "../../testing/shop-test.ts";

type Changes = Updateable<ShopTables["shop_setting"]>;

async function set({ deps }: TestShop, changes: Changes): Promise<void> {
  await asOwner(deps.db, (tx) => tx.updateTable("shop_setting").set(changes).execute());
}

describe("the public settings", () => {
  test("have defaults until the office changes them", async ({ shop }) => {
    const guest = await shop.as(null);
    expect(await guest.settings.public()).toEqual({
      region: "za",
      currency: "ZAR",
      hasAddressLookup: false,
      mapTiles: null,
      shopUrl: "http://shop.test",
      websiteUrl: "http://shop.test",
      phoneCountry: "ZA",
      timeZone: "Africa/Johannesburg",
      checkoutNotice: null,
      stockIssues: null,
      blackFridayPercent: null,
      office: {
        name: "Rhizo",
        address: ["1 Buitenkant Street", "Gardens", "Cape Town 8001"],
      },
      shop: { name: "Rhizo", address: "", companyNo: "", vatNo: "" },
      contact: {
        email: "orders@shop.test",
        whatsappUrl: null,
        facebookUrl: null,
        instagramUrl: null,
      },
    });
  });

  // shows S3.23
  test("contain what the office set, and no bank account", async ({ shop }) => {
    await set(shop, {
      checkout_popup_enabled: true,
      checkout_popup_text: "Closed on Monday.",
      bf_enabled: true,
      bf_discount_bps: 1250,
      whatsapp_url: "https://wa.me/27821234567",
      bank_account_number: "62000000000",
    });
    try {
      const settings = await (await shop.as(null)).settings.public();
      expect(settings).toMatchObject({
        checkoutNotice: "Closed on Monday.",
        blackFridayPercent: 12.5,
        contact: { whatsappUrl: "https://wa.me/27821234567", facebookUrl: null },
      });
      expect(JSON.stringify(settings)).not.toContain("62000000000");
    } finally {
      await set(shop, { checkout_popup_enabled: false, bf_enabled: false });
    }
    // A disabled notice is not shown.
    expect((await (await shop.as(null)).settings.public()).checkoutNotice).toBeNull();
  });

  test("say the VAT number on the days of the registration", async ({ shop }) => {
    await set(shop, { vat_no: "4000000000" });
    const register = (from: string, until: string | null = null) =>
      asOwner(shop.deps.db, (tx) =>
        tx
          .updateTable("region")
          .set({ vat_registered_from: from, vat_registered_until: until })
          .execute(),
      );
    const said = async () => (await (await shop.as(null)).settings.public()).shop.vatNo;
    try {
      for (const [from, until, words] of [
        ["always", null, "4000000000"],
        ["always", shopDay(), "4000000000"],
        ["always", addDays(shopDay(), -1), ""],
        [shopDay(), null, "4000000000"],
        [addDays(shopDay(), 1), null, ""],
        ["never", null, ""],
      ] as const) {
        await register(from, until);
        expect(await said()).toBe(words);
      }
    } finally {
      await register("always");
      await set(shop, { vat_no: "" });
    }
  });
});

describe("stock issues", () => {
  // shows S8.8
  test("stop new orders until they are removed", async ({ shop }) => {
    await set(shop, { stock_issues: "The harvest is late." });
    try {
      const settings = await (await shop.as(null)).settings.public();
      expect(settings.stockIssues).toBe("The harvest is late.");
      await expect(aGuestOrder(shop)).rejects.toThrow(
        "We are temporarily unable to take new orders.",
      );
    } finally {
      await set(shop, { stock_issues: "" });
    }
    expect((await aGuestOrder(shop)).total).toBeGreaterThan(0);
  });
});

describe("the office's settings", () => {
  const office = async (shop: TestShop) => (await shop.as(shop.people.admin)).settings;
  const lastAudit = async ({ deps }: TestShop) =>
    deps.db
      .selectFrom("audit_entry")
      .select(["action", "target", "details"])
      .orderBy("id", "desc")
      .executeTakeFirst();

  // shows S2.43
  test("are read as they are saved, section by section", async ({ shop }) => {
    const { save, get } = await office(shop);
    const before = await get();
    expect(before.region).toBe("za");
    expect(before.customers).toBeGreaterThan(0);
    expect(before.payouts).toMatchObject({ payoutHoldDays: 0, payoutMinimum: 0 });
    for (const section of [
      "sale",
      "orders",
      "shop",
      "bank",
      "payouts",
      "stockists",
      "signIn",
    ] as const) {
      const saved = before[section];
      expect(Object.keys(saved).length).toBeGreaterThan(0);
    }
    await save({
      section: "payouts",
      payoutHoldDays: 14,
      payoutMinimum: 100_00,
      creditPasswordAbove: 50_00,
    });
    await save({ section: "signIn", signInCodeLength: 8 });
    expect(await get()).toMatchObject({
      payouts: { payoutHoldDays: 14, payoutMinimum: 100_00, creditPasswordAbove: 50_00 },
      signIn: { signInCodeLength: 8 },
      shop: before.shop,
    });
    // An omitted value stays unchanged.
    await save({ section: "payouts", payoutHoldDays: 14, payoutMinimum: 100_00 });
    expect((await get()).payouts.creditPasswordAbove).toBe(50_00);
    expect(before.stockists).toEqual({
      stockistMarginDefault: 25,
      stockistPercentDefault: 10,
      stockistMarginMax: 40,
      stockistPercentMax: 20,
    });
    await save({ section: "stockists", ...before.stockists, stockistMarginMax: 35 });
    expect(await lastAudit(shop)).toMatchObject({
      target: "stockists",
      details: { changed: { stockistMarginMax: [40, 35] } },
    });
    // Raising it again takes two.
    expect(await save({ section: "stockists", ...before.stockists })).not.toMatchObject({
      proposalId: null,
    });
    // So do a shorter wait and a higher amount of the password.
    await save({ section: "payouts", ...before.payouts });
    const dev = await shop.as(shop.people.dev);
    const { open } = await dev.proposals.list();
    for (const { id } of open.filter(({ change }) =>
      ["payout-hold", "credit-password"].includes(change.kind),
    ))
      await dev.proposals.confirm({ id });
    await save({ section: "signIn", ...before.signIn });
    const { versions, ...after } = await get();
    const { versions: former, ...same } = before;
    expect({ ...after, dateUpdated: null }).toEqual({
      ...same,
      stockists: { ...same.stockists, stockistMarginMax: 35 },
      dateUpdated: null,
    });
    expect({ ...versions, stockists: "" }).toEqual({ ...former, stockists: "" });
  });

  // shows R39, S3.24, T58
  test("keep text and formatting of the checkout notice, and no scripts", async ({ shop }) => {
    const { save, get } = await office(shop);
    const checkoutPopupText =
      '<h3 onclick="a()">Closed</h3><p>on <strong>Monday</strong><script>b()</script></p>';
    await save(orders({ checkoutPopupEnabled: true, checkoutPopupText }));
    const words = "<h3>Closed</h3><p>on <strong>Monday</strong></p>";
    expect((await get()).orders.checkoutPopupText).toBe(words);
    expect((await (await shop.as(null)).settings.public()).checkoutNotice).toBe(words);
    await save(orders({ checkoutPopupText: "" }));
  });

  // shows T353
  test("lead buyers to no other account and to no other page", async ({ shop }) => {
    const { save, get } = await office(shop);
    const all = await get();
    const notice = (checkoutPopupText: string) =>
      save(orders({ checkoutPopupEnabled: true, checkoutPopupText }));
    const account = { cause: { code: "content.account-number" } };
    const foreign = { cause: { code: "content.foreign-address" } };
    await expect(notice("<p>Pay into <b>6200</b> 000 0001</p>")).rejects.toMatchObject({
      cause: { code: "content.account-number", field: "checkoutPopupText" },
    });
    await expect(
      save({ section: "orders", ...all.orders, stockIssues: "Pay FNB 62000000001" }),
    ).rejects.toMatchObject(account);
    for (const shopAddress of ["1 Long Street\nBank: 62000000001", "six two zero zero one one one"])
      await expect(save({ section: "shop", ...all.shop, shopAddress })).rejects.toMatchObject(
        account,
      );
    await expect(
      save({ section: "collection", ...all.collection, company: "FNB 620 0000 0001" }),
    ).rejects.toMatchObject(account);
    for (const copy of [
      '<a href="https://evil.test/pay">Pay here</a>',
      '<a href="https://shop.test.evil.test/pay">Pay here</a>',
      '<a href="mailto:pay@evil.test">Pay here</a>',
      "Pay at evil.test",
      "Pay at evilshop.test",
      "Write to pay@evil.test",
    ])
      await expect(notice(`<p>${copy}</p>`), copy).rejects.toMatchObject(foreign);
    const { publicUrl } = shop.deps.shop;
    await notice(
      `<p>Closed 09:00–17:00. <a href="/shipping-info">Read more</a> on <a href="${publicUrl}/contact-us">${publicUrl}</a></p>`,
    );
    await save(orders({ checkoutPopupText: "" }));
  });

  // shows T353
  test("may name the shop's own account and registered numbers, not those that one admin has just changed", async ({
    shop,
  }) => {
    const { save, get } = await office(shop);
    const { orders: before } = await get();
    const stockIssues = (text: string) => save({ section: "orders", ...before, stockIssues: text });
    const own = { companyNo: "2010/123456/07", vatNo: "4123456789" };
    await save({ section: "shop", ...(await get()).shop, ...own });
    const both = "2010/123456/07, VAT 412 345 6789";
    const refusal = { cause: { code: "content.account-number" } };
    await expect(stockIssues(both)).rejects.toMatchObject(refusal);
    const after = { now: () => new Date(Date.now() + 31 * 86_400_000).toISOString() };
    const { settings } = await shop.as(shop.people.admin, after);
    const commandId = randomUUID();
    await settings.save({ commandId, section: "orders", ...before, stockIssues: both });
    const later = { ...(await get()).shop, vatNo: "4620000001" };
    await save({ section: "shop", ...later });
    await expect(stockIssues("Pay 4620000001")).rejects.toMatchObject(refusal);
    // What stood there before may stay.
    await stockIssues("Soon. 2010/123456/07, VAT 412 345 6789");
    await stockIssues("");
  });

  // shows T379
  test("shorten the wait for commission by two, and lengthen it by one", async ({ shop }) => {
    const { save, get } = await office(shop);
    const dev = await shop.as(shop.people.dev);
    const { payouts: before } = await get();
    const days = (payoutHoldDays: number) =>
      save({ section: "payouts", ...before, payoutHoldDays });
    expect((await days(14)).proposalId).toBeNull();
    const { proposalId: id } = await days(0);
    expect((await get()).payouts.payoutHoldDays).toBe(14);
    await days(15);
    // It replaces another number than was confirmed.
    expect(await dev.proposals.confirm({ id: String(id) })).toMatchObject({
      failure: "proposal.outdated",
    });
    const { proposalId } = await days(before.payoutHoldDays);
    await dev.proposals.confirm({ id: String(proposalId) });
    expect((await get()).payouts).toEqual(before);
  });

  // shows T392
  test("ask members later for the password of store credit by two, and sooner by one", async ({
    shop,
  }) => {
    const { save, get } = await office(shop);
    const dev = await shop.as(shop.people.dev);
    const { payouts: before } = await get();
    const now = before.creditPasswordAbove ?? 0;
    const above = (creditPasswordAbove: number) =>
      save({ section: "payouts", ...before, creditPasswordAbove });
    expect((await above(now - 1)).proposalId).toBeNull();
    const { proposalId } = await above(now);
    expect((await get()).payouts.creditPasswordAbove).toBe(now - 1);
    await above(now - 2);
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: "proposal.outdated",
    });
    const { proposalId: again } = await above(now);
    await dev.proposals.confirm({ id: String(again) });
    expect((await get()).payouts).toEqual(before);
  });

  // shows T374
  test("may name the number for collections once it stood for 30 days", async ({ shop }) => {
    const { save, get } = await office(shop);
    const { orders: before, collection } = await get();
    const text = "Call 083 555 0123";
    const given = { section: "orders", ...before, stockIssues: text } as const;
    await save({ section: "collection", ...collection, cell: "083 555 0123" });
    const refusal = { cause: { code: "content.account-number" } };
    await expect(save(given)).rejects.toMatchObject(refusal);
    const after = { now: () => new Date(Date.now() + 31 * 86_400_000).toISOString() };
    const { settings } = await shop.as(shop.people.admin, after);
    await settings.save({ commandId: randomUUID(), ...given });
    await save({ section: "orders", ...before });
  });

  // shows T367
  test("have numbers of the company in the form of its register, and a link to WhatsApp alone", async ({
    shop,
  }) => {
    const { save, get } = await office(shop);
    await set(shop, { company_no: "Reg. 2015/123456/07" });
    for (const [field, typed, code] of [
      ["companyNo", "Pay EFT to FNB 62001234567", "settings.wrong-company-number"],
      ["vatNo", "FNB 62001234567", "settings.wrong-vat-number"],
      ["whatsappUrl", "https://pay.evil.test/27821234567", "settings.wrong-whatsapp-link"],
    ] as const)
      await expect(
        save({ section: "shop", ...(await get()).shop, [field]: typed }),
      ).rejects.toMatchObject({ cause: { code, field } });
    // What was there before stays until it is changed.
    const urls = { whatsappUrl: "https://wa.me/27821234567" };
    await save({ section: "shop", ...(await get()).shop, ...urls });
    expect((await get()).shop).toMatchObject({ companyNo: "Reg. 2015/123456/07", ...urls });
    await save({ section: "shop", ...(await get()).shop, companyNo: "2015/123456/07" });
  });

  // shows S9.13
  test("make a sale for new orders of customers and guests, not for earlier ones", async ({
    shop,
  }) => {
    const { save } = await office(shop);
    const before = await aGuestOrder(shop);
    await save({ section: "sale", bfEnabled: true, bfDiscount: 10 });
    const during = await aGuestOrder(shop);
    // Four bottles of R325.00 at R292.50; the parcel is never reduced.
    expect(before.total - during.total).toBe(4 * 32_50);
    const { uuid } = before;
    expect((await before.guest.orders.detail({ uuid })).total).toBe(before.total);
    expect(await lastAudit(shop)).toEqual({
      action: "settings.changed",
      target: "sale",
      details: { changed: { bfEnabled: [false, true], bfDiscount: [13, 10] } },
    });
    await save({ section: "sale", bfEnabled: false, bfDiscount: 0 });
  });

  test("about the shop and its bank account are audited by field name only", async ({ shop }) => {
    const { save, get } = await office(shop);
    const { bank, collection } = await get();
    const { proposalId } = await save({
      section: "bank",
      ...bank,
      bankAccountNumber: "6200 0000 111",
    });
    expect((await get()).bank).toEqual(bank);
    const second = await shop.as(shop.people.dev);
    await second.proposals.confirm({ id: String(proposalId) });
    expect(JSON.stringify(await lastAudit(shop))).not.toContain("6200");
    expect((await lastAudit(shop))?.details).toEqual({ changed: ["bankAccountNumber"] });
    await save({ section: "collection", ...collection, contactName: "Nomsa", cell: "0215550000" });
    expect((await get()).collection.cell).toBe("+27215550000");
    expect(JSON.stringify(await lastAudit(shop))).not.toContain("Nomsa");
  });

  // shows S9.19
  test("of a region apply to new orders", async ({ shop }) => {
    const { save, get } = await office(shop);
    const za = (await get()).regions.find(({ code }) => code === "za");
    if (!za) throw new Error("there is no za");
    await save({ section: "region", ...za, unitValue: 300_00, phoneCountry: "GB" });
    expect((await get()).regions).toContainEqual({ ...za, unitValue: 300_00, phoneCountry: "GB" });
    expect((await (await shop.as(null)).settings.public()).phoneCountry).toBe("GB");
    await save({ section: "region", ...za });
    for (const payoutSecondPersonAbove of [-1, 0.5])
      await expect(
        save({ section: "region", ...za, payoutSecondPersonAbove }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(save({ section: "region", ...za, currency: "USD" })).rejects.toThrow(
      "You cannot change the currency because orders exist in it.",
    );
    const usa = (await get()).regions.find(({ code }) => code === "usa");
    if (!usa) throw new Error("there is no usa");
    await save({ section: "region", ...usa, currency: "ZAR" });
    await save({ section: "region", ...usa });
  });

  test.for([
    ["a sale of nothing", { section: "sale", bfEnabled: true, bfDiscount: 0 }],
    ["a sale that gives all away", { section: "sale", bfEnabled: true, bfDiscount: 100 }],
    ["half a percent", { section: "sale", bfEnabled: true, bfDiscount: 0.5 }],
    ["a notice without words", orders({ checkoutPopupEnabled: true })],
    [
      "a notice of nothing to be read",
      orders({ checkoutPopupEnabled: true, checkoutPopupText: "<p><script>1</script> </p>" }),
    ],
    ["a link that runs", links({ whatsappUrl: "javascript:alert(1)" })],
    ["a link that is not encrypted", links({ facebookUrl: "http://facebook.test" })],
    ["an address for mails that is none", links({ contactEmail: "nobody" })],
    ["a standard margin above the largest", stockists({ stockistMarginDefault: 41 })],
    ["a standard percent above the largest", stockists({ stockistPercentDefault: 21 })],
    ["a margin that gives all away", stockists({ stockistMarginMax: 100 })],
    ["a part of a percent", stockists({ stockistPercentMax: 12.5 })],
    ["a code of one letter", { section: "signIn", signInCodeLength: 1 }],
    [
      "a hold of a century",
      { section: "payouts", payoutHoldDays: 36_500, payoutMinimum: 0, creditPasswordAbove: 0 },
    ],
  ] as const)("take no %s", async ([, asked], { shop }) => {
    const { save } = await office(shop);
    await expect(save(asked)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("require recent authentication, and are for the office only", async ({ shop }) => {
    const asked = { section: "signIn", signInCodeLength: 6 } as const;
    const { admin, anna, kim } = shop.people;
    const session = {
      token: "none",
      handle: "00000000-0000-4000-8000-000000000000",
      impersonatorId: null,
      passwordAt: null,
    };
    await expect((await shop.as(admin, { session })).settings.save(asked)).rejects.toThrow(
      "Enter your password to continue.",
    );
    for (const person of [anna, kim])
      await expect((await shop.as(person)).settings.get()).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
  });
});

function orders(changes: { checkoutPopupEnabled?: boolean; checkoutPopupText?: string }) {
  const nothing = { checkoutPopupEnabled: false, checkoutPopupText: " ", stockIssues: "" };
  return { section: "orders", ...nothing, ...changes } as const;
}

function stockists(changes: object) {
  const standards = { stockistMarginDefault: 25, stockistMarginMax: 40 };
  const percents = { stockistPercentDefault: 10, stockistPercentMax: 20 };
  return { section: "stockists", ...standards, ...percents, ...changes } as const;
}

function links(changes: { whatsappUrl?: string; facebookUrl?: string; contactEmail?: string }) {
  const nothing = {
    shopName: "",
    shopAddress: "",
    companyNo: "",
    vatNo: "",
    contactEmail: "",
    whatsappUrl: "",
    facebookUrl: "",
    instagramUrl: "",
  };
  return { section: "shop", ...nothing, ...changes } as const;
}
