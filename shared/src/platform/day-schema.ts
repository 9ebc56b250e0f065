import { z } from "zod/mini";

/** A calendar day of this century, such as "2026-11-22". */
export const daySchema = z.iso.date("Choose a date.").check(
  z.refine((text) => text >= "2000-01-01" && text < "2100-01-01", {
    error: "Please enter a day of this century",
  }),
);

const monthPattern = /^[12]\d{3}-(0[1-9]|1[0-2])$/;

/** Such as `2026-03`. */
export function isMonth(text: string): boolean {
  return monthPattern.test(text);
}

/** A month such as "2026-03", in the office's time zone. */
export const monthSchema = z.string().check(z.regex(monthPattern, "Enter a month like 2026-01"));

/** Of a period, whose last day is not before its first. */
export const daysInOrder = z.refine<Readonly<{ from: string; to: string }>>(
  ({ from, to }) => from <= to,
  { path: ["to"], error: "The last day cannot be before the first" },
);
