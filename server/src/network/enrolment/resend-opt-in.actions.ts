import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { isOfficeRole } from "@portal/shared/platform/roles.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { getEditedAccount } from "../../people/users/user-account.store.ts";
import { getVisibleUser } from "../../people/users/user.queries.ts";
import { mayDo } from "../../people/users/user.rules.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { consume } from "../../platform/rate-limit/rate-limits.ts";
import { emailToConfirm, registration } from "../../people/accounts/account.messages.ts";

/** Each link costs an email and an SMS, and may annoy a recipient who did not request it (docs/reliability.md, R53). */
const resendLimits = [
  { times: 3, seconds: 3600 },
  { times: 10, seconds: 24 * 3600 },
];

/**
 * Sends the registration link again, or the link that verifies the email.
 *
 * @throws DomainError access.password-needed for somebody of the office, account.unknown, account.inactive, account.already-verified, access.too-many-tries
 */
export async function resendOptIn(
  caller: Caller,
  user: SignedInUser,
  id: number,
): Promise<{ sent: true }> {
  const row = await getVisibleUser(readOnly(caller.db), user, id);
  if (row.verified) throw new DomainError("account.already-verified");
  if (!mayDo("resend", user, row)) throw new DomainError("account.inactive");
  if (isOfficeRole(row.role)) await requireRecentAuthentication(caller);
  const rateLimit = { key: `resend-opt-in ${id}`, limits: resendLimits };
  if (!(await consume(caller.db, rateLimit, caller.now())))
    throw new DomainError("access.too-many-tries");

  const { hasPassword } = await getEditedAccount(caller.db, id);
  const message = hasPassword ? emailToConfirm : registration;
  await caller.db.transaction().execute(async (tx) => {
    await queueMessage(tx, caller, `${message.kind}-${caller.newId()}`, message, { userId: id });
    await insertAudit(tx, caller, { action: "user.opt-in-resent", subjectId: id });
  });
  return { sent: true };
}

/** Resends to several users; a refusal for one does not affect the others. */
export async function resendToMany(caller: Caller, user: SignedInUser, ids: readonly number[]) {
  const failed: { id: number; reason: DomainErrorCode; message: string }[] = [];
  const requested = new Set(ids);
  for (const id of requested)
    try {
      await resendOptIn(caller, user, id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failed.push({ id, reason: error.code, message: error.message });
    }
  return { sent: requested.size - failed.length, failed };
}
