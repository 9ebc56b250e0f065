import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { SaveWithholdingRate } from "@portal/shared/money/withholding.ts";
import type { ChangeOf } from "@portal/shared/platform/proposals.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { changeSettingsWithholding } from "../../catalogue/shop-settings/decided-settings.actions.ts";
import { lockSettings } from "../../catalogue/shop-settings/settings.store.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import { proposeOnceIn } from "../../platform/proposals/propose.actions.ts";
import { findWithholdingRates } from "./withholding-rate.queries.ts";

/**
 * The rate of tax that is withheld of a person's payouts; null: that of all members. A higher one applies at once, until that of
 * all is higher still. A lower one lets out more money, and one that does not exceed that of all members will when theirs is raised,
 * so both take two admins and stay (docs/domain.md, "Decisions of two admins"). Open requests keep their tax.
 *
 * @returns the proposal that waits, if any
 * @throws DomainError account.unknown for anyone who cannot earn commission
 */
export async function saveWithholdingRate(
  caller: Caller,
  user: SignedInUser,
  { userId, bps }: SaveWithholdingRate,
): Promise<{ proposalId: string | null }> {
  return caller.db.transaction().execute(async (tx) => {
    await lockSettings(tx);
    const { ofAll, own, isDecided, inForce } = await findWithholdingRates(tx, userId);
    const isOvertaken = own !== null && !isDecided && own <= ofAll;
    if (bps === own && !isOvertaken) return { proposalId: null };
    const isLower = (bps ?? ofAll) < inForce;
    if (isLower || (bps !== null && bps <= ofAll)) {
      const change = {
        kind: "withholding",
        data: { userId, bps, before: own },
        words: null,
      } as const;
      const { proposalId } = await proposeOnceIn(tx, caller, user, { id: caller.newId(), change });
      return { proposalId };
    }
    await writeRate(tx, caller, { userId, bps, before: own, decided: false });
    return { proposalId: null };
  });
}

/**
 * By a decision of two admins.
 *
 * @throws DomainError proposal.outdated where the rate is another by now
 */
export async function changeWithholding(
  caller: Caller,
  commandId: string,
  { userId, bps, before }: ChangeOf<"withholding">["data"],
): Promise<void> {
  if (userId === null) {
    await changeSettingsWithholding(caller, commandId, { bps: bps ?? 0, before: before ?? 0 });
    return;
  }
  const command = commandFrom(caller, commandId, { action: "withholding.saveRate", userId });
  await caller.ledger.execute(command, async () => ({
    events: [],
    answer: null,
    sideWrites: async (tx) => {
      await lockSettings(tx);
      const { own } = await findWithholdingRates(tx, userId);
      if (own !== before) throw new DomainError("proposal.outdated");
      await writeRate(tx, caller, { userId, bps, before, decided: true });
    },
  }));
}

type RateChange = Readonly<{
  userId: number;
  bps: number | null;
  before: number | null;
  /** By two admins. */
  decided: boolean;
}>;

async function writeRate(
  tx: Tx,
  caller: Pick<Caller, "user" | "impersonatedById" | "now">,
  { userId, bps, before, decided }: RateChange,
): Promise<void> {
  if (bps === null) await tx.deleteFrom("withholding_rate").where("user_id", "=", userId).execute();
  else {
    const rate = { bps, decided, updated_at: caller.now(), updated_by: caller.user?.id ?? null };
    await tx
      .insertInto("withholding_rate")
      .values({ user_id: userId, ...rate })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(rate))
      .execute();
  }
  await insertAudit(tx, caller, {
    action: "withholding.saved",
    subjectId: userId,
    details: { changed: { withholdingBps: [before, bps] } },
  });
}
