import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { CommissionEntryRow } from "../../platform/read-model/projection-rows.ts";
import type { AccruedAfter } from "../../projections/compare/check-against-projections.ts";
import type { RecordedLedgerEvent } from "../../projections/ledger-catalogue.ts";

/**
 * A payout request may name an earlier position as its cut-off; then what accrued since has to be
 * added up. The entries of this page and the one before are still on their way into the table, so
 * those are remembered here, and only older ones are looked up.
 */
export type PayoutCutoffs = Readonly<{
  /** To be called before a page of events is folded. */
  load: (events: readonly RecordedLedgerEvent[]) => Promise<void>;
  accruedAfter: AccruedAfter;
  /** To be called with the entries that an event made. */
  remember: (entries: readonly Entry[]) => void;
}>;

type Entry = Pick<CommissionEntryRow, "position" | "beneficiaryId" | "amount">;

export function createPayoutCutoffs(tx: Tx): PayoutCutoffs {
  let older = new Map<string, number>();
  let thisPage: Entry[] = [];
  let pageBefore: Entry[] = [];
  let pageStart = 0;

  return {
    async load(events) {
      pageBefore = thisPage;
      thisPage = [];
      const tableEnd = pageStart;
      pageStart = events[0]?.position ?? pageStart;
      older = await accruedInTable(tx, events, tableEnd === 0 ? pageStart : tableEnd);
    },
    accruedAfter(userId, position) {
      let sum = older.get(keyOf(userId, position)) ?? 0;
      for (const entries of [pageBefore, thisPage])
        for (const entry of entries)
          if (entry.beneficiaryId === userId && entry.position > position) sum += entry.amount;
      return sum;
    },
    remember: (entries) => void thisPage.push(...entries),
  };
}

/** What each request's member accrued after its cut-off and before position `end`. */
async function accruedInTable(
  tx: Tx,
  events: readonly RecordedLedgerEvent[],
  end: number,
): Promise<Map<string, number>> {
  const asked = events.flatMap(({ type, data }) =>
    type === "PayoutRequested" && data.throughPosition !== undefined
      ? [{ userId: data.userId, position: data.throughPosition }]
      : [],
  );
  if (asked.length === 0) return new Map();
  const userIds = asked.map(({ userId }) => userId);
  const positions = asked.map(({ position }) => position);
  const { rows } = await sql<{ userId: number; position: number; accrued: number }>`
    select distinct asked.user_id as "userId", asked.position, (
      select coalesce(sum(amount), 0)::bigint from projection.commission_entry entry
      where entry.beneficiary_id = asked.user_id
        and entry.position > asked.position and entry.position < ${end}
    ) as accrued
    from unnest(${userIds}::integer[], ${positions}::bigint[]) asked (user_id, position)`.execute(
    tx,
  );
  return new Map(rows.map(({ userId, position, accrued }) => [keyOf(userId, position), accrued]));
}

function keyOf(userId: number, position: number): string {
  return `${userId} ${position}`;
}
