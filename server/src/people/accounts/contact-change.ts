import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { FormerContacts } from "../../platform/messages/message-kinds.ts";
import {
  cellHoldUntil,
  type KnownNumber,
  type MessageContext,
  numberForCodes,
  queueMessage,
} from "../../platform/messages/queue-message.ts";
import { endCodesOf, endConfirmations, endLinks } from "./account-secret.store.ts";
import { holdAccount } from "./account.store.ts";

type Context = MessageContext & Readonly<{ newId: () => string }>;

/** Where somebody is told of a change that somebody else may have made: what was known before it. */
export function contactsOf(
  former: KnownNumber & Readonly<{ email: string }>,
  now: string,
): FormerContacts {
  return { formerEmail: former.email, formerCell: numberForCodes(former, now) };
}

/**
 * Links and codes that were sent to an address which is no longer theirs, or under a password that is no longer theirs
 * (docs/reliability.md, R32).
 */
export async function endSentSecrets(tx: Tx, userId: number, now: string): Promise<void> {
  await endLinks(tx, userId, now);
  await endCodesOf(tx, userId, now);
}

export async function tellOfNewCell(
  tx: Tx,
  context: Context,
  userId: number,
  former: FormerContacts,
): Promise<void> {
  const subject = { kind: "cell-changed", userId, ...former } as const;
  await queueMessage(tx, context, `cell-changed:${context.newId()}`, subject);
}

/** A mail with the link that proves the email of the account. */
export async function askToConfirm(tx: Tx, context: Context, userId: number): Promise<void> {
  const subject = { kind: "confirm-email", userId } as const;
  await queueMessage(tx, context, `confirm-email:${context.newId()}`, subject);
}

/**
 * The account keeps the proven email until the new one is confirmed: a new one that is mistyped, or somebody else's, gets
 * nothing but the question. The old one is told at once, with a link that stops it.
 */
export async function waitForEmail(
  tx: Tx,
  context: Context,
  userId: number,
  email: string,
): Promise<void> {
  const former = contactsOf(await findContacts(tx, userId), context.now());
  const change = { pending_email: email, updated_at: context.now() };
  await tx.updateTable("account").set(change).where("id", "=", userId).execute();
  await endConfirmations(tx, userId, context.now());
  await askPending(tx, context, userId);
  const subject = { kind: "email-change-asked", userId, ...former } as const;
  await queueMessage(tx, context, `email-change-asked:${context.newId()}`, subject);
}

export async function askPending(tx: Tx, context: Context, userId: number): Promise<void> {
  const subject = { kind: "confirm-new-email", userId } as const;
  await queueMessage(tx, context, `confirm-new-email:${context.newId()}`, subject);
}

/** Whoever asked for it thought better of it. */
export async function forgetPending(tx: Tx, userId: number, now: string): Promise<void> {
  const change = { pending_email: null, updated_at: now };
  await tx.updateTable("account").set(change).where("id", "=", userId).execute();
  await endConfirmations(tx, userId, now);
}

/** What was sent to the former address, and could be read there, is worth nothing any more. */
export async function takePendingEmail(tx: Tx, caller: Caller, userId: number): Promise<void> {
  const now = caller.now();
  await holdAccount(tx, userId);
  const former = await findContacts(tx, userId);
  if (former.pendingEmail === null) throw new DomainError("account.link-ended");
  await writeEmail(tx, userId, { email: former.pendingEmail, now });
  await endSentSecrets(tx, userId, now);
  await insertAudit(tx, caller, {
    action: "profile.changed",
    subjectId: userId,
    details: { fields: ["email"] },
  });
  const subject = { kind: "email-changed", userId, ...contactsOf(former, now) } as const;
  await queueMessage(tx, caller, `email-changed:${caller.newId()}`, subject);
}

/** As they were before somebody else changed them; a number only as long as it waits itself. */
export async function putContactsBack(
  tx: Tx,
  userId: number,
  email: string,
  now: string,
): Promise<void> {
  const contacts = await findContacts(tx, userId);
  await writeEmail(tx, userId, { email, now });
  if (cellHoldUntil(contacts, now) === null) return;
  await tx
    .updateTable("account")
    .set({ cell: contacts.formerCell, former_cell: null, cell_changed_at: null })
    .where("id", "=", userId)
    .execute();
}

function findContacts(tx: Tx, userId: number) {
  return tx
    .selectFrom("account")
    .select(["email", "pending_email as pendingEmail", "cell"])
    .select(["former_cell as formerCell", "cell_changed_at as cellChangedAt"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** @throws DomainError account.email-in-use where somebody else registered with it meanwhile */
async function writeEmail(
  tx: Tx,
  userId: number,
  { email, now }: Readonly<{ email: string; now: string }>,
): Promise<void> {
  try {
    await tx
      .updateTable("account")
      .set({ email, pending_email: null, verified: true, updated_at: now })
      .where("id", "=", userId)
      .execute();
  } catch (error) {
    if (error instanceof Error && "constraint" in error && error.constraint === "account_email_key")
      throw new DomainError("account.email-in-use");
    throw error;
  }
}
