import type { MissingFactor } from "@portal/shared/people/factors.ts";
import type { PasswordLogin } from "@portal/shared/people/accounts.ts";
import { isOfOffice } from "@portal/shared/platform/roles.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { Impersonator, SignedInUser } from "../../platform/access/signed-in.ts";
import type { HandedOver, ListedSession } from "../../gateways/sessions/sessions.ts";
import { handOverCookie } from "../../platform/access/browser.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { consume, factorLinksFor, guessWarningsOf } from "../../platform/rate-limit/rate-limits.ts";
import {
  type Credentials,
  findActiveAccount,
  findSignedInUser,
  isStillPassword,
} from "./account.store.ts";
import { findKnownBrowser, rememberBrowser } from "./known-browser.store.ts";
import {
  clearTries,
  countTry,
  freeGuesses,
  refundTry,
  throttleOfBrowser,
  throttlesOf,
  throttlesOfGuesses,
} from "./sign-in-attempts.store.ts";
import { maySetUpFirst } from "../factors/factor.store.ts";
import { missingFactor } from "../factors/factor.rules.ts";
import { openIfLocked } from "../factors/pass-factor.actions.ts";
import { comeBack } from "../factors/admin.messages.ts";
import { passwordsGuessed } from "./account.messages.ts";
import { queueNewMessage } from "./contact-change.ts";

export type Me = SignedInUser & {
  impersonatedBy: Impersonator | null;
  /** What is still missing to be signed in; until then nothing else is answered. */
  lacks: MissingFactor | null;
  /** The host where distributors and stockists order, and whether this request came to it. */
  office: { isHere: boolean; url: string };
};
export type SignedIn = { token: string; user: Me };

/**
 * A locked account is opened by a mailed link, which a right password asks for.
 *
 * @throws DomainError access.wrong-credentials, access.too-many-tries, access.account-locked
 */
export async function signIn(caller: Caller, login: PasswordLogin): Promise<SignedIn> {
  const proved = await requireRightPassword(caller, login);
  if (proved.lockedAt !== null) {
    if (await consume(caller.db, await factorLinksFor(proved.id), caller.now()))
      await caller.db
        .transaction()
        .execute((tx) => queueNewMessage(tx, caller, comeBack, { userId: proved.id }));
    throw new DomainError("access.account-locked");
  }
  return startSession(caller, proved.id, "password", { proved });
}

/**
 * An unknown address, a wrong password and a closed account are indistinguishable by response and by timing.
 *
 * @throws DomainError access.wrong-credentials, access.too-many-tries, access.captcha-needed
 */
export async function requireRightPassword(
  caller: Caller,
  { email, password, rcData }: PasswordLogin,
  about?: Readonly<{ field: string }>,
): Promise<Credentials & Readonly<{ lockedAt: string | null }>> {
  const { db, passwords, log } = caller;
  const counted = await countGuess(caller, email, rcData);

  const known = await findActiveAccount(db, email);
  const [isRight] = await Promise.all([
    passwords.isRight(known?.passwordHash ?? null, password),
    known && counted.isMany && warnOfGuesses(caller, known.id),
  ]);
  if (!known || !isRight) {
    log.warn({ subjectId: known?.id ?? null }, "a password was wrong");
    throw new DomainError("access.wrong-credentials", about);
  }

  await clearTries(db, counted.cleared);
  for (const key of counted.refunded) await refundTry(db, key);
  return known;
}

/** The keys to clear and to refund when the password is right. */
type Guess = Readonly<{ cleared: string; refunded: readonly string[]; isMany: boolean }>;

/**
 * Counts a guess before it is made, for unknown addresses too: of the account from this place, of the place, and of the
 * account from everywhere. A browser in which this account was signed in has a count of its own alone, so that nobody
 * elsewhere locks its owner out.
 *
 * @throws DomainError access.too-many-tries, access.captcha-needed
 */
async function countGuess(
  caller: Caller,
  email: string,
  rcData: string | undefined,
): Promise<Guess> {
  const { db, ip, now, captcha } = caller;
  const count = (throttle: Parameters<typeof countTry>[1]) => countTry(db, throttle, now());
  const browser = await findKnownBrowser(caller, email);
  if (browser !== null) {
    const ofBrowser = throttleOfBrowser(email, browser);
    if (!(await count(ofBrowser))) throw new DomainError("access.too-many-tries");
    return { cleared: ofBrowser.key, refunded: [], isMany: false };
  }
  const { ofAccount, ofAddress } = throttlesOf(email, ip);
  for (const throttle of [ofAccount, ofAddress])
    if (!(await count(throttle))) throw new DomainError("access.too-many-tries");

  const { unproved, proved } = throttlesOfGuesses(email);
  let guesses = await count(unproved);
  if (guesses === 0) {
    const isProved = await captcha.isSolved(rcData, "hard");
    guesses = isProved ? await count(proved) : 0;
    if (guesses === 0) {
      for (const { key } of [ofAccount, ofAddress]) await refundTry(db, key);
      throw new DomainError(isProved ? "access.too-many-tries" : "access.captcha-needed");
    }
  }
  return {
    cleared: ofAccount.key,
    refunded: [ofAddress.key, proved.key],
    isMany: guesses >= freeGuesses,
  };
}

/** At the same time as the password is compared, so that the answer does not come later for a known address. */
async function warnOfGuesses(caller: Caller, userId: number): Promise<void> {
  if (!(await consume(caller.db, await guessWarningsOf(userId), caller.now()))) return;
  await caller.db
    .transaction()
    .execute((tx) => queueNewMessage(tx, caller, passwordsGuessed, { userId }));
}

type SessionBasis = Readonly<{
  /** The password, where the user was authenticated by one. */
  proved?: Credentials;
  handedFrom?: HandedOver;
  /** A mailed link, which also opens a locked account once the factor is shown. */
  comesBack?: boolean;
  /** A mailed link for setting up a factor. */
  setsUp?: boolean;
}>;

/**
 * For a user who has just been authenticated. Whoever needs a second factor is not signed in by this yet.
 *
 * @throws DomainError access.wrong-credentials where the account was closed or the password changed meanwhile
 */
export async function startSession(
  caller: Caller,
  userId: number,
  by: "password" | "code" | "link" | "hand-over",
  { proved, handedFrom, comesBack = false, setsUp = false }: SessionBasis = {},
): Promise<SignedIn> {
  const user = await findSignedInUser(caller.db, userId, comesBack);
  if (!user) throw new DomainError("access.wrong-credentials");
  // Against session fixation: a token planted in this browser must not become a signed-in one.
  await caller.sessions.end(caller.session?.token ?? null);
  const { device } = caller;
  const isFirst = by === "password" && isOfOffice(user) && (await maySetUpFirst(caller.db, userId));
  const setUpBy = setsUp ? ("link" as const) : isFirst ? ("first" as const) : null;
  const { token, cookie } = await caller.sessions.start({
    userId,
    device,
    withPassword: by === "password" || by === "link",
    setUpBy,
    comesBack,
    ...(handedFrom && { handedFrom }),
  });
  // A password change ends the existing sessions; one that starts at the same moment is not among them.
  if (proved && !(await isStillPassword(caller.db, proved))) {
    await caller.sessions.end(token);
    throw new DomainError("access.wrong-credentials");
  }
  // The token has not been returned yet: if the audit entry cannot be written, the session stays unusable.
  await insertAudit(
    caller.db,
    { ...caller, user, impersonatedById: null },
    { action: "signed-in", subjectId: userId, details: { by, device } },
  );
  const known = await rememberBrowser(caller, userId);
  // First: older programs take the first cookie of the answer for the session.
  caller.setCookie(cookie);
  caller.setCookie(known);
  const shownAt = handedFrom?.factorAt ?? null;
  const lacks = missingFactor(user, { shownAt, setUpBy }, caller.factors.isRequired);
  if (lacks === null && comesBack)
    await caller.db.transaction().execute((tx) => openIfLocked(tx, { ...caller, person: user }));
  return { token, user: meOf(caller, user, { lacks }) };
}

/** What the client knows of whoever is signed in, or about to be. */
export function meOf(
  caller: Caller,
  user: SignedInUser,
  { lacks = null, impersonatedBy = null }: Partial<Pick<Me, "lacks" | "impersonatedBy">> = {},
): Me {
  return { ...user, lacks, impersonatedBy, office: officeFor(caller) };
}

/** Begins to copy the sign-in of the other host: the secret stays in a cookie, its hash is returned. */
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
 * Signs in the user of the other host's session. The code alone is useless: it works only in the browser that requested it.
 *
 * @throws DomainError access.sign-in-required when the code is for another browser, was used or is older than a minute
 */
export async function takeHandOver(caller: Caller, code: string): Promise<SignedIn> {
  const { handOverKept, sessions } = caller;
  const from = handOverKept === null ? null : await sessions.takeHandOver(code, handOverKept);
  if (!from) throw new DomainError("access.sign-in-required");
  return startSession(caller, from.userId, "hand-over", { handedFrom: from });
}

/** Signing out while impersonating ends the admin's own sign-in too. */
export async function signOut(caller: Caller): Promise<{ signedOut: true }> {
  const { db, session, impersonatedById, now } = caller;
  const user = caller.user ?? caller.waiting?.user;
  caller.setCookie(await caller.sessions.end(session?.token ?? null));
  if (!user || !session) return { signedOut: true };
  const entry = { subjectId: user.id, target: session.handle };
  if (impersonatedById === null)
    await insertAudit(db, { ...caller, user }, { ...entry, action: "signed-out" });
  else {
    const admin = await findSignedInUser(db, impersonatedById);
    const actor = { user: admin, impersonatedById: null, now };
    await insertAudit(db, actor, { ...entry, action: "impersonation.ended" });
  }
  return { signedOut: true };
}

export async function whoAmI(caller: Caller): Promise<Me | null> {
  if (caller.waiting) return meOf(caller, caller.waiting.user, { lacks: caller.waiting.lacks });
  if (!caller.user) return null;
  const { impersonatedById } = caller;
  const admin =
    impersonatedById === null ? null : await findSignedInUser(caller.db, impersonatedById);
  const impersonatedBy = admin && { id: admin.id, name: `${admin.firstName} ${admin.lastName}` };
  return meOf(caller, caller.user, { impersonatedBy });
}

function officeFor({ isOfficeHost, officeUrl }: Caller): Me["office"] {
  return { isHere: isOfficeHost, url: officeUrl };
}

type OwnSession = ListedSession & { isThisOne: boolean };

export async function listSessions(caller: Caller, userId: number): Promise<OwnSession[]> {
  const listed = await caller.sessions.list(userId);
  return listed.map((each) => ({ ...each, isThisOne: each.handle === caller.session?.handle }));
}

/** `ended` is false for another user's session and for one that has ended already. */
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
