import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import {
  CourierDown,
  CourierRefused,
  type Shipment,
  type ShipmentRequest,
} from "../../gateways/courier/courier.ts";
import { readOnly } from "../../platform/db/database.ts";
import { getCurrentSections } from "../payments/payment.queries.ts";
import { asOfficeRefusal } from "./consignment.ts";
import {
  type Attempt,
  type Booking,
  claimBooking,
  isStillAsked,
  listBookings,
  type NewBooking,
  recordShipment,
  settleBooking,
  takeOverBooking,
} from "./courier-booking.store.ts";

export type ParcelTo = NewBooking & Readonly<{ addressId: number | null }>;
type AttemptTo = ParcelTo & Attempt;

/** Longer than the courier may take to answer: a booking without an outcome after this long was left by a process that has ended. */
const abandonedMs = 2 * 60_000;

/**
 * How long the courier may still carry out a request of which nobody knows. Until then it is only looked for, because one
 * that is repeated would be a second shipment.
 */
const uncertainMs = 5 * 60_000;

/**
 * Of two concurrent requests the one that inserts the row books the parcel; the other gets request.in-progress.
 *
 * @throws DomainError request.in-progress, courier.unclear, courier.down, courier.refused, edit.changed-meanwhile
 */
export async function bookOnce(
  caller: Caller,
  parcel: ParcelTo,
  request: ShipmentRequest,
): Promise<Shipment> {
  const { db, now } = caller;
  const first = { ...parcel, askedAt: now() };
  if (await claimBooking(db, first)) return book(caller, first, request);

  const last = await findBooking(caller, parcel);
  const known = last && shipmentOf(last);
  if (known) return known;
  if (!last || last.state === "cancelled" || isUnderway(last, now()))
    throw new DomainError("request.in-progress");

  const found = await findAtCourier(caller, request);
  if (found.length > 0) return settle(caller, { ...parcel, askedAt: last.askedAt }, found);
  if (last.state !== "refused" && ageOf(last, now()) < uncertainMs)
    throw new DomainError("courier.unclear");
  const attempt = { ...parcel, askedAt: now() };
  if (!(await takeOverBooking(db, attempt, last))) throw new DomainError("request.in-progress");
  const shipment = await book(caller, attempt, request);
  if (last.state !== "refused") await lookForSurplus(caller, attempt, request);
  return shipment;
}

function ageOf({ askedAt }: Booking, now: string): number {
  return Date.parse(now) - Date.parse(askedAt);
}

function isUnderway(booking: Booking, now: string): boolean {
  return booking.state === "asked" && ageOf(booking, now) < abandonedMs;
}

async function book(
  caller: Caller,
  attempt: AttemptTo,
  request: ShipmentRequest,
): Promise<Shipment> {
  const { courier, db, log } = caller;
  await requireSameRecipient(caller, attempt);
  // This process may have stood still, and another one have taken the parcel over.
  if (!(await isStillAsked(db, attempt))) throw new DomainError("request.in-progress");
  try {
    return await settle(caller, attempt, [await courier.createShipment(request)]);
  } catch (error) {
    if (error instanceof CourierRefused) {
      await settleBooking(db, attempt, "refused");
      throw asOfficeRefusal(error);
    }
    if (!(error instanceof CourierDown)) throw error;
    log.warn({ orderId: attempt.orderId }, "the courier did not answer, so a booking is unclear");
    await settleBooking(db, attempt, "unclear");
    const found = await courier.findShipments(request.customerReference).catch(() => []);
    if (found.length > 0) return settle(caller, attempt, found);
    throw new DomainError("courier.unclear");
  }
}

/** The claim prevents corrections of the address. If it was corrected before the claim, nothing is booked. */
async function requireSameRecipient({ db }: Caller, attempt: AttemptTo): Promise<void> {
  const sections = await getCurrentSections(readOnly(db), attempt.orderId);
  if (sections[attempt.section - 1]?.addressId === attempt.addressId) return;
  await settleBooking(db, attempt, "refused");
  throw new DomainError("edit.changed-meanwhile");
}

/** @returns the shipment of the parcel; the others that the courier has are tasks of the office */
async function settle(
  caller: Caller,
  attempt: Attempt,
  shipments: readonly Shipment[],
): Promise<Shipment> {
  for (const shipment of shipments)
    if (await recordShipment(caller.db, attempt, shipment))
      caller.log.warn(
        { orderId: attempt.orderId },
        "the courier has a second shipment of a parcel",
      );
  const booking = await findBooking(caller, attempt);
  const known = booking && shipmentOf(booking);
  if (known) return known;
  throw new DomainError("request.in-progress");
}

/** Where a parcel was booked anew: the request whose answer was lost may have been carried out meanwhile. */
async function lookForSurplus(
  caller: Caller,
  attempt: Attempt,
  { customerReference }: ShipmentRequest,
): Promise<void> {
  const found = await caller.courier.findShipments(customerReference).catch(() => []);
  if (found.length > 0) await settle(caller, attempt, found);
}

async function findAtCourier(
  { courier }: Caller,
  { customerReference }: ShipmentRequest,
): Promise<readonly Shipment[]> {
  try {
    return await courier.findShipments(customerReference);
  } catch (error) {
    throw asOfficeRefusal(error);
  }
}

async function findBooking(
  { db }: Caller,
  { orderId, generation, section }: NewBooking,
): Promise<Booking | undefined> {
  const bookings = await listBookings(db, orderId);
  return bookings.find((each) => each.generation === generation && each.section === section);
}

/** Null where it is not booked. */
export function shipmentOf({ state, shipmentId: id, trackingReference }: Booking): Shipment | null {
  const isBooked = state === "booked" && id !== null && trackingReference !== null;
  return isBooked ? { id, trackingReference } : null;
}
