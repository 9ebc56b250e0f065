import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { holdsSecret } from "./message-kinds.ts";
import { findMessage, queueAgain } from "./message.store.ts";

/**
 * Sends a message once more, to what the account says now.
 *
 * @throws DomainError message.unknown, message.holds-secret, request.in-progress
 */
export async function resendMessage(caller: Caller, id: number): Promise<{ queued: true }> {
  const message = await findMessage(caller.db, id);
  if (!message) throw new DomainError("message.unknown");
  if (holdsSecret(message.kind)) throw new DomainError("message.holds-secret");

  await caller.db.transaction().execute(async (tx) => {
    if (!(await queueAgain(tx, message))) throw new DomainError("request.in-progress");
    await insertAudit(tx, caller, {
      action: "message.resent",
      subjectId: message.userId,
      target: String(id),
      details: { kind: message.kind },
    });
    await caller.jobs.enqueue(tx, "message", { messageId: id });
  });
  return { queued: true };
}
