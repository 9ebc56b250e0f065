import { z } from "zod/mini";

export const accountTypes = ["Cheque", "Savings"] as const;

/** Specification, section 5, "Bank details". */
export const bankDetailsSchema = z.object({
  bankName: z.string().check(z.trim(), z.minLength(2, "Bank is required."), z.maxLength(100)),
  accountName: z
    .string()
    .check(z.trim(), z.minLength(2, "Account name is required."), z.maxLength(100)),
  accountNumber: z
    .string()
    .check(z.trim(), z.minLength(2, "Account number is required."), z.maxLength(34)),
  branchCode: z.optional(z.string().check(z.trim(), z.maxLength(20))),
  chequeOrSavings: z.enum(accountTypes, "Required"),
  notes: z.optional(z.string().check(z.trim(), z.maxLength(500))),
});
export type BankDetails = z.infer<typeof bankDetailsSchema>;
