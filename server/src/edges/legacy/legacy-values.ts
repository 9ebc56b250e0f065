import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  addressIdSchema,
  orderIdSchema,
  productIdSchema,
  userIdSchema,
} from "@portal/shared/platform/ids.ts";
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Database } from "../../platform/db/database.ts";

/** Older clients send numbers as they come: as such, or as text. */
const numeric = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}$/)
      .transform(Number),
  ],
  { error: "Please enter a whole number" },
);
export const looseNumber = numeric;
export const looseAddressId = numeric.pipe(addressIdSchema);
export const looseProductId = numeric.pipe(productIdSchema);
export const looseUserId = numeric.pipe(userIdSchema);
export const looseQuantity = numeric.pipe(z.int("Please enter a whole number"));
/** -1 is a new item (specification, section 4). */
export const looseItemId = numeric.pipe(
  z.union([
    z.literal(-1),
    z
      .int()
      .positive()
      .max(2 ** 31 - 1),
  ]),
);

/** An order by its number or its uuid. */
export const orderRefText = z.union([
  orderIdSchema,
  z.string().regex(/^\d{1,15}$/, "Please enter an order number"),
]);
export const orderRef = z.union([orderRefText, z.int().positive()]);

/** @throws DomainError order.unknown */
export async function orderIdOf(db: Database, ref: z.infer<typeof orderRef>): Promise<string> {
  const text = String(ref);
  if (!/^\d+$/.test(text)) return text;
  const order = await db
    .selectFrom("projection.order_state")
    .select("order_id as id")
    .where("order_number", "=", Number(text))
    .executeTakeFirst();
  if (!order) throw new DomainError("order.unknown");
  return order.id;
}

/** Minor units of an amount that older clients write as decimals: "325.00", "325" or 325.5. */
export const looseAmount = z
  .union([z.string(), z.number().transform(String)], { error: "Please enter a number" })
  .pipe(z.string().regex(/^\d{1,9}(?:\.\d{1,2})?$/, "Please enter a number"))
  .transform((text) => {
    const [whole = "0", part = ""] = text.split(".");
    return Number(whole) * 100 + Number(part.padEnd(2, "0"));
  });

/** Minor units as the decimals of older clients: 32500 is "325.00". */
export function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * What is sent in the address and in the body has to be the same there and here (docs/decisions.md, 20).
 *
 * @throws DomainError request.differs
 */
export function requireEqual(
  fields: Readonly<
    Record<string, readonly [string | number | undefined, string | number | undefined]>
  >,
): void {
  for (const [name, [one, other]] of Object.entries(fields))
    if (one !== undefined && other !== undefined && String(one) !== String(other))
      throw new DomainError("request.differs", { field: name });
}

/**
 * The same request makes the same command, so that a repeated GET does nothing twice (R54). What can be asked for again
 * after it was undone has its count among the parts: a constant id would be answered with what was done before.
 */
export function commandIdFrom(...parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
