import type { Refusals } from "./refusals.ts";

/** Getting them to where they go. */
export const deliveryRefusals = {
  "courier.down": {
    status: "SERVICE_UNAVAILABLE",
    message: "The courier does not answer. Please try again.",
  },
  "courier.refused": { status: "CONFLICT", message: "The courier said no." },
  "courier.no-service": {
    status: "CONFLICT",
    message: "The courier does not offer this service to these recipients.",
  },
  "courier.not-for-this-order": {
    status: "CONFLICT",
    message: "This order does not go by courier.",
  },
  "courier.not-quoted": {
    status: "CONFLICT",
    message: "This order has no quote yet. Please update the quote first.",
  },
  "courier.not-paid": { status: "CONFLICT", message: "This order is not paid yet." },
  "courier.test-order": {
    status: "CONFLICT",
    message: "This is a test order. Nothing is sent for it.",
  },
  "courier.not-shipped": { status: "CONFLICT", message: "This order has no shipment yet." },
  "courier.already-shipped": { status: "CONFLICT", message: "This order is shipped already." },
  "courier.already-collected": {
    status: "CONFLICT",
    message: "The courier has it already, so it cannot be taken back here.",
  },
  "courier.cancel-unclear": {
    status: "SERVICE_UNAVAILABLE",
    message: "The courier did not say whether it was taken back. Please try again.",
  },
  "courier.outside-hours": {
    status: "BAD_REQUEST",
    message: "The courier collects Monday to Friday, 9:00 to 15:00. Please choose a time to come.",
  },
  "courier.unclear": {
    status: "SERVICE_UNAVAILABLE",
    message:
      "The courier did not say whether it was booked. Please try again: we ask first, and never book twice.",
  },
} as const satisfies Refusals;
