import { sql } from "kysely";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Database } from "../../platform/db/database.ts";
import type { CardEnvironment } from "./card-provider.ts";

/** A page of the provider on which one order is paid, and what was asked for it. */
export type CardSession = Readonly<{
  orderId: string;
  attempt: number;
  environment: CardEnvironment;
  /** Minor units. */
  amount: number;
  currency: Currency;
  site: string;
  expiresAt: string;
  /** Null until the provider has answered. */
  sessionId: string | null;
}>;

const columns = [
  "session.order_id as orderId",
  "session.attempt",
  "session.environment",
  "session.amount",
  "session.currency",
  "session.site",
  "session.expires_at as expiresAt",
  "session.session_id as sessionId",
] as const;

/** The last page of an order, if something may still be paid there, and the number of the next one. */
export async function findLastSession(
  db: Database,
  orderId: string,
): Promise<Readonly<{ open: CardSession | null; nextAttempt: number }>> {
  const last = await db
    .selectFrom("card_session as session")
    .select([...columns, "session.ended_at as endedAt"])
    .where("session.order_id", "=", orderId)
    .orderBy("session.attempt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return { open: null, nextAttempt: 1 };
  const { endedAt, ...session } = last;
  return { open: endedAt === null ? session : null, nextAttempt: session.attempt + 1 };
}

/** Committed before the provider is asked. Of two presses at once one inserts it; both then ask with the same key. */
export async function insertSession(
  db: Database,
  session: Omit<CardSession, "sessionId">,
): Promise<void> {
  const { orderId, attempt, environment, amount, currency, site, expiresAt } = session;
  await db
    .insertInto("card_session")
    .values({
      order_id: orderId,
      attempt,
      environment,
      amount,
      currency,
      site,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function saveSessionId(
  db: Database,
  { orderId, attempt }: Pick<CardSession, "orderId" | "attempt">,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable("card_session")
    .set({ session_id: sessionId })
    .where("order_id", "=", orderId)
    .where("attempt", "=", attempt)
    .execute();
}

export async function endSession(
  db: Database,
  { orderId, attempt }: Pick<CardSession, "orderId" | "attempt">,
  now: string,
): Promise<void> {
  await db
    .updateTable("card_session")
    .set({ ended_at: now })
    .where("order_id", "=", orderId)
    .where("attempt", "=", attempt)
    .where("ended_at", "is", null)
    .execute();
}

/** By the provider's id, as a notification says that it was paid or has expired. */
export async function endSessionOf(db: Database, sessionId: string, now: string): Promise<void> {
  await db
    .updateTable("card_session")
    .set({ ended_at: now })
    .where("session_id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/** Open pages that ask for another amount than their order still owes, and those whose time is over. */
export async function listStaleSessions(db: Database, now: string): Promise<CardSession[]> {
  return db
    .selectFrom("card_session as session")
    .leftJoin("projection.order_state as order", "order.order_id", "session.order_id")
    .select(columns)
    .where("session.ended_at", "is", null)
    .where((row) =>
      row.or([
        row("session.expires_at", "<", now),
        row("order.state", "<>", "placed"),
        row(
          "session.amount",
          "<>",
          sql<number>`"order".total - "order".received + "order".refunded`,
        ),
      ]),
    )
    .orderBy("session.order_id")
    .limit(100)
    .execute();
}
