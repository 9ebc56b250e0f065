import type { Login } from "@portal/shared/accounts.ts";
import type { Caller, SignedInUser } from "../../caller.ts";

export type SignedIn = { token: string; user: SignedInUser };

export async function signIn(_caller: Caller, _login: Login): Promise<SignedIn> {
  throw new Error("not here yet");
}

export async function signOut(_caller: Caller): Promise<{ signedOut: true }> {
  throw new Error("not here yet");
}
