import { invoiceCreditWords } from "@portal/shared/money/payout-terms.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { shownText } from "../../platform/free-text/free-text.rules.ts";
import { findFreeTexts } from "../../platform/free-text/free-text.store.ts";
import { textIdOf } from "../../platform/free-text/text-ids.ts";
import { type WalletEvent, walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { findPayout, listApprovals } from "./payout.queries.ts";

type PayoutLogEntry = {
  at: string;
  what:
    | "requested"
    | "approved"
    | "in-batch"
    | "paid"
    | "corrected"
    | "returned"
    | "return-undone"
    | "credited"
    | "rejected";
  byName: string | null;
  /** The bank's reference, the reason of a rejection or credit note, or the number of a batch. */
  note: string | null;
};

/** The events, approvals and batches of a request, the earliest first. @throws DomainError payout.unknown */
export async function getPayoutLog(db: ReadDatabase, payoutId: string): Promise<PayoutLogEntry[]> {
  const { userId } = await findPayout(db, payoutId);
  const [events, approvals, batches] = await Promise.all([
    listLoggedEvents(db, payoutId, userId),
    listApprovals(db, [payoutId]),
    listBatchesOf(db, payoutId),
  ]);
  const log: PayoutLogEntry[] = [
    ...events,
    ...approvals.map(({ at, name }) => ({
      at,
      what: "approved" as const,
      byName: name,
      note: null,
    })),
    ...batches.map((batch) => ({ ...batch, what: "in-batch" as const })),
  ];
  return log.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function whatOf({ type }: WalletEvent): PayoutLogEntry["what"] {
  if (type === "PayoutPaid") return "paid";
  if (type === "PayoutCorrected") return "corrected";
  if (type === "PayoutReturned") return "returned";
  if (type === "PayoutReturnUndone") return "return-undone";
  if (type === "SelfBilledInvoiceCredited") return "credited";
  return type === "PayoutRejected" ? "rejected" : "requested";
}

const eventRow = z.strictObject({
  at: z.iso.datetime(),
  eventId: z.guid(),
  type: z.string(),
  schemaVersion: z.int(),
  /** Checked when it was written. */
  data: z.unknown(),
  byName: z.string().nullable(),
});

async function listLoggedEvents(
  db: ReadDatabase,
  payoutId: string,
  userId: number,
): Promise<PayoutLogEntry[]> {
  const rows = await rowsOf(
    db,
    eventRow,
    sql`
    select event.occurred_at as at, event.event_id as "eventId", event.type,
      event.schema_version as "schemaVersion", event.data,
      account.first_name || ' ' || account.last_name as "byName"
    from ledger_events event
    left join account on account.id = (event.metadata ->> 'actorId')::integer
    where event.stream_id = ${walletStream(userId)} and event.data ->> 'payoutId' = ${payoutId}
    order by event.position`,
  );
  const facts = rows.map(({ at, byName, ...stored }) => {
    const event = walletEvents.read(stored);
    return { at, byName, what: whatOf(event), textId: textIdOf(event), note: creditedFor(event) };
  });
  const texts = await findFreeTexts(
    db,
    facts.flatMap(({ textId }) => textId ?? []),
  );
  return facts.map(({ textId, note, ...fact }) => ({
    ...fact,
    note: note ?? shownText(texts, textId),
  }));
}

function creditedFor({ type, data }: WalletEvent): string | null {
  return type === "SelfBilledInvoiceCredited" ? invoiceCreditWords[data.reason] : null;
}

function listBatchesOf(db: ReadDatabase, payoutId: string) {
  return db
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
}
