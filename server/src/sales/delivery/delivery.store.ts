import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import { type Collection, collectionSchema } from "@portal/shared/sales/orders/save-order.ts";
import type { Database } from "../../platform/db/database.ts";
import type { CourierAddress, CourierContact } from "../../gateways/courier/courier.ts";
import type { PackedLine } from "./parcel.rules.ts";

export type Place = Readonly<{ address: CourierAddress; contact: CourierContact }>;

/** Where every parcel starts. */
export async function findCollectionPoint(db: Database): Promise<Place> {
  const row = await db.selectFrom("collection_point").selectAll().executeTakeFirstOrThrow();
  return {
    address: {
      isBusiness: true,
      company: row.company,
      streetAddress: row.street_address,
      localArea: row.suburb,
      city: row.town,
      zone: row.province,
      postalCode: row.postal_code,
    },
    contact: { name: row.contact_name, mobileNumber: row.cell, email: row.email },
  };
}

/** Recipients by id, as they were when an order was placed for them: also those that were changed or deleted since. */
export async function findRecipients(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Place>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("address")
    .select([
      "id",
      "business_or_residential",
      "complex_building",
      "street_address",
      "suburb",
      "town",
      "province",
      "postal_code",
      "recipient_first_name",
      "recipient_last_name",
      "recipient_cell",
      "recipient_email",
    ])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        address: {
          isBusiness: row.business_or_residential === "Business",
          streetAddress: [row.complex_building, row.street_address].filter(Boolean).join(", "),
          localArea: row.suburb,
          city: row.town,
          zone: row.province,
          postalCode: row.postal_code,
        },
        contact: {
          name: `${row.recipient_first_name} ${row.recipient_last_name}`,
          mobileNumber: row.recipient_cell,
          email: row.recipient_email,
        },
      },
    ]),
  );
}

/** What the buyer wants the courier to know, and who comes to the office where nobody is sent. */
export async function findDeliveryWishes(
  db: Database,
  orderId: string,
): Promise<{ notes: string; collection: Collection | null }> {
  const row = await db
    .selectFrom("order_detail")
    .select(["delivery_notes as notes", "collection"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  const collection = row?.collection ? collectionSchema.parse(row.collection) : null;
  return { notes: row?.notes ?? "", collection };
}

type Line = Readonly<{ productId: number; quantity: number }>;

/** What is packed of some lines: everything but the DELIVERY line itself. */
export async function findPackedLines(
  db: Database,
  sections: readonly Readonly<{ lines: readonly Line[] }>[],
): Promise<PackedLine[][]> {
  const ids = sections.flatMap(({ lines }) => lines.map(({ productId }) => productId));
  if (ids.length === 0) return sections.map(() => []);
  const products = await db
    .selectFrom("product")
    .select(["id", "weight_in_grams as weightInGrams"])
    .where("id", "in", ids)
    .where("product_code", "<>", deliveryProductCode)
    .execute();
  const weightOf = new Map(products.map(({ id, weightInGrams }) => [id, weightInGrams]));
  return sections.map(({ lines }) =>
    lines.flatMap(({ productId, quantity }) => {
      const weightInGrams = weightOf.get(productId);
      return weightInGrams === undefined || quantity === 0 ? [] : [{ quantity, weightInGrams }];
    }),
  );
}
