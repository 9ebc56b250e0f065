import { percentWords } from "@portal/shared/network/commission-words.ts";
import type { EditField } from "@portal/shared/platform/editing.ts";
import {
  bankBranchName,
  type Region,
  type RegionWords,
  regionNames,
  regionWords,
  taxHeadings,
  hasVat,
  countries,
} from "@portal/shared/platform/region.ts";
import { currencies, type Currency } from "@portal/shared/platform/money.ts";
import { type AccountKey, accountKeys, defaultChartOf } from "@portal/shared/catalogue/chart.ts";
import { monthsOfYear } from "@portal/shared/catalogue/financial-year.ts";
import { monthNames } from "@portal/shared/platform/calendar.ts";
import type { SettingsSection } from "@portal/shared/catalogue/settings.ts";
import { offeredCourierServices } from "@portal/shared/sales/delivery/delivery.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { withUnit } from "../../../ui/editing/edit-schema.ts";

type Settings = ApiOutputs["settings"]["get"];

/** One section of the settings, which is saved separately. */
export type SectionForm = Readonly<{
  /** The id of the heading, and part of the ids of the fields. */
  id: string;
  section: SettingsSection;
  title: string;
  fields: readonly EditField[];
  values: object;
  /** Sent back on saving, to detect concurrent changes. */
  version: string | null;
  /** Sent with the typed values. */
  fixed?: object;
  /** A region that the shop does not sell in. */
  isElsewhere?: boolean;
}>;

const text = (name: string, label: string, help = ""): EditField => ({
  name,
  label,
  help,
  kind: "text",
});
const needed = (name: string, label: string, more: Partial<EditField> = {}): EditField => ({
  name,
  label,
  kind: "text",
  isRequired: true,
  ...more,
});
const percent = (name: string, label: string, help = ""): EditField =>
  needed(name, label, { kind: "int", unit: "%", help });

/** What the account is for, where its name does not say it. */
const accountHelp: Readonly<Partial<Record<AccountKey, string>>> = {
  bank: "Code, a space and the name in your accounting program. Changes apply to all journals, past ones included.",
  cardClearing: "Card payments that the provider has not paid out yet.",
  customers:
    "Part payments, overpayments and money of cancelled orders. Not your program’s own debtors account.",
  commissionOwed: "Not your program’s own creditors account.",
  purchases: "What suppliers were paid. Stock and cost of sales are for your accounting program.",
  elsewhere:
    "Transactions that your accounting program also has. There it has the other side of each, so that nothing is left.",
  suspense: "Transactions that are not explained. Month end asks for them.",
  ownerAccount: "What owners took out or put in, and loans.",
  retainedEarnings: "What earlier financial years brought. No journal has a line on it.",
};

/** The sections of "Other Settings", the most used first. */
export function settingsSections(settings: Settings): SectionForm[] {
  const own = settings.regions.filter(({ code }) => code === settings.region);
  const others = settings.regions.filter(({ code }) => code !== settings.region);
  const currency = own[0]?.currency ?? "ZAR";
  const words = regionWords(settings.region);
  const part = (
    section: Exclude<SettingsSection, "region">,
    title: string,
    fields: readonly EditField[],
  ): SectionForm => ({
    id: section,
    section,
    title,
    fields,
    values: settings[section],
    version: settings.versions[section] ?? null,
  });
  return [
    part("sale", "Black Friday", saleFields(settings.customers)),
    part("orders", "Orders", orderFields),
    part("shop", "Company details", shopFields(settings.region)),
    part("bank", "Shop bank details", bankFields(currency)),
    part("payouts", "Payouts", withUnit(payoutFields(settings), currency)),
    part("stockists", "Stockists", stockistFields),
    part("signIn", "Sign-in codes", signInFields),
    part("limits", "Limits for buyers", limitFields),
    part("collection", "Collection point", collectionFields(words)),
    part("accounting", "Accounting", accountingFields(settings.region)),
    ...own.map((region) => regionForm(settings, region, `${regionNames[region.code]} (current)`)),
    ...others.map((region) => ({
      ...regionForm(settings, region, regionNames[region.code]),
      isElsewhere: true,
    })),
  ];
}

function regionForm(
  { versions, vatNow }: Settings,
  region: Settings["regions"][number],
  title: string,
): SectionForm {
  const { code } = region;
  const id = `region-${code}`;
  return {
    id,
    version: versions[id] ?? null,
    section: "region",
    title,
    values: region,
    fixed: { code },
    fields: withUnit(
      regionFields(code, vatNow.find((each) => each.code === code)?.vatBps ?? null),
      region.currency,
    ),
  };
}

function saleFields(customers: number): EditField[] {
  return [
    {
      name: "bfEnabled",
      label: "Black Friday is on",
      kind: "tick",
      help: `Guests and your ${customers} registered customers get the discount. Stockists, distributors and delivery are not affected.`,
    },
    percent(
      "bfDiscount",
      "Discount",
      "Whole number. If a customer’s own discount is larger, it applies instead.",
    ),
  ];
}

const orderFields: EditField[] = [
  {
    name: "firstDelivery",
    label: "First delivery option",
    kind: "select",
    options: [
      { value: "", label: "The one that arrives first" },
      ...offeredCourierServices.map(({ code, name }) => ({ value: code, label: name })),
    ],
    help: "Chosen for buyers at the start, where the courier offers it. They pay the same for each.",
  },
  {
    name: "stockIssues",
    label: "Stock issues",
    kind: "text",
    help: "Any text here stops new orders and is shown to everyone.",
  },
  {
    name: "checkoutPopupEnabled",
    label: "Show a notice at checkout",
    kind: "tick",
    help: "Shown once to each buyer.",
  },
  { name: "checkoutPopupText", label: "Notice", kind: "rich-text" },
];

const shopFields = (region: Region): EditField[] => [
  text("shopName", "Name on documents"),
  { name: "shopAddress", label: "Address", kind: "long-text" },
  text("companyNo", "Company number"),
  {
    ...text("vatNo", "VAT number", "Printed on invoices while you are registered for VAT."),
    isHidden: () => !hasVat[region],
  },
  {
    name: "contactEmail",
    label: "Contact email",
    kind: "email",
    help: "Also hears of every decision of the office. A change is only proposed.",
  },
  text("whatsappUrl", "WhatsApp link", "Starts with https://wa.me/. Leave blank to hide the icon."),
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
    "Shown to customers who pay by bank transfer. A change is only proposed.",
  ),
  text("bankBranchCode", bankBranchName(currency)),
];

/** The number by which the bank knows a payer, where its files need one. */
const originators: Readonly<Record<Region, readonly EditField[]>> = {
  za: [],
  uk: [text("payoutOriginatorId", "Service user number", "Six digits, for Bacs files.")],
  usa: [
    text("payoutOriginatorId", "Company identification", "Ten characters from the bank, for ACH."),
    needed("contractorFormFrom", "1099-NEC from", {
      kind: "price",
      help: "Paid in a year, for 2027 and later. Earlier years use $600.00, and $2,000.00 for 2026.",
    }),
  ],
};

const payoutFields = ({ region, lowerRates }: Settings): EditField[] => [
  needed("payoutHoldDays", "Waiting period", {
    kind: "int",
    unit: "days",
    help: "New commission becomes available after this many days. A shorter wait is only proposed.",
  }),
  needed("payoutMinimum", "Minimum payout", {
    kind: "price",
    help: "Distributors cannot request less than this. Open requests are not affected.",
  }),
  needed("creditPasswordAbove", "Ask for password above", {
    kind: "price",
    help: "For turning commission into store credit and for paying with it. Each is added up over 24 hours. A higher amount is only proposed.",
  }),
  needed("withholdingBps", "Tax withheld", {
    kind: "percent",
    unit: "%",
    help: `Of every payout, unless the person has a rate of their own. Open requests are not affected. A lower rate is only proposed.${lowerWords(lowerRates)}`,
  }),
  ...originators[region],
];

/** " Lower by decision: Ben Botha 15%." */
function lowerWords(rates: Settings["lowerRates"]): string {
  if (rates.length === 0) return "";
  return ` Lower by decision: ${rates.map(({ name, bps }) => `${name} ${percentWords(bps)}`).join(", ")}.`;
}

const stockistFields: EditField[] = [
  percent(
    "stockistMarginDefault",
    "Standard margin",
    "For stockists that a distributor adds or converts.",
  ),
  percent(
    "stockistPercentDefault",
    "Standard distributor commission",
    "What the parent earns on a new stockist’s orders.",
  ),
  percent(
    "stockistMarginMax",
    "Largest margin",
    "Larger margins set earlier stay until someone changes them.",
  ),
  percent("stockistPercentMax", "Largest distributor commission"),
];

const signInFields: EditField[] = [
  needed("signInCodeLength", "Code length", {
    kind: "int",
    help: "4 to 8 characters. Applies to new codes.",
  }),
];

const limitFields: EditField[] = [
  needed("ordersPerHour", "Orders an hour", {
    kind: "int",
    help: "Of one account, or of all guests with one internet connection. In a day five times as many.",
  }),
  needed("recipientsPerHour", "Saved recipients an hour", {
    kind: "int",
    help: "Counted in the same way. A stockist who enters an address book needs room.",
  }),
];

const accountingFields = (region: Region): EditField[] => [
  needed("yearBeginsIn", "Financial year begins in", {
    kind: "select",
    options: monthsOfYear.map((value) => ({
      value,
      label: monthNames[Number(value) - 1] ?? value,
    })),
    help: "Income and expenses begin each year at 0. Closed months keep their year: after a change it goes on until the chosen month comes.",
  }),
  ...accountKeys.map((key) =>
    needed(key, defaultChartOf(region).accounts[key].name, { help: accountHelp[key] ?? "" }),
  ),
  {
    name: "salesOfProducts",
    label: "Sales accounts of products",
    kind: "long-text",
    help: "Product number, code and name, one product in each line: 94 4001 Bottles. All other products use the account for sales.",
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
  needed("cell", words.cell, { kind: "phone", help: "The courier calls this number." }),
  needed("email", "Email", { kind: "email" }),
];

/** @param vatNow in basis points, where another rate is to come */
function regionFields(region: Region, vatNow: number | null): EditField[] {
  const { priceTax } = regionWords(region);
  return [
    needed("currency", "Currency", {
      kind: "select",
      options: currencies.map((value) => ({ value, label: value })),
      help: "You cannot change it after the first order.",
    }),
    needed("vatBps", taxHeadings[region].tax, {
      kind: "percent",
      unit: "%",
      help: `Applies to new orders only. A lower rate raises commission and needs another admin.${
        vatNow === null ? "" : ` Until the day below it is ${vatNow / 100}%.`
      }`,
    }),
    {
      name: "vatFrom",
      label: "First day of this rate",
      kind: "day",
      help: "Leave blank to apply it when you save. Orders keep the rate of the day they were placed.",
    },
    needed("vatRegistered", `Registered for ${priceTax}`, {
      kind: "select",
      options: [
        { value: "always", label: "Yes, since the first order" },
        { value: "from", label: "Yes, from a date" },
        { value: "never", label: "No" },
      ],
      help: `Invoices from days without registration show no ${priceTax}${hasVat[region] ? " and no VAT number" : ""}, and neither do their credit notes. ${hasVat[region] ? "Enter your VAT number first. " : ""}You cannot change this for closed months.`,
    }),
    needed("vatRegisteredFrom", `First day with ${priceTax}`, {
      kind: "day",
      isHidden: ({ vatRegistered }) => vatRegistered !== "from",
      help: "From your certificate of registration. If you register again, closed months keep the days of the former one.",
    }),
    {
      name: "vatRegisteredUntil",
      label: `Last day with ${priceTax}`,
      kind: "day",
      isHidden: ({ vatRegistered }) => vatRegistered === "never",
      help: `Leave blank while you are registered. Credit notes keep the ${priceTax} of their invoice, also after this day.`,
    },
    needed("unitValue", "Unit value", {
      kind: "price",
      help: `Value of one unit in “Total sales”, excl. ${priceTax}. Changes how all totals are shown, past ones included. Does not change commission.`,
    }),
    needed("phoneCountry", "Default phone country", {
      kind: "select",
      options: countries.map((value) => ({ value, label: value })),
    }),
    {
      name: "deliveryFlat",
      label: "Flat delivery rate",
      kind: "price",
      help: "Per recipient. Leave blank to charge the DELIVERY product’s price per parcel.",
    },
    {
      name: "payoutSecondPersonAbove",
      label: "Second approval above",
      kind: "price",
      help: "Payouts, bank transfers and store credit above this need a second approver, and so does a change of this limit. Leave blank for none. The lowest limit of all regions applies.",
    },
  ];
}
