import { isRegisteredOn } from "@portal/shared/catalogue/vat-registration.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import { shopEmail, shopName } from "@portal/shared/platform/constants.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { detailsThen } from "../../platform/db/details-then.rules.ts";
import { knownCountry, loadRegion, vatDays } from "../../platform/db/region.queries.ts";
import { loadAllSettings, versionsOf } from "./settings.store.ts";

/** @param now decides whether the VAT number is said */
export async function getPublicSettings(db: ReadDatabase, region: Region, now: string) {
  const row = await db
    .selectFrom("shop_setting as setting")
    .innerJoin("region", (join) => join.on("region.code", "=", region))
    .select([
      "setting.checkout_popup_enabled",
      "setting.checkout_popup_text",
      "setting.stock_issues",
      "setting.bf_enabled",
      "setting.bf_discount_bps",
      "setting.shop_name",
      "setting.shop_address",
      "setting.company_no",
      "setting.vat_no",
      "setting.contact_email",
      "setting.whatsapp_url",
      "setting.facebook_url",
      "setting.instagram_url",
      "region.currency",
      "region.time_zone",
      "region.phone_country",
      vatDays.as("vatDays"),
    ])
    .executeTakeFirstOrThrow();
  const isRegistered = isRegisteredOn(row.vatDays, dayOf(now, row.time_zone));
  return {
    region,
    currency: row.currency,
    phoneCountry: knownCountry(row.phone_country, region),
    timeZone: row.time_zone,
    /** Null when no notice is shown. */
    checkoutNotice: row.checkout_popup_enabled ? row.checkout_popup_text || null : null,
    /** Null while orders are taken. */
    stockIssues: row.stock_issues || null,
    /** The discount of customers; null when there is no sale. */
    blackFridayPercent: row.bf_enabled ? row.bf_discount_bps / 100 : null,
    shop: {
      name: row.shop_name || shopName,
      address: row.shop_address,
      companyNo: row.company_no,
      vatNo: isRegistered ? row.vat_no : "",
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

/** The office, where orders are collected: its name and the lines of its address. */
export async function loadOffice(db: ReadDatabase) {
  const row = await db
    .selectFrom("collection_point")
    .select(["company", "street_address", "suburb", "town", "postal_code"])
    .executeTakeFirstOrThrow();
  const { company, street_address, suburb, town, postal_code } = row;
  return { name: company, address: [street_address, suburb, `${town} ${postal_code}`.trim()] };
}

/**
 * Everything that the office can set, the version of each section, the VAT rate of now where another one is to come, the number of
 * registered customers, who besides guests pay less in a sale, and who has a lower tax rate than all members.
 */
export async function getOfficeSettings(db: ReadDatabase, region: Region) {
  const all = await loadAllSettings(db, region);
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
  const comingVat = all.regions.filter(({ vatFrom }) => vatFrom !== null);
  const vatNow = await Promise.all(
    comingVat.map(async ({ code }) => ({ code, vatBps: (await loadRegion(db, code)).vatBps })),
  );
  const lowerRates = await listLowerRates(db);
  return { ...all, region, dateUpdated, customers, lowerRates, vatNow, versions: versionsOf(all) };
}

/** Who stays below the tax rate of all members by a decision of two admins; basis points. */
async function listLowerRates(db: ReadDatabase) {
  return db
    .selectFrom("withholding_rate as rate")
    .innerJoin("account", "account.id", "rate.user_id")
    .innerJoin("shop_setting", (join) =>
      join.onRef("rate.bps", "<", "shop_setting.withholding_bps"),
    )
    .select(["rate.bps", sql<string>`concat_ws(' ', first_name, last_name)`.as("name")])
    .where("rate.decided", "=", true)
    .orderBy("account.sort_name")
    .orderBy("account.id")
    .execute();
}

/** The shop as its documents name it; fields that the office had not filled in are empty. */
export type CompanyDetails = Readonly<Record<"name" | "address" | "vatNo" | "companyNo", string>>;

/**
 * The company's details as they held at an instant: what was issued then keeps them, whatever is saved later. What was empty
 * then was not typed yet, as a number that the tax office sends after the registration has begun.
 *
 * @param at null for now
 */
export async function companyDetailsAt(
  db: ReadDatabase,
  at: string | null,
): Promise<CompanyDetails> {
  const present = await getShopFacts(db);
  if (at === null) return present;
  const former = await db
    .selectFrom("former_company_details")
    .select(["name", "address", "vat_no as vatNo", "company_no as companyNo"])
    .where("until", ">", at)
    .orderBy("until")
    .orderBy("id")
    .execute();
  const { name, address, vatNo, companyNo } = present;
  return detailsThen(former, { name, address, vatNo, companyNo });
}

/** The shop as it is now, with its bank account; fields that the office has not filled in yet are empty, the account is null. */
export async function getShopFacts(db: ReadDatabase) {
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
