import { type ListedAdmin, listAdmins } from "../../office/first-start/admins.queries.ts";
import { queueNewMessage } from "../../people/accounts/contact-change.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import type { MessageContext } from "../../platform/messages/queue-message.ts";
import { voidProposalsOf } from "../../platform/proposals/proposal.store.ts";
import { portalRestored } from "../../office/first-start/portal-restored.messages.ts";

/**
 * Ends what data of an earlier moment brings back of earlier access: sessions, links, codes, and decisions that were not carried out. They may
 * have been ended since for a reason, a stolen session or a declined proposal, that the data does not know. What waited to
 * be sent, calculated or written then has no job any more: it has failed, and can be sent or asked for again. Every admin is told,
 * with the list of admins, because somebody who was removed since is one again.
 *
 * @returns the admins as restored
 */
export async function endRestoredAccess(
  tx: Tx,
  context: MessageContext & Readonly<{ newId: () => string }>,
  madeAt: string,
): Promise<readonly ListedAdmin[]> {
  const now = context.now();
  await tx.deleteFrom("session").execute();
  await tx
    .updateTable("account_link")
    .set({ ended_at: now })
    .where("ended_at", "is", null)
    .execute();
  await tx
    .updateTable("sign_in_code")
    .set({ ended_at: now })
    .where("ended_at", "is", null)
    .execute();
  await voidProposalsOf(tx, null, "proposal.restored");
  await tx
    .updateTable("message")
    .set({ state: "failed", failure: "Not sent: the portal was restored." })
    .where("state", "=", "queued")
    .execute();
  await tx
    .updateTable("plan_simulation")
    .set({ state: "failed", finished_at: now })
    .where("state", "=", "waiting")
    .execute();
  await tx
    .updateTable("document_archive")
    .set({ state: "failed", finished_at: now })
    .where("state", "=", "waiting")
    .execute();
  const admins = await listAdmins(readOnly(tx));
  for (const { id: userId, active, hasRegistered } of admins)
    if (active && hasRegistered)
      await queueNewMessage(tx, context, portalRestored, { userId, madeAt });
  return admins;
}
