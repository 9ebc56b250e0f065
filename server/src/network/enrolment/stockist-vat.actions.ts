import { vatBpsOfStockist } from "@portal/shared/catalogue/vat-rates.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ChangeOf } from "@portal/shared/platform/proposals.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import {
  type EditedAccount,
  getEditedAccount,
  updateUserAccount,
} from "../../people/users/user-account.store.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { loadNetwork } from "./enrol-member.actions.ts";
import { notifyOfTerms } from "./notify-members.actions.ts";

type StoredVat = Pick<EditedAccount, "stockist_vat_bps" | "stockist_vat_lower">;

/**
 * Whether this VAT rate of a stockist's orders is lower than the one in force: it leaves more of each price for commission. Basis
 * points; without an own rate it is that of all.
 */
export function isVatOfTwo(after: number | null, before: StoredVat | null, ofAll: number): boolean {
  const own = {
    bps: before?.stockist_vat_bps ?? null,
    isLower: before?.stockist_vat_lower ?? false,
  };
  return (after ?? ofAll) < vatBpsOfStockist(own, ofAll);
}

/** As it is stored: that of all is none of their own, and one below it stays there when that of all is raised. */
export function storedVat(bps: number | null, ofAll: number): StoredVat {
  return {
    stockist_vat_bps: bps === ofAll ? null : bps,
    stockist_vat_lower: bps !== null && bps < ofAll,
  };
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
  const { vatBps: ofAll } = await loadRegion(readOnly(caller.db), caller.shop.region);
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
        await updateUserAccount(tx, userId, storedVat(vatBps, ofAll), caller.now());
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
