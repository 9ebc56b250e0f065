import { z } from "zod/mini";
import { currencies } from "./money.ts";

// Separate from the arithmetic, so that a page that only shows amounts does not load a validator.

export const currencySchema = z.enum(currencies);

/** Minor units of a price or a payment. */
export const positiveMinorSchema = z.int().check(z.minimum(0));
export const bpsSchema = z.int().check(z.minimum(0), z.maximum(10_000));
