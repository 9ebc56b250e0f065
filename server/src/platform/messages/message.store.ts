import { shopEmail } from "@portal/shared/platform/constants.ts";
import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import { shownRole, type ShownRole } from "@portal/shared/platform/roles.ts";
import { type Database, readOnly, type Tx } from "../db/database.ts";
import { getCurrentSections } from "../../sales/payments/payment.queries.ts";
import { numberForCodes } from "../../people/accounts/cell-change.ts";
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

export type Addressee = Readonly<{
  firstName: string;
  role: ShownRole;
  email: string;
  /** The number that codes go to. */
  cell: string | null;
}>;

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

/** Null: there is nobody to write to any more. */
export async function findAddressee(
  db: Database,
  about: MessageAbout,
  now: string,
): Promise<Addressee | null> {
  if ("contactId" in about) return findCorrespondent(db, about);
  if (about.kind === "entry-question-asked") return findInbox(db);
  if (about.kind === "proposal" && about.userId === null) return findInbox(db);
  if ("orderId" in about && about.userId === null) return findGuest(db, about.orderId);
  const { userId } = about;
  const row = await db
    .selectFrom("account")
    .select(["first_name", "role", "school", "email", "cell"])
    .select(["former_cell as formerCell", "cell_changed_at as cellChangedAt"])
    .where("id", "=", userId)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!row) return null;
  const { first_name: firstName, email } = row;
  return { firstName, role: shownRole(row), email, cell: numberForCodes(row, now) };
}

/** The shop itself. */
async function findInbox(db: Database): Promise<Addressee> {
  const { inbox } = await db
    .selectFrom("shop_setting")
    .select("contact_email as inbox")
    .executeTakeFirstOrThrow();
  return { firstName: "", role: "admin", email: inbox || shopEmail, cell: null };
}

/** The shop itself, or whoever wrote to it. The name may be anybody's, so nobody is greeted by it. */
async function findCorrespondent(
  db: Database,
  { kind, contactId }: Extract<MessageAbout, { contactId: number }>,
): Promise<Addressee | null> {
  const row = await db
    .selectFrom("contact_message")
    .innerJoin("shop_setting", (join) => join.onTrue())
    .select(["contact_message.email", "shop_setting.contact_email as inbox"])
    .where("contact_message.id", "=", contactId)
    .executeTakeFirst();
  if (!row) return null;
  const email = kind === "contact-received" ? row.inbox || shopEmail : row.email;
  return { firstName: "", role: "customer", email, cell: null };
}

/** A guest left no address but that of the first parcel. */
async function findGuest(db: Database, orderId: string): Promise<Addressee | null> {
  const [first] = await getCurrentSections(readOnly(db), orderId);
  if (!first || first.addressId === null) return null;
  const row = await db
    .selectFrom("address")
    .select(["recipient_first_name as firstName", "recipient_email as email"])
    .where("id", "=", first.addressId)
    .executeTakeFirst();
  return row?.email ? { ...row, role: "customer", cell: null } : null;
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
export async function forgetMessage(db: Database, id: number): Promise<void> {
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
export async function forgetOldCodes(db: Database, before: string): Promise<void> {
  await db
    .deleteFrom("message")
    .where("kind", "in", ["sign-in-code", "sign-up-code"])
    .where("created_at", "<", before)
    .execute();
}

/** That somebody was told something stays, and is never told twice; the words and where they went do not. */
export async function forgetOldCopies(db: Database, before: string): Promise<void> {
  await db
    .updateTable("message")
    .set({ to_address: null, html: null, text: null, failure: null })
    .where("created_at", "<", before)
    .where("state", "<>", "queued")
    .where((row) => row.or([row("to_address", "is not", null), row("text", "is not", null)]))
    .execute();
}
