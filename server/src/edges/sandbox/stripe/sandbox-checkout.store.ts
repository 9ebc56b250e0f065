import { isDeepStrictEqual } from "node:util";
import type { Database } from "../../../platform/db/database.ts";

/** A page of the stand-in: the parameters that it was made with, and what a person has decided. */
export type SandboxCheckout = Readonly<{
  id: string;
  fields: Readonly<Record<string, string>>;
  state: "open" | "complete" | "expired";
  paymentIntent: string;
  expiresAt: string;
}>;

const columns = [
  "id",
  "fields",
  "state",
  "payment_intent as paymentIntent",
  "expires_at as expiresAt",
] as const;

/**
 * Of the same idempotency key the first page is answered again.
 *
 * @returns null where the key was used with other parameters
 */
export async function insertCheckout(
  db: Database,
  made: Omit<SandboxCheckout, "state"> & Readonly<{ idempotencyKey: string | null }>,
): Promise<SandboxCheckout | null> {
  const { id, fields, paymentIntent, expiresAt, idempotencyKey } = made;
  const row = await db
    .insertInto("sandbox_checkout")
    .values({
      id,
      fields: JSON.stringify(fields),
      idempotency_key: idempotencyKey,
      payment_intent: paymentIntent,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (row) return row;
  const known = await db
    .selectFrom("sandbox_checkout")
    .select(columns)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirstOrThrow();
  return isDeepStrictEqual(known.fields, fields) ? known : null;
}

export async function findCheckout(
  db: Database,
  id: string,
  now: string,
): Promise<SandboxCheckout | null> {
  const row = await db
    .selectFrom("sandbox_checkout")
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  return row.state === "open" && row.expiresAt <= now ? { ...row, state: "expired" } : row;
}

export async function findByPayment(
  db: Database,
  paymentIntent: string,
): Promise<SandboxCheckout | null> {
  const row = await db
    .selectFrom("sandbox_checkout")
    .select(columns)
    .where("payment_intent", "=", paymentIntent)
    .where("state", "=", "complete")
    .executeTakeFirst();
  return row ?? null;
}

/** @returns whether it was open until now */
export async function decideCheckout(
  db: Database,
  id: string,
  state: "complete" | "expired",
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sandbox_checkout")
    .set({ state })
    .where("id", "=", id)
    .where("state", "=", "open")
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
