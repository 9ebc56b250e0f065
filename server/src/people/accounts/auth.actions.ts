import type { PasswordLogin } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller, Impersonator, SignedInUser } from "../../caller.ts";
import type { HandedOver, ListedSession } from "../../gateways/sessions/sessions.ts";
import { handOverCookie } from "../../platform/access/browser.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import {
  type Credentials,
  findCredentials,
  findSignedInUser,
  isStillPassword,
} from "./account.store.ts";
import { countTry, forgetTries, forgetTry, throttlesOf } from "./sign-in-attempts.store.ts";

export type Me = SignedInUser & {
  impersonatedBy: Impersonator | null;
  /** Where distributors and stockists order, and whether this is there. */
  office: { isHere: boolean; url: string };
};
export type SignedIn = { token: string; user: Me };

/** @throws DomainError access.wrong-credentials, access.too-many-tries */
export async function signIn(caller: Caller, login: PasswordLogin): Promise<SignedIn> {
  const proved = await requireRightPassword(caller, login);
  return startSession(caller, proved.id, "password", proved);
}

/**
 * An unknown address, a wrong password and a closed account all get the same answer, and take as long.
 *
 * @returns whose password it is, and its hash
 * @throws DomainError access.wrong-credentials, access.too-many-tries
 */
export async function requireRightPassword(
  { db, ip, now, passwords, log }: Caller,
  { email, password }: PasswordLogin,
  about?: Readonly<{ field: string }>,
): Promise<Credentials> {
  const { ofAccount, ofAddress } = throttlesOf(email, ip);
  for (const throttle of [ofAccount, ofAddress])
    if (!(await countTry(db, throttle, now()))) throw new DomainError("access.too-many-tries");

  const known = await findCredentials(db, email);
  const isRight = await passwords.isRight(known?.passwordHash ?? null, password);
  if (!known || !isRight) {
    log.warn({ subjectId: known?.id ?? null }, "a password was wrong");
    throw new DomainError("access.wrong-credentials", about);
  }

  await forgetTries(db, ofAccount.key);
  await forgetTry(db, ofAddress.key);
  return known;
}

/**
 * For whoever has just proved who they are; `proved` is the password that they did it with.
 *
 * @throws DomainError access.wrong-credentials where the account was closed or the password changed meanwhile
 */
export async function startSession(
  caller: Caller,
  userId: number,
  by: "password" | "code" | "link" | "hand-over",
  proved?: Credentials,
  handedFrom?: HandedOver,
): Promise<SignedIn> {
  const user = await findSignedInUser(caller.db, userId);
  if (!user) throw new DomainError("access.wrong-credentials");
  // A token that somebody else may have put into this browser must not become a signed-in one.
  await caller.sessions.end(caller.session?.token ?? null);
  const { device } = caller;
  const { token, cookie } = await caller.sessions.start({
    userId,
    device,
    withPassword: by === "password" || by === "link",
    ...(handedFrom && { handedFrom }),
  });
  // A new password ends the sessions that there are; one that begins in the same moment is not among them.
  if (proved && !(await isStillPassword(caller.db, proved))) {
    await caller.sessions.end(token);
    throw new DomainError("access.wrong-credentials");
  }
  // Nobody has the token yet: where this cannot be written, the session serves nobody.
  await insertAudit(
    caller.db,
    { ...caller, user, impersonatedById: null },
    { action: "signed-in", subjectId: userId, details: { by, device } },
  );
  caller.setCookie(cookie);
  return { token, user: { ...user, impersonatedBy: null, office: officeFor(caller) } };
}

/** Begins to sign this browser in as it is on the other host: what it keeps is a cookie, what it tells is in the answer. */
export function askForHandOver(caller: Caller): { told: string } {
  const { kept, told } = caller.sessions.askForHandOver();
  caller.setCookie(handOverCookie(kept, caller.shop));
  return { told };
}

/** @throws DomainError access.sign-in-required without a session */
export async function handOver(
  { session, sessions }: Caller,
  told: string,
): Promise<{ code: string }> {
  if (!session) throw new DomainError("access.sign-in-required");
  return { code: await sessions.handOver(session.token, told) };
}

/**
 * Signs in here whoever is signed in on the other host. The code alone is worth nothing: a browser that asked for none, or
 * for another, stays as it is, whoever sends it here.
 *
 * @throws DomainError access.sign-in-required where the code is not for this browser, was used or is older than a minute
 */
export async function takeHandOver(caller: Caller, code: string): Promise<SignedIn> {
  const { handOverKept, sessions } = caller;
  const from = handOverKept === null ? null : await sessions.takeHandOver(code, handOverKept);
  if (!from) throw new DomainError("access.sign-in-required");
  return startSession(caller, from.userId, "hand-over", undefined, from);
}

/** Whoever signs out as somebody else signs out altogether. */
export async function signOut(caller: Caller): Promise<{ signedOut: true }> {
  const { db, user, session, impersonatedById, now } = caller;
  caller.setCookie(await caller.sessions.end(session?.token ?? null));
  if (!user || !session) return { signedOut: true };
  const entry = { subjectId: user.id, target: session.handle };
  if (impersonatedById === null) await insertAudit(db, caller, { ...entry, action: "signed-out" });
  else {
    const admin = await findSignedInUser(db, impersonatedById);
    const actor = { user: admin, impersonatedById: null, now };
    await insertAudit(db, actor, { ...entry, action: "impersonation.ended" });
  }
  return { signedOut: true };
}

/** Who this is, and the admin who is this person for a while. */
export async function whoAmI(caller: Caller): Promise<Me | null> {
  if (!caller.user) return null;
  const { impersonatedById } = caller;
  const admin =
    impersonatedById === null ? null : await findSignedInUser(caller.db, impersonatedById);
  const impersonatedBy = admin && { id: admin.id, name: `${admin.firstName} ${admin.lastName}` };
  return { ...caller.user, impersonatedBy, office: officeFor(caller) };
}

export function officeFor({ isOfficeHost, officeUrl }: Caller): Me["office"] {
  return { isHere: isOfficeHost, url: officeUrl };
}

type OwnSession = ListedSession & { isThisOne: boolean };

export async function listSessions(caller: Caller, userId: number): Promise<OwnSession[]> {
  const listed = await caller.sessions.list(userId);
  return listed.map((each) => ({ ...each, isThisOne: each.handle === caller.session?.handle }));
}

/** Somebody else's session, and one that has ended, is nothing to end. */
export async function endSession(
  caller: Caller,
  userId: number,
  handle: string,
): Promise<{ ended: boolean }> {
  return { ended: await caller.sessions.endOne(userId, handle) };
}

export async function endOtherSessions(caller: Caller, userId: number): Promise<{ ended: true }> {
  await caller.sessions.endAll(userId, caller.session?.token ?? null);
  return { ended: true };
}
