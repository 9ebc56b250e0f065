import { z } from "zod";
import { required, versionSchema, wrongNumber, wrongWholeNumber } from "../platform/editing.ts";
import { currencies } from "../platform/money.ts";
import { regions, countries } from "../platform/region.ts";

const text = (max: number) => z.string().trim().max(max, `Use ${max} characters at most`);
const requiredText = (max: number) => text(max).min(1, required);
const wholeNumber = (min: number, max: number) =>
  z.int(wrongWholeNumber).min(min, wrongWholeNumber).max(max, wrongWholeNumber);
const amount = z.int(wrongNumber).min(0, wrongNumber).max(10_000_000_000, wrongNumber);
/** Shown as a link to everybody: nothing but a page, and encrypted. */
const link = text(300).refine(
  (typed) => typed === "" || (URL.canParse(typed) && new URL(typed).protocol === "https:"),
  "Please enter an address that begins with https://",
);
const email = text(254).refine(
  (typed) => typed === "" || z.email().safeParse(typed).success,
  "Please enter a valid email address",
);

/** Customers and guests pay so much less; whole percent, as forms take it (docs/decisions.md, 5). */
const sale = z
  .object({
    section: z.literal("sale"),
    version: versionSchema,
    bfEnabled: z.boolean(),
    bfDiscount: wholeNumber(0, 99),
  })
  .refine(({ bfEnabled, bfDiscount }) => !bfEnabled || bfDiscount > 0, {
    path: ["bfDiscount"],
    message: wrongWholeNumber,
  });

const orders = z
  .object({
    section: z.literal("orders"),
    version: versionSchema,
    checkoutPopupEnabled: z.boolean(),
    /** Rich text; what is no words, links or pictures of ours is left out when it is saved. */
    checkoutPopupText: text(10_000),
    /** Anything in it stops new orders. */
    stockIssues: text(300),
  })
  .refine(
    ({ checkoutPopupEnabled, checkoutPopupText }) => !checkoutPopupEnabled || checkoutPopupText,
    {
      path: ["checkoutPopupText"],
      message: required,
    },
  );

/** Who the shop is on its papers; an empty VAT number means that no paper is a tax invoice. */
const shop = z.object({
  section: z.literal("shop"),
  version: versionSchema,
  shopName: text(120),
  shopAddress: text(500),
  companyNo: text(40),
  vatNo: text(40),
  contactEmail: email,
  whatsappUrl: link,
  facebookUrl: link,
  instagramUrl: link,
});

/** Where a bank transfer goes; whoever pays by EFT is shown it. */
const bank = z.object({
  section: z.literal("bank"),
  version: versionSchema,
  bankName: text(80),
  bankAccountName: text(120),
  bankAccountType: text(40),
  bankAccountNumber: text(40).regex(/^[\d\s-]*$/, wrongNumber),
  bankBranchCode: text(20).regex(/^[\d\s-]*$/, wrongNumber),
});

const payouts = z.object({
  section: z.literal("payouts"),
  version: versionSchema,
  payoutHoldDays: wholeNumber(0, 365),
  /** Minor units. */
  payoutMinimum: amount,
  /** Minor units; what is made or spent of store credit in a day, above which the password is asked for. Left out it stays. */
  creditPasswordAbove: amount.max(2_147_483_647, wrongNumber).optional(),
});

const noMoreThanMost = "Enter no more than the maximum allowed";

/**
 * Whole percent: what a new stockist gets as a rule, and the most that the office may give (docs/domain.md, "Price of
 * a line").
 */
const stockists = z
  .object({
    section: z.literal("stockists"),
    version: versionSchema,
    stockistMarginDefault: wholeNumber(0, 99),
    stockistPercentDefault: wholeNumber(0, 99),
    stockistMarginMax: wholeNumber(0, 99),
    stockistPercentMax: wholeNumber(0, 99),
  })
  .refine(
    ({ stockistMarginDefault, stockistMarginMax }) => stockistMarginDefault <= stockistMarginMax,
    {
      path: ["stockistMarginDefault"],
      message: noMoreThanMost,
    },
  )
  .refine(
    ({ stockistPercentDefault, stockistPercentMax }) =>
      stockistPercentDefault <= stockistPercentMax,
    { path: ["stockistPercentDefault"], message: noMoreThanMost },
  );

const signIn = z.object({
  section: z.literal("signIn"),
  version: versionSchema,
  signInCodeLength: wholeNumber(4, 8),
});

/** Where parcels start, and where people collect. */
const collection = z.object({
  section: z.literal("collection"),
  version: versionSchema,
  company: requiredText(80),
  streetAddress: requiredText(120),
  suburb: requiredText(80),
  town: requiredText(80),
  province: text(80),
  postalCode: requiredText(10),
  contactName: requiredText(80),
  cell: requiredText(30),
  email: email.min(1, required),
});

const region = z.object({
  section: z.literal("region"),
  version: versionSchema,
  code: z.enum(regions),
  currency: z.enum(currencies),
  /** Basis points. */
  vatBps: z.int(wrongNumber).min(0, wrongNumber).max(10_000, wrongNumber),
  /** What one unit counts for in "total sales", minor units without VAT. */
  unitValue: amount,
  phoneCountry: z.enum(countries),
  /** Minor units for each recipient; null: the DELIVERY product's price for each parcel. */
  deliveryFlat: amount.nullable(),
  /** Minor units; a payout above it needs the approval of a second person. Null: none does. */
  payoutSecondPersonAbove: amount.nullable(),
});

/** One part of the Other Settings; each is saved by itself. */
export const saveSettingsSchema = z.discriminatedUnion("section", [
  sale,
  orders,
  shop,
  bank,
  payouts,
  stockists,
  signIn,
  collection,
  region,
]);
export type SaveSettings = z.infer<typeof saveSettingsSchema>;
export type SettingsSection = SaveSettings["section"];
export type SettingsOf<Section extends SettingsSection> = Omit<
  Extract<SaveSettings, { section: Section }>,
  "section" | "version"
>;
