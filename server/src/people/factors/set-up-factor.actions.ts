import { randomBytes } from "node:crypto";
import {
  type CreatedPasskey,
  type LinkWithPassword,
  type PasskeyPlace,
  recoveryCodeCount,
  recoveryCodeFrom,
  recoveryCodeSchema,
} from "@portal/shared/people/factors.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { isOfOffice } from "@portal/shared/platform/roles.ts";
import type { Caller } from "../../caller.ts";
import type { LiveSession, SignedInUser } from "../../platform/access/signed-in.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { endProposalsOf } from "../../platform/proposals/propose.actions.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import { factorLinksFor, requireWithinLimit } from "../../platform/rate-limit/rate-limits.ts";
import { findLinkOwner, useLink } from "../accounts/account-link.store.ts";
import { lockAccount } from "../accounts/account.store.ts";
import { requireRightPassword, type SignedIn, startSession } from "../accounts/auth.actions.ts";
import { queueNewMessage } from "../accounts/contact-change.ts";
import { holdAccount } from "../users/user-account.store.ts";
import { tellAdmins } from "./admin-notices.actions.ts";
import { heldUntil } from "./factor.rules.ts";
import {
  endFactor,
  everHadFactor,
  findPendingSecret,
  insertChallenge,
  insertFactor,
  listFactors,
  listUnusedCodes,
  type NewFactor,
  replaceRecoveryCodes,
  takeChallenge,
} from "./factor.store.ts";
import { asPerson, challengeIn, openIfLocked } from "./pass-factor.actions.ts";
import { lostFactor, setUpFactor } from "./admin.messages.ts";

type Person = Readonly<{ person: SignedInUser; session: LiveSession }>;

const factorsMax = 10;

/** What the pages of factors show. */
export async function factorState(caller: Caller & Person) {
  const { db, factors, person, session, waiting } = caller;
  const known = await listFactors(db, person.id);
  const domains = {
    shop: factors.passkeys.rpIdAt("shop"),
    office: factors.passkeys.rpIdAt("office"),
  };
  return {
    lacks: waiting?.lacks ?? null,
    isRequired: factors.isRequired,
    setUpBy: setUpOf(session),
    passkeysAt: { shop: domains.shop !== null, office: domains.office !== null },
    factors: known.map(({ id, kind, name, madeAt, lastUsedAt, rpId }) => ({
      id,
      kind,
      name,
      madeAt,
      lastUsedAt,
      worksAt: {
        shop: rpId === null || rpId === domains.shop,
        office: rpId === null || rpId === domains.office,
      },
    })),
    recoveryCodesLeft: (await listUnusedCodes(db, person.id)).length,
  };
}

/**
 * Mails a link for setting up the first factor, or for proposing a new one where all were lost. Nobody does either by a
 * password alone.
 *
 * @throws DomainError access.no-set-up, access.too-many-tries
 */
export async function askForFactorLink(caller: Caller & Person): Promise<{ sent: true }> {
  const { db, person, waiting } = caller;
  if (waiting?.lacks !== "set-up-link" && waiting?.lacks !== "factor")
    throw new DomainError("access.no-set-up");
  const message = waiting.lacks === "factor" ? lostFactor : setUpFactor;
  await requireWithinLimit(caller, factorLinksFor(person.id));
  await db
    .transaction()
    .execute((tx) => queueNewMessage(tx, caller, message, { userId: person.id }));
  return { sent: true };
}

/**
 * The mailed link and the password together open the page of factors, on any device.
 *
 * @throws DomainError account.link-ended, access.wrong-credentials, access.too-many-tries
 */
export async function openSetUpLink(caller: Caller, link: LinkWithPassword): Promise<SignedIn> {
  const proved = await requireLinkAndPassword(caller, link, "set-up-factor");
  if ((await listFactors(caller.db, proved.id)).length > 0)
    throw new DomainError("account.link-ended");
  return startSession(caller, proved.id, "password", { proved, setsUp: true });
}

/**
 * The mailed link and the password together begin a session of a locked account, which opens with the second factor.
 *
 * @throws DomainError account.link-ended, access.wrong-credentials, access.too-many-tries
 */
export async function comeBack(caller: Caller, link: LinkWithPassword): Promise<SignedIn> {
  const proved = await requireLinkAndPassword(caller, link, "come-back");
  return startSession(caller, proved.id, "password", { proved, comesBack: true });
}

/**
 * A wrong password does not use the link up.
 *
 * @throws DomainError account.link-ended, access.wrong-credentials, access.too-many-tries
 */
export async function requireLinkAndPassword(
  caller: Caller,
  { uuid, password }: LinkWithPassword,
  purpose: "set-up-factor" | "come-back" | "lost-factor",
) {
  const owner = await findLinkOwner(caller.db, uuid, caller.now());
  if (owner?.purpose !== purpose || !owner.provesEmail) throw new DomainError("account.link-ended");
  const login = { email: owner.email, password };
  const proved = await requireRightPassword(caller, login, { field: "password" });
  await caller.db.transaction().execute((tx) => useLink(tx, uuid, caller.now()));
  return proved;
}

/**
 * What the browser needs to create a passkey.
 *
 * @throws DomainError access.no-set-up, access.factor-needed, access.password-needed, factor.no-passkey-here
 */
export async function beginPasskey(caller: Caller & Person, place: PasskeyPlace) {
  const { db, factors, person, session, now } = caller;
  await requireSetUp(caller);
  const rpId = factors.passkeys.rpIdAt(place);
  if (rpId === null) throw new DomainError("factor.no-passkey-here");
  const challenge = randomBytes(32);
  const bound = { token: session.token, purpose: "set-up" } as const;
  await insertChallenge(db, { ...bound, challenge: challenge.toString("base64url") }, now());
  const known = (await listFactors(db, person.id)).flatMap(
    ({ credentialId }) => credentialId ?? [],
  );
  const owner = {
    id: person.id,
    email: person.email,
    name: `${person.firstName} ${person.lastName}`,
  };
  return factors.passkeys.creationOptions(owner, { rpId, challenge, known });
}

/** With the recovery codes, where they are new; they are shown this once. */
type AddedFactor = { recoveryCodes: string[] | null };

/** @throws DomainError as `beginPasskey`, and access.wrong-factor */
export async function addPasskey(
  caller: Caller & Person,
  response: CreatedPasskey,
): Promise<AddedFactor> {
  const { db, factors, session, now } = caller;
  await requireSetUp(caller);
  const challenge = challengeIn(response.response.clientDataJSON);
  const bound = { token: session.token, purpose: "set-up" } as const;
  if (challenge === null || !(await takeChallenge(db, { ...bound, challenge }, now())))
    throw new DomainError("access.wrong-factor");
  const passkey = await factors.passkeys.created(response, { challenge });
  if (!passkey) throw new DomainError("access.wrong-factor");
  return addFactor(caller, { passkey });
}

/** The secret of one-time codes as a key to type and as the address in a QR code; it counts once a code of it was entered. */
export async function beginCodes(caller: Caller & Person): Promise<{ uri: string; key: string }> {
  const { db, factors, person, session, now } = caller;
  await requireSetUp(caller);
  const { sealed, uri, key } = factors.oneTimeCodes.make(person);
  const challenge = randomBytes(32).toString("base64url");
  const bound = { token: session.token, purpose: "set-up", challenge, secret: sealed } as const;
  await insertChallenge(db, bound, now());
  return { uri, key };
}

/** @throws DomainError as `requireSetUp`, and access.wrong-factor */
export async function addCodes(caller: Caller & Person, code: string): Promise<AddedFactor> {
  const { db, factors, session, now } = caller;
  await requireSetUp(caller);
  const secret = await findPendingSecret(db, session.token, now());
  const step = secret === null ? null : factors.oneTimeCodes.stepOf(secret, code, now());
  if (secret === null || step === null)
    throw new DomainError("access.wrong-factor", { field: "code" });
  return addFactor(caller, { secret, step });
}

/**
 * The last one is replaced and never removed.
 *
 * @throws DomainError access.factor-needed, factor.unknown, factor.last
 */
export async function removeFactor(
  caller: Caller,
  user: SignedInUser,
  id: string,
): Promise<{ removed: true }> {
  await requireRecentAuthentication(caller);
  return caller.db.transaction().execute(async (tx) => {
    await lockAccount(tx, user.id);
    const known = await listFactors(tx, user.id);
    if (!known.some((each) => each.id === id)) throw new DomainError("factor.unknown");
    if (known.length === 1) throw new DomainError("factor.last");
    await endFactor(tx, id, caller.now());
    await insertAudit(tx, caller, { action: "factor.removed", subjectId: user.id, target: id });
    await tellAdmins(tx, caller, user.id, "factor-removed");
    return { removed: true as const };
  });
}

/** @throws DomainError access.factor-needed, factor.unknown without a factor that they would stand for */
export async function renewRecoveryCodes(
  caller: Caller,
  user: SignedInUser,
): Promise<{ recoveryCodes: string[] }> {
  await requireRecentAuthentication(caller);
  if (!user.hasFactor) throw new DomainError("factor.unknown");
  const fresh = await newRecoveryCodes(caller);
  await caller.db.transaction().execute(async (tx) => {
    await lockAccount(tx, user.id);
    await replaceRecoveryCodes(tx, user.id, fresh.hashes, caller.now());
    await insertAudit(tx, caller, { action: "recovery-codes.made", subjectId: user.id });
    await tellAdmins(tx, caller, user.id, "recovery-codes-made");
  });
  return { recoveryCodes: fresh.codes };
}

/**
 * Allowed by a mailed link, by a recovery code, to the first admin right after the password, and to whoever has just shown
 * a factor (the password where none is set up and none is required).
 *
 * @throws DomainError access.no-set-up, access.factor-needed, access.password-needed, account.not-of-office
 */
async function requireSetUp(caller: Caller & Person): Promise<void> {
  const { person, session, waiting } = caller;
  if (!isOfOffice(person)) throw new DomainError("account.not-of-office");
  if (waiting && waiting.lacks !== "set-up") throw new DomainError("access.no-set-up");
  if (!waiting && setUpOf(session) === null) await requireRecentAuthentication(caller);
}

type MadeFactor = NewFactor extends infer Each
  ? Each extends NewFactor
    ? Omit<Each, "id" | "userId" | "name">
    : never
  : never;

async function addFactor(caller: Caller & Person, made: MadeFactor): Promise<AddedFactor> {
  const { person, session, sessions, now } = caller;
  const fresh = await newRecoveryCodes(caller);
  return caller.db.transaction().execute(async (tx) => {
    await lockAccount(tx, person.id);
    const known = await listFactors(tx, person.id);
    requireRoomFor(known.length, session);
    const hadOne = await everHadFactor(tx, person.id);
    const row = { id: caller.newId(), userId: person.id, name: caller.device };
    await insertFactor(tx, { ...row, ...made }, now());
    const hasCodes = known.length > 0 && (await listUnusedCodes(tx, person.id)).length > 0;
    if (!hasCodes) await replaceRecoveryCodes(tx, person.id, fresh.hashes, now());
    if (hadOne && setUpOf(session) === "link") {
      await holdAccount(tx, person.id, heldUntil(now()), now());
      await endProposalsOf(tx, caller, person.id);
    }
    // What a link or a recovery code opened counts for signing in, and for no act.
    await sessions.showFactor(session.token, setUpOf(session) === null, tx);
    if (session.factor?.comesBack) await openIfLocked(tx, caller);
    await tellOfFactor(tx, caller, row.id);
    return { recoveryCodes: hasCodes ? null : fresh.codes };
  });
}

/** A link sets up the first one only; a session begun by it may be older than that. */
function requireRoomFor(count: number, session: LiveSession): void {
  const setUpBy = setUpOf(session);
  if (count > 0 && (setUpBy === "first" || setUpBy === "link"))
    throw new DomainError("access.no-set-up");
  if (count >= factorsMax) throw new DomainError("factor.too-many");
}

function setUpOf({ factor }: LiveSession) {
  return factor?.setUpBy ?? null;
}

async function tellOfFactor(tx: Tx, caller: Caller & Person, target: string): Promise<void> {
  const subjectId = caller.person.id;
  await insertAudit(tx, asPerson(caller), { action: "factor.added", subjectId, target });
  await tellAdmins(tx, caller, subjectId, "factor-added");
}

async function newRecoveryCodes({
  passwords,
}: Caller): Promise<Readonly<{ codes: string[]; hashes: string[] }>> {
  const codes = Array.from({ length: recoveryCodeCount }, () => recoveryCodeFrom(randomBytes(10)));
  const typed = codes.map((code) => recoveryCodeSchema.parse(code));
  return { codes, hashes: await Promise.all(typed.map((code) => passwords.hash(code))) };
}
