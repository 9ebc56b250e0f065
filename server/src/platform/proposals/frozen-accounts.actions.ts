import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { ChangeOf, ProposedChange } from "@portal/shared/platform/proposals.ts";
import type { Caller } from "../../caller.ts";
import type { Database } from "../db/database.ts";
import { digestsOfAccounts } from "./account-digest.queries.ts";
import { differenceOf } from "./frozen-facts.ts";
import { tellOfDecision } from "./notices.ts";
import { findProposal, voidProposal } from "./proposal.store.ts";

type PayingChange = ChangeOf<"payout" | "batch">;

/** By the id of each payout, the digest of its account at the proposal; empty for a decision of an earlier release. */
function frozenIn({ kind, data, words }: PayingChange): ReadonlyMap<string, string> {
  if (words === null) return new Map();
  if (kind === "payout") return new Map([[data.payoutId, words.accountDigest]]);
  return new Map(words.accounts.map(({ payoutId, accountDigest }) => [payoutId, accountDigest]));
}

/**
 * Ends a decision whose people are called otherwise than when it was proposed, by which others earn or another amount, or that
 * would pay another account; of a batch, those still open count.
 *
 * @returns why it ended
 */
export async function endIfOther(
  context: Pick<Caller, "db" | "accountDigest" | "commissionOf" | "jobs" | "now">,
  id: string,
): Promise<DomainErrorCode | null> {
  const proposal = await findProposal(context.db, id);
  if (!proposal) return null;
  const { change } = proposal;
  const reason =
    isPaying(change) && (await isAccountOther(context, change))
      ? (`${change.kind}.details-changed` as const)
      : await differenceOf(context, context.db, proposal);
  if (reason === null) return null;
  await context.db.transaction().execute(async (tx) => {
    if (await voidProposal(tx, id, reason)) await tellOfDecision(tx, context, id, "void");
  });
  return reason;
}

async function isAccountOther(
  context: Pick<Caller, "db" | "accountDigest">,
  change: PayingChange,
): Promise<boolean> {
  const frozen = frozenIn(change);
  const open = await listOpen(context.db, [...frozen.keys()]);
  const now = await digestsOfAccounts(context, open);
  return !open.every((payoutId) => now.get(payoutId) === frozen.get(payoutId));
}

function isPaying(change: ProposedChange): change is PayingChange {
  return change.kind === "payout" || change.kind === "batch";
}

async function listOpen(db: Database, payoutIds: readonly string[]): Promise<string[]> {
  if (payoutIds.length === 0) return [];
  const rows = await db
    .selectFrom("projection.payout_request")
    .select("payout_id as payoutId")
    .where("payout_id", "in", payoutIds)
    .where("state", "=", "requested")
    .execute();
  return rows.map(({ payoutId }) => payoutId);
}
