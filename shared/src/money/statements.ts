import { z } from "zod/mini";
import { daySchema, monthSchema } from "../platform/day-schema.ts";
import { commandIdSchema, userIdSchema } from "../platform/ids.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import type { Region } from "../platform/region.ts";

/** The caller by default; the office may name any member. */
const member = { memberId: z.optional(userIdSchema) };

export const statementMonthsSchema = z.strictObject(member);
export const statementSchema = z.strictObject({ ...member, month: monthSchema });

export const registerSorts = ["name", "opening", "earned", "closing"] as const;
export type RegisterSort = (typeof registerSorts)[number];

/** What a month brought a member, before anything was taken back: by kind of commission, in minor units. */
export type EarnedByKind = Readonly<{
  own: number;
  upline: number;
  stockist: number;
  leader: number;
}>;

export function earnedOf({ own, upline, stockist, leader }: EarnedByKind): number {
  return own + upline + stockist + leader;
}

/** A page of the commission register of a month. */
export const commissionRegisterSchema = z.strictObject({
  month: monthSchema,
  ...pagingFields,
  sort: sortedBy(registerSorts, "asc"),
});
export type CommissionRegister = z.infer<typeof commissionRegisterSchema>;

export const registerExportSchema = z.strictObject({
  format: z.enum(["xlsx", "csv"]),
  month: monthSchema,
});
export type RegisterExport = z.infer<typeof registerExportSchema>;

/** A member's figures at the end of a day in the shop's time zone. */
export const balanceOnSchema = z.strictObject({ memberId: userIdSchema, day: daySchema });
export type BalanceOn = z.infer<typeof balanceOnSchema>;

const taxYearLimits = [z.int(), z.minimum(2000), z.maximum(2999)] as const;
export const taxYearNumber = z.number().check(...taxYearLimits);
/** The same in an address. */
export const taxYearSchema = z.coerce.number().check(...taxYearLimits);

/** What is to be done before a month is closed, in the order of work. */
export const monthSteps = [
  "bank",
  "cards",
  "notifications",
  "payouts",
  "ledger-check",
  "seal",
] as const;
export type MonthStep = (typeof monthSteps)[number];

export const closeMonthSchema = z.strictObject({
  commandId: commandIdSchema,
  month: monthSchema,
  /** The steps that the user saw open and closes the month without. */
  accepts: z._default(z.array(z.enum(monthSteps)).check(z.maxLength(monthSteps.length)), []),
});
export type CloseMonth = z.infer<typeof closeMonthSchema>;

/** What a tax year is, for whoever declares with it; it has whole months, as statements have. */
export const taxYearNotes: Readonly<Record<Region, string>> = {
  za: "A tax year runs from March to February and is named after the year it ends in. Payouts are in the month in which we recorded them. A certificate counts them in the year in which we paid them.",
  uk: "A tax year here runs from April to March, for accounts made up to 31 March. It is named after the year it ends in. HMRC treats 31 March like 5 April. For accounts to 5 April, leave out 1 to 5 April of the first year. Add 1 to 5 April of the next. Both are in your statements. Ask your accountant.",
  usa: "A tax year is a calendar year. Payouts are in the month in which we recorded them. A certificate counts them in the year in which we paid them.",
};
