import type { Adapter, DatabaseSession } from "lucia";
import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { ListedSession } from "./sessions.ts";

export type SessionAttributes = {
  device: string;
  /** Made by the database. */
  handle: string | null;
  passwordAt: string | null;
  impersonatorId: number | null;
  setAsideId: string | null;
};

/** An admin's open screen is worth more to a passer-by than a customer's. */
const officeIdleMinutes = 30;
/** Seeing a session is written down once a minute, not with every click. */
const seenEverySeconds = 60;

/** The rows of sessions, on our own connection, whose instants are ISO text; Lucia wants dates. */
export function sessionTable(db: Database, options: { days: number; now: () => string }) {
  const { now } = options;
  const ago = (seconds: number) => new Date(Date.parse(now()) - seconds * 1000).toISOString();
  const columns = [
    "session.id",
    "session.user_id",
    "session.expires_at",
    "session.handle",
    "session.device",
    "session.password_at",
    "session.impersonator_id",
    "session.set_aside_id",
  ] as const;

  const adapter: Adapter = {
    async getSessionAndUser(id) {
      const row = await db
        .selectFrom("session")
        .innerJoin("account", "account.id", "session.user_id")
        .select(columns)
        .where("session.id", "=", id)
        .where("session.created_at", ">", ago(options.days * 24 * 3600))
        .where((session) =>
          session.or([
            session.and([
              session("account.role", "<>", "admin"),
              session("session.impersonator_id", "is", null),
            ]),
            session("session.last_seen_at", ">", ago(officeIdleMinutes * 60)),
          ]),
        )
        .executeTakeFirst();
      return row ? [sessionFrom(row), { id: row.user_id, attributes: {} }] : [null, null];
    },
    async getUserSessions(userId) {
      const rows = await db
        .selectFrom("session")
        .select(columns)
        .where("user_id", "=", userId)
        .execute();
      return rows.map(sessionFrom);
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      await db
        .insertInto("session")
        .values({
          id,
          user_id: userId,
          expires_at: expiresAt.toISOString(),
          created_at: now(),
          last_seen_at: now(),
          device: attributes.device,
          password_at: attributes.passwordAt,
          impersonator_id: attributes.impersonatorId,
          set_aside_id: attributes.setAsideId,
        })
        .execute();
    },
    async updateSessionExpiration(id, expiresAt) {
      await db
        .updateTable("session")
        .set({ expires_at: expiresAt.toISOString() })
        .where("id", "=", id)
        .execute();
    },
    async deleteSession(id) {
      await db.deleteFrom("session").where("id", "=", id).execute();
    },
    async deleteUserSessions(userId) {
      await db.deleteFrom("session").where("user_id", "=", userId).execute();
    },
    async deleteExpiredSessions() {
      await db.deleteFrom("session").where("expires_at", "<=", now()).execute();
    },
  };

  return {
    adapter,
    async see(id: string): Promise<void> {
      await db
        .updateTable("session")
        .set({ last_seen_at: now() })
        .where("id", "=", id)
        .where("last_seen_at", "<", ago(seenEverySeconds))
        .execute();
    },
    async confirmPassword(id: string): Promise<void> {
      await db.updateTable("session").set({ password_at: now() }).where("id", "=", id).execute();
    },
    /** Whoever signs out as somebody else signs out altogether. */
    async endWithSetAside(id: string): Promise<void> {
      await sql`
        delete from session where id in (
          select id from session where id = ${id}
          union select set_aside_id from session where id = ${id})
      `.execute(db);
    },
    /** One statement: the session kept aside goes on under the new id, and the other one is over. */
    async returnToSetAside(id: string, freshId: string): Promise<boolean> {
      const { rows } = await sql`
        with impersonation as (
          delete from session where id = ${id} and set_aside_id is not null returning set_aside_id)
        update session set id = ${freshId}, last_seen_at = ${now()}
        where id = (select set_aside_id from impersonation) and expires_at > ${now()}
        returning id
      `.execute(db);
      return rows.length > 0;
    },
    async list(userId: number): Promise<readonly ListedSession[]> {
      return db
        .selectFrom("session")
        .select(["handle", "device", "created_at as startedAt", "last_seen_at as lastSeenAt"])
        .where("user_id", "=", userId)
        .where("impersonator_id", "is", null)
        .where("expires_at", ">", now())
        .orderBy("last_seen_at", "desc")
        .limit(100)
        .execute();
    },
    async endOne(userId: number, handle: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("session")
        .where("user_id", "=", userId)
        .where("handle", "=", handle)
        .where("impersonator_id", "is", null)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async endAll(userId: number, exceptId: string | null): Promise<void> {
      let ended = db.deleteFrom("session").where("user_id", "=", userId);
      if (exceptId !== null) ended = ended.where("id", "<>", exceptId);
      await ended.execute();
    },
  };
}

type Row = {
  id: string;
  user_id: number;
  expires_at: string;
  handle: string;
  device: string;
  password_at: string | null;
  impersonator_id: number | null;
  set_aside_id: string | null;
};

function sessionFrom(row: Row): DatabaseSession {
  return {
    id: row.id,
    userId: row.user_id,
    expiresAt: new Date(row.expires_at),
    attributes: {
      device: row.device,
      handle: row.handle,
      passwordAt: row.password_at,
      impersonatorId: row.impersonator_id,
      setAsideId: row.set_aside_id,
    },
  };
}
