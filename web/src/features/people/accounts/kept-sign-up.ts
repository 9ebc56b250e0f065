import {
  codeRequestIdSchema,
  type SignUp1,
  signUp1Schema,
} from "@portal/shared/people/accounts.ts";
import { z } from "zod";

const key = "sign-up-1";
/** As long as its code can be typed. */
const keptMs = 10 * 60_000;

/** Somebody who has been sent a code, and what it takes to type it or to ask for another. */
export type SignedUp = Readonly<{
  person: SignUp1;
  requested: Readonly<{ requestId: string; codeLength: number }>;
}>;

const keptSchema = z.object({
  person: signUp1Schema,
  requested: z.object({ requestId: codeRequestIdSchema, codeLength: z.int() }),
  until: z.number(),
});

/** Beyond the tab: the link of the email opens another one. */
export function keepSignUp(signedUp: SignedUp): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...signedUp, until: Date.now() + keptMs }));
  } catch {
    // Storage is full or forbidden: it then lasts as long as the page does.
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
    // Nothing was kept either.
  }
}
