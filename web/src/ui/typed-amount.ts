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
