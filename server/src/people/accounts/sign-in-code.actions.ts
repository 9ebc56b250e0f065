import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  type CodeLogin,
  codeRequestIdSchema,
  signUpCodeLength,
} from "@portal/shared/people/accounts.ts";
import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { CodePurpose } from "../../platform/db/shop-tables.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import {
  codeLengthFor,
  endCode,
  endLinks,
  insertCodeRequest,
  mintLink,
  type NewCodeRequest,
  takeTry,
  type TriedCode,
} from "./account-secret.store.ts";
import { findActiveAccount, holdAccount, markVerified } from "./account.store.ts";
import {
  codesFor,
  giveBack,
  hasLeft,
  messagesFrom,
  requireWithinLimit,
  consume,
  wrongCodes,
  wrongCodesFrom,
} from "../../platform/rate-limit/rate-limits.ts";
import { type SignedIn, startSession } from "./auth.actions.ts";
import { codeRequestCookie } from "../../platform/access/browser.ts";
import { answerInConstantTime } from "./sign-in-attempts.store.ts";
import { takeOverRecipients } from "./guest-data.store.ts";

export type RequestedCode = {
  /** To be sent back with the code by programs that keep no cookies. */
  requestId: string;
  codeLength: number;
};

/**
 * Answers the same for an address that we know and for one that we do not, and after the same time.
 *
 * @throws DomainError access.too-many-tries
 */
export async function requestCode(caller: Caller, email: string): Promise<RequestedCode> {
  return answerInConstantTime(async () => {
    await requireWithinLimit(caller, messagesFrom(caller.ip), codesFor(email));
    const purpose = "sign-in";
    const codeLength = await codeLengthFor(caller.db, purpose);
    const requestId = crypto.randomUUID();
    const account = await findActiveAccount(caller.db, email);
    if (account)
      await caller.db.transaction().execute(async (tx) => {
        await holdAccount(tx, account.id);
        await sendCode(tx, caller, { userId: account.id, purpose, requestId, guestId: null });
      });
    caller.setCookie(codeRequestCookie(requestId, caller.shop));
    return { requestId, codeLength };
  });
}

/** For whoever holds the account's row. */
export async function sendCode(
  tx: Tx,
  caller: Caller,
  request: Omit<NewCodeRequest, "id">,
): Promise<void> {
  const { userId, purpose } = request;
  const codeId = caller.newId();
  await insertCodeRequest(tx, { ...request, id: codeId }, caller.now());
  const kind = `${purpose}-code` as const;
  await queueMessage(tx, caller, `${kind}:${codeId}`, { kind, userId, codeId });
}

export type SignedInByCode = SignedIn & {
  /** After a registration: the uuid that a password is chosen with (specification, section 4). */
  setPassword: string | null;
};

/**
 * The code is bound to the browser that asked for it and works once, also where it is sent twenty times at once. One that
 * finishes a registration and was read in the mail proves the email too.
 *
 * @throws DomainError access.wrong-code, access.too-many-tries, access.captcha-needed, access.codes-closed
 */
export async function signInByCode(caller: Caller, login: CodeLogin): Promise<SignedInByCode> {
  return answerInConstantTime(async () => {
    const tried = await requireRightCode(caller, login);
    const setPassword = await caller.db.transaction().execute(async (tx) => {
      if (!(await endCode(tx, tried.id, caller.now()))) throw new DomainError("access.wrong-code");
      return tried.purpose === "sign-up" ? finishRegistration(tx, caller, tried) : null;
    });
    const signedIn = await startSession(caller, tried.userId, "code");
    return { ...signedIn, setPassword };
  });
}

/**
 * What a wrong code costs is taken before the code is looked at and given back for a right one, so that a thousand guesses
 * at once are no more than one after the other.
 */
async function requireRightCode(caller: Caller, login: CodeLogin): Promise<RightCode> {
  const { db, passwords } = caller;
  const now = caller.now();
  const purpose = purposeOf(login.code);
  const proof = await proofOfPerson(caller, login, purpose);
  const ofPlace = await wrongCodesFrom(caller.ip);
  if (!(await consume(db, ofPlace, now))) throw new DomainError("access.too-many-tries");

  const request = codeRequestIdSchema.safeParse(login.requestId ?? caller.codeRequestId);
  const requestId = request.success ? request.data : null;
  const tried = requestId ? await takeTry(db, { email: login.email, requestId }, now) : null;
  const ofAll = wrongCodes(purpose, proof);
  // Where there is nothing to guess, nobody is guessing: it must not be that easy to stop everybody else.
  const isGuess = tried?.purpose === purpose;
  if (isGuess && !(await consume(db, ofAll, now)))
    throw new DomainError(proof === "proved" ? "access.codes-closed" : "access.captcha-needed");
  const isOfMail = await passwords.isRight(tried ? tried.codeHash : null, login.code);
  const smsHash = tried ? tried.smsCodeHash : null;
  const isOfSms = !isOfMail && smsHash !== null && (await passwords.isRight(smsHash, login.code));
  if (!tried || !isGuess || !(isOfMail || isOfSms)) throw new DomainError("access.wrong-code");

  for (const rateLimit of [ofPlace, ofAll]) await giveBack(db, rateLimit, now);
  return { ...tried, provesEmail: isOfMail && tried.isMailedToAccount };
}

type RightCode = TriedCode & Readonly<{ provesEmail: boolean }>;

/** By what was typed alone, so that the refusal is the same for an email that has no account. */
function purposeOf(code: string): CodePurpose {
  return code.length === signUpCodeLength ? "sign-up" : "sign-in";
}

/**
 * While somebody guesses codes of this purpose everybody proves to be a person, before anything is looked up.
 *
 * @throws DomainError access.captcha-needed, access.codes-closed
 */
async function proofOfPerson(
  { db, captcha, now }: Caller,
  { rcData }: CodeLogin,
  purpose: CodePurpose,
): Promise<"proved" | "unproved"> {
  if (await hasLeft(db, wrongCodes(purpose, "unproved"), now())) return "unproved";
  if (!(await hasLeft(db, wrongCodes(purpose, "proved"), now())))
    throw new DomainError("access.codes-closed");
  if (!(await captcha.isSolved(rcData, "hard"))) throw new DomainError("access.captcha-needed");
  return "proved";
}

/**
 * Whoever else began to register with this email, and got as far as a session or a link, has neither any more. The new
 * link is handed to the browser, so that it proves nothing.
 */
async function finishRegistration(
  tx: Tx,
  { now, sessions }: Pick<Caller, "now" | "sessions">,
  { userId, guestId, provesEmail }: RightCode,
): Promise<string> {
  await sessions.endAll(userId, null, tx);
  await endLinks(tx, userId, now());
  if (provesEmail) await markVerified(tx, userId, now());
  if (guestId !== null) await takeOverRecipients(tx, { userId, guestId }, now());
  return mintLink(tx, { userId, purpose: "register", sentTo: null }, now());
}
