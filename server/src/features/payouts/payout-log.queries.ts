import { sql } from "kysely";
import type { ReadDatabase } from "../../db/database.ts";
import { walletStream } from "../wallets/wallet.events.ts";
import { findPayout } from "./payout.queries.ts";

/** What happened to a request: from the ledger, and beside it who approved it and where it was sent. */
export type PayoutLogEntry = {
  at: string;
  what: "requested" | "approved" | "in-batch" | "paid" | "rejected";
  byName: string | null;
  /** The bank's reference, the reason of a rejection, or the number of a batch. */
  note: string | null;
};

/** The earliest first. @throws DomainError payout.unknown */
export async function getPayoutLog(db: ReadDatabase, payoutId: string): Promise<PayoutLogEntry[]> {
  const { userId } = await findPayout(db, payoutId);
  const [facts, approvals, batches] = await Promise.all([
    listFacts(db, payoutId, userId),
    listApprovalsOf(db, payoutId),
    listBatchesOf(db, payoutId),
  ]);
  return [...facts, ...approvals, ...batches].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
}

const words = {
  PayoutRequested: "requested",
  PayoutPaid: "paid",
  PayoutRejected: "rejected",
} as const;

async function listFacts(
  db: ReadDatabase,
  payoutId: string,
  userId: number,
): Promise<PayoutLogEntry[]> {
  const { rows } = await sql<{
    at: string;
    type: keyof typeof words;
    byName: string | null;
    note: string | null;
  }>`
    select event.occurred_at as at, event.type,
      account.first_name || ' ' || account.last_name as "byName",
      coalesce(nullif(event.data ->> 'reference', ''), event.data ->> 'reason') as note
    from ledger_events event
    left join account on account.id = (event.metadata ->> 'actorId')::integer
    where event.stream_id = ${walletStream(userId)} and event.data ->> 'payoutId' = ${payoutId}
    order by event.position`.execute(db);
  return rows.map(({ type, ...row }) => ({ ...row, what: words[type] }));
}

async function listApprovalsOf(db: ReadDatabase, payoutId: string): Promise<PayoutLogEntry[]> {
  const rows = await db
    .selectFrom("payout_approval as approval")
    .innerJoin("account", "account.id", "approval.approved_by")
    .select([
      "approval.approved_at as at",
      sql<string>`account.first_name || ' ' || account.last_name`.as("byName"),
    ])
    .where("approval.payout_id", "=", payoutId)
    .execute();
  return rows.map((row) => ({ ...row, what: "approved", note: null }));
}

async function listBatchesOf(db: ReadDatabase, payoutId: string): Promise<PayoutLogEntry[]> {
  const rows = await db
    .selectFrom("payout_batch_item as item")
    .innerJoin("payout_batch as batch", "batch.id", "item.batch_id")
    .innerJoin("account", "account.id", "batch.made_by")
    .select([
      "batch.made_at as at",
      sql<string>`account.first_name || ' ' || account.last_name`.as("byName"),
      sql<string>`batch.id::text`.as("note"),
    ])
    .where("item.payout_id", "=", payoutId)
    .execute();
  return rows.map((row) => ({ ...row, what: "in-batch" }));
}
