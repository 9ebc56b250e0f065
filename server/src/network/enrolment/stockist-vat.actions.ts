import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ChangeOf } from "@portal/shared/platform/proposals.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { getEditedAccount, updateUserAccount } from "../../people/users/user-account.store.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { loadNetwork } from "./enrol-member.actions.ts";
import { notifyOfTerms } from "./notify-members.actions.ts";

/** Without an own rate it is that of the region; basis points. */
type OwnRate = number | null;

/** Whether this VAT rate of a stockist's orders is lower than before: it leaves more of each price for commission. */
export async function isVatOfTwo(
  { db, shop }: Pick<Caller, "db" | "shop">,
  after: OwnRate,
  before: OwnRate,
): Promise<boolean> {
  if (after === before) return false;
  const { vatBps: ofAll } = await loadRegion(readOnly(db), shop.region);
  return (after ?? ofAll) < (before ?? ofAll);
}

/**
 * By a decision of two admins.
 *
 * @throws DomainError account.unknown, proposal.outdated where the rate is another by now
 */
export async function changeStockistVat(
  caller: Caller,
  commandId: string,
  { userId, vatBps, before }: ChangeOf<"stockist-vat">["data"],
): Promise<void> {
  const command = commandFrom(caller, commandId, { action: "users.update", id: userId });
  await caller.ledger.execute(command, async (streams) => {
    const { state } = await loadNetwork(streams);
    const { parentId = null } = state.members.get(userId) ?? {};
    return {
      events: [],
      answer: null,
      sideWrites: async (tx) => {
        const account = await getEditedAccount(tx, userId);
        if (account.stockist_vat_bps !== before || account.role !== "stockist")
          throw new DomainError("proposal.outdated");
        await updateUserAccount(tx, userId, { stockist_vat_bps: vatBps }, caller.now());
        const same = { before: null, after: null };
        const vat = { before, after: vatBps };
        await notifyOfTerms(tx, caller, { userId, parentId }, { margin: same, percent: same, vat });
        const details = {
          changed: ["stockist_vat_bps"],
          values: { stockist_vat_bps: [before, vatBps] },
        };
        await insertAudit(tx, caller, { action: "user.updated", subjectId: userId, details });
      },
    };
  });
}
