import type { ChangeOf } from "@portal/shared/platform/proposals.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import { findSameOpen } from "../../platform/proposals/proposal.store.ts";
import { proposeProvedIn } from "../../platform/proposals/propose.actions.ts";

/** What proposing needs of whoever uploads a file. */
export type HoldingContext = Pick<
  Caller,
  "impersonatedById" | "now" | "jobs" | "accountDigest" | "commissionOf" | "newId"
>;

/** Of a file, an account that is not known yet: nothing of it is stored before the decision. */
export type HeldAccount = Readonly<{ account: string; proposalId: string }>;

/**
 * Proposes that the statements of an account count. Whoever uploads a file has shown the second step for it.
 *
 * @throws DomainError proposal.pays-you, proposal.too-many
 */
export async function holdAccount(
  tx: Tx,
  context: HoldingContext,
  user: SignedInUser,
  account: string,
): Promise<HeldAccount> {
  const change = { kind: "bank-account", data: { account }, words: null } as const;
  const open = await findSameOpen(tx, change, user.id);
  if (open !== null) return { account, proposalId: open };
  const { proposalId } = await proposeProvedIn(tx, context, user, { id: context.newId(), change });
  return { account, proposalId };
}

/** From now on its statements count, by a decision of two admins, which a database trigger verifies. */
export async function allowAccount(
  caller: Caller,
  commandId: string,
  { account }: ChangeOf<"bank-account">["data"],
): Promise<void> {
  const command = commandFrom(caller, commandId, { action: "bankAccounts.allow", account });
  await caller.ledger.execute(command, async () => ({
    events: [],
    answer: null,
    sideWrites: async (tx) => {
      await tx
        .insertInto("known_bank_account")
        .values({ account })
        .onConflict((known) => known.doNothing())
        .execute();
      await insertAudit(tx, caller, { action: "bank-account.allowed", target: endOf(account) });
    },
  }));
}

/** As emails may have it. */
export function endOf(account: string): string {
  return account === "" ? "without an account number" : `account ending ${account.slice(-4)}`;
}
