import { shopEmail, shopName } from "@portal/shared/constants.ts";
import type { Currency } from "@portal/shared/money.ts";
import { type PhoneCountry, phoneCountryOf } from "@portal/shared/phones/phone-number.ts";
import type { Region } from "@portal/shared/region.ts";
import type { ReadDatabase } from "../../db/database.ts";

/** What everybody may know of this shop. */
export type PublicSettings = {
  region: Region;
  currency: Currency;
  phoneCountry: PhoneCountry;
  timeZone: string;
  /** Null where no notice is to be shown. */
  checkoutNotice: string | null;
  /** Null while orders are taken. */
  stockIssues: string | null;
  /** What is taken off for customers, in percent; null where there is no sale. */
  blackFridayPercent: number | null;
  shop: { name: string; address: string; companyNo: string; vatNo: string };
  contact: {
    email: string;
    whatsappUrl: string | null;
    facebookUrl: string | null;
    instagramUrl: string | null;
  };
};

export async function getPublicSettings(db: ReadDatabase, region: Region): Promise<PublicSettings> {
  const row = await db
    .selectFrom("shop_setting as setting")
    .innerJoin("region", (join) => join.on("region.code", "=", region))
    .selectAll("setting")
    .select(["region.currency", "region.time_zone"])
    .executeTakeFirstOrThrow();
  return {
    region,
    currency: row.currency,
    phoneCountry: phoneCountryOf[region],
    timeZone: row.time_zone,
    checkoutNotice: row.checkout_popup_enabled ? row.checkout_popup_text || null : null,
    stockIssues: row.stock_issues || null,
    blackFridayPercent: row.bf_enabled ? row.bf_discount_bps / 100 : null,
    shop: {
      name: row.shop_name || shopName,
      address: row.shop_address,
      companyNo: row.company_no,
      vatNo: row.vat_no,
    },
    contact: {
      email: row.contact_email || shopEmail,
      whatsappUrl: row.whatsapp_url || null,
      facebookUrl: row.facebook_url || null,
      instagramUrl: row.instagram_url || null,
    },
  };
}
