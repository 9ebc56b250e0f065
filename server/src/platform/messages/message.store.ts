import type { MessageState } from "@portal/shared/platform/messages.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../db/database.ts";

/** The messages of one job: the email and the SMS. */
export type WaitingBatch = NonNullable<Awaited<ReturnType<typeof findWaiting>>>;
export type WaitingMessage = WaitingBatch["messages"][number];

export type RenderedCopy = Readonly<{
  toAddress: string;
  subject: string;
  html: string | null;
  text: string;
}>;

/** The unsent messages of a job; null where all are settled, or deleted with their user. */
export async function findWaiting(db: Database, id: number) {
  const rows = await db
    .selectFrom("message")
    .innerJoin("message as of_job", "of_job.message_key", "message.message_key")
    .select([
      "message.id",
      "message.channel",
      "message.message_key as key",
      // Set where it goes to another address than the account's.
      "message.to_address as toAddress",
      "message.attempts",
      "message.kind",
      "message.about",
      "message.created_at as createdAt",
    ])
    .where("of_job.id", "=", id)
    .where("message.state", "=", "queued")
    .orderBy("message.id")
    .execute();
  const [first] = rows;
  if (!first) return null;
  return { kind: first.kind, stored: first.about, messages: rows };
}

export async function countAttempt(db: Database, ids: readonly number[]): Promise<void> {
  await db
    .updateTable("message")
    .set((message) => ({ attempts: message("attempts", "+", 1) }))
    .where("id", "in", ids)
    .execute();
}

/** The text as the office may read it; stored before sending, so that a failed message can be read too. */
export async function keepCopy(db: Database, id: number, copy: RenderedCopy): Promise<void> {
  const { toAddress, ...text } = copy;
  await db
    .updateTable("message")
    .set({ ...text, to_address: toAddress })
    .where("id", "=", id)
    .execute();
}

export async function settleMessage(
  db: Database,
  id: number,
  outcome: Readonly<
    | { state: "sent" | "kept"; at: string }
    | { state: Exclude<MessageState, "sent" | "kept">; failure: string }
  >,
): Promise<void> {
  const { state } = outcome;
  await db
    .updateTable("message")
    .set(
      "at" in outcome
        ? { state, sent_at: outcome.at, failure: null }
        : { state, failure: outcome.failure.slice(0, 500) },
    )
    .where("id", "=", id)
    .where("state", "=", "queued")
    .execute();
}

/**
 * When the messages like this one were queued within the hour before it that were sent to the same address or still wait: by
 * the table and not by a counter, so that a crash between counting and sending loses none.
 *
 * @param same the fields of `about` that make two messages equal
 * @returns the latest first
 */
export async function findJustQueued(
  db: Database,
  { id, channel, createdAt }: WaitingMessage,
  same: Readonly<{ about: object; userId: number | null; to: string }>,
): Promise<string[]> {
  const rows = await db
    .selectFrom("message")
    .select("created_at as createdAt")
    .where("user_id", same.userId === null ? "is" : "=", same.userId)
    .where("channel", "=", channel)
    .where("id", "<", id)
    .where("state", "in", ["queued", "sent", "kept"])
    .where("created_at", ">", sql<string>`${createdAt}::timestamptz - interval '1 hour'`)
    .where(sql<boolean>`about @> ${JSON.stringify(same.about)}::jsonb`)
    // Null until it is sent: then it goes where this one goes.
    .where(sql<boolean>`coalesce(to_address, ${same.to}) = ${same.to}`)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => row.createdAt);
}

export async function deleteMessage(db: Database, id: number): Promise<void> {
  await db.deleteFrom("message").where("id", "=", id).where("state", "=", "queued").execute();
}

export async function findMessage(db: Database, id: number) {
  return db
    .selectFrom("message")
    .select(["id", "kind", "user_id as userId"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * It goes to the account's present address, or to the same one.
 *
 * @returns false where it is queued already
 */
export async function queueAgain(
  tx: Tx,
  id: number,
  to: "present address" | "same address",
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("message")
    .set({
      state: "queued",
      // Not the first try: the office decided that it is sent, whatever the limits of its class.
      attempts: 1,
      failure: null,
      sent_at: null,
      ...(to === "present address" && { to_address: null }),
    })
    .where("id", "=", id)
    .where("state", "<>", "queued")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
