import { z } from "zod";
import { payoutIdSchema, rowIdSchema } from "../platform/ids.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";

/** The bulk payment files that we write: FNB Online Banking Enterprise, Standard Bank Business Online. */
export const payoutLayouts = ["fnb", "standard-bank"] as const;
export type PayoutLayout = (typeof payoutLayouts)[number];
export const layoutNames: Readonly<Record<PayoutLayout, string>> = {
  fnb: "FNB Online Banking Enterprise",
  "standard-bank": "Standard Bank Business Online",
};

/** A batch is open until each of its payouts is paid or released, and cancelled where none was paid. */
export const payoutBatchStates = ["open", "paid", "cancelled"] as const;
export type PayoutBatchState = (typeof payoutBatchStates)[number];
export const payoutItemStates = ["open", "paid", "released"] as const;
export type PayoutItemState = (typeof payoutItemStates)[number];

/** What one file of either bank carries without being split. */
export const batchItemsMax = 500;

export const listPayoutBatchesSchema = z.object({
  ...pagingFields,
  state: z.enum(payoutBatchStates).optional(),
  sort: sortedBy(["madeAt"], "desc"),
});
export type ListPayoutBatches = z.infer<typeof listPayoutBatchesSchema>;

export const makePayoutBatchSchema = z.object({
  ids: z.array(payoutIdSchema).min(1, "Please make at least one selection").max(batchItemsMax),
  layout: z.enum(payoutLayouts),
  /** The day on which the bank is asked to pay. */
  payOn: z.iso.date("Required"),
});
export type MakePayoutBatch = z.infer<typeof makePayoutBatchSchema>;

export const payoutBatchRefSchema = z.object({ batchId: rowIdSchema });

export const payPayoutBatchSchema = payoutBatchRefSchema.extend({
  paidOn: z.iso.date("Required"),
});
export type PayPayoutBatch = z.infer<typeof payPayoutBatchSchema>;

export const provePayoutBatchSchema = payoutBatchRefSchema.extend({
  /** A bank's statement as it is: OFX, or CSV of FNB, Standard Bank or Nedbank. */
  text: z
    .string()
    .min(1, "Required")
    .max(5 * 1024 * 1024),
});
export type ProvePayoutBatch = z.infer<typeof provePayoutBatchSchema>;
