import type { EditField } from "@portal/shared/platform/editing.ts";
import {
  bankBranchName,
  type Region,
  type RegionWords,
  regionWords,
} from "@portal/shared/platform/region.ts";
import { currencies, type Currency } from "@portal/shared/platform/money.ts";
import { phoneCountries } from "@portal/shared/platform/phones/phone-number.ts";
import type { SettingsSection } from "@portal/shared/catalogue/settings.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { withUnit } from "../../../ui/editing/edit-schema.ts";

type Settings = ApiOutputs["settings"]["get"];

/** One part of the settings that is saved by itself, and what each of its fields does in words. */
export type SectionForm = Readonly<{
  /** Of its heading, and the first part of its fields' ids. */
  id: string;
  section: SettingsSection;
  title: string;
  fields: readonly EditField[];
  values: object;
  /** What is sent along and nobody types. */
  fixed?: object;
  /** A region that this shop does not sell in. */
  isElsewhere?: boolean;
}>;

const regionNames: Readonly<Record<Region, string>> = {
  za: "South Africa",
  uk: "United Kingdom",
  usa: "United States",
};
const text = (name: string, label: string, help = ""): EditField => ({
  name,
  label,
  help,
  kind: "text",
});
const needed = (name: string, label: string): EditField => ({
  name,
  label,
  kind: "text",
  isRequired: true,
});

/** Every section of the Other Settings, the everyday ones first. */
export function settingsSections(settings: Settings): SectionForm[] {
  const own = settings.regions.filter(({ code }) => code === settings.region);
  const others = settings.regions.filter(({ code }) => code !== settings.region);
  const currency = own[0]?.currency ?? "ZAR";
  const words = regionWords(settings.region);
  const part = (
    section: Exclude<SettingsSection, "region">,
    title: string,
    fields: readonly EditField[],
  ): SectionForm => ({ id: section, section, title, fields, values: settings[section] });
  return [
    part("sale", "Black Friday", saleFields(settings.customers)),
    part("orders", "Orders", orderFields),
    part("shop", "Who the shop is", shopFields),
    part("bank", "Bank details shown", bankFields(currency)),
    part("payouts", "Payouts", withUnit(payoutFields, currency)),
    part("stockists", "Stockists", stockistFields),
    part("signIn", "Sign-in codes", signInFields),
    part("collection", "Collection point", collectionFields(words)),
    ...own.map((region) => regionForm(region, `${regionNames[region.code]} (this shop)`)),
    ...others.map((region) => ({
      ...regionForm(region, regionNames[region.code]),
      isElsewhere: true,
    })),
  ];
}

function regionForm(region: Settings["regions"][number], title: string): SectionForm {
  const { code } = region;
  return {
    id: `region-${code}`,
    section: "region",
    title,
    values: region,
    fixed: { code },
    fields: withUnit(regionFields, region.currency),
  };
}

function saleFields(customers: number): EditField[] {
  return [
    {
      name: "bfEnabled",
      label: "Black Friday is on",
      kind: "tick",
      help: `While it is on, guests and your ${customers} registered customers pay less. Stockists, distributors and delivery keep their prices.`,
    },
    {
      name: "bfDiscount",
      label: "Discount",
      kind: "int",
      unit: "percent",
      isRequired: true,
      help: "Whole percent. Where a customer's own margin is larger, that one counts.",
    },
  ];
}

const orderFields: EditField[] = [
  {
    name: "stockIssues",
    label: "Stock issues",
    kind: "text",
    help: "Anything written here stops new orders for everybody, and is shown to them.",
  },
  {
    name: "checkoutPopupEnabled",
    label: "Show a notice at checkout",
    kind: "tick",
    help: "Everybody who orders sees it once.",
  },
  { name: "checkoutPopupText", label: "Notice", kind: "rich-text" },
];

const shopFields: EditField[] = [
  text("shopName", "Name on papers"),
  { name: "shopAddress", label: "Address", kind: "long-text" },
  text("companyNo", "Company number"),
  text("vatNo", "VAT number", "Without it, invoices are plain ones and claim no VAT."),
  { name: "contactEmail", label: "Contact email", kind: "email" },
  text("whatsappUrl", "WhatsApp link", "Begins with https://. Left empty, there is no icon."),
  text("facebookUrl", "Facebook link"),
  text("instagramUrl", "Instagram link"),
];

const bankFields = (currency: Currency): EditField[] => [
  text("bankName", "Bank"),
  text("bankAccountName", "Account name"),
  text("bankAccountType", "Account type"),
  text(
    "bankAccountNumber",
    "Account number",
    "Whoever pays by bank transfer is told to pay here. A second admin confirms a change.",
  ),
  text("bankBranchCode", bankBranchName(currency)),
];

const payoutFields: EditField[] = [
  {
    name: "payoutHoldDays",
    label: "Hold commission for",
    kind: "int",
    unit: "days",
    isRequired: true,
    help: "Younger commission is maturing: distributors see it and wait.",
  },
  {
    name: "payoutMinimum",
    label: "Smallest payout",
    kind: "price",
    isRequired: true,
    help: "Below it, distributors cannot ask for a payout. Open requests stay.",
  },
  {
    name: "creditPasswordAbove",
    label: "Ask for the password above",
    kind: "price",
    isRequired: true,
    help: "For turning commission into store credit and paying with it, each added up over 24 hours.",
  },
];

const stockistFields: EditField[] = [
  {
    name: "stockistMarginDefault",
    label: "Standard margin",
    kind: "int",
    unit: "percent",
    isRequired: true,
    help: "A stockist added or converted by a distributor gets it.",
  },
  {
    name: "stockistPercentDefault",
    label: "Standard distributor percent",
    kind: "int",
    unit: "percent",
    isRequired: true,
    help: "What the distributor above earns on the orders of a new stockist.",
  },
  {
    name: "stockistMarginMax",
    label: "Largest margin",
    kind: "int",
    unit: "percent",
    isRequired: true,
    help: "Larger margins set earlier stay until they are changed.",
  },
  {
    name: "stockistPercentMax",
    label: "Largest distributor percent",
    kind: "int",
    unit: "percent",
    isRequired: true,
  },
];

const signInFields: EditField[] = [
  {
    name: "signInCodeLength",
    label: "Characters of a code",
    kind: "int",
    isRequired: true,
    help: "4 to 8. Counts for the next code that is sent.",
  },
];

const collectionFields = (words: RegionWords): EditField[] => [
  needed("company", "Company"),
  needed("streetAddress", "Street address"),
  needed("suburb", "Suburb"),
  needed("town", "Town"),
  text("province", words.province),
  needed("postalCode", words.postalCode),
  needed("contactName", "Contact"),
  {
    name: "cell",
    label: words.cell,
    kind: "phone",
    isRequired: true,
    help: "The courier calls it.",
  },
  { name: "email", label: "Email", kind: "email", isRequired: true },
];

const regionFields: EditField[] = [
  {
    name: "currency",
    label: "Currency",
    kind: "select",
    isRequired: true,
    options: currencies.map((value) => ({ value, label: value })),
    help: "It stays once an order was placed in it.",
  },
  {
    name: "vatBps",
    label: "VAT",
    kind: "percent",
    unit: "percent",
    isRequired: true,
    help: "Counts for new orders. Orders and commission of before keep their rate.",
  },
  {
    name: "unitValue",
    label: "Unit value",
    kind: "price",
    isRequired: true,
    help: "What one unit counts for in “total sales”, without VAT. It changes how totals are shown, also of the past, and no commission.",
  },
  {
    name: "phoneCountry",
    label: "Default phone country",
    kind: "select",
    isRequired: true,
    options: phoneCountries.map((value) => ({ value, label: value })),
  },
  {
    name: "deliveryFlat",
    label: "Flat delivery",
    kind: "price",
    help: "For each recipient. Left empty, each parcel costs the DELIVERY product's price.",
  },
  {
    name: "payoutSecondPersonAbove",
    label: "Second person above",
    kind: "price",
    help: "Larger payouts, bank transfers and store credit need a second admin. Changing it does too. Left empty, one person is enough. The lowest of all regions counts.",
  },
];
