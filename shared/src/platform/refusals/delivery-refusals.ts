import { collectionHours } from "../constants.ts";
import { badRequest, conflict, unavailable, type Refusals } from "./refusals.ts";

/** Delivery of orders. */
export const deliveryRefusals = {
  "courier.down": unavailable(
    "The courier’s system is not responding. Try again in a few minutes.",
  ),
  "courier.refused": conflict(
    "The courier did not accept this request. Check the address and try again, or choose another service.",
  ),
  "courier.no-service": conflict("The courier does not offer this service to these recipients."),
  "courier.not-for-this-order": conflict("This order is not sent by courier."),
  "courier.office-decides": conflict(
    "An order that is placed keeps its delivery. Write to us if you want another one.",
  ),
  "courier.not-quoted": conflict("Get a quote for this order first."),
  "courier.not-paid": conflict("This order is not paid yet."),
  "courier.test-order": conflict("This is a test order, so it will not be sent."),
  "courier.not-shipped": conflict("This order has no shipment yet."),
  "courier.already-shipped": conflict("This order has already been shipped."),
  "courier.already-collected": conflict(
    "The courier already has this parcel, so you cannot cancel it here.",
  ),
  "courier.cancel-unclear": unavailable("The courier did not confirm the cancellation. Try again."),
  "courier.outside-hours": badRequest(
    `The courier collects ${collectionHours}. Choose a future time.`,
  ),
  "courier.unclear": unavailable(
    "The courier did not confirm the booking. Try again in five minutes: we look for it at the courier before we book again.",
  ),
} satisfies Refusals;
