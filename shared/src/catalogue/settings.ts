import { z } from "zod/mini";
import { command } from "../platform/ids.ts";
import {
  evenIfIncomplete,
  numberSchema,
  required,
  versionSchema,
  wrongNumber,
  wrongWholeNumber,
} from "../platform/editing.ts";
import { phoneFieldSchema } from "../platform/field-schemas.ts";
import { currencies } from "../platform/money.ts";
import { bpsSchema } from "../platform/money-schemas.ts";
import { regions, countries } from "../platform/region.ts";
import { daySchema } from "../platform/day-schema.ts";
import { limitedText, requiredText } from "../platform/texts.ts";
import { vatRegistrations } from "./vat-registration.ts";
import { monthsOfYear } from "./financial-year.ts";
import { accountPattern, linesOfProducts, productAccountPattern } from "./chart.ts";

const wholeNumber = (min: number, max: number) =>
  numberSchema(wrongWholeNumber).check(
    z.minimum(min, wrongWholeNumber),
    z.maximum(max, wrongWholeNumber),
  );
const amount = numberSchema(wrongNumber).check(
  z.minimum(0, wrongNumber),
  z.maximum(10_000_000_000, wrongNumber),
);
const inSection = <Section extends string>(section: Section) => ({
  ...command,
  section: z.literal(section),
  version: versionSchema,
});
/** Shown as a public link, so only https is accepted. */
const link = limitedText(300).check(
  z.refine(
    (typed) => typed === "" || isHttps(typed),
    "Please enter an address that begins with https://",
  ),
);

function isHttps(typed: string): boolean {
  try {
    return new URL(typed).protocol === "https:";
  } catch {
    return false;
  }
}

const email = limitedText(254).check(
  z.refine(
    (typed) => typed === "" || z.email().safeParse(typed).success,
    "Please enter a valid email address",
  ),
);

/** The discount of customers and guests in whole percent (docs/decisions.md, 5). */
const sale = z
  .strictObject({
    ...inSection("sale"),
    bfEnabled: z.boolean(),
    bfDiscount: wholeNumber(0, 99),
  })
  .check(
    z.refine(({ bfEnabled, bfDiscount }) => !bfEnabled || bfDiscount > 0, {
      path: ["bfDiscount"],
      message: wrongWholeNumber,
    }),
  );

const orders = z
  .strictObject({
    ...inSection("orders"),
    checkoutPopupEnabled: z.boolean(),
    /** Rich text; sanitized when it is saved. */
    checkoutPopupText: limitedText(10_000),
    /** If not empty, new orders are refused. */
    stockIssues: limitedText(300),
    /** The code of the courier's service that buyers are offered first; null is the soonest. If omitted, it keeps its value. */
    firstDelivery: z.optional(
      z.nullable(limitedText(4).check(z.regex(/^[A-Z]*$/, "Choose a service"))),
    ),
  })
  .check(
    z.refine(
      ({ checkoutPopupEnabled, checkoutPopupText }) => !checkoutPopupEnabled || checkoutPopupText,
      {
        path: ["checkoutPopupText"],
        message: required,
      },
    ),
  );

/** The shop on its documents; without a VAT number they are not tax invoices. */
const shop = z.strictObject({
  ...inSection("shop"),
  shopName: limitedText(120),
  shopAddress: limitedText(500),
  companyNo: limitedText(40),
  vatNo: limitedText(40),
  contactEmail: email,
  whatsappUrl: link,
  facebookUrl: link,
  instagramUrl: link,
});

/** The account for bank transfers, shown to buyers who pay by EFT. */
const bank = z.strictObject({
  ...inSection("bank"),
  bankName: limitedText(80),
  bankAccountName: limitedText(120),
  bankAccountType: limitedText(40),
  bankAccountNumber: limitedText(40).check(z.regex(/^[\d\s-]*$/, wrongNumber)),
  bankBranchCode: limitedText(20).check(z.regex(/^[\d\s-]*$/, wrongNumber)),
});

const payouts = z.strictObject({
  ...inSection("payouts"),
  payoutHoldDays: wholeNumber(0, 365),
  /** Minor units. */
  payoutMinimum: amount,
  /**
   * Minor units: above this much store credit converted or spent in a day, the password is required. If omitted, it
   * keeps its value.
   */
  creditPasswordAbove: z.optional(amount.check(z.maximum(2_147_483_647, wrongNumber))),
  /** Tax withheld of every payout, in basis points, of members without a rate of their own. If omitted, it keeps its value. */
  withholdingBps: z.optional(bpsSchema),
  /** Minor units: from this much paid in a year on, a contractor in the USA gets a 1099-NEC. If omitted, it keeps its value. */
  contractorFormFrom: z.optional(amount),
  /** Bacs: six digits. NACHA: up to ten capitals and digits. If omitted, it keeps its value. */
  payoutOriginatorId: z.optional(
    limitedText(10).check(z.regex(/^[A-Z0-9]*$/, "Use capitals and digits only")),
  ),
});

const noMoreThanMost = "Enter no more than the maximum allowed";

/** Whole percent: the standard terms of a new stockist and the maximum (docs/domain.md, "Price of a line"). */
const stockists = z
  .strictObject({
    ...inSection("stockists"),
    stockistMarginDefault: wholeNumber(0, 99),
    stockistPercentDefault: wholeNumber(0, 99),
    stockistMarginMax: wholeNumber(0, 99),
    stockistPercentMax: wholeNumber(0, 99),
  })
  .check(
    z.refine(
      ({ stockistMarginDefault, stockistMarginMax }) => stockistMarginDefault <= stockistMarginMax,
      {
        path: ["stockistMarginDefault"],
        message: noMoreThanMost,
      },
    ),
    z.refine(
      ({ stockistPercentDefault, stockistPercentMax }) =>
        stockistPercentDefault <= stockistPercentMax,
      { path: ["stockistPercentDefault"], message: noMoreThanMost },
    ),
  );

const signIn = z.strictObject({
  ...inSection("signIn"),
  signInCodeLength: wholeNumber(4, 8),
});

/** What one account, or the guests of one client address, may send within an hour, and five times as much in a day. */
const limits = z.strictObject({
  ...inSection("limits"),
  ordersPerHour: wholeNumber(10, 10_000),
  recipientsPerHour: wholeNumber(10, 10_000),
});

/** The address from which parcels are sent and orders are collected. */
const collection = z.strictObject({
  ...inSection("collection"),
  company: requiredText(80, required),
  streetAddress: requiredText(120, required),
  suburb: requiredText(80, required),
  town: requiredText(80, required),
  province: limitedText(80),
  postalCode: requiredText(10, required),
  contactName: requiredText(80, required),
  cell: phoneFieldSchema.check(z.maxLength(30, "Use 30 characters at most")),
  email: email.check(z.minLength(1, required)),
});

const region = z
  .strictObject({
    ...inSection("region"),
    code: z.enum(regions),
    currency: z.enum(currencies),
    /** Basis points. */
    vatBps: numberSchema(wrongNumber).check(
      z.minimum(0, wrongNumber),
      z.maximum(10_000, wrongNumber),
    ),
    /** The first day of orders with this rate, while that is to come; null: at once. */
    vatFrom: z.optional(z.nullable(daySchema)),
    /** If omitted, it keeps its value. */
    vatRegistered: z.optional(z.enum(vatRegistrations)),
    /** The first day with VAT, for the registration "from". */
    vatRegisteredFrom: z.optional(z.nullable(daySchema)),
    /** The last day with VAT; null: none. If omitted, it keeps its value. */
    vatRegisteredUntil: z.optional(z.nullable(daySchema)),
    /** The value of one unit in "total sales", minor units without VAT. */
    unitValue: amount,
    phoneCountry: z.enum(countries),
    /** Minor units per recipient; null: the DELIVERY product's price per parcel. */
    deliveryFlat: z.nullable(amount),
    /** Minor units; a payout above it needs the approval of a second admin. Null: no payout does. */
    payoutSecondPersonAbove: z.nullable(amount),
  })
  .check(
    z.refine(
      ({ vatRegistered, vatRegisteredFrom }) => vatRegistered !== "from" || vatRegisteredFrom,
      { path: ["vatRegisteredFrom"], message: required, ...evenIfIncomplete },
    ),
    z.refine(
      ({ vatRegistered, vatRegisteredFrom: from, vatRegisteredUntil: until }) =>
        vatRegistered !== "from" || !from || !until || until >= from,
      { path: ["vatRegisteredUntil"], message: "Choose the first day or a later one." },
    ),
  );

const account = requiredText(121, required).check(
  z.regex(accountPattern, "Enter a code, a space and a name, like 1200 Bank"),
);

/** The accounts of the books by their key: code and name. */
const accounting = z.strictObject({
  ...inSection("accounting"),
  bank: account,
  cardClearing: account,
  creditClearing: account,
  customers: account,
  storeCredit: account,
  commissionOwed: account,
  withholdingTax: account,
  vatOutput: account,
  salesGoods: account,
  salesDelivery: account,
  returnsGoods: account,
  returnsDelivery: account,
  creditGivenUp: account,
  otherIncome: account,
  commissionExpense: account,
  creditGranted: account,
  courierCosts: account,
  cardFees: account,
  bankFees: account,
  rounding: account,
  purchases: account,
  rent: account,
  salaries: account,
  runningCosts: account,
  otherTax: account,
  incomeTax: account,
  elsewhere: account,
  suspense: account,
  ownTransfers: account,
  ownerAccount: account,
  retainedEarnings: account,
  /** The month with which financial years begin. If omitted, it keeps its value. */
  yearBeginsIn: z.optional(z.enum(monthsOfYear, "Choose a month")),
  /** Products whose sales have an account of their own, one in a line: `94 4001 Bottles`. */
  salesOfProducts: limitedText(5000).check(
    z.refine(
      (typed) => linesOfProducts(typed).every((line) => productAccountPattern.test(line)),
      "Enter a product number, a code and a name in each line, like 94 4001 Bottles",
    ),
    z.refine((typed) => {
      const products = linesOfProducts(typed).map((line) => line.split(" ")[0]);
      return new Set(products).size === products.length;
    }, "Enter each product once"),
  ),
});

/** The sections of Other Settings, which are saved separately. */
export const saveSettingsSchema = z.discriminatedUnion("section", [
  sale,
  orders,
  shop,
  bank,
  payouts,
  stockists,
  signIn,
  limits,
  collection,
  accounting,
  region,
]);
export type SaveSettings = z.infer<typeof saveSettingsSchema>;
export type SettingsSection = SaveSettings["section"];
export type SettingsOf<Section extends SettingsSection> = Omit<
  Extract<SaveSettings, { section: Section }>,
  "section" | "version" | "commandId"
>;
