import { z } from "zod/mini";

/** A calendar day of this century, such as "2026-11-22". */
export const daySchema = z.iso.date("Choose a date.").check(
  z.refine((text) => text >= "2000-01-01" && text < "2100-01-01", {
    error: "Please enter a day of this century",
  }),
);

/** Of a period, whose last day is not before its first. */
export const daysInOrder = z.refine<Readonly<{ from: string; to: string }>>(
  ({ from, to }) => from <= to,
  { path: ["to"], error: "The last day cannot be before the first" },
);
