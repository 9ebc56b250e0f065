import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import type {
  ListPayoutBatches,
  PayoutBatchState,
  PayoutItemState,
  PayoutLayout,
} from "@portal/shared/money/payouts.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { likePattern } from "../../platform/db/list-filters.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";

export type ListedBatch = {
  id: number;
  layout: PayoutLayout;
  payOn: string;
  itemCount: number;
  total: number;
  currency: Currency;
  hashTotal: string;
  state: PayoutBatchState;
  madeAt: string;
  madeByName: string;
  settledAt: string | null;
  settledByName: string | null;
};
export type BatchPage = Page<ListedBatch>;

export type BatchPayout = {
  id: string;
  userId: number;
  fullName: string;
  amount: number;
  reference: string;
  state: PayoutItemState;
  /** Why it could not be marked as paid the last time, in words. */
  failure: string | null;
  /** The day of the bank's own line that proves it. */
  proofDay: string | null;
};
export type BatchDetail = ListedBatch & { items: BatchPayout[] };

/** A search finds a batch by its number or by a name in it. */
export async function listPayoutBatches(
  db: ReadDatabase,
  region: Region,
  { page, pageSize, search, state, sort }: ListPayoutBatches,
): Promise<BatchPage> {
  let matching = batches(db, region);
  if (state) matching = matching.where("batch.state", "=", state);
  if (search) {
    const pattern = likePattern(search);
    matching = matching.where(
      sql<boolean>`batch.id::text = ${search.replaceAll("\0", "\uFFFD")} or exists (
        select from payout_batch_item item join account person on person.id = item.user_id
        where item.batch_id = batch.id
          and person.first_name || ' ' || person.last_name ilike ${pattern})`,
    );
  }
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await withColumns(matching)
    .orderBy("batch.id", sort.direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total };
}

/** @throws DomainError batch.unknown */
export async function getPayoutBatch(
  db: ReadDatabase,
  region: Region,
  batchId: number,
): Promise<BatchDetail> {
  const batch = await withColumns(batches(db, region))
    .where("batch.id", "=", batchId)
    .executeTakeFirst();
  if (!batch) throw new DomainError("batch.unknown");
  const items = await db
    .selectFrom("payout_batch_item as item")
    .innerJoin("account", "account.id", "item.user_id")
    .select([
      "item.payout_id as id",
      "item.user_id as userId",
      sql<string>`account.first_name || ' ' || account.last_name`.as("fullName"),
      "item.amount",
      "item.reference",
      "item.state",
      "item.failure",
      "item.proof_day as proofDay",
    ])
    .where("item.batch_id", "=", batchId)
    .orderBy(sql`substring(item.reference from '[0-9]+$')::integer`)
    .execute();
  return { ...batch, items };
}

function batches(db: ReadDatabase, region: Region) {
  return db
    .selectFrom("payout_batch as batch")
    .innerJoin("region", (join) => join.on("region.code", "=", region))
    .innerJoin("account as maker", "maker.id", "batch.made_by")
    .leftJoin("account as settler", "settler.id", "batch.settled_by");
}

function withColumns(matching: ReturnType<typeof batches>) {
  return matching.select([
    "batch.id",
    "batch.layout",
    "batch.pay_on as payOn",
    "batch.item_count as itemCount",
    "batch.total",
    "region.currency",
    "batch.hash_total as hashTotal",
    "batch.state",
    "batch.made_at as madeAt",
    sql<string>`maker.first_name || ' ' || maker.last_name`.as("madeByName"),
    "batch.settled_at as settledAt",
    sql<string | null>`settler.first_name || ' ' || settler.last_name`.as("settledByName"),
  ]);
}
