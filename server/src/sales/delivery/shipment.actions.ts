import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type {
  CancelShipment,
  CreateShipment,
  RecordPosting,
} from "@portal/shared/sales/delivery/arrange-delivery.ts";
import {
  doorService,
  goesByCourier,
  isCancellable,
  isOfferedByCourier,
  isPosted,
  officeDay,
  officeTime,
} from "@portal/shared/sales/delivery/delivery.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import {
  CourierDown,
  CourierRefused,
  type ShipmentRequest,
} from "../../gateways/courier/courier.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { inStream, textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { sectionsForOthers } from "../orders/order-buyer.queries.ts";
import { shippedKey } from "../orders/order-history.queries.ts";
import { orderDecider } from "../orders/order.decider.ts";
import { orderEvents, orderStream } from "../orders/order.events.ts";
import {
  asOfficeRefusal,
  type Consignment,
  consignmentsOf,
  findDeliveryWishes,
} from "./consignment.ts";
import { bookOnce, shipmentOf } from "./book-parcel.actions.ts";
import {
  type Booking,
  forgetSurplus,
  listBookings,
  listSurplus,
  markCancelled,
  nextGeneration,
} from "./courier-booking.store.ts";
import {
  type DeliveryOrder,
  getDeliveryOrder,
  requireLive,
  requireMaySend,
  requireNotShipped,
} from "./order-delivery.queries.ts";
import { orderShipped, parcelShipped } from "../orders/order.messages.ts";

type ShippedOrder = { uuid: string; trackingReferences: string[] };

/**
 * Books the parcels of a paid order, one shipment for each recipient: the booking is stored before the request to the
 * courier, and where a response was lost the shipment is looked up, and booked anew some minutes later.
 *
 * @throws DomainError courier.not-for-this-order, courier.not-paid, courier.not-quoted, courier.already-shipped,
 *   courier.refused, courier.unclear, courier.down, request.in-progress, order.nothing-to-send, order.part-refunded
 */
export async function createShipment(
  caller: Caller,
  { commandId, uuid, takenBack }: CreateShipment,
): Promise<ShippedOrder> {
  // Bookings are read before the answer: a command that is executed in between is found by its answer.
  const bookings = await listBookings(caller.db, uuid);
  const generation = nextGeneration(bookings);
  const command = commandFrom(caller, commandId, {
    action: "courier.createShipment",
    uuid,
    ...(takenBack !== undefined && { takenBack }),
  });
  const known = await caller.ledger.findAnswer<ShippedOrder>(command);
  if (known) return known;
  const order = await getDeliveryOrder(readOnly(caller.db), uuid);
  // Imported history has parcels without a booking of ours.
  if (bookings.length === 0) requireNotShipped(order);
  const service = serviceToBook(order);
  requireMaySend(order, takenBack);
  const { notesFor } = await findDeliveryWishes(caller.db, uuid);
  const consignments = await consignmentsOf(caller, order.sections);
  if (consignments.length === 0) throw new DomainError("courier.not-for-this-order");
  const trackingReferences: string[] = [];
  for (const consignment of consignments) {
    const { section, addressId, ownService } = consignment;
    const chosen = {
      service: ownService === null || ownService === doorService ? service : ownService,
      deliveryInstructions: notesFor(section),
    };
    const request = requestFor(order, consignment, generation, chosen);
    const booking = { orderId: uuid, generation, section, addressId, ...request };
    trackingReferences.push((await bookOnce(caller, booking, request)).trackingReference);
  }
  return recordShipments(caller, command, order, { service, generation, trackingReferences });
}

function requirePaid({ state }: DeliveryOrder): void {
  if (state !== "paid" && state !== "partly-refunded") throw new DomainError("courier.not-paid");
}

function serviceToBook(order: DeliveryOrder): string {
  requireLive(order);
  if (!goesByCourier(order.region, order.service))
    throw new DomainError("courier.not-for-this-order");
  requirePaid(order);
  const service = order.quote?.service ?? null;
  if (service === null || !isOfferedByCourier(service)) throw new DomainError("courier.not-quoted");
  return service;
}

/**
 * Records the tracking numbers of parcels that the office took to the post, one for each recipient. The buyer and the
 * recipients get the same messages as for a courier, and get them again when a number is corrected. `former` are the
 * numbers that the correction replaces, so that a stale one is rejected.
 *
 * @throws DomainError courier.not-for-this-order, courier.not-paid, courier.already-shipped, courier.test-order,
 * order.nothing-to-send, order.part-refunded
 */
export async function recordPosting(
  caller: Caller,
  { commandId, uuid, trackingReferences, former, takenBack }: RecordPosting,
): Promise<ShippedOrder> {
  const request = {
    action: "courier.recordPosting",
    uuid,
    trackingReferences,
    former,
    ...(takenBack !== undefined && { takenBack }),
  };
  const command = commandFrom(caller, commandId, request);
  const known = await caller.ledger.findAnswer<ShippedOrder>(command);
  if (known) return known;
  const order = await getDeliveryOrder(readOnly(caller.db), uuid);
  requireLive(order);
  if (!isPosted(order.region) || order.sections.length !== trackingReferences.length)
    throw new DomainError("courier.not-for-this-order");
  requirePaid(order);
  requireMaySend(order, takenBack);
  const service = order.service ?? doorService;
  // Larger than any generation so far, so that the messages are sent again.
  const generation = order.waybillCount + 1;
  const shipped = { service, generation, trackingReferences, former };
  return recordShipments(caller, command, order, shipped);
}

function requestFor(
  { reference, collectionAt }: DeliveryOrder,
  { from, to, parcels, origin, recipient, section }: Consignment,
  generation: number,
  chosen: Readonly<{ service: string; deliveryInstructions: string }>,
): ShipmentRequest {
  const ofSection = section > 1 ? `${reference}-${section}` : reference;
  return {
    from,
    to,
    parcels,
    ...chosen,
    fromContact: origin.contact,
    toContact: recipient.contact,
    // A new generation is another shipment, and has to be found by another reference.
    customerReference: generation > 1 ? `${ofSection}.${generation}` : ofSection,
    collection:
      collectionAt === null
        ? null
        : { day: officeDay(collectionAt), after: officeTime(collectionAt) },
  };
}

/** Writes the events, the audit entry, and the messages to the buyer and the other recipients in one transaction, once. */
async function recordShipments(
  caller: Caller,
  command: Command,
  { orderId, buyerId }: DeliveryOrder,
  shipped: Readonly<{
    service: string;
    generation: number;
    trackingReferences: string[];
    former?: readonly string[];
  }>,
): Promise<ShippedOrder> {
  const { service, generation, trackingReferences, former } = shipped;
  const { answer, replayed } = await caller.ledger.execute(command, async (streams) => {
    const stream = await streams.load(orderStream(orderId), orderDecider, orderEvents);
    const events = stream.decide({
      type: "CreateShipment",
      orderId,
      service,
      waybills: trackingReferences,
      ...(former && { former }),
    });
    return {
      events: inStream(orderStream(orderId), events),
      answer: { uuid: orderId, trackingReferences },
      sideWrites: async (tx) => {
        if (events.length === 0) return;
        await insertAudit(tx, caller, {
          action: "order.shipped",
          subjectId: buyerId,
          target: orderId,
          details: { service, trackingReferences },
        });
        const key = shippedKey(orderId, generation);
        await queueMessage(tx, caller, key, orderShipped, { userId: buyerId, orderId });
        for (const section of await sectionsForOthers(readOnly(tx), orderId)) {
          const parcel = { userId: null, orderId, section };
          await queueMessage(tx, caller, `${key}:recipient-${section}`, parcelShipped, parcel);
        }
      },
    };
  });
  // Another request executed the same command with other parcels meanwhile; the next command records these.
  if (replayed && answer.trackingReferences.join() !== trackingReferences.join())
    throw new DomainError("edit.changed-meanwhile");
  return answer;
}

/**
 * Cancels the shipments of an order that the courier has not collected yet, so that they can be booked again, or a surplus
 * one of them. The order does not change. A retry is safe, because cancelling a cancelled shipment changes nothing.
 *
 * @throws DomainError order.unknown, courier.not-shipped, courier.already-collected, courier.cancel-unclear, courier.refused
 */
export async function cancelShipment(
  caller: Caller,
  { uuid, reason, surplus }: CancelShipment,
): Promise<{ uuid: string; cancelled: number }> {
  const { buyerId } = await getDeliveryOrder(readOnly(caller.db), uuid);
  const references =
    surplus === undefined
      ? await cancelBookings(caller, uuid)
      : await cancelSurplus(caller, uuid, surplus);
  await caller.db.transaction().execute(async (tx) => {
    if (surplus !== undefined) await forgetSurplus(tx, uuid, surplus);
    const text = typed(reason);
    await insertFreeText(tx, text, { userId: buyerId, orderId: uuid }, caller.now());
    await insertAudit(tx, caller, {
      action: "order.shipment-cancelled",
      subjectId: buyerId,
      target: uuid,
      details: {
        reason: textRef(text),
        trackingReferences: references,
        ...(surplus !== undefined && { surplus }),
      },
    });
  });
  return { uuid, cancelled: references.length };
}

async function cancelBookings(caller: Caller, uuid: string): Promise<string[]> {
  const bookings = (await listBookings(caller.db, uuid)).filter(({ state }) => state === "booked");
  if (bookings.length === 0) throw new DomainError("courier.not-shipped");
  if (!bookings.every(({ trackingStatus }) => isCancellable(trackingStatus)))
    throw new DomainError("courier.already-collected");
  const references: string[] = [];
  for (const booking of bookings) references.push(await cancelBooking(caller, uuid, booking));
  return references;
}

/** Empty where the courier refuses: it has collected the parcel, and what remains is to call. */
async function cancelSurplus(
  { courier, db }: Caller,
  uuid: string,
  surplus: string,
): Promise<string[]> {
  if (!(await listSurplus(readOnly(db), uuid)).includes(surplus))
    throw new DomainError("courier.not-shipped");
  try {
    await courier.cancelShipment(surplus);
    return [surplus];
  } catch (error) {
    if (error instanceof CourierRefused) return [];
    if (error instanceof CourierDown) throw new DomainError("courier.cancel-unclear");
    throw error;
  }
}

async function cancelBooking(
  { courier, db }: Caller,
  orderId: string,
  { generation, section, trackingReference }: Booking,
): Promise<string> {
  if (trackingReference === null) throw new DomainError("courier.not-shipped");
  try {
    await courier.cancelShipment(trackingReference);
  } catch (error) {
    // The outcome is unknown, so it counts as booked until the office retries.
    if (error instanceof CourierDown) throw new DomainError("courier.cancel-unclear");
    throw asOfficeRefusal(error);
  }
  await markCancelled(db, { orderId, generation, section });
  return trackingReference;
}

/**
 * Links to the waybills. The courier's links expire soon, so they are requested with each click and not stored.
 *
 * @throws DomainError courier.not-shipped, courier.down, courier.refused
 */
export async function getWaybills(caller: Caller, orderId: string) {
  const bookings = await listBookings(caller.db, orderId);
  const booked = bookings.flatMap((booking) => shipmentOf(booking) ?? []);
  if (booked.length === 0) throw new DomainError("courier.not-shipped");
  try {
    return await Promise.all(
      booked.map(async ({ id, trackingReference }) => {
        return { trackingReference, url: await caller.courier.labelUrl(id) };
      }),
    );
  } catch (error) {
    throw asOfficeRefusal(error);
  }
}
