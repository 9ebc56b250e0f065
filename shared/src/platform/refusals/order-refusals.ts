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
    message: "Place your orders in the office portal.",
  },
  "order.no-room": {
    status: "SERVICE_UNAVAILABLE",
    message: "We cannot take orders at the moment. Your order was not placed. Try again later.",
  },
  "order.too-many-from-here": {
    status: "TOO_MANY_REQUESTS",
    message:
      "Too many orders from your internet connection. Sign in to order now, or try again later.",
  },
  "order.unknown": { status: "NOT_FOUND", message: "We could not find that order." },
  "order.money-due": {
    status: "CONFLICT",
    message: "Refund or record the payments for this order first.",
  },
  "order.to-ship": {
    status: "CONFLICT",
    message: "This order is paid. Ship or refund it first.",
  },
  "order.already-placed": { status: "CONFLICT", message: "This order has already been placed." },
  "order.number-taken": { status: "CONFLICT", message: "This order number is already in use." },
  "order.wrong-total": { status: "BAD_REQUEST", message: "The lines do not add up to the total." },
  "order.not-payable": { status: "CONFLICT", message: "This order can no longer be paid." },
  "order.already-paid": { status: "CONFLICT", message: "This order is already paid." },
  "order.not-fully-paid": { status: "CONFLICT", message: "This order is not paid in full." },
  "order.payment-repeated": {
    status: "CONFLICT",
    message: "This payment has already been recorded.",
  },
  "order.unknown-payment": {
    status: "CONFLICT",
    message: "This payment has already been undone.",
  },
  "order.undo-refunded": {
    status: "CONFLICT",
    message: "Money of this order has been refunded. Refund the rest instead.",
  },
  "order.already-cancelled": { status: "CONFLICT", message: "This order is already cancelled." },
  "order.not-collected": {
    status: "CONFLICT",
    message: "No one collects this order from the office.",
  },
  "order.paid-refund-first": {
    status: "CONFLICT",
    message: "This order is paid. Refund it first.",
  },
  "order.refund-repeated": {
    status: "CONFLICT",
    message: "This refund has already been recorded.",
  },
  "order.refund-too-large": {
    status: "CONFLICT",
    message: "This is more than the buyer paid for the order.",
  },
  "order.refund-goods-too-small": {
    status: "CONFLICT",
    message:
      "More of this refund must be for goods. Only delivery and the overpaid amount can be refunded without goods.",
  },
  "order.refund-units-missing": {
    status: "CONFLICT",
    message: "All goods are refunded, so all units must be refunded too.",
  },
  "order.wrong-quantity": {
    status: "BAD_REQUEST",
    message: "Please enter a whole number from 0 to 1000.",
  },
  "order.price-changed": {
    status: "CONFLICT",
    message: "The price has changed. Check the new total and place your order again.",
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
    message: "A shipment to this address is booked. Cancel the shipment, then change the address.",
  },
  "order.recipient-underway": {
    status: "CONFLICT",
    message: "The courier has this parcel, so you can no longer change the address.",
  },
  "order.recipient-unclear": {
    status: "CONFLICT",
    message:
      "The courier did not confirm this booking. Book it again (we check first), then cancel it.",
  },
  "order.recipient-over": {
    status: "CONFLICT",
    message: "This order will not be sent, so its address cannot be changed.",
  },
  "order.unknown-service": {
    status: "BAD_REQUEST",
    message: "This delivery option is not available. Choose another one.",
  },
} as const satisfies Refusals;
