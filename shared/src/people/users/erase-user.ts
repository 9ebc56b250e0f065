import { z } from "zod/mini";
import { orderNumberOf } from "../../platform/order-reference.ts";
import { commandIdSchema, userIdSchema } from "../../platform/ids.ts";

/** Why the store credit of an erased person was paid out in money. */
export const creditPaidOutReasons = ["account-closed", "person-asked"] as const;
/** Why the store credit was forfeited. */
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
const amount = z.int().check(z.positive());

/** What happens to remaining store credit. */
export const creditChoiceSchema = z.discriminatedUnion("decision", [paidOut, givenUp]);
export type CreditChoice = z.infer<typeof creditChoiceSchema>;

/** With the amount that was shown to the admin, to detect concurrent changes. */
export const creditDecisionSchema = z.discriminatedUnion("decision", [
  z.extend(paidOut, { amount }),
  z.extend(givenUp, { amount }),
]);
export type CreditDecision = z.infer<typeof creditDecisionSchema>;

/** An order that prevents its person from being erased. */
export type DueOrder = {
  uuid: string;
  orderNumber: number;
  reason: "to-give-back" | "part-paid" | "on-statement" | "to-ship";
};

export const eraseUserSchema = z.strictObject({
  commandId: commandIdSchema,
  id: userIdSchema,
  credit: z.optional(creditDecisionSchema),
});
export type EraseUser = z.infer<typeof eraseUserSchema>;

/** A person without an account, by email or order number. */
export type GuestTarget = Readonly<{ email: string }> | Readonly<{ orderNumber: number }>;

const emailSchema = z.email().check(z.maxLength(254));

/** "Kim@people.test" is an email, "RH1023" and "1023" are an order number; null for anything else. */
export function guestTargetOf(typed: string): GuestTarget | null {
  const text = typed.trim();
  const orderNumber = orderNumberOf(text);
  if (orderNumber !== null) return { orderNumber };
  return emailSchema.safeParse(text).success ? { email: text.toLowerCase() } : null;
}

export const eraseGuestSchema = z.strictObject({
  commandId: commandIdSchema,
  who: z.string().check(
    z.trim(),
    z.maxLength(254),
    z.refine((typed) => guestTargetOf(typed) !== null, "Please enter an email or an order number"),
  ),
});
export type EraseGuest = z.infer<typeof eraseGuestSchema>;
