import type { Impersonate } from "@portal/shared/users/user-forms.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { SignedIn } from "../accounts/auth.actions.ts";

/** The admin's own session is kept aside, and this browser is the other person until it is ended. */
export async function impersonate(
  _caller: Caller,
  _admin: SignedInUser,
  _input: Impersonate,
): Promise<SignedIn> {
  throw new Error("not built yet");
}

export async function stopImpersonating(_caller: Caller): Promise<SignedIn> {
  throw new Error("not built yet");
}
