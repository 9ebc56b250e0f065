import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { StoredFact } from "../../platform/ledger/event-catalogue.ts";
import { shownText } from "../../platform/free-text/free-text.rules.ts";
import { textIdOf } from "../../platform/free-text/text-ids.ts";
import { findFreeTexts } from "../../platform/free-text/free-text.store.ts";
import { type WalletEvent, walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { findPayout } from "./payout.queries.ts";
import { listApprovals } from "./second-person.queries.ts";

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

function whatOf({ type }: WalletEvent): PayoutLogEntry["what"] {
  if (type === "PayoutPaid") return "paid";
  return type === "PayoutRejected" ? "rejected" : "requested";
}

async function listFacts(
  db: ReadDatabase,
  payoutId: string,
  userId: number,
): Promise<PayoutLogEntry[]> {
  const { rows } = await sql<StoredFact & { at: string; byName: string | null }>`
    select event.occurred_at as at, event.event_id as "eventId", event.type,
      event.schema_version as "schemaVersion", event.data,
      account.first_name || ' ' || account.last_name as "byName"
    from ledger_events event
    left join account on account.id = (event.metadata ->> 'actorId')::integer
    where event.stream_id = ${walletStream(userId)} and event.data ->> 'payoutId' = ${payoutId}
    order by event.position`.execute(db);
  const facts = rows.map(({ at, byName, ...stored }) => {
    const event = walletEvents.read(stored);
    return { at, byName, what: whatOf(event), textId: textIdOf(event) };
  });
  const texts = await findFreeTexts(
    db,
    facts.flatMap(({ textId }) => textId ?? []),
  );
  return facts.map(({ textId, ...fact }) => ({ ...fact, note: shownText(texts, textId) }));
}

async function listApprovalsOf(db: ReadDatabase, payoutId: string): Promise<PayoutLogEntry[]> {
  const approvals = await listApprovals(db, [payoutId]);
  return approvals.map(({ at, name }) => ({ at, what: "approved", byName: name, note: null }));
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
