import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit, ownerAsActor } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import {
  cellHoldUntil,
  type FormerContacts,
  type KnownNumber,
  type MessageContext,
  numberForCodes,
  queueMessage,
} from "../../platform/messages/queue-message.ts";
import { heldUntil } from "../factors/factor.rules.ts";
import { holdAccount, updateUserAccount } from "../users/user-account.store.ts";
import { endCodesOf } from "./account-secret.store.ts";
import { endConfirmations, endLinks } from "./account-link.store.ts";
import { lockAccount } from "./account.store.ts";
import {
  confirmNewEmail,
  emailChangeAsked,
  emailChanged,
  type FormerMessage,
} from "./account.messages.ts";
import type { MessageHead } from "../../platform/messages/define-message.ts";

type Context = MessageContext & Readonly<{ newId: () => string }>;

/** Queues a message under a key of its own, so that every call sends one. */
export async function queueNewMessage<Ids extends Readonly<{ userId: number | null }>>(
  tx: Tx,
  context: Context,
  message: MessageHead<Ids>,
  ids: NoInfer<Ids>,
): Promise<void> {
  await queueMessage(tx, context, `${message.kind}:${context.newId()}`, message, ids);
}

/** To the address and number that the account had before. */
export async function queueToFormer(
  tx: Tx,
  context: Context,
  message: FormerMessage,
  userId: number,
  former: FormerContacts,
): Promise<void> {
  await queueMessage(
    tx,
    context,
    `${message.kind}:${context.newId()}`,
    message,
    { userId },
    { former },
  );
}

/** The contacts before a change, which are notified of it in case an attacker made it. */
export function contactsOf(
  former: KnownNumber & Readonly<{ email: string; verified: boolean }>,
  now: string,
): FormerContacts {
  return {
    formerEmail: former.verified ? former.email : null,
    formerCell: numberForCodes(former, now),
  };
}

/** Links and codes that were sent before the email or password changed (docs/reliability.md, R32). */
export async function endSentSecrets(tx: Tx, userId: number, now: string): Promise<void> {
  await endLinks(tx, userId, now);
  await endCodesOf(tx, userId, now);
}

/**
 * The account keeps its verified email until the new one is confirmed, so that a mistyped address receives nothing but the
 * confirmation request. The old address is notified immediately, with a link that undoes the change.
 */
export async function waitForEmail(
  tx: Tx,
  context: Context,
  userId: number,
  email: string,
): Promise<void> {
  const former = contactsOf(await findContacts(tx, userId), context.now());
  await updateUserAccount(tx, userId, { pending_email: email }, context.now());
  await endConfirmations(tx, userId, context.now());
  await queueNewMessage(tx, context, confirmNewEmail, { userId });
  await queueToFormer(tx, context, emailChangeAsked, userId, former);
}

/** Also ends the links and codes that were sent to the former address. */
export async function confirmPendingEmail(tx: Tx, caller: Caller, userId: number): Promise<void> {
  const now = caller.now();
  await lockAccount(tx, userId);
  const former = await findContacts(tx, userId);
  if (former.pendingEmail === null) throw new DomainError("account.link-ended");
  await writeEmail(tx, userId, former.pendingEmail, now);
  await endSentSecrets(tx, userId, now);
  await insertAudit(tx, ownerAsActor(caller, userId), {
    action: "profile.changed",
    subjectId: userId,
    details: { fields: ["email"] },
  });
  await queueToFormer(tx, caller, emailChanged, userId, contactsOf(former, now));
}

/** The former cell number is restored only while the new one is on hold. */
export async function restoreContacts(
  tx: Tx,
  userId: number,
  email: string,
  now: string,
): Promise<void> {
  const contacts = await findContacts(tx, userId);
  await writeEmail(tx, userId, email, now);
  if (cellHoldUntil(contacts, now) === null) return;
  // One that nobody had confirmed is not kept: its owner enters a number again.
  const former = { cell: contacts.formerCell, former_cell: null, cell_changed_at: null };
  await updateUserAccount(tx, userId, former, now);
}

function findContacts(tx: Tx, userId: number) {
  return tx
    .selectFrom("account")
    .select(["email", "verified", "pending_email as pendingEmail", "cell"])
    .select(["former_cell as formerCell", "cell_changed_at as cellChangedAt"])
    .select("cell_confirmed as cellConfirmed")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** @throws DomainError account.email-in-use when another account took the email meanwhile */
async function writeEmail(tx: Tx, userId: number, email: string, now: string): Promise<void> {
  await updateUserAccount(tx, userId, { email, pending_email: null, verified: true }, now, null);
  await holdAccount(tx, userId, heldUntil(now), now);
}
