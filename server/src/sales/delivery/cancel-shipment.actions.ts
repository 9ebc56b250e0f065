import type { CancelShipment } from "@portal/shared/sales/delivery/arrange-delivery.ts";
import { isCancellable } from "@portal/shared/sales/delivery/tracking.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { CourierDown } from "../../gateways/courier/courier.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { type Booking, listBookings, markCancelled } from "./courier-booking.store.ts";
import { getDeliveryOrder } from "./delivery-order.queries.ts";
import { asOfficeRefusal } from "./rate-recipients.ts";

/**
 * Takes back the parcels of an order that the courier has not collected yet; they can then be booked anew. The order
 * itself stays as it is. Asked twice, or after a lost answer, it is done once: taking back what is taken back changes nothing.
 *
 * @throws DomainError order.unknown, courier.not-shipped, courier.already-collected, courier.unclear, courier.refused
 */
export async function cancelShipment(
  caller: Caller,
  { uuid, reason }: CancelShipment,
): Promise<{ uuid: string; cancelled: number }> {
  const { buyerId } = await getDeliveryOrder(readOnly(caller.db), uuid);
  const bookings = (await listBookings(caller.db, uuid)).filter(({ state }) => state === "booked");
  if (bookings.length === 0) throw new DomainError("courier.not-shipped");
  if (!bookings.every(({ trackingStatus }) => isCancellable(trackingStatus)))
    throw new DomainError("courier.already-collected");
  const references: string[] = [];
  for (const booking of bookings) references.push(await takeBack(caller, uuid, booking));
  await caller.db.transaction().execute(async (tx) => {
    const text = typed(reason);
    await insertFreeText(tx, text, { userId: buyerId, orderId: uuid }, caller.now());
    const details = { reason: textRef(text), trackingReferences: references };
    const entry = { action: "order.shipment-cancelled", subjectId: buyerId, target: uuid, details };
    await insertAudit(tx, caller, entry);
  });
  return { uuid, cancelled: references.length };
}

async function takeBack(
  { courier, db }: Caller,
  orderId: string,
  { generation, section, trackingReference }: Booking,
): Promise<string> {
  if (trackingReference === null) throw new DomainError("courier.not-shipped");
  try {
    await courier.cancelShipment(trackingReference);
  } catch (error) {
    // Nobody said whether it is taken back, so it counts as booked until somebody asks again.
    if (error instanceof CourierDown) throw new DomainError("courier.cancel-unclear");
    throw asOfficeRefusal(error);
  }
  await markCancelled(db, { orderId, generation, section });
  return trackingReference;
}
