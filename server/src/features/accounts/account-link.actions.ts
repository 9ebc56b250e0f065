import type { SignUp2 } from "@portal/shared/accounts.ts";
import type { Caller } from "../../caller.ts";
import type { SignedIn } from "./auth.actions.ts";

/** Answers the same for an address that we know and for one that we do not. */
export async function forgotPassword(_caller: Caller, _email: string): Promise<{ sent: true }> {
  throw new Error("not built yet");
}

/** Who a link is for: the first name, and whether it finishes a registration or resets a password. */
export async function getCustomerByUuid(
  _caller: Caller,
  _uuid: string,
): Promise<{ firstName: string; purpose: "register" | "reset-password" }> {
  throw new Error("not built yet");
}

/** Sets the password that a link was sent for, proves the email, ends other sessions and signs in. */
export async function signUp2(_caller: Caller, _input: SignUp2): Promise<SignedIn> {
  throw new Error("not built yet");
}

export async function confirmEmail(_caller: Caller, _uuid: string): Promise<{ verified: true }> {
  throw new Error("not built yet");
}
