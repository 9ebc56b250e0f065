import type { ConfirmEmail, SignUp2 } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { isOfficeRole, isOfOffice } from "@portal/shared/platform/roles.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit, ownerAsActor } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { LinkPurpose } from "../../platform/db/shop-tables.ts";
import { heldUntil } from "../factors/factor.rules.ts";
import { holdAccount, updateUserAccount } from "../users/user-account.store.ts";
import { endCodesOf } from "./account-secret.store.ts";
import {
  endAllLinks,
  findLinkOwner,
  isConfirmedSince,
  isRegisteredSince,
  type LinkOwner,
  mintLink,
  useLink,
} from "./account-link.store.ts";
import { forgetBrowsers } from "./known-browser.store.ts";
import { findActiveAccount, lockAccount } from "./account.store.ts";
import { requireRightPassword, type SignedIn, startSession } from "./auth.actions.ts";
import { answerInConstantTime } from "./sign-in-attempts.store.ts";
import { confirmPendingEmail, queueNewMessage, restoreContacts } from "./contact-change.ts";
import { forgetStranger, provedByOwner } from "./proved-email.store.ts";
import { hashOfNewPassword, replacePassword } from "./password.actions.ts";
import { messagesFrom, requireWithinLimit } from "../../platform/rate-limit/rate-limits.ts";
import { emailToConfirm, passwordReset } from "./account.messages.ts";

const passwordPurposes = ["register", "reset-password"] as const;
type PasswordPurpose = (typeof passwordPurposes)[number];

/**
 * The response and its timing do not depend on whether the address has an account. An unverified address gets a link too: its
 * owner must not be kept out by whoever registered with it first.
 *
 * @throws DomainError access.too-many-tries
 */
export async function forgotPassword(caller: Caller, email: string): Promise<{ sent: true }> {
  return answerInConstantTime(async () => {
    await requireWithinLimit(caller, messagesFrom(caller.ip));
    const account = await findActiveAccount(caller.db, email);
    // Somebody invited to the office who has not registered has the invitation's own link.
    if (account && (account.verified || !isOfficeRole(account.role)))
      await caller.db
        .transaction()
        .execute((tx) => queueNewMessage(tx, caller, passwordReset, { userId: account.id }));
    return { sent: true };
  });
}

/**
 * The owner of a link: the first name, and whether the link finishes a registration or resets a password.
 *
 * @throws DomainError account.link-ended; account.registered where the registration was finished, as by a first press
 */
export async function getCustomerByUuid(
  caller: Caller,
  uuid: string,
): Promise<{ firstName: string; purpose: PasswordPurpose }> {
  if (await isRegisteredSince(caller.db, uuid)) throw new DomainError("account.registered");
  const { firstName, purpose } = await ownerOf(caller, uuid, passwordPurposes);
  return { firstName, purpose };
}

/**
 * Sets the password, ends all other sessions and signs in; of the office the second factor follows. A link that was sent by email also verifies the email; after one
 * that came by SMS or from a code, a confirmation email is sent.
 *
 * @throws DomainError account.link-ended, account.common-password
 */
export async function signUp2(caller: Caller, { uuid, password }: SignUp2): Promise<SignedIn> {
  const owner = await ownerOf(caller, uuid, passwordPurposes);
  const { userId } = owner;
  // Of the office only whoever reads the mailbox chooses a password.
  if (isOfOffice(owner) && !owner.provesEmail) throw new DomainError("account.link-ended");
  const passwordHash = await hashOfNewPassword(caller, password, owner);
  await caller.db.transaction().execute(async (tx) => {
    await useLink(tx, uuid, caller.now());
    await replacePassword(tx, caller, {
      userId,
      passwordHash,
      exceptToken: null,
      isKnownPerson: owner.purpose === "reset-password",
    });
    if (owner.purpose === "reset-password")
      await holdAccount(tx, userId, heldUntil(caller.now()), caller.now());
    if (owner.provesEmail) await proveEmail(tx, owner, caller.now());
    else if (!owner.verified) await queueNewMessage(tx, caller, emailToConfirm, { userId });
  });
  const setsUp = owner.purpose === "register" && owner.provesEmail;
  return startSession(caller, userId, "link", { comesBack: true, setsUp });
}

/** With the person whom the confirmation has signed in, by a new password; null where the session stays as it is. */
type EmailConfirmed = Readonly<{ verified: true; user: SignedIn["user"] | null }>;

const confirmed: EmailConfirmed = { verified: true, user: null };

/**
 * Verifies the account's email, or replaces it by the pending one; then the old address is notified. The link alone proves
 * the mailbox, not who registered: outside a session of this account in which its password was typed it asks for the
 * password. Whoever does not know it chooses a new one, and the account is theirs alone; but not where the account has
 * another, proved email, whose owner may have mistyped the new one. A link opened once more, by a second press or a mail
 * scanner, says that the address is confirmed.
 *
 * @throws DomainError account.link-ended, account.email-in-use, account.proof-needed, account.password-needed,
 * access.wrong-credentials, access.too-many-tries, access.captcha-needed, account.common-password
 */
export async function confirmEmail(
  caller: Caller,
  { uuid, password, newPassword, rcData }: ConfirmEmail,
): Promise<EmailConfirmed> {
  const isChoosing = newPassword !== undefined;
  if (!isChoosing && (await isConfirmedSince(caller.db, uuid))) return confirmed;
  const owner = await ownerOf(caller, uuid, ["confirm-email"]);
  if (!owner.provesPending && !owner.provesEmail) throw new DomainError("account.link-ended");
  if (isChoosing) return takeOver(caller, owner, { uuid, newPassword });
  if (password !== undefined)
    await requireRightPassword(
      caller,
      { email: owner.email, password, rcData },
      { field: "password" },
    );
  else if (!isOwnSession(caller, owner))
    throw new DomainError(owner.provesPending ? "account.password-needed" : "account.proof-needed");
  const { userId } = owner;
  await caller.db.transaction().execute(async (tx) => {
    await useLink(tx, uuid, caller.now());
    if (owner.provesPending) await confirmPendingEmail(tx, caller, userId);
    else await updateUserAccount(tx, userId, { verified: true }, caller.now());
  });
  return confirmed;
}

/** A session by an emailed code may be of another person than the one who chose the password. */
function isOwnSession({ user, session, impersonatedById }: Caller, { userId }: LinkOwner): boolean {
  const passwordAt = session?.passwordAt ?? null;
  return user?.id === userId && impersonatedById === null && passwordAt !== null;
}

/** Ends whatever another person left in the account: sessions, password, number, pending email, recipients, parent. */
async function takeOver(
  caller: Caller,
  owner: LinkOwner,
  { uuid, newPassword }: Readonly<{ uuid: string; newPassword: string }>,
): Promise<EmailConfirmed> {
  if (!owner.provesEmail || owner.verified) throw new DomainError("account.password-needed");
  const { userId } = owner;
  const passwordHash = await hashOfNewPassword(caller, newPassword, owner);
  await caller.db.transaction().execute(async (tx) => {
    await useLink(tx, uuid, caller.now());
    const noSession = { exceptToken: null, isKnownPerson: false };
    await replacePassword(tx, caller, { userId, passwordHash, ...noSession });
    await provedByOwner(tx, { userId, keepsNumber: false }, caller.now());
    if (owner.addedBy === null) await forgetStranger(tx, userId, caller.now());
  });
  const { user } = await startSession(caller, userId, "link");
  return { verified: true, user };
}

/**
 * "This was not me": restores the former email and cell number, ends all sessions and returns a link for a new password,
 * because the change was made by someone who knew the old one. Works for a week, before and after the new email is confirmed.
 *
 * @throws DomainError account.link-ended, account.email-in-use
 */
export async function undoContactChange(
  caller: Caller,
  uuid: string,
): Promise<{ setPassword: string }> {
  const { userId, sentTo } = await ownerOf(caller, uuid, ["undo-contact-change"]);
  if (sentTo === null) throw new DomainError("account.link-ended");
  return caller.db.transaction().execute(async (tx) => {
    const now = caller.now();
    await lockAccount(tx, userId);
    await useLink(tx, uuid, now);
    await restoreContacts(tx, userId, sentTo, now);
    await endAllLinks(tx, userId, now);
    await endCodesOf(tx, userId, now);
    await caller.sessions.endAll(userId, null, tx);
    await forgetBrowsers(tx, { knownBrowser: null }, userId);
    await insertAudit(tx, ownerAsActor(caller, userId), {
      action: "profile.changed",
      subjectId: userId,
      details: { fields: ["email", "cell"] },
    });
    const reset = { userId, purpose: "reset-password", sentTo } as const;
    return { setPassword: await mintLink(tx, reset, now) };
  });
}

async function proveEmail(tx: Tx, { userId, ...owner }: LinkOwner, now: string): Promise<void> {
  if (owner.verified) return;
  const isFirstOfAdded = owner.purpose === "register" && owner.addedBy !== null;
  const keepsNumber = isFirstOfAdded && !owner.hasPassword;
  await provedByOwner(tx, { userId, keepsNumber }, now);
}

async function ownerOf<Purpose extends LinkPurpose>(
  { db, now }: Caller,
  uuid: string,
  purposes: readonly Purpose[],
): Promise<LinkOwner & { purpose: Purpose }> {
  const owner = await findLinkOwner(db, uuid, now());
  const purpose = purposes.find((each) => each === owner?.purpose);
  if (!owner || purpose === undefined) throw new DomainError("account.link-ended");
  return { ...owner, purpose };
}
