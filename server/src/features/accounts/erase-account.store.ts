import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { forgetTriesOf } from "./sign-in-throttle.store.ts";

export type Erased = Readonly<{ addresses: number; sessions: number; orders: number }>;
export type EraseRefusal = "unknown" | "open-payout";

/**
 * Takes a person out of the tables that may forget: the ledger never knew more than an id. The row of the account
 * stays, so that the ids in orders and commission go on meaning somebody, but nobody in particular.
 */
export async function eraseAccount(
  tx: Tx,
  userId: number,
  now: string,
): Promise<Erased | EraseRefusal> {
  const account = await tx
    .selectFrom("account")
    .select(["id", "email"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return "unknown";
  // Somebody is about to be paid, and it is not yet known where the money went.
  const open = await tx
    .selectFrom("projection.payout_request")
    .select("payout_id")
    .where("user_id", "=", userId)
    .where("state", "=", "requested")
    .executeTakeFirst();
  if (open) return "open-payout";

  await tx
    .updateTable("account")
    .set({
      email: `erased-${userId}@erased.invalid`,
      first_name: "Erased",
      last_name: "account",
      cell: null,
      alt_number: null,
      area: null,
      company: null,
      company_address: null,
      vat_no: null,
      referred_by: null,
      password_hash: null,
      active: false,
      verified: false,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
  const orders = await eraseOrders(tx, userId);
  const addresses = await tx
    .deleteFrom("address")
    .where((row) =>
      row.or([row("owner_id", "=", userId), row("guest_id", "=", anyOf(orders.guests))]),
    )
    .executeTakeFirst();
  const sessions = await tx.deleteFrom("session").where("user_id", "=", userId).executeTakeFirst();
  await tx.deleteFrom("bank_detail").where("user_id", "=", userId).execute();
  await eraseSignIn(tx, userId, account.email);
  await tx
    .insertInto("audit_entry")
    .values({ at: now, subject_id: userId, action: "account.erased" })
    .execute();
  return {
    addresses: Number(addresses.numDeletedRows),
    sessions: Number(sessions.numDeletedRows),
    orders: orders.ids.length,
  };
}

/** What was said to the person, and what the person could have signed in with. */
async function eraseSignIn(tx: Tx, userId: number, email: string): Promise<void> {
  await tx.deleteFrom("message").where("user_id", "=", userId).execute();
  await tx.deleteFrom("sign_in_code").where("user_id", "=", userId).execute();
  await tx.deleteFrom("account_link").where("user_id", "=", userId).execute();
  await forgetTriesOf(tx, email);
}

/** Unlike a list of parameters, an array may be empty. */
function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}

/** Notes for the courier, advertising ids, and what the card provider wrote about the payer. */
async function eraseOrders(tx: Tx, userId: number): Promise<{ ids: string[]; guests: string[] }> {
  const bought = await tx
    .selectFrom("projection.order_state")
    .leftJoin("order_detail", "order_detail.order_id", "projection.order_state.order_id")
    .select(["projection.order_state.order_id as id", "order_detail.guest_id as guest"])
    .where("buyer_id", "=", userId)
    .execute();
  const ids = bought.map(({ id }) => id);
  if (ids.length > 0) {
    await tx
      .updateTable("order_detail")
      .set({ delivery_notes: "", gclid: null, fbclid: null, collection: null })
      .where("order_id", "in", ids)
      .execute();
    // The digest of the bytes stays, which is enough to know them again.
    await tx
      .updateTable("card_notification")
      .set({ raw: new Uint8Array(), peer_ip: "", headers: "{}" })
      .where("order_id", "in", ids)
      .where("state", "in", ["applied", "rejected", "noted"])
      .execute();
  }
  return { ids, guests: bought.flatMap(({ guest }) => guest ?? []) };
}
