import { z } from "zod";
import { pagingFields } from "./paging.ts";

export const walletEntriesSchema = z.object({
  ...pagingFields,
  orderNumber: z.int().positive().optional(),
});
export type WalletEntries = z.infer<typeof walletEntriesSchema>;
