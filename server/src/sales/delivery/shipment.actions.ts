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
  type Shipment,
  type ShipmentRequest,
} from "../../gateways/courier/courier.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { sectionsForOthers } from "../orders/order-buyer.queries.ts";
import { shippedKey } from "../orders/order-history.queries.ts";
import { orderDecider } from "../orders/order.decider.ts";
import { orderEvents, orderStream } from "../orders/order.events.ts";
import { getCurrentSections } from "../payments/payment.queries.ts";
import {
  asOfficeRefusal,
  type Consignment,
  consignmentsOf,
  findDeliveryWishes,
} from "./consignment.ts";
import {
  type Booking,
  claimBooking,
  listBookings,
  markCancelled,
  type NewBooking,
  nextGeneration,
  settleBooking,
  takeOverBooking,
} from "./courier-booking.store.ts";
import { type DeliveryOrder, getDeliveryOrder, requireLive } from "./order-delivery.queries.ts";

type ShippedOrder = { uuid: string; trackingReferences: string[] };

type BookingTo = NewBooking & Readonly<{ addressId: number | null }>;

/** Whoever asked and has not come back after this long is not coming back. */
const abandonedMs = 60_000;

/**
 * Books the parcels of a paid order, one shipment for each recipient, each exactly once: it is written down before the
 * courier is asked, and where an answer was lost the courier is asked for it before it is asked again.
 *
 * @throws DomainError courier.not-for-this-order, courier.not-paid, courier.not-quoted, courier.refused,
 *   courier.unclear, courier.down, request.in-progress
 */
export async function createShipment(
  caller: Caller,
  { commandId, uuid }: CreateShipment,
): Promise<ShippedOrder> {
  // In this order: a command that was done between the two is found, and so is the parcel that it booked.
  const generation = nextGeneration(await listBookings(caller.db, uuid));
  const command = commandFrom(caller, commandId, { action: "courier.createShipment", uuid });
  const known = await caller.ledger.findAnswer<ShippedOrder>(command);
  if (known) return known;
  const order = await getDeliveryOrder(readOnly(caller.db), uuid);
  const service = serviceToBook(order);
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
 * What the office took to the post, where no courier of ours comes: under which numbers it goes, one for each recipient.
 * Everybody is told as if a courier had it, and told again where the office corrects a number; `former` are those that it
 * corrects, so that nobody overwrites what they did not see.
 *
 * @throws DomainError courier.not-for-this-order, courier.not-paid, courier.already-shipped, courier.test-order
 */
export async function recordPosting(
  caller: Caller,
  { commandId, uuid, trackingReferences, former }: RecordPosting,
): Promise<ShippedOrder> {
  const asked = { action: "courier.recordPosting", uuid, trackingReferences, former };
  const command = commandFrom(caller, commandId, asked);
  const known = await caller.ledger.findAnswer<ShippedOrder>(command);
  if (known) return known;
  const order = await getDeliveryOrder(readOnly(caller.db), uuid);
  requireLive(order);
  if (!isPosted(order.region) || order.sections.length !== trackingReferences.length)
    throw new DomainError("courier.not-for-this-order");
  requirePaid(order);
  const service = order.service ?? doorService;
  // Each number that was ever given is a generation of its own at most.
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
    // What is sent anew is another shipment, so it is found by another reference.
    customerReference: generation > 1 ? `${ofSection}.${generation}` : ofSection,
    collection:
      collectionAt === null
        ? null
        : { day: officeDay(collectionAt), after: officeTime(collectionAt) },
  };
}

/** The row comes first, so that of two who ask at once one books; the other is told to wait. */
async function bookOnce(
  caller: Caller,
  booking: BookingTo,
  request: ShipmentRequest,
): Promise<Shipment> {
  const now = caller.now();
  if (await claimBooking(caller.db, booking, now)) {
    await requireSameRecipient(caller, booking);
    return book(caller, booking, request);
  }

  const known = await findBooked(caller, booking);
  if (known) return known;
  const before = new Date(Date.parse(now) - abandonedMs).toISOString();
  if (!(await takeOverBooking(caller.db, booking, { now, before }))) {
    const meanwhile = await findBooked(caller, booking);
    if (meanwhile) return meanwhile;
    throw new DomainError("request.in-progress");
  }
  const found = await findAtCourier(caller, booking, request);
  if (!found) {
    await requireSameRecipient(caller, booking);
    return book(caller, booking, request);
  }
  await settleBooking(caller.db, booking, found);
  return found;
}

/** From the claim on nobody corrects the address; until then somebody may have, and the courier is not asked. */
async function requireSameRecipient({ db }: Caller, booking: BookingTo): Promise<void> {
  const sections = await getCurrentSections(readOnly(db), booking.orderId);
  if (sections[booking.section - 1]?.addressId === booking.addressId) return;
  await settleBooking(db, booking, "refused");
  throw new DomainError("edit.changed-meanwhile");
}

async function findAtCourier(
  { courier, db }: Caller,
  booking: NewBooking,
  { customerReference }: ShipmentRequest,
): Promise<Shipment | null> {
  try {
    return await courier.findShipment(customerReference);
  } catch (error) {
    // What nobody could ask about stays as unclear as it was.
    await settleBooking(db, booking, "unclear");
    throw asOfficeRefusal(error);
  }
}

async function book(
  { courier, db, log }: Caller,
  booking: NewBooking,
  request: ShipmentRequest,
): Promise<Shipment> {
  try {
    const shipment = await courier.createShipment(request);
    await settleBooking(db, booking, shipment);
    return shipment;
  } catch (error) {
    if (error instanceof CourierRefused) {
      await settleBooking(db, booking, "refused");
      throw asOfficeRefusal(error);
    }
    if (!(error instanceof CourierDown)) throw error;
    await settleBooking(db, booking, "unclear");
    log.warn({ orderId: booking.orderId }, "the courier did not say whether it booked a shipment");
    throw new DomainError("courier.unclear");
  }
}

async function findBooked(
  { db }: Caller,
  { orderId, section }: NewBooking,
): Promise<Shipment | null> {
  const booking = (await listBookings(db, orderId)).find((each) => each.section === section);
  if (
    booking?.state !== "booked" ||
    booking.shipmentId === null ||
    booking.trackingReference === null
  )
    return null;
  return { id: booking.shipmentId, trackingReference: booking.trackingReference };
}

/** The facts, the audit, the mail to the buyer and the notices to others are written together, and once. */
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
      events: events.map((event) => ({ streamId: orderStream(orderId), event })),
      answer: { uuid: orderId, trackingReferences },
      sideWrites: async (tx) => {
        if (events.length === 0) return;
        const details = { service, trackingReferences };
        const entry = {
          action: "order.shipped" as const,
          subjectId: buyerId,
          target: orderId,
          details,
        };
        await insertAudit(tx, caller, entry);
        const about = { kind: "order-shipped", userId: buyerId, orderId } as const;
        const key = shippedKey(orderId, generation);
        await queueMessage(tx, caller, key, about);
        for (const section of await sectionsForOthers(readOnly(tx), orderId)) {
          const notice = { kind: "parcel-shipped", userId: null, orderId, section } as const;
          await queueMessage(tx, caller, `${key}:recipient-${section}`, notice);
        }
      },
    };
  });
  // The same command was done with other parcels while the courier was asked: these are recorded by the next one.
  if (replayed && answer.trackingReferences.join() !== trackingReferences.join())
    throw new DomainError("edit.changed-meanwhile");
  return answer;
}

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
    const entry = {
      action: "order.shipment-cancelled" as const,
      subjectId: buyerId,
      target: uuid,
      details,
    };
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

type Waybill = { trackingReference: string; url: string };

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
