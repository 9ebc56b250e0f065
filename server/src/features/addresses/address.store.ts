import type { addressKinds, Recipient } from "@portal/shared/addresses.ts";
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Database, Tables } from "../../db/database.ts";

/** Whose recipients: an account's, a guest's browser's, or those of a guest who has signed in since. */
export type AddressOwner = Readonly<{ userId: number | null; guestId: string | null }>;

export type AddressRow = {
  id: number;
  recipientFirstName: string;
  recipientLastName: string;
  recipientCell: string;
  recipientEmail: string;
  businessOrResidential: (typeof addressKinds)[number];
  streetAddress: string;
  complexBuilding: string | null;
  suburb: string;
  town: string;
  province: string;
  postalCode: string;
};

export async function listAddresses(db: Database, owner: AddressOwner): Promise<AddressRow[]> {
  return db
    .selectFrom("address")
    .select([
      "id",
      "recipient_first_name as recipientFirstName",
      "recipient_last_name as recipientLastName",
      "recipient_cell as recipientCell",
      "recipient_email as recipientEmail",
      "business_or_residential as businessOrResidential",
      "street_address as streetAddress",
      "complex_building as complexBuilding",
      "suburb",
      "town",
      "province",
      "postal_code as postalCode",
    ])
    .where(isOwnedBy(owner))
    .orderBy("id")
    .limit(200)
    .execute();
}

export async function insertAddress(
  db: Database,
  owner: AddressOwner,
  recipient: Recipient,
): Promise<number> {
  const { id } = await db
    .insertInto("address")
    .values({
      owner_id: owner.userId,
      guest_id: owner.userId === null ? owner.guestId : null,
      ...columnsOf(recipient),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns whether there is such an address of this owner. */
export async function updateAddress(
  db: Database,
  owner: AddressOwner,
  id: number,
  recipient: Recipient,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("address")
    .set({ ...columnsOf(recipient), updated_at: now })
    .where("id", "=", id)
    .where(isOwnedBy(owner))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Nobody owns nothing: without an account and a browser's id, no row is theirs. */
function isOwnedBy({ userId, guestId }: AddressOwner) {
  return (address: ExpressionBuilder<Tables, "address">): Expression<SqlBool> =>
    address.or([
      ...(userId === null ? [] : [address("owner_id", "=", userId)]),
      ...(guestId === null ? [] : [address("guest_id", "=", guestId)]),
      address.lit(false),
    ]);
}

function columnsOf(recipient: Recipient) {
  return {
    recipient_first_name: recipient.recipientFirstName,
    recipient_last_name: recipient.recipientLastName,
    recipient_cell: recipient.recipientCell,
    recipient_email: recipient.recipientEmail,
    business_or_residential: recipient.businessOrResidential,
    street_address: recipient.streetAddress,
    complex_building: recipient.complexBuilding || null,
    suburb: recipient.suburb,
    town: recipient.town,
    province: recipient.province,
    postal_code: recipient.postalCode,
  };
}
