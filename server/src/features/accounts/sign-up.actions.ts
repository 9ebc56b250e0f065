import type { SignUp1 } from "@portal/shared/accounts.ts";
import type { Caller } from "../../caller.ts";
import type { RequestedCode } from "./sign-in-code.actions.ts";

/**
 * A customer registers: an unverified account and a code of three characters by mail and SMS. Whoever
 * has an account is told so by mail, and the answer is the same.
 */
export async function signUp1(_caller: Caller, _input: SignUp1): Promise<RequestedCode> {
  throw new Error("not built yet");
}
