import type { Tx } from "../../platform/db/database.ts";
import { type MessageDesk, queueMessage } from "../../platform/messages/queue-message.ts";

/** A mail with the link that proves the email of the account. */
export async function askToConfirm(
  tx: Tx,
  desk: MessageDesk & Readonly<{ newId: () => string }>,
  userId: number,
): Promise<void> {
  const subject = { kind: "confirm-email", userId } as const;
  await queueMessage(tx, desk, `confirm-email:${desk.newId()}`, subject);
}
