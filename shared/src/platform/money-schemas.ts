import { z } from "zod";
import { currencies } from "./money.ts";

// Separate from the arithmetic, so that a page that only shows amounts does not load a validator.

export const currencySchema = z.enum(currencies);

/** Minor units of a price or a payment. */
export const positiveMinorSchema = z.int().min(0);
export const bpsSchema = z.int().min(0).max(10_000);
