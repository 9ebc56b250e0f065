import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tables, Tx } from "../db/database.ts";
import { requestHash } from "../ledger/canonical-json.ts";

type SaveRequest = Readonly<{
  /** Undefined where the caller will not retry. */
  commandId: string | undefined;
  kind: "address" | "product" | "testimonial";
  by: Readonly<{ userId: number | null; guestId?: string | null }>;
  /** The same key with a different request is refused. */
  request: unknown;
  at: string;
}>;
export type KeyedRequest = SaveRequest & Readonly<{ commandId: string }>;

/**
 * Saves an item once for each key. A retry returns the same id; one that comes while the first request runs waits for it.
 *
 * @returns the item's id
 * @throws DomainError request.reused-key
 */
export async function runOnce(
  tx: Tx,
  { commandId, kind, by, request, at }: SaveRequest,
  save: () => Promise<number>,
): Promise<number> {
  if (commandId === undefined) return save();
  const key = keyOf(by, kind, commandId);
  const hash = requestHash(request);
  const isFirst = await tx
    .insertInto("idempotency_key")
    .values({ ...key, request_hash: hash, saved_at: at })
    .onConflict((conflict) => conflict.columns(["saved_by", "kind", "command_id"]).doNothing())
    .returning("kind")
    .executeTakeFirst();
  if (!isFirst) return savedBefore(tx, key, hash);
  const id = await save();
  await tx
    .updateTable("idempotency_key")
    .set({ item_id: id })
    .where((saved) => saved.and(key))
    .execute();
  return id;
}

/**
 * The same in one statement, for a new item of the table `kind`: guests save a recipient for each order.
 *
 * @param insert can read `saved`, which has the new id as `item_id`, or no row where the key was used before
 */
export async function insertOnce(
  db: Database,
  { commandId, kind, by, request, at }: KeyedRequest,
  insert: RawBuilder<{ id: number }>,
): Promise<number> {
  const key = keyOf(by, kind, commandId);
  const hash = requestHash(request);
  const { rows } = await sql<{ id: number }>`
    with saved as (
      insert into idempotency_key (saved_by, kind, command_id, request_hash, saved_at, item_id)
      values (${key.saved_by}, ${kind}, ${commandId}, ${hash}, ${at},
        nextval(pg_get_serial_sequence(${`public.${kind}`}, 'id')))
      on conflict (saved_by, kind, command_id) do nothing returning item_id
    ) ${insert}`.execute(db);
  return rows[0]?.id ?? savedBefore(db, key, hash);
}

type Key = Pick<Tables["idempotency_key"], "saved_by" | "kind" | "command_id">;

function keyOf(by: SaveRequest["by"], kind: SaveRequest["kind"], commandId: string): Key {
  const saved_by = by.userId === null ? `guest ${by.guestId}` : `user ${by.userId}`;
  return { saved_by, kind, command_id: commandId };
}

async function savedBefore(tx: Database, key: Key, hash: Buffer): Promise<number> {
  const { request_hash, item_id } = await tx
    .selectFrom("idempotency_key")
    .select(["request_hash", "item_id"])
    .where((saved) => saved.and(key))
    .executeTakeFirstOrThrow();
  if (!request_hash.equals(hash)) throw new DomainError("request.reused-key");
  if (item_id === null) throw new Error("a saved key has no item");
  return item_id;
}
