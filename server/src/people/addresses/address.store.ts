import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { readablePhone } from "@portal/shared/platform/phones/phone-number.ts";
import {
  type Expression,
  type ExpressionBuilder,
  type InferResult,
  sql,
  type SqlBool,
} from "kysely";
import type { Database, Tables, Tx } from "../../platform/db/database.ts";
import { insertOnce, type KeyedRequest } from "../../platform/idempotency/run-once.ts";
import type { AnyRateLimit } from "../../platform/rate-limit/rate-limits.ts";

/** The owner of recipients: an account, a guest's browser, or both when a guest has signed in since. */
export type AddressOwner = Readonly<{ userId: number | null; guestId: string | null }>;

export type AddressRow = InferResult<ReturnType<typeof selectAddresses>>[number];

/** What the dialog edits, for every country. */
export type AddressFields = Omit<AddressRow, "id" | "formerIds">;

/** How many changes back a draft may be. */
const formerIdsMax = 20;

function selectAddresses(db: Database) {
  return db.selectFrom("address").select([
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
    // Null for an address that was typed by hand.
    "place_id as placeId",
    // May be typed by hand also where the rest is from the list of places.
    "manual_suburb as isManualSuburb",
    "vat_no as vatNo",
    // In degrees; both or none.
    "latitude",
    "longitude",
    // The ids before each change: a draft that names one of them means this address.
    "former_ids as formerIds",
  ]);
}

/** `numbers`: the cell number, and the second one if there is one, as people read them. */
export type ReadableAddress = AddressRow & { numbers: string[] };

export function withNumbers(address: AddressRow): ReadableAddress {
  const numbers = [address.recipientCell, address.recipientAltNumber ?? ""].filter(Boolean);
  return { ...address, numbers: numbers.map((each) => readablePhone(each, address.country)) };
}

export async function listAddresses(db: Database, owner: AddressOwner): Promise<AddressRow[]> {
  // A changed address keeps its creation time, and with it its position in the list.
  return selectAddresses(db)
    .where(isOwnedBy(owner))
    .orderBy("created_at")
    .orderBy("id")
    .limit(200)
    .execute();
}

/** Of any owner, including changed and deleted ones. */
export async function findAddress(db: Database, id: number): Promise<AddressRow | null> {
  return (await selectAddresses(db).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Idempotent: a repeated request returns the id of the first. @throws DomainError request.reused-key, access.too-many-tries */
export async function insertAddressOnce(
  db: Database,
  once: KeyedRequest,
  limit: AnyRateLimit,
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
  return insertOnce(db, once, limit, insert);
}

/**
 * A new row replaces the old one, which stays unchanged for the orders that were sent to it.
 *
 * @returns the id of the new row; null when this owner has no such address
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
    .where(isOwnedBy(owner))
    .returning(["owner_id", "guest_id", "created_at", "former_ids"])
    .executeTakeFirst();
  if (!former) return null;
  const inserted = await tx
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
  return inserted.id;
}

/** Reserves an id for a row that is inserted later, so that events can name it before. */
export async function reserveAddressId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('public.address', 'id')) as id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the sequence of addresses returned no row");
  return row.id;
}

/**
 * The corrected recipient of one order. It is in no address book, but has the owner of the former address, so that erasing
 * the owner erases it too.
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

/** The ids of all addresses of the owner, locked until the end of the transaction. */
export async function lockAddresses(tx: Tx, owner: AddressOwner): Promise<number[]> {
  const rows = await tx
    .selectFrom("address")
    .select("id")
    .where(isOwnedBy(owner))
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** The address of the buyer's last order; null before the first one. */
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

/** Without an account and a guest id, no row matches. */
function isOwnedBy({ userId, guestId }: AddressOwner) {
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
