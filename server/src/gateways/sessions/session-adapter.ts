import type { Adapter, DatabaseSession } from "lucia";
import type { Database } from "../../platform/db/database.ts";

export type SessionAttributes = {
  device: string;
  /** Made by the database. */
  handle: string | null;
  passwordAt: string | null;
  impersonatorId: number | null;
  setAsideId: string | null;
  /** Null for one that is being made. */
  lastSeenAt: string | null;
};

export type SessionClock = Readonly<{ days: number; now: () => string }>;

/** Whoever does not come back for so long has to sign in again. */
export const idleDaysMax = 10;
/** An admin's open screen is worth more to a passer-by than a customer's. */
const officeIdleMinutes = 30;

const columns = [
  "session.id",
  "session.user_id",
  "session.expires_at",
  "session.handle",
  "session.device",
  "session.password_at",
  "session.impersonator_id",
  "session.set_aside_id",
  "session.last_seen_at",
] as const;

/** The rows of sessions on our own connection, whose instants are ISO text; Lucia wants dates. */
export function sessionAdapter(db: Database, { days, now }: SessionClock): Adapter {
  const remove = () => db.deleteFrom("session");
  return {
    async getSessionAndUser(id) {
      const row = await db
        .selectFrom("session")
        .innerJoin("account", "account.id", "session.user_id")
        .select(columns)
        .where("session.id", "=", id)
        .where("session.created_at", ">", secondsFrom(now(), -days * 24 * 3600))
        .where((session) =>
          session.or([
            session.and([
              session("account.role", "<>", "admin"),
              session("session.impersonator_id", "is", null),
            ]),
            session("session.last_seen_at", ">", secondsFrom(now(), -officeIdleMinutes * 60)),
          ]),
        )
        .executeTakeFirst();
      return row ? [sessionFrom(row), { id: row.user_id, attributes: {} }] : [null, null];
    },
    async getUserSessions(userId) {
      const ofUser = db.selectFrom("session").select(columns).where("user_id", "=", userId);
      return (await ofUser.execute()).map(sessionFrom);
    },
    setSession: (session) => insertSession(db, session, now()),
    async updateSessionExpiration(id, expiresAt) {
      const later = db.updateTable("session").set({ expires_at: expiresAt.toISOString() });
      await later.where("id", "=", id).execute();
    },
    async deleteSession(id) {
      await remove().where("id", "=", id).execute();
    },
    async deleteUserSessions(userId) {
      await remove().where("user_id", "=", userId).execute();
    },
    async deleteExpiredSessions() {
      await remove().where("expires_at", "<=", now()).execute();
    },
  };
}

export function secondsFrom(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}

async function insertSession(
  db: Database,
  { id, userId, expiresAt, attributes }: DatabaseSession,
  now: string,
): Promise<void> {
  await db
    .insertInto("session")
    .values({
      id,
      user_id: userId,
      expires_at: expiresAt.toISOString(),
      created_at: now,
      last_seen_at: now,
      device: attributes.device,
      password_at: attributes.passwordAt,
      impersonator_id: attributes.impersonatorId,
      set_aside_id: attributes.setAsideId,
    })
    .execute();
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
  last_seen_at: string;
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
      lastSeenAt: row.last_seen_at,
    },
  };
}
