import { z } from "zod/mini";
import { command, userIdSchema } from "../platform/ids.ts";
import { bpsSchema } from "../platform/money-schemas.ts";

/** The rate of tax that is withheld of a person's payouts, in basis points; null: that of all members. */
export const saveWithholdingRateSchema = z.strictObject({
  ...command,
  userId: userIdSchema,
  bps: z.nullable(bpsSchema),
});
export type SaveWithholdingRate = z.infer<typeof saveWithholdingRateSchema>;
