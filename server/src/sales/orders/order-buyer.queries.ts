import { parcelWords } from "@portal/shared/sales/orders/order-terms.ts";
import { sql } from "kysely";
import type { Database, ReadDatabase } from "../../platform/db/database.ts";
import { columnOf } from "../../platform/read-model/projection-tables.ts";
import { getCurrentSections } from "../payments/payment.queries.ts";
import { findRecipient, findRecipients } from "./order-history.queries.ts";

/** Null where an account placed the order, an older client sent no buyer, or the buyer was erased. */
export async function findGuestBuyer(db: ReadDatabase, orderId: string) {
  const row = await db
    .selectFrom("order_detail")
    .select([
      "buyer_first_name as firstName",
      "buyer_last_name as lastName",
      "buyer_email as email",
      "buyer_cell as cell",
    ])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!row) return null;
  const { firstName, lastName, email, cell } = row;
  if (firstName === null || lastName === null || email === null || cell === null) return null;
  return { firstName, lastName, email, cell };
}

/** Who gets the messages about payments: the account, the guest buyer, or the first recipient; null once erased. */
export async function findBuyerContact(
  db: ReadDatabase,
  orderId: string,
): Promise<{ name: string; email: string } | null> {
  const account = await db
    .selectFrom("projection.order_state as order")
    .innerJoin("account", "account.id", "order.buyer_id")
    .select(["account.first_name as firstName", "account.last_name as lastName", "account.email"])
    .where("order.order_id", "=", orderId)
    .executeTakeFirst();
  const buyer = account ?? (await findGuestBuyer(db, orderId));
  if (buyer) return { name: `${buyer.firstName} ${buyer.lastName}`, email: buyer.email };
  const [first] = await getCurrentSections(db, orderId);
  const recipient = await findRecipient(db, first);
  return recipient && { name: recipient.name, email: recipient.email };
}

/** The sections of an order, counted from 1, whose recipient has an email other than the buyer's. */
export async function sectionsForOthers(db: ReadDatabase, orderId: string): Promise<number[]> {
  const buyer = await findBuyerContact(db, orderId);
  const sections = await getCurrentSections(db, orderId);
  const ids = sections.flatMap(({ addressId }) => addressId ?? []);
  const recipients = await findRecipients(db, ids);
  return sections.flatMap(({ addressId }, at) => {
    const email = recipients.get(addressId ?? 0)?.email.toLowerCase();
    return email && email !== buyer?.email.toLowerCase() ? [at + 1] : [];
  });
}

/** What the buyer said of each parcel, and its promised day (`YYYY-MM-DD` at the office), by section counted from 1. */
export async function findParcelWords(db: ReadDatabase, orderId: string) {
  const rows = await db
    .selectFrom("order_parcel")
    .select("section")
    .select(parcelWords.map((word) => sql<string>`${sql.ref(columnOf(word))}`.as(word)))
    .select(sql<string | null>`promised_day::text`.as("promisedDay"))
    .where("order_id", "=", orderId)
    .execute();
  return new Map(rows.map(({ section, ...words }) => [section, words]));
}

/** Stores the courier's day of delivery of each section. */
export async function keepPromises(
  db: Database,
  orderId: string,
  promises: readonly Readonly<{ section: number; day: string | null }>[],
): Promise<void> {
  if (promises.length === 0) return;
  await db
    .insertInto("order_parcel")
    .values(promises.map(({ section, day }) => ({ order_id: orderId, section, promised_day: day })))
    .onConflict((row) =>
      row
        .columns(["order_id", "section"])
        .doUpdateSet((parcel) => ({ promised_day: parcel.ref("excluded.promised_day") })),
    )
    .execute();
}

/** The cell number of the collector, or else of the guest buyer. */
export async function findCollectorCell(db: Database, orderId: string): Promise<string | null> {
  const row = await db
    .selectFrom("order_detail")
    .select(sql<string | null>`coalesce(collection ->> 'cellNumber', buyer_cell)`.as("cell"))
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.cell ?? null;
}
