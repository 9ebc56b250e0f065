import {
  type PassFactor,
  type PasskeyPlace,
  recoveryCodeSchema,
  type UsedPasskey,
} from "@portal/shared/people/factors.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { randomBytes } from "node:crypto";
import { z } from "zod/mini";
import type { Caller } from "../../caller.ts";
import type { LiveSession, SignedInUser } from "../../platform/access/signed-in.ts";
import type { Tx } from "../../platform/db/database.ts";
import { endProposalsOf } from "../../platform/proposals/propose.actions.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { consume, factorLinksFor } from "../../platform/rate-limit/rate-limits.ts";
import { lockAccount } from "../accounts/account.store.ts";
import { queueNewMessage } from "../accounts/contact-change.ts";
import { holdAccount, unlockAccount } from "../users/user-account.store.ts";
import { tellAdmins } from "./admin-notices.actions.ts";
import { heldUntil, isWarned, nextTry } from "./factor.rules.ts";
import {
  findTries,
  giveTryBack,
  insertChallenge,
  type Factor,
  listFactors,
  listUnusedCodes,
  passkeyOf,
  recordPasskeyUse,
  saveTries,
  takeChallenge,
  useRecoveryCode,
  useStep,
} from "./factor.store.ts";
import { passwordReset } from "../accounts/account.messages.ts";
import { adminSignIn } from "./admin.messages.ts";

type Person = Readonly<{ person: SignedInUser; session: LiveSession }>;

/**
 * What the browser has to sign with one of the person's passkeys, for signing in or for confirming an act.
 *
 * @throws DomainError factor.no-passkey-here where none of them is bound to this host
 */
export async function passkeyOptions(caller: Caller & Person, place: PasskeyPlace) {
  const { factors, db, person, session, now } = caller;
  const rpId = factors.passkeys.rpIdAt(place);
  const passkeys = (await listFactors(db, person.id)).map(passkeyOf);
  const known = passkeys.filter((each) => each !== null).filter((each) => each.rpId === rpId);
  if (rpId === null || known.length === 0) throw new DomainError("factor.no-passkey-here");
  const challenge = randomBytes(32);
  const bound = { token: session.token, purpose: purposeOf(caller) };
  await insertChallenge(db, { ...bound, challenge: challenge.toString("base64url") }, now());
  return factors.passkeys.requestOptions({ rpId, challenge, known });
}

/**
 * Shows the second factor: signs in whoever waits for it, and confirms the person before an act. A recovery code only opens
 * the page where a factor is set up, warns all admins and holds the account.
 *
 * @throws DomainError access.wrong-factor, access.too-many-tries, access.new-password-needed, access.forbidden
 */
export async function passFactor(
  caller: Caller & Person,
  shown: PassFactor,
): Promise<{ passed: true }> {
  const { person, session, now, sessions } = caller;
  if ("recoveryCode" in shown && caller.waiting?.lacks !== "factor")
    throw new DomainError("access.forbidden");
  const triedAt = now();
  const tries = await countFactorTry(caller, triedAt);
  if (!(await isRight(caller, shown))) {
    await warnOfTry(caller, { tries, triedAt });
    throw new DomainError("access.wrong-factor");
  }
  await giveTryBack(caller.db, person.id, triedAt);
  await caller.db.transaction().execute(async (tx) => {
    await lockAccount(tx, person.id);
    if ("recoveryCode" in shown) {
      await sessions.allowSetUp(session.token, "recovery-code", tx);
      await holdAccount(tx, person.id, heldUntil(now()), now());
      await endProposalsOf(tx, caller, person.id);
      await insertAudit(tx, asPerson(caller), {
        action: "recovery-code.used",
        subjectId: person.id,
      });
      await tellAdmins(tx, caller, person.id, "recovery-code-used");
    } else {
      await sessions.showFactor(session.token, true, tx);
      if (session.factor?.comesBack) await openIfLocked(tx, caller);
    }
  });
  return { passed: true };
}

/** For somebody who has come back by a mailed link and shown what is needed. */
export async function openIfLocked(tx: Tx, caller: Caller & Pick<Person, "person">): Promise<void> {
  const { person, now } = caller;
  if (!(await unlockAccount(tx, person.id, now()))) return;
  await insertAudit(tx, asPerson(caller), { action: "user.unlocked", subjectId: person.id });
  await tellAdmins(tx, caller, person.id, "unlocked");
}

/** The audit names whoever waits too. */
export function asPerson(caller: Caller & Pick<Person, "person">) {
  return { ...caller, user: caller.person };
}

function purposeOf({ waiting }: Pick<Caller, "waiting">) {
  return waiting ? ("sign-in" as const) : ("recent" as const);
}

/**
 * Counted before it is compared, so that concurrent guesses cannot exceed the limit.
 *
 * @returns the tries that were not right, with this one last
 */
async function countFactorTry(caller: Caller & Person, at: string): Promise<readonly string[]> {
  const { db, person } = caller;
  const { answer, kept } = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, person.id);
    const tries = await findTries(tx, person.id);
    const next = nextTry(tries.wrongAt, at);
    const isOver = tries.wantsPassword || next.answer === "new-password";
    if (isOver) {
      await saveTries(tx, person.id, { wrongAt: next.kept, wantsPassword: true });
      if (await consume(tx, await factorLinksFor(person.id), at))
        await queueNewMessage(tx, caller, passwordReset, { userId: person.id });
      return { ...next, answer: "new-password" as const };
    }
    if (next.answer === "try")
      await saveTries(tx, person.id, { wrongAt: [...next.kept, at], wantsPassword: false });
    return next;
  });
  if (answer === "new-password") throw new DomainError("access.new-password-needed");
  if (answer === "wait") throw new DomainError("access.too-many-tries");
  return [...kept, at];
}

/** Whoever gets here knows the password. */
async function warnOfTry(
  caller: Caller & Person,
  { tries, triedAt }: Readonly<{ tries: readonly string[]; triedAt: string }>,
): Promise<void> {
  const { db, person, log } = caller;
  log.warn({ subjectId: person.id }, "a second factor was wrong");
  await db.transaction().execute(async (tx) => {
    await insertAudit(tx, asPerson(caller), { action: "factor.wrong", subjectId: person.id });
    if (isWarned(tries, triedAt))
      await queueNewMessage(tx, caller, adminSignIn, {
        userId: person.id,
        aboutId: person.id,
        change: "wrong-factors",
      });
  });
}

async function isRight(caller: Caller & Person, shown: PassFactor): Promise<boolean> {
  if ("recoveryCode" in shown) return isRightRecoveryCode(caller, shown.recoveryCode);
  const known = await listFactors(caller.db, caller.person.id);
  return "code" in shown
    ? isRightCode(caller, known, shown.code)
    : isRightPasskey(caller, known, shown.passkey);
}

async function isRightCode(
  { db, factors, now }: Caller,
  known: readonly Factor[],
  code: string,
): Promise<boolean> {
  for (const { id, secret } of known) {
    const step = secret === null ? null : factors.oneTimeCodes.stepOf(secret, code, now());
    if (step !== null && (await useStep(db, { id, step }, now()))) return true;
  }
  return false;
}

async function isRightPasskey(
  caller: Caller & Person,
  known: readonly Factor[],
  used: UsedPasskey,
): Promise<boolean> {
  const { db, factors, session, now } = caller;
  const factor = known.find(({ credentialId }) => credentialId === used.id);
  const passkey = factor && passkeyOf(factor);
  const challenge = challengeIn(used.response.clientDataJSON);
  if (!factor || !passkey || challenge === null) return false;
  const bound = { token: session.token, purpose: purposeOf(caller), challenge };
  if (!(await takeChallenge(db, bound, now()))) return false;
  const signCount = await factors.passkeys.used(used, { challenge, passkey });
  if (signCount === null) return false;
  await recordPasskeyUse(db, { id: factor.id, signCount }, now());
  return true;
}

const clientDataSchema = z.looseObject({ challenge: z.string(), origin: z.string() });

/** The challenge that a browser says it answers, in base64url; null where it is malformed. */
export function challengeIn(clientData: string): string | null {
  return clientDataIn(clientData)?.challenge ?? null;
}

/** What a browser says it answers, and where; null where it is malformed. */
export function clientDataIn(clientData: string): z.infer<typeof clientDataSchema> | null {
  try {
    const parsed = JSON.parse(Buffer.from(clientData, "base64url").toString("utf8"));
    return clientDataSchema.safeParse(parsed).data ?? null;
  } catch {
    return null;
  }
}

/** All hashes are compared, so that the time does not tell which code it was. */
async function isRightRecoveryCode(
  { db, passwords, person, now }: Caller & Person,
  typed: string,
): Promise<boolean> {
  const code = recoveryCodeSchema.parse(typed);
  const unused = await listUnusedCodes(db, person.id);
  const rights = await Promise.all(unused.map(({ hash }) => passwords.isRight(hash, code)));
  const at = rights.indexOf(true);
  const found = unused[at];
  if (!found) return false;
  return db.transaction().execute((tx) => useRecoveryCode(tx, found.id, now()));
}
