import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tables, Tx } from "../db/database.ts";
import { requestHash } from "../ledger/canonical-json.ts";
import { type AnyRateLimit, consuming } from "../rate-limit/rate-limits.ts";

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
  if (!isFirst) {
    const savedId = await savedBefore(tx, key, hash);
    if (savedId === null) throw new Error("a key that is in use was not found");
    return savedId;
  }
  const id = await save();
  await tx
    .updateTable("idempotency_key")
    .set({ item_id: id })
    .where((saved) => saved.and(key))
    .execute();
  return id;
}

/**
 * The same in one statement, for a new item of the table `kind`, with one use of a rate limit: guests save a recipient for
 * each order, and a commit of its own takes longer than the work. A known key is answered also beyond the limit.
 *
 * @param insert can read `saved`, which has the new id as `item_id`, or no row where the key was used before
 * @throws DomainError request.reused-key, access.too-many-tries
 */
export async function insertOnce(
  db: Database,
  { commandId, kind, by, request, at }: KeyedRequest,
  limit: AnyRateLimit,
  insert: RawBuilder<{ id: number }>,
): Promise<number> {
  const key = keyOf(by, kind, commandId);
  const hash = requestHash(request);
  const { rows } = await sql<{ id: number }>`
    with taken as (${consuming(limit, at)}), saved as (
      insert into idempotency_key (saved_by, kind, command_id, request_hash, saved_at, item_id)
      select ${key.saved_by}, ${kind}, ${commandId}, ${hash}, ${at},
        nextval(pg_get_serial_sequence(${`public.${kind}`}, 'id'))
      from taken
      on conflict (saved_by, kind, command_id) do nothing returning item_id
    ) ${insert}`.execute(db);
  const id = rows[0]?.id ?? (await savedBefore(db, key, hash));
  if (id === null) throw new DomainError("access.too-many-tries");
  return id;
}

type Key = Pick<Tables["idempotency_key"], "saved_by" | "kind" | "command_id">;

function keyOf(by: SaveRequest["by"], kind: SaveRequest["kind"], commandId: string): Key {
  const saved_by = by.userId === null ? `guest ${by.guestId}` : `user ${by.userId}`;
  return { saved_by, kind, command_id: commandId };
}

/** Null where the key was never used. */
async function savedBefore(tx: Database, key: Key, hash: Buffer): Promise<number | null> {
  const known = await tx
    .selectFrom("idempotency_key")
    .select(["request_hash", "item_id"])
    .where((saved) => saved.and(key))
    .executeTakeFirst();
  if (!known) return null;
  if (!known.request_hash.equals(hash)) throw new DomainError("request.reused-key");
  if (known.item_id === null) throw new Error("a saved key has no item");
  return known.item_id;
}
