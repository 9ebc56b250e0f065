import { z } from "zod/mini";
import { addDays, type Day, isCalendarDay } from "../platform/calendar.ts";
import { daySchema } from "../platform/day-schema.ts";
import { command, userIdSchema } from "../platform/ids.ts";
import type { Region } from "../platform/region.ts";
import { limitedText, requiredText } from "../platform/texts.ts";
import { taxNumberKinds } from "./tax-numbers.ts";

/**
 * A member's tax number, in South Africa the ID number beside it, and VAT number. A number that is left empty stays, since nobody is shown it to type it again; the
 * VAT number is replaced. Which numbers are possible depends on the shop's region, so the server checks them.
 */
export const saveTaxDetailsSchema = z.strictObject({
  ...command,
  kind: z.enum(taxNumberKinds, "Required"),
  number: limitedText(30),
  /** Beside an income tax number of South Africa. */
  idNumber: z._default(limitedText(30), ""),
  vatNumber: limitedText(30),
});
export type SaveTaxDetails = z.infer<typeof saveTaxDetailsSchema>;

/** A member's agreement to self-billing, and who the member is on the invoices: as registered for VAT. */
export const saveSelfBillingSchema = z.strictObject({
  ...command,
  userId: userIdSchema,
  agreedOn: daySchema,
  /** The last day; null: the agreement has none. */
  until: z._default(z.nullable(daySchema), null),
  /** The last day is that of the contract with the member, so it may be later than after twelve months. */
  endsWithContract: z._default(z.boolean(), false),
  name: requiredText(120, "Required"),
  address: requiredText(500, "Please complete"),
});
export type SaveSelfBilling = z.infer<typeof saveSelfBillingSchema>;

/** The last day of an agreement of twelve months. */
export function lastDayOfYearFrom(agreedOn: Day): Day {
  const year = Number(agreedOn.slice(0, 4)) + 1;
  const sameDay = `${year}${agreedOn.slice(4)}`;
  // From 29 February of a leap year, the last day is the 28th.
  return isCalendarDay(sameDay) ? addDays(sameDay, -1) : `${year}-02-28`;
}

/**
 * What is wrong with the last day of an agreement; null where nothing is. The United Kingdom wants one, usually after twelve
 * months, or that of the contract with the supplier (VAT Notice 700/62, 3.1); South Africa wants none.
 */
export function wrongEndOf(
  region: Region,
  {
    agreedOn,
    until,
    endsWithContract,
  }: Pick<SaveSelfBilling, "agreedOn" | "until" | "endsWithContract">,
): "tax.end-before-agreement" | "tax.no-end" | "tax.end-too-late" | null {
  if (until !== null && until < agreedOn) return "tax.end-before-agreement";
  if (region !== "uk") return null;
  if (until === null) return "tax.no-end";
  return until > lastDayOfYearFrom(agreedOn) && !endsWithContract ? "tax.end-too-late" : null;
}

/** The office is told this many days before an agreement ends. */
export const endingAgreementDays = 30;

export const endSelfBillingSchema = z.strictObject({ ...command, userId: userIdSchema });
