import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  type CodeAsk,
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
  insertCodeRequest,
  type NewCodeRequest,
  consumeTry,
  type TriedCode,
} from "./account-secret.store.ts";
import { endAllLinks, mintLink } from "./account-link.store.ts";
import { forgetStranger } from "./proved-email.store.ts";
import { updateUserAccount } from "../users/user-account.store.ts";
import { findRegistration } from "./registration.store.ts";
import { forgetBrowsers } from "./known-browser.store.ts";
import { findActiveAccount, lockAccount } from "./account.store.ts";
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
import { isOfOffice } from "@portal/shared/platform/roles.ts";
import { queueNewMessage } from "./contact-change.ts";
import { startSession } from "./auth.actions.ts";
import { codeRequestCookie } from "../../platform/access/browser.ts";
import { answerInConstantTime } from "./sign-in-attempts.store.ts";
import { takeOverRecipients } from "./guest-data.store.ts";
import { noCodeForAdmins, signInCode, signUpCode } from "./account.messages.ts";

export type RequestedCode = {
  /** For clients without cookies, which send it back with the code. */
  requestId: string;
  codeLength: number;
};

/**
 * The response and its timing do not depend on whether the address has an account. Admins get no codes: they sign in by
 * password and second factor, and an email says so.
 *
 * @throws DomainError access.too-many-tries; access.captcha-needed from the fourth in an hour on
 */
export async function requestCode(
  caller: Caller,
  { email, rcData }: CodeAsk,
): Promise<RequestedCode> {
  return answerInConstantTime(async () => {
    await requireWithinLimit(caller, messagesFrom(caller.ip));
    const { db, captcha, now } = caller;
    const isFree = await consume(db, await codesFor(email), now());
    if (!isFree && !(await captcha.isSolved(rcData)))
      throw new DomainError("access.captcha-needed");
    const purpose = "sign-in";
    const codeLength = await codeLengthFor(caller.db, purpose);
    const requestId = crypto.randomUUID();
    const account = await findActiveAccount(caller.db, email);
    if (account)
      await caller.db.transaction().execute(async (tx) => {
        await lockAccount(tx, account.id);
        if (isOfOffice(account))
          await queueNewMessage(tx, caller, noCodeForAdmins, { userId: account.id });
        else await sendCode(tx, caller, { userId: account.id, purpose, requestId, guestId: null });
      });
    caller.setCookie(codeRequestCookie(requestId, caller.shop));
    return { requestId, codeLength };
  });
}

/** The caller must hold the lock of the account's row. */
export async function sendCode(
  tx: Tx,
  caller: Caller,
  request: Omit<NewCodeRequest, "id">,
  options: Readonly<{ emailOnly?: boolean }> = {},
): Promise<void> {
  const { userId, purpose } = request;
  const codeId = caller.newId();
  await insertCodeRequest(tx, { ...request, id: codeId }, caller.now());
  const message = purpose === "sign-in" ? signInCode : signUpCode;
  await queueMessage(tx, caller, `${message.kind}:${codeId}`, message, { userId, codeId }, options);
}

/**
 * The code is bound to the browser that requested it and works once, also in concurrent requests. A registration code from
 * the email also verifies the email.
 *
 * @returns after a registration, also the uuid of the link for choosing a password (specification, section 4)
 * @throws DomainError access.wrong-code, access.too-many-tries, access.captcha-needed, access.codes-closed
 */
export async function signInByCode(caller: Caller, login: CodeLogin) {
  return answerInConstantTime(async () => {
    const tried = await requireRightCode(caller, login);
    const setPassword = await caller.db.transaction().execute(async (tx) => {
      await endCode(tx, tried.id, caller.now());
      return tried.purpose === "sign-up" ? finishRegistration(tx, caller, tried) : null;
    });
    const signedIn = await startSession(caller, tried.userId, "code");
    return { ...signedIn, setPassword };
  });
}

/**
 * The rate limits of wrong codes are consumed before the code is compared and given back for a right one, so that
 * concurrent guesses cannot exceed them.
 */
async function requireRightCode(caller: Caller, login: CodeLogin): Promise<RightCode> {
  const { db, passwords } = caller;
  const now = caller.now();
  const purpose = purposeOf(login.code);
  const proof = await proofOfPerson(caller, login, purpose);
  const ofClient = await wrongCodesFrom(caller.ip);
  if (!(await consume(db, ofClient, now))) throw new DomainError("access.too-many-tries");

  const request = codeRequestIdSchema.safeParse(login.requestId ?? caller.codeRequestId);
  const requestId = request.success ? request.data : null;
  const tried = requestId ? await consumeTry(db, { email: login.email, requestId }, now) : null;
  const ofAll = wrongCodes(purpose, proof);
  // Only guesses at a pending code consume the shop-wide limit, or anyone could lock out all users.
  const isGuess = tried?.purpose === purpose;
  if (isGuess && !(await consume(db, ofAll, now)))
    throw new DomainError(proof === "proved" ? "access.codes-closed" : "access.captcha-needed");
  const isOfMail = await passwords.isRight(tried ? tried.codeHash : null, login.code);
  const smsHash = tried ? tried.smsCodeHash : null;
  const isOfSms = !isOfMail && smsHash !== null && (await passwords.isRight(smsHash, login.code));
  if (!tried || !isGuess || !(isOfMail || isOfSms)) throw new DomainError("access.wrong-code");

  for (const rateLimit of [ofClient, ofAll]) await giveBack(db, rateLimit, now);
  return { ...tried, provesEmail: isOfMail && tried.isMailedToAccount };
}

type RightCode = TriedCode & Readonly<{ provesEmail: boolean }>;

/** From the typed code alone, so that the refusal does not depend on whether the email has an account. */
function purposeOf(code: string): CodePurpose {
  return code.length === signUpCodeLength ? "sign-up" : "sign-in";
}

/**
 * While codes of this purpose are being guessed, every sign-in needs a captcha, checked before any lookup.
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
 * Ends sessions, links, password and number of anyone else who began to register with this email. The new link is returned
 * to the browser and does not verify the email.
 *
 * @throws DomainError access.wrong-code for the code of the SMS where somebody has chosen a password or was added, and for
 * any where the email was proved meanwhile
 */
async function finishRegistration(
  tx: Tx,
  { now, sessions }: Pick<Caller, "now" | "sessions">,
  { id, userId, guestId, provesEmail }: RightCode,
): Promise<string> {
  await lockAccount(tx, userId);
  const { verified, isUnfinished, addedBy } = await findBegun(tx, userId);
  if (verified || !(provesEmail || isUnfinished)) throw new DomainError("access.wrong-code");
  await sessions.endAll(userId, null, tx);
  await forgetBrowsers(tx, { knownBrowser: null }, userId);
  if (provesEmail && addedBy === null) await forgetStranger(tx, userId, now());
  await endAllLinks(tx, userId, now());
  const typed = await findRegistration(tx, id);
  const own = typed && {
    first_name: typed.firstName,
    last_name: typed.lastName,
    cell: typed.cell,
    former_cell: null,
    cell_changed_at: null,
    cell_confirmed: true,
    referred_by: typed.referredBy,
    ...(addedBy === null && { alt_number: typed.altNumber, company: typed.company }),
    // Whose customer it is says the person who finishes, and whoever added somebody.
    ...(addedBy === null && { parent_id: typed.parentId }),
  };
  const proved = { verified: true, password_hash: null, pending_email: null };
  const changes = { ...own, ...(provesEmail && proved) };
  await updateUserAccount(tx, userId, changes, now());
  if (guestId !== null) await takeOverRecipients(tx, { userId, guestId }, now());
  return mintLink(tx, { userId, purpose: "register", sentTo: null }, now());
}

async function findBegun(tx: Tx, userId: number) {
  const { hasPassword, ...row } = await tx
    .selectFrom("account")
    .select(["verified", "added_by as addedBy"])
    .select((account) => account("password_hash", "is not", null).as("hasPassword"))
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { ...row, isUnfinished: !hasPassword && row.addedBy === null };
}
