import { nothingOrdered, stockIssuesWords } from "../constants.ts";
import {
  badRequest,
  conflict,
  forbidden,
  notFound,
  tooManyRequests,
  unavailable,
  type Refusals,
} from "./refusals.ts";

/** Placing, paying and changing orders. */
export const orderRefusals = {
  "order.empty": badRequest(nothingOrdered),
  "order.stock-issues": conflict(stockIssuesWords),
  "order.too-long-for-post": conflict(
    "The post does not take a text of this recipient. Correct the recipient of the order.",
  ),
  "order.use-office": forbidden("Place your orders in the office portal."),
  "order.no-room": unavailable(
    "We cannot take orders at the moment. Your order was not placed. Try again later.",
  ),
  "order.too-many-from-here": tooManyRequests(
    "Too many orders from your internet connection. Sign in to order now, or try again later.",
  ),
  "order.too-many-of-account": tooManyRequests(
    "This account has placed many orders. Try again later, or contact us if you need more.",
  ),
  "order.made-by-another": forbidden(
    "This order was made before you signed in or out. It was not placed. Check your order and place it again.",
  ),
  "order.unknown": notFound("We could not find that order."),
  "order.money-due": conflict("Refund or record the payments for this order first."),
  "order.to-ship": conflict("This order is paid. Ship or refund it first."),
  "order.already-placed": conflict("This order has already been placed."),
  "order.number-taken": conflict("This order number is already in use."),
  "order.wrong-total": badRequest("The lines do not add up to the total."),
  "order.not-payable": conflict("This order can no longer be paid."),
  "order.card-unavailable": unavailable(
    "The card page did not open. Try again in a minute, or pay by bank transfer.",
  ),
  "order.too-little-for-card": conflict(
    "This amount is too small to be paid by card. Pay it by bank transfer.",
  ),
  "order.already-paid": conflict("This order is already paid."),
  "order.not-fully-paid": conflict("This order is not paid in full."),
  "order.nothing-to-send": conflict("This order was refunded, so nothing of it is sent."),
  "order.part-refunded": conflict(
    "Part of this order was refunded. Open the order, check what is still to be sent, and confirm it.",
  ),
  "order.payment-repeated": conflict("This payment has already been recorded."),
  "order.payment-before-order": badRequest(
    "This payment is dated before its order. Choose the day of the order or a later one.",
  ),
  "order.payment-in-future": badRequest(
    "This payment is dated in the future. Choose today or an earlier day.",
  ),
  "order.second-payment": conflict(
    "A payment like this is already recorded. Check the bank statement before you record another one.",
  ),
  "order.unknown-payment": conflict("This payment has already been undone."),
  "order.undo-not-eft": conflict(
    "Only a bank transfer that the office recorded can be undone. Refund this payment instead.",
  ),
  "order.undo-bank-line": conflict(
    "This payment comes from a bank transaction. Undo the match under Bank payments.",
  ),
  "order.undo-sent": conflict(
    "This order is sent or ready to collect. If you undo the payment, it is sent but not paid.",
  ),
  "order.sent-unpaid": conflict(
    "This order is sent or ready to collect, but not paid. Record the payment, or get the goods back first.",
  ),
  "order.undo-refunded": conflict(
    "Money of this order has been refunded. Refund the rest instead.",
  ),
  "order.already-cancelled": conflict("This order is already cancelled."),
  "order.not-collected": conflict("No one collects this order from the office."),
  "order.paid-refund-first": conflict("This order is paid. Refund it first."),
  "order.refund-repeated": conflict("This refund has already been recorded."),
  "order.refund-too-large": conflict("This is more than the buyer paid for the order."),
  "order.refund-not-to-card": conflict(
    "This is more than the buyer paid by card. Refund the rest by bank transfer or as store credit.",
  ),
  "order.refund-only-credit": conflict(
    "This is more than the buyer paid by card or bank transfer. Refund the rest as store credit.",
  ),
  "order.refund-goods-too-small": conflict(
    "More of this refund must be for goods. Only delivery and the overpaid amount can be refunded without goods.",
  ),
  "order.refund-units-missing": conflict(
    "All goods are refunded, so all units must be refunded too.",
  ),
  "order.wrong-quantity": badRequest("Please enter a whole number from 0 to 1000."),
  "order.price-changed": conflict(
    "The price has changed. Check the new total and place your order again.",
  ),
  "order.unknown-product": badRequest("We do not sell that product."),
  "order.product-unavailable": conflict("A product in this order is not available."),
  "order.unknown-address": notFound("We could not find that recipient."),
  "order.recipient-booked": conflict(
    "A shipment to this address is booked. Cancel the shipment, then change the address.",
  ),
  "order.recipient-underway": conflict(
    "The courier has this parcel, so you can no longer change the address.",
  ),
  "order.recipient-ready": conflict(
    "This order is packed for collection, so you can no longer change the address.",
  ),
  "order.recipient-unclear": conflict(
    "The courier did not confirm this booking. Book it again (we check first), then cancel it.",
  ),
  "order.recipient-over": conflict(
    "This order will not be sent, so its address cannot be changed.",
  ),
  "order.unknown-service": badRequest("This delivery option is not available. Choose another one."),
} satisfies Refusals;
