import {
  codeRequestIdSchema,
  type SignUp1,
  signUp1Schema,
} from "@portal/shared/people/accounts.ts";
import { z } from "zod/mini";
import { readStoredJson, writeStored } from "../../../session/store.ts";

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
  writeStored("localStorage", key, JSON.stringify({ ...signedUp, until: Date.now() + keptMs }));
}

export function keptSignUp(): SignedUp | null {
  const kept = keptSchema.safeParse(readStoredJson("localStorage", key));
  if (!kept.success) return null;
  if (kept.data.until > Date.now()) return kept.data;
  forgetSignUp();
  return null;
}

export function forgetSignUp(): void {
  writeStored("localStorage", key, null);
}
