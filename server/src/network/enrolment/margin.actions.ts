import { isDiscountOfTwo, type PriceInTime } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ChangeOf } from "@portal/shared/platform/proposals.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { loadStockistStandards } from "../../catalogue/shop-settings/settings.store.ts";
import { getEditedAccount, updateUserAccount } from "../../people/users/user-account.store.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { boundsOf, changesOf, loadNetwork } from "./enrol-member.actions.ts";
import { notifyOfDiscount, notifyOfTerms } from "./notify-members.actions.ts";

/** Whether this margin is more than before; basis points. */
export function isRaised(after: number | null | undefined, before: number | null): after is number {
  return typeof after === "number" && after > (before ?? 0);
}

/** Whether this margin is more than one admin may give, on prices that were lowered too, and more than before. */
export function isMarginOfTwo(
  after: number | null | undefined,
  before: number | null,
  prices: readonly PriceInTime[],
): after is number {
  return isRaised(after, before) && isDiscountOfTwo(after, prices);
}

/**
 * By a decision of two admins, within the largest margin of stockists in force by then.
 *
 * @throws DomainError account.unknown, proposal.outdated where the margin is another by now, network.wrong-margin
 */
export async function changeMargin(
  caller: Caller,
  commandId: string,
  data: ChangeOf<"margin">["data"],
): Promise<void> {
  await (data.of === "customer"
    ? changeOfCustomer(caller, commandId, data)
    : changeOfStockist(caller, commandId, data));
}

async function changeOfCustomer(
  caller: Caller,
  commandId: string,
  { userId, marginBps, before }: ChangeOf<"margin">["data"],
): Promise<void> {
  const command = commandFrom(caller, commandId, { action: "users.update", id: userId });
  await caller.ledger.execute(command, async () => ({
    events: [],
    answer: null,
    sideWrites: async (tx) => {
      const account = await getEditedAccount(tx, userId);
      if (account.margin_bps !== before || account.role !== "customer")
        throw new DomainError("proposal.outdated");
      await updateUserAccount(tx, userId, { margin_bps: marginBps }, caller.now());
      await notifyOfDiscount(tx, caller, userId, { before, after: marginBps });
      const details = { changed: ["margin_bps"], values: { margin_bps: [before, marginBps] } };
      await insertAudit(tx, caller, { action: "user.updated", subjectId: userId, details });
    },
  }));
}

async function changeOfStockist(
  caller: Caller,
  commandId: string,
  { userId, marginBps, before }: ChangeOf<"margin">["data"],
): Promise<void> {
  const command = commandFrom(caller, commandId, { action: "users.update", id: userId });
  await caller.ledger.execute(command, async (streams) => {
    const network = await loadNetwork(streams);
    const { terms = null, parentId = null } = network.state.members.get(userId) ?? {};
    if (terms?.marginBps !== before) throw new DomainError("proposal.outdated");
    const after = { ...terms, marginBps };
    const bounds = boundsOf(await loadStockistStandards(caller.db));
    return {
      events: changesOf(network, [{ type: "ChangeStockistTerms", userId, terms: after, bounds }]),
      answer: null,
      sideWrites: async (tx) => {
        const percent = { before: terms.distributorBps, after: terms.distributorBps };
        const vat = { before: null, after: null };
        const margin = { before, after: marginBps };
        await notifyOfTerms(tx, caller, { userId, parentId }, { margin, percent, vat });
        const details = { changed: ["terms"], terms: { before: terms, after } };
        await insertAudit(tx, caller, { action: "user.updated", subjectId: userId, details });
      },
    };
  });
}
