import {
  type ContactEnvelope,
  contactSchemaFor,
  type ContactText,
} from "@portal/shared/office/contact.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { takeOne } from "../../platform/rate-limit/rate-limit.store.ts";
import {
  acknowledgementsTo,
  contactMessagesFrom,
  requireAllowance,
} from "../../platform/rate-limit/rate-limits.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { insertContactMessage, isKept } from "./contact.store.ts";

/**
 * Keeps what somebody wrote, tells the shop of it and the writer that it arrived. Sent again under the
 * same id it is the same message.
 *
 * @throws DomainError access.too-many-tries, access.not-a-person, contact.wrong-cell
 */
export async function submitContact(
  caller: Caller,
  { commandId, rcData, ...given }: ContactEnvelope & ContactText,
): Promise<{ received: true }> {
  const message = contactSchemaFor(caller.shop.region).safeParse(given);
  // All else was looked at already; how a number looks depends on where the shop is.
  if (!message.success) throw new DomainError("contact.wrong-cell", { field: "cellNumber" });
  await requireAllowance(caller, contactMessagesFrom(caller.ip));
  // Its captcha was used up the first time: who did not hear the answer is told it again.
  if (await isKept(caller.db, commandId)) return { received: true };
  if (!(await caller.captcha.isSolved(rcData))) throw new DomainError("access.not-a-person");

  const { email } = message.data;
  const mayAcknowledge = await takeOne(caller.db, await acknowledgementsTo(email), caller.now());
  await caller.db.transaction().execute(async (tx) => {
    const contactId = await insertContactMessage(tx, commandId, message.data, caller.now());
    if (contactId === null) return;
    const about = { userId: null, contactId } as const;
    const key = `contact:${contactId}`;
    await queueMessage(tx, caller, `${key}:received`, { kind: "contact-received", ...about });
    if (mayAcknowledge)
      await queueMessage(tx, caller, `${key}:thanks`, { kind: "contact-acknowledged", ...about });
  });
  return { received: true };
}
