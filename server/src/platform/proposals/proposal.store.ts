import {
  type ProposalState,
  type ProposedChange,
  proposedChangeSchema,
} from "@portal/shared/platform/proposals.ts";
import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { type InferResult, sql } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";

export type Proposal = ReturnType<typeof proposalOf>;

function selectProposals(db: ReadDatabase | Database | Tx) {
  return db
    .selectFrom("proposal")
    .select([
      "id",
      "kind",
      "data",
      "words",
      "state",
      "failure",
      "proposed_by as proposedBy",
      "proposed_at as proposedAt",
      "takes_effect_at as takesEffectAt",
      "expires_at as expiresAt",
      "decided_by as decidedBy",
      "decided_at as decidedAt",
      "used_at as usedAt",
    ]);
}

type Row = InferResult<ReturnType<typeof selectProposals>>[number];

function proposalOf({ kind, data, words, ...row }: Row) {
  return { ...row, change: proposedChangeSchema.parse({ kind, data, words }) };
}

export async function findProposal(
  db: ReadDatabase | Database | Tx,
  id: string,
): Promise<Proposal | null> {
  const row = await selectProposals(db).where("id", "=", id).executeTakeFirst();
  return row ? proposalOf(row) : null;
}

/** Open and not expired; an approval of a payout that was settled meanwhile does not count. */
export const isWaiting = sql<boolean>`proposal.state = 'open' and proposal.expires_at > now()
  and (proposal.kind <> 'payout' or exists (
    select from projection.payout_request payout
    where payout.payout_id = proposal.data ->> 'payoutId' and payout.state = 'requested'))`;

export async function listOpenProposals(db: ReadDatabase): Promise<Proposal[]> {
  const rows = await selectProposals(db).where(isWaiting).orderBy("proposed_at").execute();
  return rows.map(proposalOf);
}

export async function listDecidedProposals(db: ReadDatabase, most: number): Promise<Proposal[]> {
  const rows = await selectProposals(db)
    .where("state", "<>", "open")
    .orderBy("decided_at", "desc")
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(proposalOf);
}

/** Confirmed and not carried out, or not completely. An approved payout is carried out by the admin who pays it. */
export async function listUndoneProposals(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("proposal")
    .select("id")
    .where("state", "=", "confirmed")
    .where("failure", "is", null)
    .where((row) => row.or([row("used_at", "is", null), row("words", "is not", null)]))
    .where("kind", "<>", "payout")
    .orderBy("decided_at")
    .execute();
  return rows.map(({ id }) => id);
}

/** A retry with the same id is the same proposal. @returns its state by now */
export async function insertProposal(
  tx: Tx,
  id: string,
  { kind, data, words }: ProposedChange,
  by: number,
): Promise<ProposalState> {
  try {
    const { rows } = await sql<{ state: ProposalState }>`
      select state from propose(${id}, ${kind}, ${JSON.stringify(data)}::jsonb,
        ${words === null ? null : JSON.stringify(words)}::jsonb, ${by})`.execute(tx);
    const [made] = rows;
    if (!made) throw new Error("propose() returned no row");
    return made.state;
  } catch (error) {
    const constraint = violated.safeParse(error).data?.constraint;
    if (constraint === "proposal_id_is_used") throw new DomainError("request.reused-key");
    if (constraint === "proposal_admin_email")
      throw new DomainError("account.email-in-use", { field: "email" });
    throw error;
  }
}

const violated = z.object({ constraint: z.string() });

/** The same change, open and proposed by the same admin: a double click is one proposal. */
export async function findSameOpen(
  tx: Tx,
  { kind, data }: ProposedChange,
  by: number,
): Promise<string | null> {
  const row = await tx
    .selectFrom("proposal")
    .select("id")
    .where("state", "=", "open")
    .where("kind", "=", kind)
    .where("proposed_by", "=", by)
    .where(sql<boolean>`data = ${JSON.stringify(data)}::jsonb`)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** @throws DomainError proposal.unknown, proposal.own, proposal.too-close, proposal.settled, access.forbidden */
export async function decideProposal(
  tx: Tx,
  how: "confirm" | "decline",
  { id, by }: Readonly<{ id: string; by: number }>,
): Promise<void> {
  const decide = sql.raw(how === "confirm" ? "confirm_proposal" : "decline_proposal");
  const { rows } = await sql<{ outcome: string }>`
    select ${decide}(${id}, ${by}) as outcome`.execute(tx);
  const outcome = rows[0]?.outcome ?? "";
  if (outcome !== "done") throw new DomainError(refusals[outcome] ?? "proposal.settled");
}

const refusals: Readonly<Record<string, DomainErrorCode>> = {
  unknown: "proposal.unknown",
  own: "proposal.own",
  "too-close": "proposal.too-close",
  "not-office": "access.forbidden",
};

/** Confirms proposals that take effect by themselves, and expires those whose time is over. */
export async function settleDueProposals(
  db: Database,
): Promise<readonly Readonly<{ id: string; state: ProposalState }>[]> {
  const { rows } = await sql<{ id: string; state: ProposalState }>`
    select id, state from settle_due_proposals()`.execute(db);
  return rows;
}

/** Marks it as carried out, or with a failure as one that can never be. */
export async function finishProposal(
  db: Database,
  id: string,
  failure: string | null,
): Promise<void> {
  await sql`select finish_proposal(${id}, ${failure})`.execute(db);
}

/** The admins who may decide on this admin's proposals. */
export async function listOthers(db: ReadDatabase, adminId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from proposal_others(${adminId}) as others(id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Erases the text of waiting proposals about a user. */
export async function forgetWordsAbout(tx: Tx, userId: number): Promise<void> {
  await sql`select forget_proposal_words(array(
    select proposal.id from proposal
    left join projection.order_state "order" on "order".order_id::text = proposal.data ->> 'uuid'
    where proposal.words is not null
      and ((proposal.data ->> 'userId')::integer = ${userId} or "order".buyer_id = ${userId})
  ))`.execute(tx);
}
