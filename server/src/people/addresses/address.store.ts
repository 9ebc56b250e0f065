import type { addressKinds } from "@portal/shared/people/addresses.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Country } from "@portal/shared/platform/region.ts";
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";
import type { Database, Tables, Tx } from "../../platform/db/database.ts";
import { insertOnce, type KeyedRequest } from "../../platform/idempotency/run-once.ts";

/** Whose recipients: an account's, a guest's browser's, or those of a guest who has signed in since. */
export type AddressOwner = Readonly<{ userId: number | null; guestId: string | null }>;

export type AddressRow = {
  id: number;
  recipientFirstName: string;
  recipientLastName: string;
  recipientCell: string;
  recipientAltNumber: string | null;
  recipientEmail: string;
  businessOrResidential: (typeof addressKinds)[number];
  streetAddress: string;
  complexBuilding: string | null;
  suburb: string;
  town: string;
  province: string;
  postalCode: string;
  country: Country;
  line2: string | null;
  line3: string | null;
  /** In the list of places; null for an address that was typed by hand. */
  placeId: number | null;
  /** Typed by hand, also where the rest is of the list. */
  isManualSuburb: boolean;
  vatNo: string | null;
  /** Where it is on a map, in degrees; both or none. */
  latitude: number | null;
  longitude: number | null;
  /** The ids that it had before it was changed: a draft that names one of them means this one. */
  formerIds: number[];
};

/** What a dialog says of a recipient, whatever country's it is. */
export type AddressFields = Omit<AddressRow, "id" | "formerIds">;

/** How many changes back a draft may be. */
const formerIdsMax = 20;

const columns = [
  "id",
  "recipient_first_name as recipientFirstName",
  "recipient_last_name as recipientLastName",
  "recipient_cell as recipientCell",
  "recipient_alt_number as recipientAltNumber",
  "recipient_email as recipientEmail",
  "business_or_residential as businessOrResidential",
  "street_address as streetAddress",
  "complex_building as complexBuilding",
  "suburb",
  "town",
  "province",
  "postal_code as postalCode",
  "country",
  "line_2 as line2",
  "line_3 as line3",
  "place_id as placeId",
  "manual_suburb as isManualSuburb",
  "vat_no as vatNo",
  "latitude",
  "longitude",
  "former_ids as formerIds",
] as const;

export async function listAddresses(db: Database, owner: AddressOwner): Promise<AddressRow[]> {
  return (
    db
      .selectFrom("address")
      .select(columns)
      .where(isTheirs(owner))
      // A changed one keeps the place that it had.
      .orderBy("created_at")
      .orderBy("id")
      .limit(200)
      .execute()
  );
}

/** One of anybody's, also where it was changed or deleted since. */
export async function findAddress(db: Database, id: number): Promise<AddressRow | null> {
  const row = await db
    .selectFrom("address")
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** A new recipient; the same one where the same request was made before. */
export async function insertAddressOnce(
  db: Database,
  once: KeyedRequest,
  owner: AddressOwner,
  recipient: AddressFields,
): Promise<number> {
  const row = {
    owner_id: owner.userId,
    guest_id: owner.userId === null ? owner.guestId : null,
    ...columnsOf(recipient),
  };
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const insert = sql<{ id: number }>`
    insert into address (id, ${names}) select item_id, ${sql.join(Object.values(row))} from saved
    returning id`;
  return insertOnce(db, once, insert);
}

/**
 * A new row takes the place of the old one, which stays as it was for the orders that were sent to it.
 *
 * @returns the id of the new one; null where there is no such address of this owner
 */
export async function replaceAddress(
  tx: Tx,
  owner: AddressOwner,
  id: number,
  recipient: AddressFields,
  now: string,
): Promise<number | null> {
  const former = await tx
    .updateTable("address")
    .set({ deleted_at: now })
    .where("id", "=", id)
    .where(isTheirs(owner))
    .returning(["owner_id", "guest_id", "created_at", "former_ids"])
    .executeTakeFirst();
  if (!former) return null;
  const made = await tx
    .insertInto("address")
    .values({
      ...columnsOf(recipient),
      owner_id: former.owner_id,
      guest_id: former.guest_id,
      created_at: former.created_at,
      updated_at: now,
      former_ids: [...former.former_ids, id].slice(-formerIdsMax),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

/** An id that no address has or will get, for what names it before it is there. */
export async function reserveAddressId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('public.address', 'id')) as id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the sequence of addresses answered nothing");
  return row.id;
}

/**
 * What an order says of its recipient now. It is in nobody's address book, but belongs to whom the address of before
 * belonged: whoever is erased takes it along.
 */
export async function insertOrderCopy(
  tx: Tx,
  { id, copyOf }: Readonly<{ id: number; copyOf: number }>,
  recipient: AddressFields,
  now: string,
): Promise<void> {
  const former = await tx
    .selectFrom("address")
    .select(["owner_id", "guest_id"])
    .where("id", "=", copyOf)
    .executeTakeFirst();
  if (!former) throw new DomainError("order.unknown-address");
  await tx
    .insertInto("address")
    .values({ ...columnsOf(recipient), ...former, id, created_at: now, deleted_at: now })
    .execute();
}

/** The ids of all that are theirs, which nobody else changes until the transaction is over. */
export async function lockAddresses(tx: Tx, owner: AddressOwner): Promise<number[]> {
  const rows = await tx
    .selectFrom("address")
    .select("id")
    .where(isTheirs(owner))
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function markAddressDeleted(tx: Tx, id: number, now: string): Promise<void> {
  await tx.updateTable("address").set({ deleted_at: now }).where("id", "=", id).execute();
}

/** Where the last order of this buyer went; null before the first one. */
export async function lastAddressOf(db: Database, buyerId: number): Promise<number | null> {
  const { rows } = await sql<{ addressId: number | null }>`
    select (placed.data #>> '{sections,0,addressId}')::integer as "addressId"
    from projection.order_state
    join ledger_events placed on placed.position = order_state.placed_position
    where order_state.buyer_id = ${buyerId}
    order by order_state.placed_position desc
    limit 1`.execute(db);
  return rows[0]?.addressId ?? null;
}

/** Nobody owns nothing: without an account and a browser's id, no row is theirs. */
function isTheirs({ userId, guestId }: AddressOwner) {
  return (address: ExpressionBuilder<Tables, "address">): Expression<SqlBool> =>
    address.and([
      address("deleted_at", "is", null),
      address.or([
        ...(userId === null ? [] : [address("owner_id", "=", userId)]),
        ...(guestId === null ? [] : [address("guest_id", "=", guestId)]),
        address.lit(false),
      ]),
    ]);
}

function columnsOf(recipient: AddressFields) {
  return {
    recipient_first_name: recipient.recipientFirstName,
    recipient_last_name: recipient.recipientLastName,
    recipient_cell: recipient.recipientCell,
    recipient_alt_number: recipient.recipientAltNumber,
    recipient_email: recipient.recipientEmail,
    business_or_residential: recipient.businessOrResidential,
    street_address: recipient.streetAddress,
    complex_building: recipient.complexBuilding,
    suburb: recipient.suburb,
    town: recipient.town,
    province: recipient.province,
    postal_code: recipient.postalCode,
    country: recipient.country,
    line_2: recipient.line2,
    line_3: recipient.line3,
    place_id: recipient.placeId,
    manual_suburb: recipient.isManualSuburb,
    vat_no: recipient.vatNo,
    latitude: recipient.latitude,
    longitude: recipient.longitude,
  };
}
