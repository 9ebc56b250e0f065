import type { Refusals } from "./refusals.ts";

/** Delivery of orders. */
export const deliveryRefusals = {
  "courier.down": {
    status: "SERVICE_UNAVAILABLE",
    message: "The courier’s system is not responding. Try again in a few minutes.",
  },
  "courier.refused": {
    status: "CONFLICT",
    message:
      "The courier did not accept this request. Check the address and try again, or choose another service.",
  },
  "courier.no-service": {
    status: "CONFLICT",
    message: "The courier does not offer this service to these recipients.",
  },
  "courier.not-for-this-order": {
    status: "CONFLICT",
    message: "This order is not sent by courier.",
  },
  "courier.not-quoted": {
    status: "CONFLICT",
    message: "Get a quote for this order first.",
  },
  "courier.not-paid": { status: "CONFLICT", message: "This order is not paid yet." },
  "courier.test-order": {
    status: "CONFLICT",
    message: "This is a test order, so it will not be sent.",
  },
  "courier.not-shipped": { status: "CONFLICT", message: "This order has no shipment yet." },
  "courier.already-shipped": {
    status: "CONFLICT",
    message: "This order has already been shipped.",
  },
  "courier.already-collected": {
    status: "CONFLICT",
    message: "The courier already has this parcel, so you cannot cancel it here.",
  },
  "courier.cancel-unclear": {
    status: "SERVICE_UNAVAILABLE",
    message: "The courier did not confirm the cancellation. Try again.",
  },
  "courier.outside-hours": {
    status: "BAD_REQUEST",
    message: "The courier collects Monday to Friday, 9:00 to 15:00. Choose a future time.",
  },
  "courier.unclear": {
    status: "SERVICE_UNAVAILABLE",
    message:
      "The courier did not confirm the booking. Try again: we check first and never book twice.",
  },
} as const satisfies Refusals;
