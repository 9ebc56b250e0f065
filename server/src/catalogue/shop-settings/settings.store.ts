import { defaultYearBegin } from "@portal/shared/catalogue/financial-year.ts";
import { accountTexts, type Chart, chartOf } from "@portal/shared/catalogue/chart.ts";
import { waits } from "@portal/shared/platform/acts.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ClosedBooks } from "@portal/shared/catalogue/vat-registration.ts";
import type { SaveSettings, SettingsOf } from "@portal/shared/catalogue/settings.ts";
import { vatSettingOf } from "@portal/shared/catalogue/vat-rates.ts";
import { type Selectable, sql } from "kysely";
import type { Database, ReadDatabase, Tables, Tx } from "../../platform/db/database.ts";
import { appendLock } from "../../platform/ledger/append-statement.ts";
import { versionOf } from "../../platform/idempotency/edit-version.ts";
import { knownCountry, loadVatRates, vatDays } from "../../platform/db/region.queries.ts";
import { registrationFields, registrationOf } from "./registration.rules.ts";
import { addVatRate } from "./vat-rate.store.ts";
import { addKnownRegistrations } from "./vat-registration.store.ts";

type Given<Section extends SaveSettings["section"]> = Extract<SaveSettings, { section: Section }>;

/** All settings by section, in the shape in which a section is saved. */
export type AllSettings = {
  [Section in Exclude<SaveSettings["section"], "region">]: SettingsOf<Section>;
} & { regions: SettingsOf<"region">[] };

/** Null while no month is closed. */
/** The larger leader bonus of the plan in force and the one that waits for its day, in basis points. */
export type FindLeaderBps = (db: ReadDatabase) => Promise<number>;
export type FindClosedBooks = (db: ReadDatabase) => Promise<ClosedBooks | null>;

/** A section, or one region of the section "region". */
type SettingsPart = Readonly<{ section: SaveSettings["section"]; code?: Region | undefined }>;

export function partOf(all: AllSettings, { section, code }: SettingsPart): object {
  if (section !== "region") return all[section];
  return all.regions.find((region) => region.code === code) ?? {};
}

/** The version to send back with each part, by the part's name in the URL of its screen. */
export function versionsOf(all: AllSettings): Record<string, string> {
  const { regions, ...parts } = all;
  return Object.fromEntries([
    ...Object.entries(parts).map(([name, part]) => [name, versionOf(part)]),
    ...regions.map((region) => [`region-${region.code}`, versionOf(region)]),
  ]);
}

const stockistColumns = [
  "stockist_margin_default_bps",
  "stockist_percent_default_bps",
  "stockist_margin_max_bps",
  "stockist_percent_max_bps",
] as const;

const settingColumns = [
  "bf_enabled",
  "bf_discount_bps",
  "checkout_popup_enabled",
  "checkout_popup_text",
  "stock_issues",
  "first_delivery",
  "shop_name",
  "shop_address",
  "company_no",
  "vat_no",
  "contact_email",
  "whatsapp_url",
  "facebook_url",
  "instagram_url",
  "bank_name",
  "bank_account_name",
  "bank_account_type",
  "bank_account_number",
  "bank_branch_code",
  "payout_hold_days",
  "payout_minimum",
  "credit_password_above",
  "payout_originator_id",
  "withholding_bps",
  "contractor_form_from",
  ...stockistColumns,
  "sign_in_code_length",
  "orders_per_hour",
  "recipients_per_hour",
  "chart",
  "product_accounts",
  "year_begins_in",
] as const;

const collectionColumns = [
  "company",
  "street_address",
  "suburb",
  "town",
  "province",
  "postal_code",
  "contact_name",
  "cell",
  "email",
] as const;

/** @param own the portal's region, whose words the default names of accounts have */
export async function loadAllSettings(db: ReadDatabase | Tx, own: Region): Promise<AllSettings> {
  const row = await db.selectFrom("shop_setting").select(settingColumns).executeTakeFirstOrThrow();
  const point = await db
    .selectFrom("collection_point")
    .select(collectionColumns)
    .executeTakeFirstOrThrow();
  const regions = await db
    .selectFrom("region")
    .select([
      "code",
      "currency",
      "time_zone as timeZone",
      sql<string>`now()`.as("at"),
      vatDays.as("registration"),
      "unit_value as unitValue",
      "phone_country as phoneCountry",
      "delivery_flat as deliveryFlat",
      "payout_second_person_above as payoutSecondPersonAbove",
    ])
    .orderBy("code", "desc")
    .execute();
  const ofRegions: AllSettings["regions"] = [];
  for (const { registration, timeZone, at, ...one } of regions)
    ofRegions.push({
      ...one,
      ...vatSettingOf(await loadVatRates(db, one.code), { at, timeZone }),
      ...registrationFields(registration),
      phoneCountry: knownCountry(one.phoneCountry, one.code),
    });
  return {
    sale: { bfEnabled: row.bf_enabled, bfDiscount: Math.round(row.bf_discount_bps / 100) },
    orders: {
      checkoutPopupEnabled: row.checkout_popup_enabled,
      checkoutPopupText: row.checkout_popup_text,
      stockIssues: row.stock_issues,
      firstDelivery: row.first_delivery || null,
    },
    shop: {
      shopName: row.shop_name,
      shopAddress: row.shop_address,
      companyNo: row.company_no,
      vatNo: row.vat_no,
      contactEmail: row.contact_email,
      whatsappUrl: row.whatsapp_url,
      facebookUrl: row.facebook_url,
      instagramUrl: row.instagram_url,
    },
    bank: {
      bankName: row.bank_name,
      bankAccountName: row.bank_account_name,
      bankAccountType: row.bank_account_type,
      bankAccountNumber: row.bank_account_number,
      bankBranchCode: row.bank_branch_code,
    },
    payouts: {
      payoutHoldDays: row.payout_hold_days,
      payoutMinimum: row.payout_minimum,
      creditPasswordAbove: row.credit_password_above,
      payoutOriginatorId: row.payout_originator_id,
      withholdingBps: row.withholding_bps,
      contractorFormFrom: row.contractor_form_from,
    },
    stockists: stockistStandardsOf(row),
    signIn: { signInCodeLength: row.sign_in_code_length },
    limits: { ordersPerHour: row.orders_per_hour, recipientsPerHour: row.recipients_per_hour },
    collection: {
      company: point.company,
      streetAddress: point.street_address,
      suburb: point.suburb,
      town: point.town,
      province: point.province,
      postalCode: point.postal_code,
      contactName: point.contact_name,
      cell: point.cell,
      email: point.email,
    },
    accounting: {
      ...accountTexts(chartOf(row.chart, { region: own, productLines: "" })),
      salesOfProducts: row.product_accounts,
      yearBeginsIn: row.year_begins_in ?? defaultYearBegin(own),
    },
    regions: ofRegions,
  };
}

/** The accounts of the books, as the office named them. */
export async function loadChart(db: ReadDatabase, region: Region): Promise<Chart> {
  const { chart, product_accounts } = await db
    .selectFrom("shop_setting")
    .select(["chart", "product_accounts"])
    .executeTakeFirstOrThrow();
  return chartOf(chart, { region, productLines: product_accounts });
}

/** The defaults and maximums of stockists' terms, in whole percent. */
export async function loadStockistStandards(
  db: ReadDatabase | Database,
): Promise<SettingsOf<"stockists">> {
  return stockistStandardsOf(
    await db.selectFrom("shop_setting").select(stockistColumns).executeTakeFirstOrThrow(),
  );
}

function stockistStandardsOf(
  row: Pick<Selectable<Tables["shop_setting"]>, (typeof stockistColumns)[number]>,
): SettingsOf<"stockists"> {
  return {
    stockistMarginDefault: row.stockist_margin_default_bps / 100,
    stockistPercentDefault: row.stockist_percent_default_bps / 100,
    stockistMarginMax: row.stockist_margin_max_bps / 100,
    stockistPercentMax: row.stockist_percent_max_bps / 100,
  };
}

export async function saveSection(tx: Tx, given: SaveSettings, at: string): Promise<void> {
  if (given.section === "region") return saveRegion(tx, given, at);
  if (given.section === "collection") return saveCollectionPoint(tx, given);
  if (given.section === "shop") await keepFormerDetails(tx, given, at);
  await tx
    .updateTable("shop_setting")
    .set({ ...shopColumns(given), updated_at: at })
    .execute();
}

/** Documents that were issued keep the details of their time; without a name there are none to keep. */
async function keepFormerDetails(tx: Tx, given: Given<"shop">, until: string): Promise<void> {
  const columns = ["shop_name", "shop_address", "vat_no", "company_no"] as const;
  const former = await tx.selectFrom("shop_setting").select(columns).executeTakeFirstOrThrow();
  const next = shopColumns(given);
  if (former.shop_name === "" || columns.every((column) => former[column] === next[column])) return;
  await tx
    .insertInto("former_company_details")
    .values({
      until,
      name: former.shop_name,
      address: former.shop_address,
      vat_no: former.vat_no,
      company_no: former.company_no,
    })
    .execute();
}

type OfShop = Exclude<SaveSettings, { section: "region" | "collection" }>;

function shopColumns(given: OfShop) {
  switch (given.section) {
    case "sale":
      return { bf_enabled: given.bfEnabled, bf_discount_bps: given.bfDiscount * 100 };
    case "orders":
      return {
        checkout_popup_enabled: given.checkoutPopupEnabled,
        checkout_popup_text: given.checkoutPopupText,
        stock_issues: given.stockIssues,
        ...(given.firstDelivery !== undefined && { first_delivery: given.firstDelivery ?? "" }),
      };
    case "shop":
      return {
        shop_name: given.shopName,
        shop_address: given.shopAddress,
        vat_no: given.vatNo,
        company_no: given.companyNo,
        contact_email: given.contactEmail,
        whatsapp_url: given.whatsappUrl,
        facebook_url: given.facebookUrl,
        instagram_url: given.instagramUrl,
      };
    case "bank":
      return {
        bank_name: given.bankName,
        bank_account_name: given.bankAccountName,
        bank_account_type: given.bankAccountType,
        bank_account_number: given.bankAccountNumber,
        bank_branch_code: given.bankBranchCode,
      };
    case "payouts":
      return {
        payout_hold_days: given.payoutHoldDays,
        payout_minimum: given.payoutMinimum,
        ...(given.creditPasswordAbove !== undefined && {
          credit_password_above: given.creditPasswordAbove,
        }),
        ...(given.payoutOriginatorId !== undefined && {
          payout_originator_id: given.payoutOriginatorId,
        }),
        ...(given.withholdingBps !== undefined && { withholding_bps: given.withholdingBps }),
        ...(given.contractorFormFrom !== undefined && {
          contractor_form_from: given.contractorFormFrom,
        }),
      };
    case "stockists":
      return {
        stockist_margin_default_bps: given.stockistMarginDefault * 100,
        stockist_percent_default_bps: given.stockistPercentDefault * 100,
        stockist_margin_max_bps: given.stockistMarginMax * 100,
        stockist_percent_max_bps: given.stockistPercentMax * 100,
      };
    case "signIn":
      return { sign_in_code_length: given.signInCodeLength };
    case "limits":
      return {
        orders_per_hour: given.ordersPerHour,
        recipients_per_hour: given.recipientsPerHour,
      };
    case "accounting": {
      const { section: _, version: _version, salesOfProducts, yearBeginsIn, ...accounts } = given;
      return {
        chart: JSON.stringify(accounts),
        product_accounts: salesOfProducts,
        ...(yearBeginsIn !== undefined && { year_begins_in: yearBeginsIn }),
      };
    }
  }
}

async function saveCollectionPoint(tx: Tx, given: Given<"collection">): Promise<void> {
  await tx
    .updateTable("collection_point")
    .set({
      company: given.company,
      street_address: given.streetAddress,
      suburb: given.suburb,
      town: given.town,
      province: given.province,
      postal_code: given.postalCode,
      contact_name: given.contactName,
      cell: given.cell,
      email: given.email,
    })
    .execute();
}

async function saveRegion(tx: Tx, given: Given<"region">, at: string): Promise<void> {
  await addVatRate(tx, given, at);
  const registration = registrationOf(given);
  await tx
    .updateTable("region")
    .set({
      currency: given.currency,
      ...(registration !== null && {
        vat_registered_from: registration.from,
        vat_registered_until: registration.until,
      }),
      unit_value: given.unitValue,
      phone_country: given.phoneCountry,
      delivery_flat: given.deliveryFlat,
      payout_second_person_above: given.payoutSecondPersonAbove,
    })
    .where("code", "=", given.code)
    .execute();
  await addKnownRegistrations(tx, at, [given.code]);
}

/** Serialises changes of settings, so that each audit entry has the right former values. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.selectFrom("shop_setting").select("only_row").forUpdate().execute();
}

/** Until the end of the transaction nothing is appended to the ledger, so that no month is closed. */
export async function lockAppends(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${appendLock})`.execute(tx);
}

/** Those that were replaced in the last 30 days, from the audit log; minor units, null: the price of a parcel. */
export async function findFormerDeliveryFees(
  tx: Tx,
  region: Region,
  now: string,
): Promise<(number | null)[]> {
  const { rows } = await sql<{ fee: number | null }>`
    select (details #>> '{changed,deliveryFlat,0}')::integer as fee
    from audit_entry
    where action = 'settings.changed' and target = 'region'
      and details #> '{changed,deliveryFlat}' is not null
      and coalesce(details ->> 'region', ${region}) = ${region}
      and at > ${now}::timestamptz - make_interval(secs => ${waits.LOOKBACK})`.execute(tx);
  return rows.map(({ fee }) => fee);
}

export async function hasOrdersIn(tx: Tx, region: Region): Promise<boolean> {
  const found = await tx
    .selectFrom("projection.order_state")
    .select("order_id")
    .where("region", "=", region)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
