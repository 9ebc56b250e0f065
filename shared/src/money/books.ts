import { z } from "zod/mini";
import { daySchema } from "../platform/day-schema.ts";
import { monthSchema } from "./statements.ts";

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
