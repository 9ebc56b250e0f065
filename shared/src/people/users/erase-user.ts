import { z } from "zod";
import { eftPrefix } from "../../platform/constants.ts";
import { commandIdSchema, userIdSchema } from "../../platform/ids.ts";

/** Why store credit of a person who is erased was paid out, in cash of the shop. */
export const creditPaidOutReasons = ["account-closed", "person-asked"] as const;
/** Why it was given up, and nobody gets it. */
export const creditGivenUpReasons = ["person-asked", "lapsed", "granted-in-error"] as const;
export type CreditPaidOutReason = (typeof creditPaidOutReasons)[number];
export type CreditGivenUpReason = (typeof creditGivenUpReasons)[number];

const paidOut = z.strictObject({
  decision: z.literal("paid-out"),
  paidOn: z.iso.date(),
  reason: z.enum(creditPaidOutReasons),
});
const givenUp = z.strictObject({
  decision: z.literal("given-up"),
  reason: z.enum(creditGivenUpReasons),
});
const amount = z.int().positive();

/** What becomes of store credit that is left. */
export const creditChoiceSchema = z.discriminatedUnion("decision", [paidOut, givenUp]);
export type CreditChoice = z.infer<typeof creditChoiceSchema>;

/** With the amount that whoever decides was shown. */
export const creditDecisionSchema = z.discriminatedUnion("decision", [
  paidOut.extend({ amount }),
  givenUp.extend({ amount }),
]);
export type CreditDecision = z.infer<typeof creditDecisionSchema>;

/** Why an order keeps its person from being erased. */
export type DueOrder = {
  uuid: string;
  orderNumber: number;
  reason: "to-give-back" | "part-paid" | "on-statement" | "to-ship";
};

export const eraseUserSchema = z.object({
  commandId: commandIdSchema,
  id: userIdSchema,
  credit: creditDecisionSchema.optional(),
});
export type EraseUser = z.infer<typeof eraseUserSchema>;

/** Somebody who ordered or wrote without an account: by the email, or by the number of an order. */
export type GuestTarget = Readonly<{ email: string }> | Readonly<{ orderNumber: number }>;

const emailSchema = z.email().max(254);

/** "Kim@people.test" is an email, "RH1023" and "1023" are an order; null: neither. */
export function guestTargetOf(typed: string): GuestTarget | null {
  const text = typed.trim();
  const [, digits] = new RegExp(`^(?:${eftPrefix})?([1-9][0-9]{0,9})$`, "i").exec(text) ?? [];
  if (digits !== undefined) return { orderNumber: Number(digits) };
  return emailSchema.safeParse(text).success ? { email: text.toLowerCase() } : null;
}

export const eraseGuestSchema = z.object({
  commandId: commandIdSchema,
  who: z
    .string()
    .trim()
    .max(254)
    .refine((typed) => guestTargetOf(typed) !== null, "Please enter an email or an order number"),
});
export type EraseGuest = z.infer<typeof eraseGuestSchema>;
