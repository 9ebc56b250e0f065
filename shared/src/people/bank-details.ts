import { z } from "zod/mini";
import { command } from "../platform/ids.ts";
import { limitedText, requiredText } from "../platform/texts.ts";

export const accountTypes = ["Cheque", "Savings"] as const;

/** Specification, section 5, "Bank details". */
export const bankDetailsSchema = z.strictObject({
  bankName: requiredText(100, "Bank is required.", 2),
  accountName: requiredText(100, "Account name is required.", 2),
  accountNumber: requiredText(34, "Account number is required.", 2),
  branchCode: z.optional(limitedText(20)),
  chequeOrSavings: z.enum(accountTypes, "Required"),
  notes: z.optional(limitedText(500)),
});
/** A change: an account number that is left empty stays, since nobody is shown it to type it again. */
export const savedBankDetailsSchema = z.extend(bankDetailsSchema, {
  ...command,
  accountNumber: limitedText(34).check(z.regex(/^$|../, "Account number is required.")),
});
export type BankDetails = z.infer<typeof bankDetailsSchema>;
