import { z } from "zod";

export const accountTypes = ["Cheque", "Savings"] as const;

/** Specification, section 5, "Bank details". */
export const bankDetailsSchema = z.object({
  bankName: z.string().trim().min(2, "Bank is required.").max(100),
  accountName: z.string().trim().min(2, "Account name is required.").max(100),
  accountNumber: z.string().trim().min(2, "Account number is required.").max(34),
  branchCode: z.string().trim().max(20).optional(),
  chequeOrSavings: z.enum(accountTypes, "Required"),
  notes: z.string().trim().max(500).optional(),
});
export type BankDetails = z.infer<typeof bankDetailsSchema>;
