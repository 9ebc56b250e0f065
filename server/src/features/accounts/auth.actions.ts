import type { Login } from "@portal/shared/accounts.ts";
import { DomainError } from "@portal/shared/domain-error.ts";
import type { Caller, Impersonator, SignedInUser } from "../../caller.ts";
import { findCredentials, findSignedInUser } from "./account.store.ts";
import { countTry, forgetTries, forgetTry, type Throttle } from "./sign-in-throttle.store.ts";

export type Me = SignedInUser & { impersonatedBy: Impersonator | null };
export type SignedIn = { token: string; user: Me };

/** An unknown address, a wrong password and a closed account all get the same answer, and take as long. */
export async function signIn(caller: Caller, login: Login): Promise<SignedIn> {
  if (!("password" in login)) throw new Error("not built yet");
  const { email, password } = login;
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
  await caller.sessions.end(caller.session?.token ?? null);
  const { device } = caller;
  const { token, cookie } = await caller.sessions.start({
    ...{ userId: user.id, device, withPassword: true },
  });
  caller.setCookie(cookie);
  return { token, user: { ...user, impersonatedBy: null } };
}

export async function signOut(caller: Caller): Promise<{ signedOut: true }> {
  caller.setCookie(await caller.sessions.end(caller.session?.token ?? null));
  return { signedOut: true };
}

/** Who this is, and the admin who is this person for a while. */
export async function whoAmI(caller: Caller): Promise<Me | null> {
  if (!caller.user) return null;
  const { impersonatedById } = caller;
  const admin =
    impersonatedById === null ? null : await findSignedInUser(caller.db, impersonatedById);
  const impersonatedBy = admin && { id: admin.id, name: `${admin.firstName} ${admin.lastName}` };
  return { ...caller.user, impersonatedBy };
}

/** One person at one place is held back soon; a place where many people sit, later. */
function throttles(email: string, ip: string): { ofAccount: Throttle; ofAddress: Throttle } {
  return {
    ofAccount: { key: `account ${email} ${ip}`, freeTries: 5, waitSecondsMax: 900 },
    ofAddress: { key: `address ${ip}`, freeTries: 100, waitSecondsMax: 300 },
  };
}
