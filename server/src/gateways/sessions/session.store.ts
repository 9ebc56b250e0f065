import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import { idleDaysMax, secondsFrom } from "./session-adapter.ts";
import type { ListedSession } from "./sessions.ts";

/** Seeing a session is written down once a minute, not with every click. */
const seenEverySeconds = 60;

/**
 * Keeps a session alive, and says of its person that they were here; of several requests at once one writes. An admin who
 * is this person for a while is not this person.
 */
export async function seeSession(
  db: Database,
  { id, lastSeenAt }: Readonly<{ id: string; lastSeenAt: string | null }>,
  now: string,
): Promise<void> {
  const due = secondsFrom(now, -seenEverySeconds);
  if (lastSeenAt === null || Date.parse(lastSeenAt) >= Date.parse(due)) return;
  const seen = await db
    .updateTable("session")
    .set({ last_seen_at: now, expires_at: secondsFrom(now, idleDaysMax * 24 * 3600) })
    .where("id", "=", id)
    .where("last_seen_at", "<", due)
    .returning(["user_id", "impersonator_id"])
    .executeTakeFirst();
  if (seen?.impersonator_id === null) await seePerson(db, seen.user_id, now);
}

export async function seePerson(db: Database, userId: number, now: string): Promise<void> {
  await db.updateTable("account").set({ last_seen_at: now }).where("id", "=", userId).execute();
}

export async function confirmSessionPassword(db: Database, id: string, now: string): Promise<void> {
  await db.updateTable("session").set({ password_at: now }).where("id", "=", id).execute();
}

/** Whoever signs out as somebody else signs out altogether. */
export async function endWithSetAside(db: Database, id: string): Promise<void> {
  await sql`
    delete from session where id in (
      select id from session where id = ${id}
      union select set_aside_id from session where id = ${id})
  `.execute(db);
}

/** One statement: the session kept aside goes on under the new id, and all that began in it are over. */
export async function returnToSetAside(
  db: Database,
  { id, freshId }: Readonly<{ id: string; freshId: string }>,
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    with impersonation as (
      delete from session
      where set_aside_id = (select set_aside_id from session where id = ${id})
      returning set_aside_id)
    update session set id = ${freshId}, last_seen_at = ${now}
    where id = (select min(set_aside_id) from impersonation) and expires_at > ${now}
    returning id
  `.execute(db);
  return rows.length > 0;
}

export async function listSessionsOf(
  db: Database,
  userId: number,
  now: string,
): Promise<readonly ListedSession[]> {
  return db
    .selectFrom("session")
    .select(["handle", "device", "created_at as startedAt", "last_seen_at as lastSeenAt"])
    .where("user_id", "=", userId)
    .where("impersonator_id", "is", null)
    .where("expires_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .limit(100)
    .execute();
}

export async function endSessionOf(db: Database, userId: number, handle: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("session")
    .where("user_id", "=", userId)
    .where("handle", "=", handle)
    .where("impersonator_id", "is", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function endSessionsOf(
  db: Database | Tx,
  userId: number,
  exceptId: string | null,
): Promise<void> {
  let ended = db.deleteFrom("session").where("user_id", "=", userId);
  if (exceptId !== null) ended = ended.where("id", "<>", exceptId);
  await ended.execute();
}
