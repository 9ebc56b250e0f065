import { cellHoldHours } from "@portal/shared/platform/constants.ts";
import { urgentKinds } from "@portal/shared/office/message-kinds.ts";
import { isOfOffice } from "@portal/shared/platform/roles.ts";
import type { Tx } from "../db/database.ts";
import type { JobQueue } from "../jobs/jobs.ts";
import type { MessageHead } from "./define-message.ts";

/** As they were when the message was queued: they may have changed again since. */
/** An address that was never proved is null: whoever reads it gets no link that puts it back. */
export type FormerContacts = Readonly<{ formerEmail: string | null; formerCell: string | null }>;

export type MessageContext = Readonly<{ jobs: JobQueue; now: () => string }>;

/**
 * Queues an email, and for some kinds an SMS where a number is known, in the transaction of the rows that are the reason
 * for it. Queued twice under one key, it is sent once. A delayed message is dropped where its reason is gone by then.
 *
 * @param options.former the former address and number, to which it goes and nowhere else
 * @param options.cell a number for this message, which takes precedence over the account's
 * @param options.email an address for this message, where it goes to no account
 */
export async function queueMessage<Ids extends Readonly<{ userId: number | null }>>(
  tx: Tx,
  context: MessageContext,
  key: string,
  message: MessageHead<Ids>,
  ids: NoInfer<Ids>,
  {
    startAfterSeconds = 0,
    former = null,
    cell = null,
    emailOnly = false,
    email: to = null,
  }: Readonly<{
    startAfterSeconds?: number;
    former?: FormerContacts | null;
    cell?: string | null;
    emailOnly?: boolean;
    email?: string | null;
  }> = {},
): Promise<void> {
  const { kind } = message;
  const row = {
    message_key: key,
    kind,
    user_id: ids.userId,
    about: JSON.stringify(aboutOf(message, ids)),
    created_at: context.now(),
  };
  const insert = (channel: "email" | "sms", toAddress: string | null) =>
    tx
      .insertInto("message")
      .values({ ...row, channel, to_address: toAddress })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
  const isMailed = !former || former.formerEmail !== null;
  const email = isMailed && (await insert("email", former?.formerEmail ?? to));
  if (isMailed && !email) return;
  const isTexted =
    !emailOnly &&
    message.isForPhone &&
    (former ? former.formerCell : (cell ?? (await findNumber(tx, context, message, ids.userId))));
  const sms = isTexted && (await insert("sms", former?.formerCell ?? null));
  const first = email || sms;
  if (!first) return;
  // One job for both, because both carry the same code.
  const isUrgent = urgentKinds.includes(kind);
  await context.jobs.enqueue(
    tx,
    "message",
    { messageId: first.id },
    { startAfterSeconds, isUrgent },
  );
}

/** As the outbox stores it. */
export function aboutOf<Ids extends object>({ kind }: Pick<MessageHead, "kind">, ids: Ids) {
  return { kind, ...ids };
}

async function findNumber(
  tx: Tx,
  { now }: MessageContext,
  { isSecret }: Pick<MessageHead, "isSecret">,
  userId: number | null,
): Promise<string | null> {
  if (userId === null) return null;
  const account = await tx
    .selectFrom("account")
    .select(["role", "developer"])
    .select(["cell", "former_cell as formerCell", "cell_changed_at as cellChangedAt"])
    .select("cell_confirmed as cellConfirmed")
    .where("id", "=", userId)
    .executeTakeFirst();
  // The phone of an admin gets warnings and no secrets.
  if (!account || (isOfOffice(account) && isSecret)) return null;
  return numberForCodes(account, now());
}

/** A user's number, and the former one while the new one is on hold. International form. */
export type KnownNumber = Readonly<{
  cell: string | null;
  /** Null where there was none. */
  formerCell: string | null;
  /** Null where the number is the first one. */
  cellChangedAt: string | null;
  /** Not where a member typed it for somebody, until its owner has saved it in the profile; what the office sets is on hold. */
  cellConfirmed: boolean;
}>;

/** Until when codes still go to the former number; null where they go to the present one. */
export function cellHoldUntil({ cellChangedAt }: KnownNumber, now: string): string | null {
  if (cellChangedAt === null) return null;
  const until = Date.parse(cellChangedAt) + cellHoldHours * 3600_000;
  return until > Date.parse(now) ? new Date(until).toISOString() : null;
}

/** Where codes go: a thief who changes the number must not receive the codes of the account at once. */
export function numberForCodes(known: KnownNumber, now: string): string | null {
  if (cellHoldUntil(known, now) !== null) return known.formerCell;
  return known.cellConfirmed ? known.cell : null;
}

/**
 * A second change restarts the hold, and codes still go where they went before the first. A number that somebody else typed
 * is new when its owner saves it.
 */
export function withNewCell(known: KnownNumber, cell: string, now: string): KnownNumber {
  if (cell === known.cell && known.cellConfirmed) return known;
  const formerCell = numberForCodes(known, now);
  return cell === formerCell
    ? { cell, formerCell: null, cellChangedAt: null, cellConfirmed: true }
    : { cell, formerCell, cellChangedAt: now, cellConfirmed: true };
}
