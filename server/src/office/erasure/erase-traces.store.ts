import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { forgetWordsAbout } from "../../platform/proposals/proposal.store.ts";
import { erasedText } from "../../platform/free-text/free-text.rules.ts";
import { eraseFreeText } from "../../platform/free-text/free-text.store.ts";

/** Unlike a list of parameters, an array may be empty. */
export function anyUuid(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}

/** `guest` is the browser that it was ordered from. */
export type BoughtOrder = Readonly<{ id: string; number: number; guest: string | null }>;

/** Notes for the courier, advertising ids, what the card provider wrote about the payer, what banks wrote. */
export async function eraseOrders(
  tx: Tx,
  userId: number,
  email: string,
): Promise<{ ids: string[]; guests: string[] }> {
  const guestIds = await guestsOf(tx, email);
  const buyers = await browsersOfBuyer(tx, email);
  const bought = await tx
    .selectFrom("projection.order_state as placed")
    .leftJoin("order_detail", "order_detail.order_id", "placed.order_id")
    .select(["placed.order_id as id", "placed.order_number as number"])
    .select("order_detail.guest_id as guest")
    .where((row) =>
      row.or([
        row("buyer_id", "=", userId),
        // What somebody else bought for this person is that buyer's.
        row.and([
          row("buyer_id", "is", null),
          row("order_detail.buyer_email", "is", null),
          row("order_detail.guest_id", "=", anyUuid(guestIds)),
        ]),
        row.and([row("buyer_id", "is", null), row("order_detail.buyer_email", "=", email)]),
      ]),
    )
    .execute();
  await eraseTracesOf(tx, userId, bought);
  await eraseMailsAbout(
    tx,
    bought.map(({ id }) => id),
    [email],
  );
  return {
    ids: bought.map(({ id }) => id),
    guests: bought.flatMap(({ guest }) =>
      guest !== null && (guestIds.includes(guest) || buyers.includes(guest)) ? [guest] : [],
    ),
  };
}

/** What stands beside orders, and what was typed about them and about their buyer. */
export async function eraseTracesOf(
  tx: Tx,
  userId: number | null,
  bought: readonly BoughtOrder[],
): Promise<void> {
  const ids = bought.map(({ id }) => id);
  await tx
    .updateTable("order_detail")
    .set({ delivery_notes: "", gclid: null, fbclid: null, collection: null })
    .set({ buyer_first_name: null, buyer_last_name: null, buyer_email: null, buyer_cell: null })
    .where("order_id", "=", anyUuid(ids))
    .execute();
  await tx.deleteFrom("order_parcel").where("order_id", "=", anyUuid(ids)).execute();
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

/** The browsers that nobody else bought with: all recipients that they entered are this buyer's. */
async function browsersOfBuyer(tx: Tx, email: string): Promise<string[]> {
  const browsers = await tx
    .selectFrom("order_detail")
    .select("guest_id as id")
    .where("guest_id", "in", (detail) =>
      detail.selectFrom("order_detail").select("guest_id").where("buyer_email", "=", email),
    )
    .groupBy("guest_id")
    .having(sql<boolean>`bool_and(buyer_email is not distinct from ${email})`)
    .execute();
  return browsers.flatMap(({ id }) => id ?? []);
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
  await forgetWordsAbout(tx, userId);
  await tx.deleteFrom("message").where("user_id", "=", userId).execute();
  const wrote = await tx
    .selectFrom("contact_message")
    .select("command_id as id")
    .where("email", "=", email)
    .execute();
  await eraseContactOf(
    tx,
    wrote.map(({ id }) => id),
  );
  await eraseStockAlertsOf(tx, [email]);
  // The office was told of the question, with the name and the words.
  await sql`
    delete from message using entry_question as asked
    where asked.asked_by = ${userId} and message.about ->> 'questionId' = asked.id::text`.execute(
    tx,
  );
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
  // Others were told of the person's place in the network, by name.
  await sql`
    delete from message where kind = 'network-changed'
      and (about ->> 'memberId' = ${String(userId)} or about ->> 'parentId' = ${String(userId)})`.execute(
    tx,
  );
  // Whoever was invited was told by whom.
  await sql`
    delete from message using invitation as sent
    where sent.invited_by = ${userId} and message.about ->> 'invitationId' = sent.id::text`.execute(
    tx,
  );
  await tx
    .deleteFrom("invitation")
    .where((row) => row.or([row("user_id", "=", userId), row("invited_by", "=", userId)]))
    .execute();
}

/** What was sent about orders, and to addresses. */
export async function eraseMailsAbout(
  tx: Tx,
  orderIds: readonly string[],
  emails: readonly string[],
): Promise<void> {
  await sql`
    delete from message where lower(to_address) = any(${emails}::text[])
      or about ->> 'orderId' = any(${orderIds}::text[])`.execute(tx);
}

/** That somebody waits for a product, and the mails that tell of it; the ids of what was there. */
export async function eraseStockAlertsOf(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const erased = await tx
    .deleteFrom("stock_alert")
    .where((row) => row("email", "=", row.fn.any(row.val(emails))))
    .returning("id")
    .execute();
  const ids = erased.map(({ id }) => id);
  await sql`delete from message where about ->> 'alertId' = any(${ids}::text[])`.execute(tx);
  return ids;
}

/** What was written to the shop, and the mails that told of it. */
export async function eraseContactOf(tx: Tx, commandIds: readonly string[]): Promise<void> {
  await sql`
    delete from message using contact_message as wrote
    where wrote.command_id = any(${commandIds}::uuid[])
      and message.about ->> 'contactId' = wrote.id::text`.execute(tx);
  await tx.deleteFrom("contact_message").where("command_id", "=", anyUuid(commandIds)).execute();
}
