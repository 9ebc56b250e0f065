import type { Tx } from "../../platform/db/database.ts";
import type { FormerContacts } from "../../platform/messages/message-kinds.ts";
import {
  type KnownNumber,
  type MessageContext,
  numberForCodes,
  queueMessage,
} from "../../platform/messages/queue-message.ts";

/** Where somebody is told of a change that somebody else may have made: what was known before it. */
export function contactsOf(
  former: KnownNumber & Readonly<{ email: string }>,
  now: string,
): FormerContacts {
  return { formerEmail: former.email, formerCell: numberForCodes(former, now) };
}

export async function tellOfNewCell(
  tx: Tx,
  context: MessageContext & Readonly<{ newId: () => string }>,
  userId: number,
  former: FormerContacts,
): Promise<void> {
  const subject = { kind: "cell-changed", userId, ...former } as const;
  await queueMessage(tx, context, `cell-changed:${context.newId()}`, subject);
}

/** A mail with the link that proves the email of the account. */
export async function askToConfirm(
  tx: Tx,
  context: MessageContext & Readonly<{ newId: () => string }>,
  userId: number,
): Promise<void> {
  const subject = { kind: "confirm-email", userId } as const;
  await queueMessage(tx, context, `confirm-email:${context.newId()}`, subject);
}
