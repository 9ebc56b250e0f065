import { waits } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";
import { rowOf, rowsOf } from "../../platform/db/rows.ts";
import { takesAnother } from "../../platform/proposals/second-person-limit.queries.ts";

const recorderRow = z.strictObject({ id: z.int().nullable() });

/** Which admin recorded this event; null where nobody did, as of a payment that its provider told. */
export async function findRecorder(
  db: ReadDatabase,
  event: RawBuilder<unknown>,
): Promise<number | null> {
  const [row] = await rowsOf(
    db,
    recorderRow,
    sql`
    select (metadata ->> 'actorId')::integer as id from ledger_events
    where ${event} order by position limit 1`,
  );
  return row?.id ?? null;
}

type OwnDifference = Readonly<{
  /** In minor units. */
  amount: number;
  recordedBy: number | null;
  userId: number;
  /** The member or buyer whom it is about. */
  about: Readonly<{ orderId?: string | null; userId?: number | null }>;
}>;

const sumRow = z.strictObject({ sum: z.int() });

/**
 * What was recorded and never was at the bank or the card provider is found at the end of the month, unless whoever recorded it
 * accepts it: above the limit of two admins another one accepts. What this admin accepted of the same one's in 30 days counts
 * together; the lock is held until the end of the transaction, so that two at once do.
 *
 * @throws DomainError difference.own
 */
export async function requireNotOwnDifference(
  tx: Tx,
  { amount, recordedBy: firstId, userId, about }: OwnDifference,
): Promise<void> {
  if (firstId === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('accepted-difference', 0))`.execute(tx);
  const { sum } = await rowOf(
    tx,
    sumRow,
    sql`
    select coalesce(sum(amount), 0)::bigint as sum from (
      select amount, recorded_by, accepted_by, accepted_at from accepted_difference
      union all select amount, recorded_by, ignored_by, ignored_at from ignored_card_exception) own
    where recorded_by = ${firstId} and accepted_by = ${userId}
      and accepted_at > now() - make_interval(secs => ${waits.LOOKBACK})`,
  );
  const pays = about.userId ?? (await findBuyer(tx, about.orderId ?? null));
  const step = { amount: sum + amount, firstId, userId, pays: pays === null ? [] : [pays] };
  if (await takesAnother(tx, step)) throw new DomainError("difference.own");
}

async function findBuyer(tx: Tx, orderId: string | null): Promise<number | null> {
  if (orderId === null) return null;
  const row = await tx
    .selectFrom("projection.order_state")
    .select("buyer_id as id")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.id ?? null;
}
