import { type EraseGuest, guestTargetOf } from "@portal/shared/people/erase-guest.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type ErasedGuest, eraseGuest } from "./erase-guest.store.ts";

/**
 * Forgets somebody who has no account. The list of the erased is completed by a job, so that a backup of before
 * forgets them too.
 *
 * @throws DomainError guest.unknown, guest.has-account, order.money-due, order.to-ship
 */
export async function eraseGuestForOffice(
  caller: Caller,
  { who }: EraseGuest,
): Promise<ErasedGuest> {
  const target = guestTargetOf(who);
  if (!target) throw new DomainError("guest.unknown");
  return caller.db.transaction().execute(async (tx) => {
    const erased = await eraseGuest(tx, target, caller.now());
    await insertAudit(tx, caller, { action: "guest.erased", details: erased });
    await caller.jobs.enqueue(tx, "housekeeping", {});
    return erased;
  });
}
