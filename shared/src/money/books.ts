import { z } from "zod/mini";
import { accountKeys } from "../catalogue/chart.ts";
import { noRate } from "../catalogue/vat-registration.ts";
import { daysInOrder, daySchema, monthSchema } from "../platform/day-schema.ts";
import { commandIdSchema, productIdSchema } from "../platform/ids.ts";
import { currencies } from "../platform/money.ts";
import { pagingFields } from "../platform/paging.ts";
import type { Region } from "../platform/region.ts";
import type { BankEntryKind } from "../sales/bank-entries.ts";

/** Where journals can be taken to. */
export const journalFormats = [
  "generic-csv",
  "json",
  "xero",
  "sage",
  "quickbooks-csv",
  "iif",
] as const;
export type JournalFormat = (typeof journalFormats)[number];

export const journalsOfMonthSchema = z.strictObject({ month: monthSchema });
export type JournalsOfMonth = z.infer<typeof journalsOfMonthSchema>;

export const entriesOfDaySchema = z.strictObject({ day: daySchema });
export type EntriesOfDay = z.infer<typeof entriesOfDaySchema>;

/** As of the end of a day, as it was known at the end of a day, both in the time zone of the months; null is now. */
export const balanceAsOfSchema = z.strictObject({
  asOf: z.nullable(daySchema),
  knownOn: z.nullable(daySchema),
});
export type BalanceAsOf = z.infer<typeof balanceAsOfSchema>;

/** All journals through a month: what was recorded late counts where it is posted. */
export const postedBalanceSchema = z.strictObject({ through: monthSchema });
export type PostedBalance = z.infer<typeof postedBalanceSchema>;

const monthsInOrder = z.refine<Readonly<{ from: string | null; through: string }>>(
  ({ from, through }) => from === null || from <= through,
  { path: ["through"], error: "The last month cannot be before the first" },
);

const incomeFields = {
  /** The first month; null is the first of the financial year. */
  from: z.nullable(monthSchema),
  through: monthSchema,
};

/** Income and expenses of the journals of some months. */
export const incomeOfMonthsSchema = z.strictObject(incomeFields).check(monthsInOrder);
export type IncomeOfMonths = z.infer<typeof incomeOfMonthsSchema>;

const chosenAccountFields = {
  account: z.enum(accountKeys),
  /** Of a product whose sales have an account of their own. */
  productId: z.nullable(productIdSchema),
  currency: z.enum(currencies),
  /** The first month whose entries are listed, those before are the opening balance; null is the first of the financial year, for retained earnings of all years. */
  from: z.nullable(monthSchema),
  page: pagingFields.page,
  pageSize: pagingFields.pageSize,
};

/** A page of the entries behind an account of either trial balance, with the figures of that balance. */
export const accountEntriesSchema = z.discriminatedUnion("figures", [
  z.strictObject({
    figures: z.literal("posted"),
    through: monthSchema,
    ...chosenAccountFields,
  }),
  z.strictObject({
    figures: z.literal("as-of"),
    asOf: z.nullable(daySchema),
    knownOn: z.nullable(daySchema),
    ...chosenAccountFields,
  }),
]);
export type AccountEntries = z.infer<typeof accountEntriesSchema>;

/** Either trial balance, or income and expenses, as a file. */
export const balanceFilesSchema = z.discriminatedUnion("figures", [
  z.strictObject({ figures: z.literal("income"), ...incomeFields }).check(monthsInOrder),
  z.strictObject({ figures: z.literal("posted"), through: monthSchema }),
  z.strictObject({
    figures: z.literal("as-of"),
    asOf: z.nullable(daySchema),
    knownOn: z.nullable(daySchema),
  }),
]);
export type BalanceFiles = z.infer<typeof balanceFilesSchema>;

/** The bank, or the card provider, at the end of a day; null is today. */
export const bankAsOfSchema = z.strictObject({ asOf: z.nullable(daySchema) });
export type BankAsOf = z.infer<typeof bankAsOfSchema>;

/** The journals of a month as files, one for each day or one for the whole month. */
export const journalFilesSchema = z.strictObject({
  month: monthSchema,
  by: z.enum(["day", "month"]),
  format: z.enum(journalFormats),
});
export type JournalFiles = z.infer<typeof journalFilesSchema>;

/** A cancelled invoice is what an undone payment takes back; its document is a credit note too. */
export const documentKinds = ["invoice", "credit-note", "cancelled-invoice"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/**
 * What a document is in the return of a period. The standard rate is the region's on the last day of the period; a former rate is
 * the one that the region had when the order was placed; another rate is a stockist's own.
 */
export const supplies = [
  "standard",
  "former rate",
  "zero-rated",
  "other rate",
  "other currency",
  "not registered",
] as const;
export type Supply = (typeof supplies)[number];

/** The supplies of the portal's currency from days with registration: all of the seller's sales. */
export const taxableSupplies = ["standard", "former rate", "zero-rated", "other rate"] as const;

/** Who bought, without a name. */
export const buyerKinds = ["guest", "customer", "distributor", "stockist"] as const;
export type BuyerKind = (typeof buyerKinds)[number];

/** Why the number of an order is on no invoice. */
export const unusedReasons = ["unpaid", "cancelled", "free", "test", "restored"] as const;
export type UnusedReason = (typeof unusedReasons)[number];

/** What the law may ask VAT for although no document has it; in no account. */
export const scheduleKinds = ["part-payments", "old-overpayments", "shipped-unpaid"] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

/** The schedules that the law of a region gives a reason for: without VAT there is none. */
export const schedulesOf: Readonly<Record<Region, readonly ScheduleKind[]>> = {
  za: scheduleKinds,
  uk: ["part-payments", "shipped-unpaid"],
  usa: [],
};

const vatPeriodFields = {
  /** The first and the last posting day. */
  from: daySchema,
  to: daySchema,
};

export const vatPeriodSchema = z.strictObject(vatPeriodFields).check(daysInOrder);
export type VatPeriod = z.infer<typeof vatPeriodSchema>;

/** The rounding of the period's return as the user saw it, in minor units; the server reckons it again. */
export const bookRoundingSchema = z
  .strictObject({ commandId: commandIdSchema, ...vatPeriodFields, amount: z.int() })
  .check(daysInOrder);
export type BookRounding = z.infer<typeof bookRoundingSchema>;

export const takeBackRoundingSchema = z.strictObject({
  commandId: commandIdSchema,
  entryId: z.guid(),
});
export type TakeBackRounding = z.infer<typeof takeBackRoundingSchema>;

/** What was there, or owed, before the first day of the books. */
export const openingKinds = [
  "opening-bank",
  "opening-card",
  "opening-vat",
  "opening-withholding",
] as const satisfies readonly BankEntryKind[];
export type OpeningKind = (typeof openingKinds)[number];

export const openingWords: Readonly<Record<OpeningKind, string>> = {
  "opening-bank": "Bank",
  "opening-card": "Card provider: money it held",
  "opening-vat": "VAT or sales tax: owed",
  "opening-withholding": "Tax withheld: owed",
};

/** In minor units; far more than any shop has. */
const openingMost = 100_000_000_000;

/** Of the bank the day and the amount are those of the stored statements; the server reckons them again. */
export const bookOpeningSchema = z.strictObject({
  commandId: commandIdSchema,
  kind: z.enum(openingKinds),
  day: daySchema,
  /** Negative where less than nothing was there, or owed. */
  amount: z.int("Please enter a number").check(
    z.minimum(-openingMost),
    z.maximum(openingMost),
    z.refine((minor) => minor !== 0, "Please enter a number"),
  ),
});
export type BookOpening = z.infer<typeof bookOpeningSchema>;

export const takeBackOpeningSchema = z.strictObject({
  commandId: commandIdSchema,
  kind: z.enum(openingKinds),
});
export type TakeBackOpening = z.infer<typeof takeBackOpeningSchema>;

/** A page of the documents behind a figure of the VAT of a period: null is any rate, or any kind. */
export const vatDocumentsSchema = z
  .strictObject({
    ...vatPeriodFields,
    currency: z.enum(currencies),
    vatBps: z.nullable(
      z.union([z.int().check(z.minimum(0), z.maximum(10_000)), z.literal(noRate)]),
    ),
    /** Null is any. */
    supplies: z._default(z.nullable(z.array(z.enum(supplies))), null),
    kind: z.nullable(z.enum(documentKinds)),
    page: pagingFields.page,
    pageSize: pagingFields.pageSize,
  })
  .check(daysInOrder);
export type VatDocuments = z.infer<typeof vatDocumentsSchema>;

/** A page of the register of documents of a period: null is any kind. */
export const documentsSchema = z
  .strictObject({
    ...vatPeriodFields,
    kind: z.nullable(z.enum(documentKinds)),
    page: pagingFields.page,
    pageSize: pagingFields.pageSize,
  })
  .check(daysInOrder);
export type DocumentsAsked = z.infer<typeof documentsSchema>;

/** A page of a register of a period: the order numbers that are on no invoice, or the self-billed documents. */
export const periodPageSchema = z
  .strictObject({
    ...vatPeriodFields,
    page: pagingFields.page,
    pageSize: pagingFields.pageSize,
  })
  .check(daysInOrder);
export type PeriodPage = z.infer<typeof periodPageSchema>;

/** The figures of the returns, on screens and in files: the VAT201 of South Africa and the return of the United Kingdom. */
export const returnFigures = {
  "field-1": "Field 1: standard rate, incl. VAT",
  "field-2": "Field 2: zero rate",
  "field-4": "Field 4: VAT on field 1",
  "field-12": "Field 12: VAT at the former rate",
  "box-1": "Box 1: VAT due on sales",
  "box-6": "Box 6: sales excl. VAT, in whole pounds",
} as const;
