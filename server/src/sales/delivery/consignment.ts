import { deliveryProductCode, selfCollectionService } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { saidOfParcel, withNotes } from "@portal/shared/sales/orders/order-terms.ts";
import { type Collection, collectionSchema } from "@portal/shared/sales/orders/save-order.ts";
import type { Caller } from "../../caller.ts";
import {
  type Courier,
  type CourierAddress,
  type CourierContact,
  CourierDown,
  type CourierRate,
  CourierRefused,
  type RatesRequest,
} from "../../gateways/courier/courier.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { findParcelWords } from "../orders/order-buyer.queries.ts";
import { type PackedLine, parcelsOf } from "./delivery.rules.ts";

type PackedSection = Readonly<{
  lines: readonly Readonly<{ productId: number; quantity: number }>[];
}>;
type Section = PackedSection &
  Readonly<{
    addressId: number | null;
    /** Only where it differs from the order's service. */
    deliveryService?: string | undefined;
  }>;

/** The parcels of one recipient. */
export type Consignment = RatesRequest &
  Readonly<{
    /** Counted from 1. */
    section: number;
    addressId: number | null;
    /** Null where it is that of the order. */
    ownService: string | null;
    origin: Destination;
    recipient: Destination;
  }>;

/**
 * The consignments of an order, one for each recipient of a parcel.
 *
 * @throws DomainError courier.not-for-this-order where a recipient's address is not known (an imported order)
 */
export async function consignmentsOf(
  { db }: Pick<Caller, "db">,
  sections: readonly Section[],
): Promise<Consignment[]> {
  const ids = sections.flatMap(({ addressId }) => (addressId === null ? [] : [addressId]));
  const [origin, recipients, packed] = await Promise.all([
    findCollectionPoint(db),
    findRecipients(db, ids),
    findPackedLines(db, sections),
  ]);
  return sections.flatMap(({ addressId, deliveryService: ownService = null }, at) => {
    if (ownService === selfCollectionService) return [];
    const parcels = parcelsOf(packed[at] ?? []);
    if (parcels.length === 0) return [];
    const recipient = addressId === null ? undefined : recipients.get(addressId);
    if (!recipient) throw new DomainError("courier.not-for-this-order");
    const ends = { from: origin.address, to: recipient.address, origin, recipient };
    return [{ ...ends, parcels, section: at + 1, addressId, ownService }];
  });
}

/** The courier's rates for each consignment. @throws CourierDown, CourierRefused */
export async function ratesFor(
  courier: Courier,
  consignments: readonly Consignment[],
  timeoutMs?: number,
): Promise<readonly (readonly CourierRate[])[]> {
  return Promise.all(
    consignments.map(({ from, to, parcels }) => courier.rates({ from, to, parcels }, timeoutMs)),
  );
}

/** For the office, which sees the courier's message; buyers get the flat price instead. */
export function asOfficeRefusal(error: unknown): unknown {
  if (error instanceof CourierDown) return new DomainError("courier.down");
  if (error instanceof CourierRefused) return new DomainError("courier.refused", error.message);
  return error;
}

type Destination = Readonly<{ address: CourierAddress; contact: CourierContact }>;

async function findCollectionPoint(db: Database): Promise<Destination> {
  const row = await db
    .selectFrom("collection_point")
    .select([
      "company",
      "street_address",
      "suburb",
      "town",
      "province",
      "postal_code",
      "contact_name",
      "cell",
      "email",
    ])
    .executeTakeFirstOrThrow();
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

/** Recipients by id, including addresses that were replaced or deleted after the order was placed. */
async function findRecipients(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Destination>> {
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

/** The buyer's notes for the courier, by section counted from 1, and who collects the order at the office. */
export async function findDeliveryWishes(db: Database, orderId: string) {
  const parcels = await findParcelWords(readOnly(db), orderId);
  const row = await db
    .selectFrom("order_detail")
    .select(["delivery_notes as notes", "collection"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  const collection: Collection | null = row?.collection
    ? collectionSchema.parse(row.collection)
    : null;
  const notes = row?.notes ?? "";
  const notesFor = (section: number): string => {
    const said = saidOfParcel(withNotes(parcels.get(section), notes));
    return said.flatMap(({ label }) => label ?? []).join(". ");
  };
  return { notesFor, collection };
}

/** The goods of each section, without its DELIVERY line. */
export async function findPackedLines(
  db: Database,
  sections: readonly PackedSection[],
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
