import { nothingOrdered, stockIssuesWords } from "../constants.ts";
import type { Refusals } from "./refusals.ts";

/** Placing, paying and changing orders. */
export const orderRefusals = {
  "order.empty": {
    status: "BAD_REQUEST",
    message: nothingOrdered,
  },
  "order.stock-issues": {
    status: "CONFLICT",
    message: stockIssuesWords,
  },
  "order.use-office": {
    status: "FORBIDDEN",
    message: "Please place your orders in the office portal.",
  },
  "order.no-room": {
    status: "SERVICE_UNAVAILABLE",
    message: "We cannot take orders for the moment. Nothing was ordered; please try again later.",
  },
  "order.too-many-from-here": {
    status: "TOO_MANY_REQUESTS",
    message:
      "Too many orders came from your network for now. Please sign in to order at once, or try again later.",
  },
  "order.unknown": { status: "NOT_FOUND", message: "We could not find that order." },
  "order.money-due": {
    status: "CONFLICT",
    message: "Money that came in for this order has to be given back or booked first.",
  },
  "order.to-ship": {
    status: "CONFLICT",
    message: "This order is paid and has to be shipped or given back first.",
  },
  "order.already-placed": { status: "CONFLICT", message: "This order was already placed." },
  "order.number-taken": { status: "CONFLICT", message: "This order number is already used." },
  "order.wrong-total": { status: "BAD_REQUEST", message: "The lines do not add up to the total." },
  "order.not-payable": { status: "CONFLICT", message: "This order cannot be paid any more." },
  "order.already-paid": { status: "CONFLICT", message: "This order is already paid." },
  "order.not-fully-paid": { status: "CONFLICT", message: "This order is not paid in full." },
  "order.payment-repeated": { status: "CONFLICT", message: "This payment was already recorded." },
  "order.already-cancelled": { status: "CONFLICT", message: "This order is already cancelled." },
  "order.paid-refund-first": {
    status: "CONFLICT",
    message: "This order is paid. Please refund it first.",
  },
  "order.refund-repeated": { status: "CONFLICT", message: "This refund was already recorded." },
  "order.refund-too-large": {
    status: "CONFLICT",
    message: "This is more than was paid for the order.",
  },
  "order.refund-goods-too-small": {
    status: "CONFLICT",
    message: "More of this refund is for goods: only delivery and what was paid too much is not.",
  },
  "order.refund-units-missing": {
    status: "CONFLICT",
    message: "All goods are given back, so all units come back with them.",
  },
  "order.wrong-quantity": {
    status: "BAD_REQUEST",
    message: "Please enter a whole number from 0 to 1000.",
  },
  "order.price-changed": {
    status: "CONFLICT",
    message:
      "The price changed while you were ordering. Please look at the new total, and place the order again.",
  },
  "order.unknown-product": { status: "BAD_REQUEST", message: "We do not sell that product." },
  "order.product-unavailable": {
    status: "CONFLICT",
    message: "A product in this order is not available.",
  },
  "order.unknown-address": {
    status: "NOT_FOUND",
    message: "We could not find that recipient.",
  },
  "order.recipient-booked": {
    status: "CONFLICT",
    message:
      "A parcel to this address is booked. Please take the shipment back first, then change the address.",
  },
  "order.recipient-underway": {
    status: "CONFLICT",
    message: "The courier has this parcel, so its address cannot be changed here any more.",
  },
  "order.recipient-unclear": {
    status: "CONFLICT",
    message:
      "The courier did not say whether this parcel is booked. Please book it again, which asks first, and then take it back.",
  },
  "order.recipient-over": {
    status: "CONFLICT",
    message: "Nothing is sent for this order any more, so its address stays as it is.",
  },
  "order.unknown-service": {
    status: "BAD_REQUEST",
    message: "This delivery is not offered. Please choose another one.",
  },
} as const satisfies Refusals;
