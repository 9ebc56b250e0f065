import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { erasedText } from "../free-text/free-text.rules.ts";
import { eraseFreeText } from "../free-text/free-text.store.ts";

/** Unlike a list of parameters, an array may be empty. */
export function anyUuid(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}

/** Notes for the courier, advertising ids, what the card provider wrote about the payer, what banks wrote. */
export async function eraseOrders(
  tx: Tx,
  userId: number,
  email: string,
): Promise<{ ids: string[]; guests: string[] }> {
  const guestIds = await guestsOf(tx, email);
  const bought = await tx
    .selectFrom("projection.order_state as placed")
    .leftJoin("order_detail", "order_detail.order_id", "placed.order_id")
    .select(["placed.order_id as id", "placed.order_number as number"])
    .select("order_detail.guest_id as guest")
    .where((row) =>
      row.or([
        row("buyer_id", "=", userId),
        row.and([
          row("buyer_id", "is", null),
          row("order_detail.guest_id", "=", anyUuid(guestIds)),
        ]),
      ]),
    )
    .execute();
  const ids = bought.map(({ id }) => id);
  await tx
    .updateTable("order_detail")
    .set({ delivery_notes: "", gclid: null, fbclid: null, collection: null })
    .where("order_id", "=", anyUuid(ids))
    .execute();
  // The digest of the bytes stays, which is enough to know them again.
  await tx
    .updateTable("card_notification")
    .set({ raw: new Uint8Array(), peer_ip: "", headers: "{}" })
    .where("order_id", "=", anyUuid(ids))
    .where("state", "in", ["applied", "rejected", "noted"])
    .execute();
  await eraseAtProviders(tx, ids);
  const bankLineIds = await eraseOnStatements(
    tx,
    bought.map(({ number }) => number),
  );
  await eraseFreeText(tx, { userId, orderIds: ids, bankLineIds });
  return { ids, guests: bought.flatMap(({ guest }) => guest ?? []) };
}

/** The browsers that ordered before there was an account, for nobody but whoever has this address. */
async function guestsOf(tx: Tx, email: string): Promise<string[]> {
  const guests = await tx
    .selectFrom("address")
    .select("guest_id as id")
    .where("owner_id", "is", null)
    .where("guest_id", "is not", null)
    .groupBy("guest_id")
    .having(sql<boolean>`bool_and(lower(recipient_email) = ${email})`)
    .execute();
  return guests.flatMap(({ id }) => id ?? []);
}

/** The built-in stand-ins remember what real providers would. */
async function eraseAtProviders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`
    delete from sandbox_payment where fields ->> 'm_payment_id' = any(${orderIds}::text[])`.execute(
    tx,
  );
  await sql`
    delete from sandbox_shipment where customer_reference in (
      select customer_reference from courier_booking where order_id = any(${orderIds}::uuid[]))`.execute(
    tx,
  );
}

/**
 * A bank writes who paid beside the reference; what is booked needs the amount and the order alone. A line that is
 * not decided on yet may be money for the order, so it stays as it is.
 */
async function eraseOnStatements(tx: Tx, orderNumbers: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update bank_line line set description = ${erasedText},
      reason = case when line.reason is not null then ${erasedText} end
    where line.state = 'applied'
        and line.id in (select line_id from bank_line_use where order_number = any(${orderNumbers}::bigint[]))
      or line.state = 'ignored' and exists (
        select from regexp_matches(line.description, '\\mRH0*([0-9]{1,10})\\M', 'gi') named
        where named[1]::bigint = any(${orderNumbers}::bigint[]))
    returning line.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What was said to the person and by the person, and what could have been signed in with. */
export async function eraseWords(tx: Tx, userId: number, email: string): Promise<void> {
  // What went to the address when it was no account's yet, too.
  await tx
    .deleteFrom("message")
    .where((row) => row.or([row("user_id", "=", userId), row(sql`lower(to_address)`, "=", email)]))
    .execute();
  await sql`
    delete from message using contact_message as wrote
    where wrote.email = ${email} and message.about ->> 'contactId' = wrote.id::text`.execute(tx);
  await tx.deleteFrom("contact_message").where("email", "=", email).execute();
  await tx
    .updateTable("entry_question")
    .set({ question: erasedText })
    .where("asked_by", "=", userId)
    .execute();
  // An answer may greet by name.
  await tx
    .updateTable("entry_question")
    .set({ answer: erasedText })
    .where("asked_by", "=", userId)
    .where("answer", "is not", null)
    .execute();
  await tx
    .updateTable("payout_batch_item")
    .set({ proof_text: null })
    .where("user_id", "=", userId)
    .execute();
  await tx.deleteFrom("sign_in_code").where("user_id", "=", userId).execute();
  await tx.deleteFrom("account_link").where("user_id", "=", userId).execute();
}
