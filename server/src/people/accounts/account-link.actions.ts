import type { SignUp2 } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { LinkPurpose } from "../../platform/db/shop-tables.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import {
  endAllLinks,
  endCodesOf,
  findLinkOwner,
  type LinkOwner,
  mintLink,
  useLink,
} from "./account-secret.store.ts";
import { findActiveAccount, forgetNumber, holdAccount, markVerified } from "./account.store.ts";
import { type SignedIn, startSession } from "./auth.actions.ts";
import { answerInConstantTime } from "./sign-in-attempts.store.ts";
import { askToConfirm, putContactsBack, takePendingEmail } from "./contact-change.ts";
import { hashOfNewPassword, replacePassword } from "./password.actions.ts";
import {
  messagesFrom,
  requireWithinLimit,
  resetsFor,
} from "../../platform/rate-limit/rate-limits.ts";

/** What a password is chosen by. */
const passwordPurposes = ["register", "reset-password"] as const;
type PasswordPurpose = (typeof passwordPurposes)[number];

/**
 * Answers the same for an address that we know and for one that we do not, and after the same time. Nothing is sent to an
 * address that nobody has proved: it may be somebody else's, mistyped, who would choose the password.
 *
 * @throws DomainError access.too-many-tries
 */
export async function forgotPassword(caller: Caller, email: string): Promise<{ sent: true }> {
  return answerInConstantTime(async () => {
    await requireWithinLimit(caller, messagesFrom(caller.ip), resetsFor(email));
    const account = await findActiveAccount(caller.db, email);
    if (account?.verified) {
      const subject = { kind: "password-reset", userId: account.id } as const;
      await caller.db
        .transaction()
        .execute((tx) => queueMessage(tx, caller, `password-reset:${caller.newId()}`, subject));
    }
    return { sent: true };
  });
}

/**
 * Who a link is for: the first name, and whether it finishes a registration or resets a password.
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
 * Sets the password that a link was sent for, ends other sessions and signs in. A link that was mailed proves the email;
 * after one that came by SMS or by a code, a mail asks for that.
 *
 * @throws DomainError account.link-ended, account.common-password
 */
export async function signUp2(caller: Caller, { uuid, password }: SignUp2): Promise<SignedIn> {
  const owner = await ownerOf(caller, uuid, passwordPurposes);
  const { userId } = owner;
  const passwordHash = await hashOfNewPassword(caller, password, owner);
  await caller.db.transaction().execute(async (tx) => {
    if (!(await useLink(tx, uuid, caller.now()))) throw new DomainError("account.link-ended");
    await replacePassword(tx, caller, {
      userId,
      passwordHash,
      exceptToken: null,
      isKnownPerson: owner.purpose === "reset-password",
    });
    if (owner.provesEmail) await proveEmail(tx, owner, caller.now());
    else if (!owner.verified) await askToConfirm(tx, caller, userId);
  });
  return startSession(caller, userId, "link");
}

/**
 * A new email takes the place of the one of before, which is told so; the first one is verified.
 *
 * @throws DomainError account.link-ended, account.email-in-use
 */
export async function confirmEmail(caller: Caller, uuid: string): Promise<{ verified: true }> {
  const { userId, ...owner } = await ownerOf(caller, uuid, ["confirm-email"]);
  await caller.db.transaction().execute(async (tx) => {
    if (!(await useLink(tx, uuid, caller.now()))) throw new DomainError("account.link-ended");
    if (owner.provesPending) await takePendingEmail(tx, caller, userId);
    else if (owner.provesEmail) await markVerified(tx, userId, caller.now());
    else throw new DomainError("account.link-ended");
  });
  return { verified: true };
}

/**
 * "This was not me": the email and the number of before are the account's again, whoever is signed in is signed out, and
 * the person chooses a new password, since whoever made the change knew the old one. Before the new email was confirmed and
 * after it, for a week.
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
    await holdAccount(tx, userId);
    if (!(await useLink(tx, uuid, now))) throw new DomainError("account.link-ended");
    await putContactsBack(tx, userId, sentTo, now);
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
 * Whoever resets a password by mail has the mailbox. Whoever chose the one before, without ever proving the email, may
 * have been somebody else, whose number must get no codes of this person.
 */
async function proveEmail(tx: Tx, { userId, ...owner }: LinkOwner, now: string): Promise<void> {
  const isStrangers = owner.purpose === "reset-password" && owner.hasPassword && !owner.verified;
  if (isStrangers) await forgetNumber(tx, userId, now);
  await markVerified(tx, userId, now);
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
