import type { Login } from "@portal/shared/accounts.ts";
import { DomainError } from "@portal/shared/domain-error.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { findCredentials, findSignedInUser } from "./account.store.ts";
import { countTry, forgetTries, forgetTry, type Throttle } from "./sign-in-throttle.store.ts";

export type SignedIn = { token: string; user: SignedInUser };

/** An unknown address, a wrong password and a closed account all get the same answer, and take as long. */
export async function signIn(caller: Caller, { email, password }: Login): Promise<SignedIn> {
  const { ofAccount, ofAddress } = throttles(email, caller.ip);
  for (const throttle of [ofAccount, ofAddress]) {
    if (!(await countTry(caller.db, throttle, caller.now())))
      throw new DomainError("access.too-many-tries");
  }

  const known = await findCredentials(caller.db, email);
  const isRight = await caller.passwords.isRight(known?.passwordHash ?? null, password);
  const user = known && isRight ? await findSignedInUser(caller.db, known.id) : null;
  if (!user) throw new DomainError("access.wrong-credentials");

  await forgetTries(caller.db, ofAccount.key);
  await forgetTry(caller.db, ofAddress.key);
  // A token that somebody else may have put into this browser must not become a signed-in one.
  await caller.sessions.end(caller.sessionToken);
  const { token, cookie } = await caller.sessions.start(user.id);
  caller.setCookie(cookie);
  return { token, user };
}

export async function signOut(caller: Caller): Promise<{ signedOut: true }> {
  caller.setCookie(await caller.sessions.end(caller.sessionToken));
  return { signedOut: true };
}

/** One person at one place is held back soon; a place where many people sit, later. */
function throttles(email: string, ip: string): { ofAccount: Throttle; ofAddress: Throttle } {
  return {
    ofAccount: { key: `account ${email} ${ip}`, freeTries: 5, waitSecondsMax: 900 },
    ofAddress: { key: `address ${ip}`, freeTries: 100, waitSecondsMax: 300 },
  };
}
