import { shopEmail, shopName } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Country, Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { knownCountry } from "../../platform/db/region.queries.ts";
import { type AllSettings, loadAllSettings, versionsOf } from "./settings.store.ts";

/** What everybody may know of this shop. */
export type PublicSettings = {
  region: Region;
  currency: Currency;
  phoneCountry: Country;
  timeZone: string;
  /** Null where no notice is to be shown. */
  checkoutNotice: string | null;
  /** Null while orders are taken. */
  stockIssues: string | null;
  /** What is taken off for customers, in percent; null where there is no sale. */
  blackFridayPercent: number | null;
  shop: { name: string; address: string; companyNo: string; vatNo: string };
  /** The office, where orders are collected: the lines of its address. */
  office: { name: string; address: string[] };
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
    .select(["region.currency", "region.time_zone", "region.phone_country"])
    .executeTakeFirstOrThrow();
  return {
    region,
    currency: row.currency,
    phoneCountry: knownCountry(row.phone_country, region),
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
    office: await loadOffice(db),
    contact: {
      email: row.contact_email || shopEmail,
      whatsappUrl: row.whatsapp_url || null,
      facebookUrl: row.facebook_url || null,
      instagramUrl: row.instagram_url || null,
    },
  };
}

/** Where orders are collected. */
export async function loadOffice(db: ReadDatabase): Promise<PublicSettings["office"]> {
  const row = await db
    .selectFrom("collection_point")
    .select(["company", "street_address", "suburb", "town", "postal_code"])
    .executeTakeFirstOrThrow();
  const { company, street_address, suburb, town, postal_code } = row;
  return { name: company, address: [street_address, suburb, `${town} ${postal_code}`.trim()] };
}

export type OfficeSettings = AllSettings & {
  /** The region that this shop sells in. */
  region: Region;
  dateUpdated: string;
  /** What is to be sent back when a part is saved. */
  versions: Record<string, string>;
  /** Who pays less in a sale: registered customers, beside every guest. */
  customers: number;
};

/** Everything that the office can set, and whom it concerns. */
export async function getOfficeSettings(db: ReadDatabase, region: Region): Promise<OfficeSettings> {
  const all = await loadAllSettings(db);
  const { dateUpdated } = await db
    .selectFrom("shop_setting")
    .select("updated_at as dateUpdated")
    .executeTakeFirstOrThrow();
  const { customers } = await db
    .selectFrom("account")
    .select(({ fn }) => fn.countAll<number>().as("customers"))
    .where("role", "=", "customer")
    .where("active", "=", true)
    .executeTakeFirstOrThrow();
  return { ...all, region, dateUpdated, customers, versions: versionsOf(all) };
}

/** Where a bank transfer goes. */
export type ShopBank = {
  bankName: string;
  accountName: string;
  accountType: string;
  accountNumber: string;
  branchCode: string;
};

/** Who the shop is on its papers; what the office has not said yet is empty. */
type ShopFacts = Readonly<{
  name: string;
  /** Lines, one below the other. */
  address: string;
  vatNo: string;
  companyNo: string;
  /** Null until the office says which. */
  bank: ShopBank | null;
}>;

export async function getShopFacts(db: ReadDatabase): Promise<ShopFacts> {
  const row = await db
    .selectFrom("shop_setting")
    .select([
      "shop_name as name",
      "shop_address as address",
      "vat_no as vatNo",
      "company_no as companyNo",
      "bank_name as bankName",
      "bank_account_name as accountName",
      "bank_account_type as accountType",
      "bank_account_number as accountNumber",
      "bank_branch_code as branchCode",
    ])
    .executeTakeFirstOrThrow();
  const { name, address, vatNo, companyNo, ...bank } = row;
  return { name, address, vatNo, companyNo, bank: bank.accountNumber === "" ? null : bank };
}
