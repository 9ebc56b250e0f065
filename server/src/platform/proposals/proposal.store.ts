import { OPEN_MAX, waits } from "@portal/shared/platform/acts.ts";
import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import {
  type DecisionWay,
  decisionKinds,
  type ProposalState,
  proposalStates,
  type ProposedChange,
  proposedChangeSchema,
} from "@portal/shared/platform/proposals.ts";
import { type InferResult, sql } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";
import { rowOf, rowsOf } from "../db/rows.ts";

export type Proposal = ReturnType<typeof proposalOf>;

type AnyDatabase = ReadDatabase | Database | Tx;

/** Null where it does not take effect by itself, or where its wait has not begun. */
const takesEffectAt = sql<string | null>`notices_out_at + make_interval(secs => wait_seconds)`;

/** The time in which somebody has to confirm, or after which it takes effect; null where it has not begun. */
const begins = sql`case when way = 'confirmed' then proposed_at else notices_out_at end`;
const ends = sql`case when way = 'confirmed' then expires_at else ${takesEffectAt} end`;
const isHalfOver = sql<boolean | null>`now() >= ${begins} + (${ends} - ${begins}) / 2`;
const isLastDay = sql<boolean | null>`now() >= ${ends} - make_interval(secs => ${waits.DAY})`;

function selectProposals(db: AnyDatabase) {
  return db
    .selectFrom("decision")
    .select([
      "id",
      "kind",
      "data",
      "words",
      "way",
      "digest",
      "state",
      "failure",
      "proposed_by as proposedBy",
      "proposed_at as proposedAt",
      "wait_seconds as waitSeconds",
      "notices_out_at as noticesOutAt",
      takesEffectAt.as("takesEffectAt"),
      isHalfOver.as("isHalfOver"),
      isLastDay.as("isLastDay"),
      "expires_at as expiresAt",
      "second_person_above as secondPersonAbove",
      "decided_by as decidedBy",
      "decided_at as decidedAt",
      "used_at as usedAt",
    ]);
}

type Row = InferResult<ReturnType<typeof selectProposals>>[number];

function proposalOf({ kind, data, words, ...row }: Row) {
  return { ...row, change: proposedChangeSchema.parse({ kind, data, words }) };
}

export async function findProposal(db: AnyDatabase, id: string): Promise<Proposal | null> {
  const row = await selectProposals(db).where("id", "=", id).executeTakeFirst();
  return row ? proposalOf(row) : null;
}

/** Open and not expired; an approval of a payout or batch that was settled meanwhile does not count. */
export const isWaiting = sql<boolean>`decision.state = 'open'
  and (decision.expires_at is null or decision.expires_at > now())
  and (decision.kind <> 'payout' or exists (
    select from projection.payout_request payout
    where payout.payout_id = decision.data ->> 'payoutId' and payout.state = 'requested'))
  and (decision.kind <> 'batch' or exists (
    select from payout_batch batch
    where batch.id = (decision.data ->> 'batchId')::integer and batch.state = 'open'))`;

export async function listOpenProposals(db: AnyDatabase): Promise<Proposal[]> {
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

const permissions = Object.entries(decisionKinds).flatMap(([kind, { isPermission }]) =>
  isPermission ? [kind] : [],
);

/** Confirmed and not carried out. A permission is carried out by the admin who uses it. */
export async function listUndoneProposals(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("decision")
    .select("id")
    .where("state", "=", "confirmed")
    .where("used_at", "is", null)
    .where(sql<boolean>`not kind = any (${permissions})`)
    .orderBy("decided_at")
    .execute();
  return rows.map(({ id }) => id);
}

type NewProposal = Readonly<{
  id: string;
  change: ProposedChange;
  by: number;
  way: DecisionWay;
  /** SHA-256 of what is frozen, in hexadecimal digits. */
  digest: string;
  secondPersonAbove: number | null;
}>;

const stateRow = z.strictObject({ state: z.enum(proposalStates) });

/**
 * A retry with the same id is the same proposal.
 *
 * @returns its state by now
 * @throws DomainError request.reused-key, account.email-in-use, proposal.too-many
 */
export async function insertProposal(tx: Tx, made: NewProposal): Promise<ProposalState> {
  const { kind, data, words } = made.change;
  try {
    const { state } = await rowOf(
      tx,
      stateRow,
      sql`
      select state from propose(${made.id}, ${kind}, ${JSON.stringify(data)}::jsonb,
        ${words === null ? null : JSON.stringify(words)}::jsonb, ${made.by}, ${made.way},
        ${made.digest}, ${made.secondPersonAbove}, ${waitOf(made.way)}, ${waits.DECISION_LIFE},
        ${OPEN_MAX})`,
    );
    return state;
  } catch (error) {
    const constraint = violated.safeParse(error).data?.constraint;
    if (constraint === "decision_id_is_used") throw new DomainError("request.reused-key");
    if (constraint === "decision_open_max") throw new DomainError("proposal.too-many");
    if (constraint === "decision_admin_email")
      throw new DomainError("account.email-in-use", { field: "email" });
    throw error;
  }
}

const violated = z.object({ constraint: z.string() });

/** In seconds, from when the notices are out; null where somebody has to confirm. */
function waitOf(way: DecisionWay): number | null {
  if (way === "confirmed") return null;
  return way === "silence" ? waits.DECISION_LIFE : waits.ALONE_WAIT;
}

/** The same change, open and proposed by the same admin: a double click is one proposal. */
export async function findSameOpen(
  tx: Tx,
  { kind, data }: ProposedChange,
  by: number,
): Promise<string | null> {
  const row = await tx
    .selectFrom("decision")
    .select("id")
    .where("state", "=", "open")
    .where("kind", "=", kind)
    .where("proposed_by", "=", by)
    .where(sql<boolean>`data = ${JSON.stringify(data)}::jsonb`)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** What the one who confirms signed, with a passkey; null where nothing was signed. */
export type ConfirmationProof = Readonly<Record<string, unknown>> | null;

/** @throws DomainError proposal.unknown, proposal.own, proposal.too-close, proposal.settled, access.forbidden */
export async function confirmInStore(
  tx: Tx,
  { id, by, proof }: Readonly<{ id: string; by: number; proof: ConfirmationProof }>,
): Promise<void> {
  const signed = proof === null ? null : JSON.stringify(proof);
  requireDone(
    await outcomeOf(tx, sql`confirm_decision(${id}, ${by}, ${signed}::jsonb)`),
    "proposal.own",
  );
}

/** By another than the proposer, until it is carried out. @throws DomainError as `confirmInStore` */
export async function declineInStore(tx: Tx, id: string, by: number): Promise<void> {
  requireDone(await outcomeOf(tx, sql`decline_decision(${id}, ${by}, 'declined')`), "proposal.own");
}

/** By the proposer, until it is carried out. @throws DomainError as `confirmInStore`, proposal.not-yours */
export async function withdrawInStore(tx: Tx, id: string, by: number): Promise<void> {
  requireDone(
    await outcomeOf(tx, sql`decline_decision(${id}, ${by}, 'withdrawn')`),
    "proposal.not-yours",
  );
}

/**
 * Marks it as carried out, in the transaction that does so.
 *
 * @throws DomainError proposal.settled, proposal.proposer-gone, proposal.confirmer-gone
 */
export async function useInStore(tx: Tx, id: string): Promise<void> {
  requireDone(await outcomeOf(tx, sql`use_decision(${id})`), "proposal.settled");
}

/** As `useInStore`, by each payment of the batch that was decided. @throws DomainError as `useInStore` */
export async function spendBatchInStore(tx: Tx, id: string): Promise<void> {
  const outcome = await outcomeOf(tx, sql`use_decision(${id})`);
  if (outcome !== "used") requireDone(outcome, "proposal.settled");
}

const outcomeRow = z.strictObject({ outcome: z.string() });

async function outcomeOf(tx: Tx, call: ReturnType<typeof sql>): Promise<string> {
  const { outcome } = await rowOf(tx, outcomeRow, sql`select ${call} as outcome`);
  return outcome;
}

function requireDone(outcome: string, own: DomainErrorCode): void {
  if (outcome === "own") throw new DomainError(own);
  if (outcome !== "done") throw new DomainError(refusals[outcome] ?? "proposal.settled");
}

const refusals: Readonly<Record<string, DomainErrorCode>> = {
  unknown: "proposal.unknown",
  alone: "proposal.too-close",
  "not-office": "access.forbidden",
  "proposer-gone": "proposal.proposer-gone",
  "confirmer-gone": "proposal.confirmer-gone",
};

/** From now on it waits, until it takes effect by itself. */
export async function beginWait(tx: Tx, id: string): Promise<void> {
  await sql`select send_off_decision(${id})`.execute(tx);
}

const settledRow = z.strictObject({ id: z.guid(), state: z.enum(proposalStates) });

/** Confirms what has waited long enough, and ends what is over its time or whose proposer is no admin any more. */
export async function settleDueProposals(tx: Tx): Promise<readonly z.infer<typeof settledRow>[]> {
  return rowsOf(
    tx,
    settledRow,
    sql`
    select id, state from settle_due_decisions(${permissions}, ${waits.DECISION_LIFE})`,
  );
}

const voidRow = z.strictObject({ isVoid: z.boolean() });

/** It can never be carried out, for this reason. @returns false where it is settled already */
export async function voidProposal(tx: Tx, id: string, reason: DomainErrorCode): Promise<boolean> {
  const { isVoid } = await rowOf(
    tx,
    voidRow,
    sql`
    select void_decision(${id}, ${reason}) as "isVoid"`,
  );
  return isVoid;
}

const endedRow = z.strictObject({ id: z.guid() });

/** Ends what this admin proposed and what is not carried out; with null, what anybody proposed. */
export async function voidProposalsOf(
  tx: Tx,
  proposerId: number | null,
  reason: DomainErrorCode,
): Promise<string[]> {
  const rows = await rowsOf(
    tx,
    endedRow,
    sql`
    select id from end_decisions(${proposerId}, ${reason}) as ended(id)`,
  );
  return rows.map(({ id }) => id);
}

/** Whether two admins decided a scheduled commission plan, which then has the id of the decision. */
export const isDecidedPlan = sql<boolean>`exists (select from decision where decision.id = planned_plan.id)`;

/** Withdraws the commission plans that this admin scheduled alone. @returns their ids */
export async function withdrawPlansOf(tx: Tx, plannerId: number, now: string): Promise<string[]> {
  const rows = await tx
    .updateTable("planned_plan")
    .set({ state: "withdrawn", settled_at: now })
    .where("planned_by", "=", plannerId)
    .where("state", "=", "planned")
    .where(sql<boolean>`not ${isDecidedPlan}`)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The payouts of one member, whose bank details are others now, or one payout, whose file was cancelled. */
export type EndedApprovals = Readonly<
  | { userId: number; reason: "payout.details-changed" }
  | { payoutId: string; reason: "payout.file-cancelled" }
>;

export async function voidPayoutApprovals(tx: Tx, which: EndedApprovals): Promise<string[]> {
  const isOfIt =
    "userId" in which
      ? sql`payout.user_id = ${which.userId}`
      : sql`payout.payout_id = ${which.payoutId}`;
  const rows = await rowsOf(
    tx,
    endedRow,
    sql`
    -- Apart, because one query could call it before the join, for the decisions of everybody.
    with found as materialized (
      select decision.id from decision
      join projection.payout_request payout on payout.payout_id = decision.data ->> 'payoutId'
      where decision.kind = 'payout' and ${isOfIt}
    )
    select id from found where void_decision(id, ${which.reason})`,
  );
  return rows.map(({ id }) => id);
}

/** Those that a new release or a restore ended lately, whose people have to hear of it. */
export async function listEndedByOperator(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("decision")
    .select("id")
    .where("failure", "in", ["proposal.upgraded", "proposal.restored"])
    .where("decided_at", ">", sql<string>`now() - make_interval(secs => ${waits.DAY})`)
    .execute();
  return rows.map(({ id }) => id);
}

/** The text of this decision, which was carried out. */
export async function forgetWords(tx: Tx, id: string): Promise<void> {
  await sql`select forget_decision_words(array[${id}]::uuid[])`.execute(tx);
}
