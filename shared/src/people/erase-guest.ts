import { z } from "zod";
import { eftPrefix } from "../platform/constants.ts";
import { commandIdSchema } from "../platform/ids.ts";

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
