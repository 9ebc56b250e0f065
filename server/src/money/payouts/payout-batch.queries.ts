import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ListPayoutBatches, PayoutItemState } from "@portal/shared/money/payouts.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { everyWord, isNamed, pageOf } from "../../platform/db/list-filters.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { type DebitLine, differenceOf } from "./payout-proof.rules.ts";
import { listDebits } from "./payout-proof.queries.ts";

/** A search finds a batch by its number or by the name of a payee. */
export async function listPayoutBatches(
  db: ReadDatabase,
  region: Region,
  { search, state, sort, ...page }: ListPayoutBatches,
) {
  let matching = batches(db, region);
  if (state) matching = matching.where("batch.state", "=", state);
  if (search) {
    const isOfPerson = everyWord(search, (word) => isNamed("person", word));
    matching = matching.where(
      sql<boolean>`batch.id::text = ${search.replaceAll("\0", "\uFFFD")} or exists (
        select from payout_batch_item item join account person on person.id = item.user_id
        where item.batch_id = batch.id and ${isOfPerson})`,
    );
  }
  return withColumns(matching)
    .orderBy("batch.id", sort.direction)
    .$call((list) => pageOf(list, page));
}

/** @throws DomainError batch.unknown */
export async function getPayoutBatch(db: ReadDatabase, region: Region, batchId: number) {
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
      "item.withheld",
      "item.reference",
      "item.state",
      "item.failure",
      "item.proof_day as proofDay",
    ])
    .where("item.batch_id", "=", batchId)
    .orderBy(sql`substring(item.reference from '[0-9]+$')::integer`)
    .execute();
  const lines = await listDebits(db);
  const shown = items.map((item) => ({ ...item, difference: differenceFor(item, lines) }));
  return { ...batch, items: shown, decision: await findDecision(db, batchId) };
}

type ShownItem = Readonly<{
  reference: string;
  amount: number;
  state: PayoutItemState;
  proofDay: string | null;
}>;

/** What a stored statement shows under the reference of a payout, where that is not its amount. */
function differenceFor(item: ShownItem, lines: readonly DebitLine[]) {
  if (item.proofDay !== null || item.state === "released") return null;
  const line = differenceOf(item, lines);
  return line && { day: line.day, amount: line.amount };
}

/** Whether another admin still has to confirm the batch; null where nobody was asked. */
async function findDecision(
  db: ReadDatabase,
  batchId: number,
): Promise<"open" | "confirmed" | null> {
  const row = await db
    .selectFrom("decision")
    .select("state")
    .where("kind", "=", "batch")
    .where(sql<boolean>`(data ->> 'batchId')::integer = ${batchId}`)
    .where("state", "in", ["open", "confirmed"])
    .orderBy("proposed_at", "desc")
    .executeTakeFirst();
  if (!row) return null;
  return row.state === "open" ? "open" : "confirmed";
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
