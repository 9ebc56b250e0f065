import { z } from "zod/mini";
import { parseAmount } from "./amount.ts";

/** An amount as typed in a form, in minor units. */
export const typedAmountSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => parseAmount(typed) ?? Number.NaN),
  ),
  z.int("Please enter a number"),
);

/** The same with a minus before it for less than nothing. */
export const typedSignedAmountSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => {
      const text = typed.trim();
      const minor = parseAmount(text.replace(/^[-−]/, ""));
      if (minor === null) return Number.NaN;
      return /^[-−]/.test(text) ? -minor : minor;
    }),
  ),
  z.int("Please enter a number"),
);
