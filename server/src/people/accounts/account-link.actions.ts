import type { SignUp2 } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { LinkPurpose } from "../../platform/db/shop-tables.ts";
import { updateUserAccount } from "../users/user-account.store.ts";
import {
  endAllLinks,
  endCodesOf,
  findLinkOwner,
  type LinkOwner,
  mintLink,
  useLink,
} from "./account-secret.store.ts";
import { findActiveAccount, lockAccount } from "./account.store.ts";
import { type SignedIn, startSession } from "./auth.actions.ts";
import { answerInConstantTime } from "./sign-in-attempts.store.ts";
import { confirmPendingEmail, queueNewMessage, restoreContacts } from "./contact-change.ts";
import { hashOfNewPassword, replacePassword } from "./password.actions.ts";
import {
  messagesFrom,
  requireWithinLimit,
  resetsFor,
} from "../../platform/rate-limit/rate-limits.ts";

const passwordPurposes = ["register", "reset-password"] as const;
type PasswordPurpose = (typeof passwordPurposes)[number];

/**
 * The response and its timing do not depend on whether the address has an account. Nothing is sent to an unverified address:
 * it may be a mistyped one, whose owner would then choose the password.
 *
 * @throws DomainError access.too-many-tries
 */
export async function forgotPassword(caller: Caller, email: string): Promise<{ sent: true }> {
  return answerInConstantTime(async () => {
    await requireWithinLimit(caller, messagesFrom(caller.ip), resetsFor(email));
    const account = await findActiveAccount(caller.db, email);
    if (account?.verified)
      await caller.db
        .transaction()
        .execute((tx) =>
          queueNewMessage(tx, caller, { kind: "password-reset", userId: account.id }),
        );
    return { sent: true };
  });
}

/**
 * The owner of a link: the first name, and whether the link finishes a registration or resets a password.
 *
 * @throws DomainError account.link-ended
 */
export async function getCustomerByUuid(
  caller: Caller,
  uuid: string,
): Promise<{ firstName: string; purpose: PasswordPurpose }> {
  const { firstName, purpose } = await ownerOf(caller, uuid, passwordPurposes);
  return { firstName, purpose };
}

/**
 * Sets the password, ends all other sessions and signs in. A link that was sent by email also verifies the email; after one
 * that came by SMS or from a code, a confirmation email is sent.
 *
 * @throws DomainError account.link-ended, account.common-password
 */
export async function signUp2(caller: Caller, { uuid, password }: SignUp2): Promise<SignedIn> {
  const owner = await ownerOf(caller, uuid, passwordPurposes);
  const { userId } = owner;
  const passwordHash = await hashOfNewPassword(caller, password, owner);
  await caller.db.transaction().execute(async (tx) => {
    await useLink(tx, uuid, caller.now());
    await replacePassword(tx, caller, {
      userId,
      passwordHash,
      exceptToken: null,
      isKnownPerson: owner.purpose === "reset-password",
    });
    if (owner.provesEmail) await proveEmail(tx, owner, caller.now());
    else if (!owner.verified) await queueNewMessage(tx, caller, { kind: "confirm-email", userId });
  });
  return startSession(caller, userId, "link");
}

/**
 * Verifies the account's email, or replaces it by the pending one; then the old address is notified.
 *
 * @throws DomainError account.link-ended, account.email-in-use
 */
export async function confirmEmail(caller: Caller, uuid: string): Promise<{ verified: true }> {
  const { userId, ...owner } = await ownerOf(caller, uuid, ["confirm-email"]);
  await caller.db.transaction().execute(async (tx) => {
    await useLink(tx, uuid, caller.now());
    if (owner.provesPending) await confirmPendingEmail(tx, caller, userId);
    else if (owner.provesEmail)
      await updateUserAccount(tx, userId, { verified: true }, caller.now());
    else throw new DomainError("account.link-ended");
  });
  return { verified: true };
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
    await insertAudit(tx, caller, {
      action: "profile.changed",
      subjectId: userId,
      details: { fields: ["email", "cell"] },
    });
    const reset = { userId, purpose: "reset-password", sentTo } as const;
    return { setPassword: await mintLink(tx, reset, now) };
  });
}

/**
 * A password that was set before the email was ever verified may be that of another person who registered with this address:
 * their cell number must receive no codes for the account, until the user enters a number in the profile again.
 */
async function proveEmail(tx: Tx, { userId, ...owner }: LinkOwner, now: string): Promise<void> {
  const mayBeStrangers = owner.purpose === "reset-password" && owner.hasPassword && !owner.verified;
  const noCell = { cell: null, former_cell: null, cell_changed_at: null };
  await updateUserAccount(tx, userId, { verified: true, ...(mayBeStrangers && noCell) }, now);
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
