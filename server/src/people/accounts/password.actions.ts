import type { ConfirmPassword, UpdatePassword } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { Tx } from "../../platform/db/database.ts";
import { insertAudit, ownerAsActor } from "../../platform/audit/audit.store.ts";
import { updateUserAccount } from "../users/user-account.store.ts";
import { clearFactorTries } from "../factors/factor.store.ts";
import { endSentSecrets, queueNewMessage } from "./contact-change.ts";
import { forgetBrowsers } from "./known-browser.store.ts";
import { requireRightPassword } from "./auth.actions.ts";
import { passwordChanged } from "./account.messages.ts";

/**
 * Ends every other session and notifies the user by email. A user who signed in by a code needs the current password too,
 * unless there is none yet.
 *
 * @throws DomainError access.wrong-credentials, access.too-many-tries, account.common-password
 */
export async function updatePassword(
  caller: Caller,
  user: SignedInUser,
  { currentPassword = "", password, rcData }: UpdatePassword,
): Promise<{ otherSessionsEnded: true }> {
  if (user.hasPassword)
    await requireRightPassword(
      caller,
      { email: user.email, password: currentPassword, rcData },
      { field: "currentPassword" },
    );
  const passwordHash = await hashOfNewPassword(caller, password, user);
  const exceptToken = caller.session?.token ?? null;
  await caller.db.transaction().execute((tx) =>
    replacePassword(tx, caller, {
      userId: user.id,
      passwordHash,
      exceptToken,
      isKnownPerson: user.hasPassword,
    }),
  );
  if (exceptToken !== null) await caller.sessions.confirmPassword(exceptToken);
  return { otherSessionsEnded: true };
}

/**
 * Recent authentication for a sensitive change; valid in this session for ten minutes.
 *
 * @throws DomainError access.wrong-credentials, access.too-many-tries
 */
export async function confirmPassword(
  caller: Caller,
  { email }: SignedInUser,
  typed: ConfirmPassword,
): Promise<{ confirmed: true }> {
  await requireRightPassword(caller, { email, ...typed }, { field: "password" });
  if (caller.session) await caller.sessions.confirmPassword(caller.session.token);
  return { confirmed: true };
}

type Names = Readonly<{ firstName: string; lastName: string; email: string }>;

/** @throws DomainError account.common-password */
export async function hashOfNewPassword(
  { passwords }: Pick<Caller, "passwords">,
  password: string,
  { firstName, lastName, email }: Names,
): Promise<string> {
  if (await passwords.isCommon(password, [firstName, lastName, email]))
    throw new DomainError("account.common-password", { field: "password" });
  return passwords.hash(password);
}

type NewPassword = Readonly<{
  userId: number;
  passwordHash: string;
  /** The session in which it is chosen, which continues. */
  exceptToken: string | null;
  /** The owner of an existing account is notified, in case an attacker made the change. */
  isKnownPerson: boolean;
}>;

/** Ends all other sessions, links and codes. */
export async function replacePassword(
  tx: Tx,
  caller: Caller,
  { userId, passwordHash, exceptToken, isKnownPerson }: NewPassword,
): Promise<void> {
  const now = caller.now();
  await updateUserAccount(tx, userId, { password_hash: passwordHash }, now);
  await endSentSecrets(tx, userId, now);
  await clearFactorTries(tx, userId);
  await caller.sessions.endAll(userId, exceptToken, tx);
  await forgetBrowsers(tx, caller, userId);
  await insertAudit(tx, ownerAsActor(caller, userId), {
    action: "password.changed",
    subjectId: userId,
  });
  if (isKnownPerson) await queueNewMessage(tx, caller, passwordChanged, { userId });
}
