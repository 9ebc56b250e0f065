import { DomainError } from "@portal/shared/domain-error.ts";
import type { Database, Tables, Tx } from "../../db/database.ts";
import { requestHash } from "../../ledger/canonical-json.ts";

type SaveRequest = Readonly<{
  /** Undefined: nobody will repeat it. */
  commandId: string | undefined;
  kind: "address" | "product" | "testimonial";
  /** Whose key it is. */
  by: Readonly<{ userId: number | null; guestId?: string | null }>;
  /** All that was asked for: another request under the same key is refused. */
  request: unknown;
  at: string;
}>;

/**
 * Saves an item once for a key. Asked again it answers the same number, also while the first time is still
 * on its way: that one is waited for.
 *
 * @returns the item's number
 * @throws DomainError request.reused-key
 */
export async function saveOnce(
  tx: Tx,
  { commandId, kind, by, request, at }: SaveRequest,
  save: () => Promise<number>,
): Promise<number> {
  if (commandId === undefined) return save();
  const key = {
    saved_by: by.userId === null ? `guest ${by.guestId}` : `user ${by.userId}`,
    ...{ kind, command_id: commandId },
  };
  const hash = requestHash(request);
  const isFirst = await tx
    .insertInto("saved_key")
    .values({ ...key, request_hash: hash, saved_at: at })
    .onConflict((conflict) => conflict.columns(["saved_by", "kind", "command_id"]).doNothing())
    .returning("kind")
    .executeTakeFirst();
  if (!isFirst) return savedBefore(tx, key, hash);
  const id = await save();
  await tx
    .updateTable("saved_key")
    .set({ item_id: id })
    .where((saved) => saved.and(key))
    .execute();
  return id;
}

async function savedBefore(
  tx: Tx,
  key: Pick<Tables["saved_key"], "saved_by" | "kind" | "command_id">,
  hash: Buffer,
): Promise<number> {
  const { request_hash, item_id } = await tx
    .selectFrom("saved_key")
    .select(["request_hash", "item_id"])
    .where((saved) => saved.and(key))
    .executeTakeFirstOrThrow();
  if (!request_hash.equals(hash)) throw new DomainError("request.reused-key");
  if (item_id === null) throw new Error("a saved key has no item");
  return item_id;
}

/** A request whose answer was lost is repeated within minutes. */
export async function forgetOldSavedKeys(db: Database, before: string): Promise<void> {
  await db.deleteFrom("saved_key").where("saved_at", "<", before).execute();
}
