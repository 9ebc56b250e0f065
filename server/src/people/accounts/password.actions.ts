import type { UpdatePassword } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { endSentSecrets } from "./contact-change.ts";
import { requireRightPassword } from "./auth.actions.ts";

/**
 * Ends every other session of the person, and tells the person by mail. Whoever signed in by a code has to know the
 * password all the same, unless there is none yet.
 *
 * @throws DomainError access.wrong-credentials, access.too-many-tries, account.common-password
 */
export async function updatePassword(
  caller: Caller,
  user: SignedInUser,
  { currentPassword = "", password }: UpdatePassword,
): Promise<{ otherSessionsEnded: true }> {
  if (user.hasPassword)
    await requireRightPassword(
      caller,
      { email: user.email, password: currentPassword },
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
 * Typed again before a dangerous change; holds in this session for ten minutes.
 *
 * @throws DomainError access.wrong-credentials, access.too-many-tries
 */
export async function confirmPassword(
  caller: Caller,
  { email }: SignedInUser,
  password: string,
): Promise<{ confirmed: true }> {
  await requireRightPassword(caller, { email, password }, { field: "password" });
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
  /** The session that it is chosen in, which goes on. */
  exceptToken: string | null;
  /** Whoever had an account before is told, should it have been somebody else. */
  isKnownPerson: boolean;
}>;

/** Whatever else could sign in with what was known before is worth nothing any more: sessions, links and codes. */
export async function replacePassword(
  tx: Tx,
  caller: Caller,
  { userId, passwordHash, exceptToken, isKnownPerson }: NewPassword,
): Promise<void> {
  const now = caller.now();
  await tx
    .updateTable("account")
    .set({ password_hash: passwordHash, updated_at: now })
    .where("id", "=", userId)
    .execute();
  await endSentSecrets(tx, userId, now);
  await caller.sessions.endAll(userId, exceptToken, tx);
  await insertAudit(tx, caller, { action: "password.changed", subjectId: userId });
  if (isKnownPerson)
    await queueMessage(tx, caller, `password-changed:${caller.newId()}`, {
      kind: "password-changed",
      userId,
    });
}
