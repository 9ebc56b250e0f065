import {
  codeRequestIdSchema,
  type SignUp1,
  signUp1Schema,
} from "@portal/shared/people/accounts.ts";
import { z } from "zod/mini";

const key = "sign-up-1";
/** The lifetime of a code. */
const keptMs = 10 * 60_000;

/** A registration that waits for its code, with what a reload needs to enter or resend it. */
export type SignedUp = Readonly<{
  person: SignUp1;
  requested: Readonly<{ requestId: string; codeLength: number }>;
}>;

const keptSchema = z.object({
  person: signUp1Schema,
  requested: z.object({ requestId: codeRequestIdSchema, codeLength: z.int() }),
  until: z.number(),
});

/** In local storage and not in the tab's, because the emailed link opens another tab. */
export function keepSignUp(signedUp: SignedUp): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...signedUp, until: Date.now() + keptMs }));
  } catch {
    // Storage is full or blocked: the registration then does not survive a reload.
  }
}

export function keptSignUp(): SignedUp | null {
  try {
    const kept = keptSchema.parse(JSON.parse(localStorage.getItem(key) ?? "null"));
    if (kept.until > Date.now()) return kept;
    forgetSignUp();
    return null;
  } catch {
    return null;
  }
}

export function forgetSignUp(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
