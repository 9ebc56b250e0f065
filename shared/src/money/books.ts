import { z } from "zod/mini";
import { daySchema } from "../platform/day-schema.ts";
import { monthSchema } from "./statements.ts";

/**
 * The accounts of the books, in the order of the chart (docs/finance.md, "Books"). The keys never change; an accountant may
 * give each a code and a name of their own.
 */
export const accountKeys = [
  "bank",
  "cardClearing",
  "creditClearing",
  "customers",
  "storeCredit",
  "commissionOwed",
  "withholdingTax",
  "vatOutput",
  "salesGoods",
  "salesDelivery",
  "returnsGoods",
  "returnsDelivery",
  "creditGivenUp",
  "otherIncome",
  "commissionExpense",
  "creditGranted",
  "courierCosts",
  "cardFees",
  "bankFees",
  "rounding",
  "suspense",
  "ownTransfers",
] as const;
export type AccountKey = (typeof accountKeys)[number];

/** What the codes and names of an accounting program are; `salesOfProduct` has the accounts of single products. */
export type Chart = Readonly<{
  accounts: Readonly<Record<AccountKey, Account>>;
  salesOfProduct: Readonly<Record<number, Pick<Account, "code" | "name">>>;
}>;

export type Account = Readonly<{
  code: string;
  name: string;
  type: "asset" | "liability" | "equity" | "income" | "expense";
}>;

/** The same for South Africa and the United Kingdom, until somebody changes it. */
export const defaultChart: Chart = {
  accounts: {
    bank: { code: "1200", name: "Bank", type: "asset" },
    cardClearing: { code: "1250", name: "Card provider", type: "asset" },
    creditClearing: { code: "1260", name: "Store credit in use", type: "asset" },
    customers: { code: "2150", name: "Customer deposits and overpayments", type: "liability" },
    storeCredit: { code: "2160", name: "Store credit", type: "liability" },
    commissionOwed: { code: "2170", name: "Commission owed", type: "liability" },
    withholdingTax: { code: "2210", name: "Tax withheld", type: "liability" },
    vatOutput: { code: "2200", name: "VAT output", type: "liability" },
    salesGoods: { code: "4000", name: "Sales", type: "income" },
    salesDelivery: { code: "4010", name: "Delivery charged", type: "income" },
    returnsGoods: { code: "4090", name: "Returns", type: "income" },
    returnsDelivery: { code: "4091", name: "Delivery refunded", type: "income" },
    creditGivenUp: { code: "4900", name: "Credit given up", type: "income" },
    otherIncome: { code: "4910", name: "Other income", type: "income" },
    commissionExpense: { code: "6000", name: "Commission", type: "expense" },
    creditGranted: { code: "6010", name: "Credit granted", type: "expense" },
    courierCosts: { code: "5100", name: "Courier", type: "expense" },
    cardFees: { code: "7900", name: "Card fees", type: "expense" },
    bankFees: { code: "7901", name: "Bank fees", type: "expense" },
    rounding: { code: "8900", name: "Rounding", type: "expense" },
    suspense: { code: "9998", name: "Unexplained", type: "asset" },
    ownTransfers: { code: "3100", name: "Own accounts", type: "equity" },
  },
  salesOfProduct: {},
};

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

/** The journals of a month as files, one for each day or one for the whole month. */
export const journalFilesSchema = z.strictObject({
  month: monthSchema,
  by: z.enum(["day", "month"]),
  format: z.enum(journalFormats),
});
export type JournalFiles = z.infer<typeof journalFilesSchema>;
