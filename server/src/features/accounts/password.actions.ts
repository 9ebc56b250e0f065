import type { UpdatePassword } from "@portal/shared/accounts.ts";
import type { Caller, SignedInUser } from "../../caller.ts";

/** Ends every other session of the person, and tells the person by mail. */
export async function updatePassword(
  _caller: Caller,
  _user: SignedInUser,
  _change: UpdatePassword,
): Promise<{ otherSessionsEnded: true }> {
  throw new Error("not built yet");
}

/** Typed again before a dangerous change; holds in this session for ten minutes. */
export async function confirmPassword(
  _caller: Caller,
  _user: SignedInUser,
  _password: string,
): Promise<{ confirmed: true }> {
  throw new Error("not built yet");
}
