import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import {
  type Courier,
  CourierDown,
  type CourierRate,
  CourierRefused,
  type RatesRequest,
} from "../../gateways/courier/courier.ts";
import {
  findCollectionPoint,
  findPackedLines,
  findRecipients,
  type Place,
} from "./delivery.store.ts";
import { parcelsOf } from "./parcel.rules.ts";

type Section = Readonly<{
  addressId: number | null;
  lines: readonly Readonly<{ productId: number; quantity: number }>[];
}>;

/** One recipient's parcels, as the courier is told of them. */
export type Consignment = RatesRequest &
  Readonly<{ section: number; addressId: number | null; origin: Place; recipient: Place }>;

/**
 * The parcels of an order, one consignment for each recipient who gets something; `section` counts from 1.
 *
 * @throws DomainError courier.not-for-this-order where a recipient is not known (an imported order)
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
  return sections.flatMap(({ addressId }, at) => {
    const parcels = parcelsOf(packed[at] ?? []);
    if (parcels.length === 0) return [];
    const recipient = addressId === null ? undefined : recipients.get(addressId);
    if (!recipient) throw new DomainError("courier.not-for-this-order");
    const places = { from: origin.address, to: recipient.address, origin, recipient };
    return [{ ...places, parcels, section: at + 1, addressId }];
  });
}

/** What the courier offers each recipient. @throws CourierDown, CourierRefused */
export async function ratesFor(
  courier: Courier,
  consignments: readonly Consignment[],
  timeoutMs?: number,
): Promise<readonly (readonly CourierRate[])[]> {
  return Promise.all(
    consignments.map(({ from, to, parcels }) => courier.rates({ from, to, parcels }, timeoutMs)),
  );
}

/** For the office, which reads what the courier says; buyers get the flat price instead. */
export function asOfficeRefusal(error: unknown): unknown {
  if (error instanceof CourierDown) return new DomainError("courier.down");
  if (error instanceof CourierRefused) return new DomainError("courier.refused", error.message);
  return error;
}
