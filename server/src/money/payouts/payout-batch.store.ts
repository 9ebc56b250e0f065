import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Day } from "@portal/shared/platform/calendar.ts";
import type { PayoutItemState, PayoutLayout } from "@portal/shared/money/payouts.ts";
import { waits } from "@portal/shared/platform/acts.ts";
import { type Insertable, sql } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase, Tables, Tx } from "../../platform/db/database.ts";
import { rowOf } from "../../platform/db/rows.ts";
import { appendLock, neverWait } from "../../platform/ledger/append-statement.ts";
import { isOfLookback, sameAccountAs } from "../../platform/proposals/money-out.queries.ts";
import { takesAnother } from "../../platform/proposals/second-person-limit.queries.ts";

/**
 * Takes the ledger's append lock until the end of the transaction, so that no payment changes the open requests and
 * batches that it reads. Payments check the batches under the same lock. Its writes fail rather than wait for a row lock,
 * because all other appends wait for it.
 */
export async function lockPayouts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${appendLock})`.execute(tx);
  await neverWait(tx);
}

/** @throws DomainError payout.in-batch */
export async function requireInNoBatch(tx: Tx, payoutId: string): Promise<void> {
  const found = await findInOpenBatch(tx, [payoutId]);
  if (found.size > 0) throw new DomainError("payout.in-batch");
}

/**
 * For the side writes of a command that rejects a payout. What a bank file let out may have been paid although its batch was
 * cancelled: above the limit another admin rejects the request than who downloaded the file, or is close to them, where there is
 * another. What one admin rejected of such files counts together as money out does: in `DAY`, and for one person or bank account
 * in `LOOKBACK`. The event is in the sums already.
 *
 * @throws DomainError payout.in-batch, payout.file-left
 */
export async function requireNotLetOut(tx: Tx, payoutId: string, userId: number): Promise<void> {
  await requireInNoBatch(tx, payoutId);
  const left = await tx
    .selectFrom("payout_batch_item as item")
    .innerJoin("payout_batch as batch", "batch.id", "item.batch_id")
    .select(["item.user_id as payee", "batch.file_by as firstId"])
    .where("item.payout_id", "=", payoutId)
    .where("batch.file_at", "is not", null)
    .execute();
  for (const { payee, firstId } of left) {
    if (firstId === null) continue;
    const amount = await sumRejected(tx, { payee, firstId, userId });
    if (await takesAnother(tx, { amount, firstId, userId, pays: [payee] }))
      throw new DomainError("payout.file-left");
  }
}

const sumsRow = z.strictObject({ inDay: z.int(), toPayee: z.int() });

/** The larger sum of what one admin rejected of the files that another, or the same, downloaded. */
async function sumRejected(
  tx: Tx,
  { payee, firstId, userId }: Readonly<{ payee: number; firstId: number; userId: number }>,
): Promise<number> {
  const { inDay, toPayee } = await rowOf(
    tx,
    sumsRow,
    sql`
    with rejected as (
      select event.recorded_at, item.user_id, max(item.amount) as amount
      from ledger_events event
      join payout_batch_item item on item.payout_id = event.data ->> 'payoutId'
      join payout_batch batch on batch.id = item.batch_id
      where event.type = 'PayoutRejected' and ${isOfLookback}
        and (event.metadata ->> 'actorId')::integer = ${userId}
        and batch.file_at is not null and batch.file_by = ${firstId}
      group by event.position, event.recorded_at, item.user_id
    )
    select coalesce(sum(amount) filter (where recorded_at > now() - make_interval(secs => ${waits.DAY})),
        0)::bigint as "inDay",
      coalesce(sum(amount) filter (where user_id in (${sameAccountAs(sql`${payee}::integer`)})),
        0)::bigint as "toPayee"
    from rejected`,
  );
  return Math.max(inDay, toPayee);
}

/** The payouts that are in an open batch, with its number. */
export async function findInOpenBatch(
  db: ReadDatabase | Tx,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (payoutIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("payout_batch_item")
    .select(["payout_id", "batch_id"])
    .where("payout_id", "in", payoutIds)
    .where("state", "=", "open")
    .execute();
  return new Map(rows.map((row) => [row.payout_id, row.batch_id]));
}

/** @returns its number, which is part of the references of its items */
export async function insertBatch(
  tx: Tx,
  batch: Insertable<Tables["payout_batch"]>,
): Promise<number> {
  const { id } = await tx
    .insertInto("payout_batch")
    .values(batch)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertBatchItems(
  tx: Tx,
  batchId: number,
  items: readonly Omit<Insertable<Tables["payout_batch_item"]>, "batch_id" | "reference">[],
): Promise<void> {
  await tx
    .insertInto("payout_batch_item")
    .values(
      items.map((item, at) => ({
        ...item,
        batch_id: batchId,
        // Shown on the bank statements of both sides.
        reference: `PAYOUT ${batchId}-${at + 1}`,
      })),
    )
    .execute();
}

/** @throws DomainError batch.unknown */
export async function findBatch(db: Database, id: number) {
  const row = await db
    .selectFrom("payout_batch")
    .select([
      "layout",
      "pay_on as payOn",
      "own_account as ownAccount",
      "own_branch_code as ownBranchCode",
      "own_name as ownName",
      "own_bank as ownBank",
      "own_id as ownId",
      "made_at as madeAt",
      "file_at as fileAt",
      "hash_total as hashTotal",
      "state",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new DomainError("batch.unknown");
  return row;
}

/** How many batches of the layout have a lower number and were made on the same day; cancelled ones too, as a file may have left. */
export async function countMadeBefore(
  db: Database | Tx,
  { batchId, layout, madeOn, timeZone }: BatchOfDay,
): Promise<number> {
  const { count } = await db
    .selectFrom("payout_batch")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("layout", "=", layout)
    .where("id", "<", batchId)
    .where(sql`(made_at at time zone ${timeZone})::date`, "=", madeOn)
    .executeTakeFirstOrThrow();
  return count;
}

type BatchOfDay = Readonly<{
  batchId: number;
  layout: PayoutLayout;
  /** In the time zone. */
  madeOn: Day;
  timeZone: string;
}>;

export type BatchItem = Awaited<ReturnType<typeof listBatchItems>>[number];

/** In the order of their references, as in the file. `amount` goes to the bank, without the withheld tax. */
export async function listBatchItems(db: Database, batchId: number) {
  const rows = await db
    .selectFrom("payout_batch_item")
    .select([
      "payout_id as payoutId",
      "user_id as userId",
      "amount",
      "withheld",
      "reference",
      "bank_details_at as bankDetailsAt",
      "state",
      "proof_day as proofDay",
    ])
    .where("batch_id", "=", batchId)
    .execute();
  return rows.toSorted((one, other) => numberIn(one.reference) - numberIn(other.reference));
}

function numberIn(reference: string): number {
  return Number(reference.slice(reference.lastIndexOf("-") + 1));
}

/** @throws DomainError batch.settled where the item is no longer open */
export async function settleItem(
  tx: Tx,
  batchId: number,
  payoutId: string,
  state: Exclude<PayoutItemState, "open">,
): Promise<void> {
  const { numUpdatedRows } = await updateItem(tx, batchId, payoutId)
    .set({ state, ...(state === "paid" && { failure: null }) })
    .where("state", "=", "open")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new DomainError("batch.settled");
}

export async function noteFailure(
  db: Database,
  batchId: number,
  payoutId: string,
  failure: string,
): Promise<void> {
  await updateItem(db, batchId, payoutId).set({ failure }).where("state", "=", "open").execute();
}

/** Of payments that no second admin stands behind, as the file leaves for the bank. */
export async function noteLetOutAlone(
  tx: Tx,
  batchId: number,
  payoutIds: readonly string[],
): Promise<void> {
  if (payoutIds.length === 0) return;
  await tx
    .updateTable("payout_batch_item")
    .set({ let_out_alone: true })
    .where("batch_id", "=", batchId)
    .where("payout_id", "in", payoutIds)
    .execute();
}

export function updateItem(db: Database, batchId: number, payoutId: string) {
  return db
    .updateTable("payout_batch_item")
    .where("batch_id", "=", batchId)
    .where("payout_id", "=", payoutId);
}

/**
 * Closes a batch without open items: as paid where at least one item was, else as cancelled.
 *
 * @returns whether it is closed
 */
export async function closeIfDone(
  tx: Tx,
  batchId: number,
  by: Readonly<{ userId: number; at: string }>,
): Promise<boolean> {
  const items = tx.selectFrom("payout_batch_item").where("batch_id", "=", batchId);
  const open = await items.select("payout_id").where("state", "=", "open").executeTakeFirst();
  if (open) return false;
  const paid = await items.select("payout_id").where("state", "=", "paid").executeTakeFirst();
  await tx
    .updateTable("payout_batch")
    .set({ state: paid ? "paid" : "cancelled", settled_at: by.at, settled_by: by.userId })
    .where("id", "=", batchId)
    .where("state", "=", "open")
    .execute();
  return true;
}
