import { postLineMax } from "@portal/shared/people/addresses.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { csvField, harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { sql } from "kysely";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { isWork } from "../orders/order-tasks.queries.ts";
import { getCurrentSections } from "../payments/payment.queries.ts";
import { findPackedLines } from "./consignment.ts";
import { type Parcel, parcelsOf } from "./delivery.rules.ts";

const columns = [
  "Order reference",
  "Recipient name",
  "Address line 1",
  "Address line 2",
  "Address line 3",
  "City",
  "Postcode",
  "Country code",
  "Phone number",
  "Email address",
  "Weight (kg)",
  "Package size",
] as const;
/** The post refuses longer texts: their names for people, and the most characters. */
const longest = new Map([
  ["Recipient name", 200],
  ["Address line 1", postLineMax],
  ["Address line 2", postLineMax],
  ["Address line 3", postLineMax],
  ["City", postLineMax],
  ["Postcode", 20],
  ["Phone number", 25],
  ["Email address", postLineMax],
]);
/** More than the office packs in a morning; the rest is in the next file. */
const ordersMax = 500;
/** What the post takes as a parcel of each size; a heavier one is taken by its other services alone. */
const sizes = [
  { name: "small parcel", grams: 2_000, sidesCm: [45, 35, 16] },
  { name: "medium parcel", grams: 20_000, sidesCm: [61, 46, 46] },
] as const;

/**
 * The paid orders of the United Kingdom that are not shipped yet, a line for each parcel, the oldest first. Click & Drop maps
 * these columns once, in its settings; it reads weights in kilograms, its own words for sizes, and countries of three letters.
 * `now`: an ISO instant.
 *
 * @throws DomainError order.too-long-for-post that names the order and the field, for a recipient of an earlier release
 */
export async function clickAndDropFile(db: Database, now: string): Promise<string> {
  const orders = await db
    .selectFrom("projection.order_state as order")
    .select(["order.order_id as orderId", "order.order_number as orderNumber"])
    .where("order.region", "=", "uk")
    .where(isWork("to-ship", now))
    .orderBy("order.order_number")
    .limit(ordersMax)
    .execute();
  const rows: string[][] = [];
  for (const { orderId, orderNumber } of orders)
    rows.push(...(await rowsOf(db, orderId, `${eftPrefix}${orderNumber}`)));
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
}

async function rowsOf(db: Database, orderId: string, reference: string): Promise<string[][]> {
  const sections = await getCurrentSections(readOnly(db), orderId);
  const packed = await findPackedLines(db, sections);
  const rows: string[][] = [];
  for (const [at, { addressId }] of sections.entries()) {
    const parcels = parcelsOf(packed[at] ?? []);
    const address = addressId === null ? undefined : await findAddress(db, addressId);
    if (!address || parcels.length === 0) continue;
    const to = at === 0 ? reference : `${reference}-${at + 1}`;
    for (const [index, parcel] of parcels.entries()) {
      const row = [
        index === 0 ? to : `${to}/${index + 1}`,
        address.name,
        address.line1,
        address.line2 ?? "",
        address.line3 ?? "",
        address.town,
        address.postcode,
        "GBR",
        address.phone,
        address.email,
        (parcel.weightGrams / 1000).toFixed(3),
        sizeOf(parcel),
      ];
      requireShort(reference, row);
      rows.push(row);
    }
  }
  return rows;
}

function sizeOf({ weightGrams, lengthCm, widthCm, heightCm }: Parcel): string {
  const sides = [lengthCm, widthCm, heightCm].toSorted((one, other) => other - one);
  const fitting = sizes.find(
    ({ grams, sidesCm }) =>
      weightGrams <= grams && sides.every((side, at) => side <= (sidesCm[at] ?? 0)),
  );
  return fitting?.name ?? "parcel";
}

function requireShort(reference: string, row: readonly string[]): void {
  for (const [at, name] of columns.entries()) {
    const most = longest.get(name);
    if (most !== undefined && (row[at] ?? "").length > most)
      throw new DomainError("order.too-long-for-post", `${reference}: ${name}, ${most} characters`);
  }
}

function findAddress(db: Database, id: number) {
  return db
    .selectFrom("address")
    .select([
      sql<string>`recipient_first_name || ' ' || recipient_last_name`.as("name"),
      "street_address as line1",
      "line_2 as line2",
      "line_3 as line3",
      "town",
      "postal_code as postcode",
      "recipient_cell as phone",
      "recipient_email as email",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Buyers enter the text. */
function cell(text: string): string {
  return csvField(harmlessCsvText(text));
}
