import {
  type AddNote,
  noteAction,
  type PersonSession,
} from "@portal/shared/people/users/person.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ListedSession } from "../../gateways/sessions/sessions.ts";
import { getVisibleUser } from "../../people/users/user.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";

/** @throws DomainError account.unknown */
export async function listSessionsOf(
  { readDb, sessions }: Pick<Caller, "readDb" | "sessions">,
  admin: SignedInUser,
  id: number,
): Promise<readonly ListedSession[]> {
  await getVisibleUser(readDb, admin, id);
  return sessions.list(id);
}

/**
 * Signs a user out of one device. `ended` is false for a session that has ended or belongs to another user.
 *
 * @throws DomainError account.unknown
 */
export async function endSessionOf(
  caller: Caller,
  admin: SignedInUser,
  { id, handle }: PersonSession,
): Promise<{ ended: boolean }> {
  await getVisibleUser(readOnly(caller.db), admin, id);
  const listed = await caller.sessions.list(id);
  if (!listed.some((each) => each.handle === handle)) return { ended: false };
  // Written first, so that no session is ended without an audit entry.
  await insertAudit(caller.db, caller, { action: "session.ended", subjectId: id, target: handle });
  return { ended: await caller.sessions.endOne(id, handle) };
}

/**
 * A note of the office about a user. The text is free text, which is erased with the user; the audit has its author and time.
 *
 * @throws DomainError account.unknown
 */
export async function addNote(
  caller: Caller,
  admin: SignedInUser,
  { id, note }: AddNote,
): Promise<{ added: true }> {
  await getVisibleUser(readOnly(caller.db), admin, id);
  const text = typed(note);
  await caller.db.transaction().execute(async (tx) => {
    await insertFreeText(tx, text, { userId: id }, caller.now());
    await insertAudit(tx, caller, {
      action: noteAction,
      subjectId: id,
      details: { note: textRef(text) },
    });
  });
  return { added: true };
}
