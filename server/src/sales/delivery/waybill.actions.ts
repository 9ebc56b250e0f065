import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { listBookings } from "./courier-booking.store.ts";
import { asOfficeRefusal } from "./rate-recipients.ts";

export type Waybill = { trackingReference: string; url: string };

/**
 * Links to the waybills, made by the courier for a short time: asked for anew with each click, never kept.
 *
 * @throws DomainError courier.not-shipped, courier.down, courier.refused
 */
export async function getWaybills(caller: Caller, orderId: string): Promise<Waybill[]> {
  const bookings = await listBookings(caller.db, orderId);
  const booked = bookings.flatMap(({ state, shipmentId, trackingReference }) =>
    state !== "booked" || shipmentId === null || trackingReference === null
      ? []
      : [{ shipmentId, trackingReference }],
  );
  if (booked.length === 0) throw new DomainError("courier.not-shipped");
  try {
    return await Promise.all(
      booked.map(async ({ shipmentId, trackingReference }) => {
        return { trackingReference, url: await caller.courier.labelUrl(shipmentId) };
      }),
    );
  } catch (error) {
    throw asOfficeRefusal(error);
  }
}
