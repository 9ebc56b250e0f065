import type { Updateable } from "kysely";
import { describe, expect } from "vitest";
import type { ShopTables } from "../../db/shop-tables.ts";
import { aGuestOrder, test, type TestShop } from "../../testing/shop-test.ts";

type Changes = Updateable<ShopTables["shop_setting"]>;

async function set({ deps }: TestShop, changes: Changes): Promise<void> {
  await deps.db.updateTable("shop_setting").set(changes).execute();
}

describe("the settings that everybody may know", () => {
  test("are those of an ordinary day, unless the office says otherwise", async ({ shop }) => {
    const guest = await shop.as(null);
    expect(await guest.settings.public()).toEqual({
      region: "za",
      currency: "ZAR",
      phoneCountry: "ZA",
      timeZone: "Africa/Johannesburg",
      checkoutNotice: null,
      stockIssues: null,
      blackFridayPercent: null,
      shop: { name: "Rhizo", address: "", companyNo: "", vatNo: "" },
      contact: {
        email: "orders@shop.test",
        whatsappUrl: null,
        facebookUrl: null,
        instagramUrl: null,
      },
    });
  });

  test("hold what the office set, and no bank account", async ({ shop }) => {
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
    // A text that is put aside is not shown.
    expect((await (await shop.as(null)).settings.public()).checkoutNotice).toBeNull();
  });
});

describe("stock issues", () => {
  test("stop new orders, and let go of them when they are over", async ({ shop }) => {
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
