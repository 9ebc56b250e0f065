import { sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import { getCurrentSections } from "../payments/payment.queries.ts";

/** Who bought without an account and said so. */
export type GuestBuyerContact = Readonly<{
  firstName: string;
  lastName: string;
  email: string;
  /** International form. */
  cell: string;
}>;

/** Null where an account bought it, an older program named nobody, or the buyer was erased. */
export async function findGuestBuyer(
  db: ReadDatabase,
  orderId: string,
): Promise<GuestBuyerContact | null> {
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

/** Whoever is told of the money: the account, the guest who said so, or the first recipient; null for nobody any more. */
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
  const buyer =
    account ?? (await findGuestBuyer(db, orderId)) ?? (await findFirstRecipient(db, orderId));
  return buyer && { name: `${buyer.firstName} ${buyer.lastName}`, email: buyer.email };
}

async function findFirstRecipient(db: ReadDatabase, orderId: string) {
  const [first] = await getCurrentSections(db, orderId);
  if (!first || first.addressId === null) return null;
  const row = await db
    .selectFrom("address")
    .select([
      "recipient_first_name as firstName",
      "recipient_last_name as lastName",
      "recipient_email as email",
    ])
    .where("id", "=", first.addressId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The sections of an order, counted from 1, that go to somebody else than its buyer and whose recipient has an email.
 * Whoever buys for themselves is told by the mails of the order.
 */
export async function sectionsForOthers(db: ReadDatabase, orderId: string): Promise<number[]> {
  const buyer = await findBuyerContact(db, orderId);
  const sections = await getCurrentSections(db, orderId);
  const emails = await db
    .selectFrom("address")
    .select(["id", "recipient_email as email"])
    .where((row) =>
      row("id", "=", row.fn.any(row.val(sections.flatMap(({ addressId }) => addressId ?? [])))),
    )
    .execute();
  const emailOf = new Map(emails.map(({ id, email }) => [id, email.toLowerCase()]));
  return sections.flatMap(({ addressId }, at) => {
    const email = addressId === null ? undefined : emailOf.get(addressId);
    return email && email !== buyer?.email.toLowerCase() ? [at + 1] : [];
  });
}

/** What the buyer said of one parcel. */
export type ParcelWords = Readonly<{
  giftMessage: string;
  deliveryNotes: string;
  /** By when it is there, `YYYY-MM-DD` at the office; null where nobody can say. */
  promisedDay: string | null;
}>;

/** By section, counted from 1; of parcels that something is known of. */
export async function findParcelWords(
  db: ReadDatabase,
  orderId: string,
): Promise<ReadonlyMap<number, ParcelWords>> {
  const rows = await db
    .selectFrom("order_parcel")
    .select(["section", "gift_message as giftMessage", "delivery_notes as deliveryNotes"])
    .select(sql<string | null>`promised_day::text`.as("promisedDay"))
    .where("order_id", "=", orderId)
    .execute();
  return new Map(rows.map(({ section, ...words }) => [section, words]));
}

/** What the courier said when it was asked, of each section. */
export async function keepPromises(
  db: Database | Tx,
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

/** Of whoever collects the order, or bought it as a guest; null where neither was said. */
export async function findCollectorCell(
  db: Database | Tx,
  orderId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("order_detail")
    .select(sql<string | null>`coalesce(collection ->> 'cellNumber', buyer_cell)`.as("cell"))
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.cell ?? null;
}
