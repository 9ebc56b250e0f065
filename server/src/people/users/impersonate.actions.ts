import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Impersonate } from "@portal/shared/people/users/user-forms.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { readOnly } from "../../platform/db/database.ts";
import { findSignedInUser } from "../accounts/account.store.ts";
import { meOf, type SignedIn } from "../accounts/auth.actions.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { isImpersonable } from "./user.rules.ts";
import { getVisibleUser } from "./user.queries.ts";

/**
 * The admin's own session is set aside until the impersonation ends (docs/reliability.md, R25). The user can see the time,
 * the admin and the reason.
 *
 * @throws DomainError account.unknown, account.inactive, account.not-impersonable
 */
export async function impersonate(
  caller: Caller,
  admin: SignedInUser,
  { id, reason }: Impersonate,
): Promise<SignedIn> {
  if (!caller.session) throw new DomainError("access.sign-in-required");
  const row = await getVisibleUser(readOnly(caller.db), admin, id);
  if (!isImpersonable(row)) throw new DomainError("account.not-impersonable");
  const subject = await findSignedInUser(caller.db, id);
  if (!subject) throw new DomainError("account.inactive");

  const { token, cookie } = await caller.sessions.start({
    userId: id,
    device: caller.device,
    withPassword: false,
    impersonator: { id: admin.id, token: caller.session.token },
  });
  const started = await caller.sessions.find(token);
  // The token has not been returned yet: if the audit entry cannot be written, the session stays unusable.
  const text = typed(reason);
  await caller.db.transaction().execute(async (tx) => {
    await insertFreeText(tx, text, { userId: id }, caller.now());
    await insertAudit(tx, caller, {
      action: "impersonation.started",
      subjectId: id,
      target: started?.session.handle ?? null,
      details: { reason: textRef(text) },
    });
  });
  caller.setCookie(cookie);
  const impersonatedBy = { id: admin.id, name: `${admin.firstName} ${admin.lastName}` };
  return { token, user: meOf(caller, subject, { impersonatedBy }) };
}

/**
 * Back to the admin's session, under a new token.
 *
 * @throws DomainError access.nobody-else; access.sign-in-required when the admin's own session has ended meanwhile
 */
export async function stopImpersonating(caller: Caller): Promise<SignedIn> {
  const { session, user, impersonatedById } = caller;
  if (!session || impersonatedById === null) throw new DomainError("access.nobody-else");
  const admin = await findSignedInUser(caller.db, impersonatedById);
  await insertAudit(
    caller.db,
    { user: admin, impersonatedById: null, now: caller.now },
    { action: "impersonation.ended", subjectId: user?.id ?? null, target: session.handle },
  );
  const own = await caller.sessions.endImpersonation(session.token);
  if (!own || !admin) {
    caller.setCookie(await caller.sessions.end(own?.token ?? session.token));
    throw new DomainError("access.sign-in-required");
  }
  caller.setCookie(own.cookie);
  return { token: own.token, user: meOf(caller, admin) };
}
