import { sql } from "kysely";
import { deleteFactorsOf } from "../../people/factors/factor.store.ts";
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

/** Erases the personal data of a user's orders; see `eraseTracesOf`. */
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
        // Not what another buyer ordered for this person.
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

/**
 * Notes for the courier, advertising ids, contacts of the buyer, the card provider's notifications, the bank's descriptions
 * and free text about the orders and their buyer.
 */
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
  // The digest of the body stays, to recognise a repeated notification.
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

/** Guest browsers whose recipients all have this email. */
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

/** Guest browsers whose orders all have this buyer: all recipients that they entered are this buyer's. */
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

/** In the sandbox stand-ins, which store what real providers would. */
async function eraseAtProviders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`
    delete from sandbox_payment where fields ->> 'm_payment_id' = any(${orderIds}::text[])`.execute(
    tx,
  );
  await sql`
    delete from sandbox_checkout where fields ->> 'client_reference_id' = any(${orderIds}::text[])`.execute(
    tx,
  );
  await sql`
    delete from sandbox_shipment where customer_reference in (
      select customer_reference from courier_booking where order_id = any(${orderIds}::uuid[]))`.execute(
    tx,
  );
}

/**
 * The description of a bank transaction may name the payer; a recorded payment needs only amount and order. An undecided
 * transaction may be money for the order, so it stays unchanged.
 */
async function eraseOnStatements(tx: Tx, orderNumbers: readonly number[]): Promise<number[]> {
  await sql`
    update bank_debit set description = ${erasedText}
    where named_orders && ${orderNumbers}::bigint[]`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    update bank_line line set description = ${erasedText},
      reason = case when line.reason is not null then ${erasedText} end
    where line.state = 'applied'
        and line.id in (select line_id from bank_line_use where order_number = any(${orderNumbers}::bigint[]))
      or line.state = 'ignored' and line.named_orders && ${orderNumbers}::bigint[]
    returning line.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Messages to and from the person, and secrets of pending sign-ins. */
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
  // The message to the office about a question contains the name and the question.
  await sql`
    delete from message using entry_question as asked
    where asked.asked_by = ${userId} and message.about ->> 'questionId' = asked.id::text`.execute(
    tx,
  );
  // An answer may greet by name.
  await tx
    .updateTable("entry_question")
    .set({
      question: erasedText,
      answer: sql<string | null>`case when answer is not null then ${erasedText} end`,
    })
    .where("asked_by", "=", userId)
    .execute();
  // The debit of a whole batch names none of its people.
  await sql`
    update bank_debit line set description = ${erasedText}
    where exists (select from payout_batch_item where proof_line = line.id and user_id = ${userId})
      and not exists (
        select from payout_batch_item where proof_line = line.id and user_id <> ${userId})`.execute(
    tx,
  );
  await tx
    .updateTable("payout_batch_item")
    .set({ proof_text: null })
    .where("user_id", "=", userId)
    .execute();
  await tx.deleteFrom("sign_in_code").where("user_id", "=", userId).execute();
  await tx.deleteFrom("account_link").where("user_id", "=", userId).execute();
  await tx.deleteFrom("known_browser").where("user_id", "=", userId).execute();
  // What the other admins heard of a former one names the person.
  await sql`
    delete from message where kind = 'office-day'
      and about -> 'actorIds' @> ${JSON.stringify([userId])}::jsonb`.execute(tx);
  await deleteFactorsOf(tx, userId);
  // Messages to other admins about this one's account contain the name.
  await sql`delete from message where kind = 'admin-sign-in'
    and about ->> 'aboutId' = ${String(userId)}`.execute(tx);
  // Messages to other members about this one's position in the network contain the name.
  await sql`
    delete from message where kind = 'network-changed'
      and (about ->> 'memberId' = ${String(userId)} or about ->> 'parentId' = ${String(userId)})`.execute(
    tx,
  );
  // Invitations name the inviter.
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

/** Messages about the orders, and messages to the emails. */
export async function eraseMailsAbout(
  tx: Tx,
  orderIds: readonly string[],
  emails: readonly string[],
): Promise<void> {
  await sql`
    delete from message where lower(to_address) = any(${emails}::text[])
      or about ->> 'orderId' = any(${orderIds}::text[])`.execute(tx);
}

/** Stock alerts and their messages. @returns the ids of the alerts */
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

/** Messages to the shop, and the emails that forwarded them. */
export async function eraseContactOf(tx: Tx, commandIds: readonly string[]): Promise<void> {
  await sql`
    delete from message using contact_message as wrote
    where wrote.command_id = any(${commandIds}::uuid[])
      and message.about ->> 'contactId' = wrote.id::text`.execute(tx);
  await tx.deleteFrom("contact_message").where("command_id", "=", anyUuid(commandIds)).execute();
}
