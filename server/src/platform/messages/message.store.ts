import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import type { Database, Tx } from "../db/database.ts";
import {
  goesToFormer,
  type MessageAbout,
  type MessageKind,
  messageAboutSchema,
} from "./message-kinds.ts";

export type WaitingMessage = Readonly<{
  id: number;
  channel: MessageChannel;
  key: string;
  /** Set where it does not go to what the account says. */
  toAddress: string | null;
  attempts: number;
}>;

/** All that one job sends: the mail, and the SMS with the same secret. */
export type WaitingBatch = Readonly<{ about: MessageAbout; messages: readonly WaitingMessage[] }>;

export type RenderedCopy = Readonly<{
  toAddress: string;
  subject: string;
  html: string | null;
  text: string;
}>;

/** What still waits of the message that the job is for; null when it is settled, or gone with its person. */
export async function findWaiting(db: Database, id: number): Promise<WaitingBatch | null> {
  const rows = await db
    .selectFrom("message")
    .innerJoin("message as asked", "asked.message_key", "message.message_key")
    .select([
      "message.id",
      "message.channel",
      "message.message_key as key",
      "message.to_address as toAddress",
      "message.attempts",
      "message.about",
    ])
    .where("asked.id", "=", id)
    .where("message.state", "=", "queued")
    .orderBy("message.id")
    .execute();
  const [first] = rows;
  if (!first) return null;
  return { about: messageAboutSchema.parse(first.about), messages: rows };
}

export async function countAttempt(db: Database, ids: readonly number[]): Promise<void> {
  await db
    .updateTable("message")
    .set((message) => ({ attempts: message("attempts", "+", 1) }))
    .where("id", "in", ids)
    .execute();
}

/** What was said, as the office may read it; written before it is sent, so that a failed one can be read too. */
export async function keepCopy(db: Database, id: number, copy: RenderedCopy): Promise<void> {
  const { toAddress, ...said } = copy;
  await db
    .updateTable("message")
    .set({ ...said, to_address: toAddress })
    .where("id", "=", id)
    .execute();
}

export async function settleMessage(
  db: Database,
  id: number,
  outcome: Readonly<
    { state: "sent" | "kept"; at: string } | { state: "failed" | "queued"; failure: string }
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

/** One that nobody needs any more before it was sent. */
export async function deleteMessage(db: Database, id: number): Promise<void> {
  await db.deleteFrom("message").where("id", "=", id).where("state", "=", "queued").execute();
}

export type KnownMessage = Readonly<{ id: number; kind: MessageKind; userId: number | null }>;

export async function findMessage(db: Database, id: number): Promise<KnownMessage | null> {
  const row = await db
    .selectFrom("message")
    .select(["id", "kind", "user_id as userId"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * It goes to what the account says now; a former address is nobody's but the message's.
 *
 * @returns false where it waits already
 */
export async function queueAgain(tx: Tx, { id, kind }: KnownMessage): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("message")
    .set({
      state: "queued",
      attempts: 0,
      failure: null,
      sent_at: null,
      ...(!goesToFormer(kind) && { to_address: null }),
    })
    .where("id", "=", id)
    .where("state", "<>", "queued")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Codes are the many messages, and nobody asks after one that is a month old. */
export async function purgeOldCodes(db: Database, before: string): Promise<void> {
  await db
    .deleteFrom("message")
    .where("kind", "in", ["sign-in-code", "sign-up-code"])
    .where("created_at", "<", before)
    .execute();
}

/** That somebody was told something stays, and is never told twice; the words and where they went do not. */
export async function purgeOldCopies(db: Database, before: string): Promise<void> {
  await db
    .updateTable("message")
    .set({ to_address: null, html: null, text: null, failure: null })
    .where("created_at", "<", before)
    .where("state", "<>", "queued")
    .where((row) => row.or([row("to_address", "is not", null), row("text", "is not", null)]))
    .execute();
}
