/**
 * Every way a command can be refused, in one table. The key travels over the wire; the status tells
 * HTTP what happened; the message is what a person reads. A key that shipped is never renamed.
 */
export const domainErrors = {
  "access.sign-in-required": { status: "UNAUTHORIZED", message: "Please sign in." },
  "access.forbidden": { status: "FORBIDDEN", message: "You are not allowed to do that." },
  "access.wrong-credentials": {
    status: "UNAUTHORIZED",
    message: "The email or password is incorrect, please try again.",
  },
  "access.too-many-tries": {
    status: "TOO_MANY_REQUESTS",
    message: "Too many tries. Please wait a moment and try again.",
  },
  "access.wrong-code": {
    status: "UNAUTHORIZED",
    message: "The code you entered is incorrect, please try again.",
  },
  "access.password-needed": {
    status: "FORBIDDEN",
    message: "Please enter your password to go on.",
  },
  "access.not-while-impersonating": {
    status: "FORBIDDEN",
    message: "This cannot be changed while you are signed in as somebody else.",
  },
  "access.nobody-else": {
    status: "CONFLICT",
    message: "You are not signed in as somebody else.",
  },
  "access.other-person": {
    status: "CONFLICT",
    message: "You are signed in as somebody else in another tab. Please reload the page.",
  },
  "access.not-a-person": {
    status: "BAD_REQUEST",
    message: "Could not submit! Please email us instead!",
  },
  "account.unknown": { status: "NOT_FOUND", message: "We could not find that user." },
  "account.email-in-use": {
    status: "CONFLICT",
    message: "This email address is already in use.",
  },
  "account.own-email": {
    status: "FORBIDDEN",
    message: "An email of the office is changed by its owner alone, in My profile.",
  },
  "account.link-ended": {
    status: "NOT_FOUND",
    message: "This link was used already or is too old. Please ask for a new one.",
  },
  "account.already-verified": {
    status: "CONFLICT",
    message: "This person has finished the registration already.",
  },
  "account.common-password": {
    status: "BAD_REQUEST",
    message: "This password is easy to guess. Please choose another one.",
  },
  "account.wrong-phone": { status: "BAD_REQUEST", message: "Please enter a valid number" },
  "account.wrong-cell": { status: "BAD_REQUEST", message: "Please enter a valid cell number" },
  "account.no-area": { status: "BAD_REQUEST", message: "Please enter an area" },
  "account.not-a-customer": {
    status: "CONFLICT",
    message: "Only a customer can be converted.",
  },
  "account.not-impersonable": {
    status: "FORBIDDEN",
    message: "You cannot sign in as another admin or developer.",
  },
  "account.inactive": { status: "CONFLICT", message: "This user is deleted." },
  "account.erased": { status: "CONFLICT", message: "This person is erased already." },
  "account.open-payout": {
    status: "CONFLICT",
    message: "This account has an open payout request; settle or reject it first.",
  },
  "account.money-due": {
    status: "CONFLICT",
    message: "This member is owed commission; pay it out first.",
  },
  "account.active": { status: "CONFLICT", message: "This user is not deleted." },
  "account.no-company": { status: "BAD_REQUEST", message: "Company required." },
  "account.yourself": { status: "CONFLICT", message: "You cannot do that to yourself." },
  "account.not-of-role": {
    status: "BAD_REQUEST",
    message: "That does not belong to somebody of this role.",
  },
  "bankline.unknown": { status: "NOT_FOUND", message: "We could not find that bank line." },
  "bankline.decided": {
    status: "CONFLICT",
    message: "This bank line was dealt with already.",
  },
  "bankline.wrong-sum": {
    status: "BAD_REQUEST",
    message: "The amounts do not add up to the bank line.",
  },
  "bankline.unreadable": {
    status: "BAD_REQUEST",
    message: "This file cannot be read as a bank statement.",
  },
  "plan.no-simulation": { status: "NOT_FOUND", message: "We could not find that simulation." },
  "plan.simulations-busy": {
    status: "TOO_MANY_REQUESTS",
    message: "Other simulations are under way. Please try again when they are done.",
  },
  "plan.not-simulated": {
    status: "CONFLICT",
    message: "Only a plan that was simulated can be published. Please simulate this one.",
  },
  "plan.outdated": {
    status: "CONFLICT",
    message: "Another plan was published meanwhile. Please simulate this one again.",
  },
  "plan.above-ceiling": {
    status: "BAD_REQUEST",
    message: "This plan gives out more than its ceiling. Please confirm that this is wanted.",
  },
  "plan.in-force": { status: "CONFLICT", message: "This plan is in force already." },
  "plan.one-waiting": {
    status: "CONFLICT",
    message: "A plan is waiting for its day. Withdraw it before you publish another one.",
  },
  "plan.not-waiting": { status: "CONFLICT", message: "This plan does not wait any more." },
  "plan.day-is-over": {
    status: "BAD_REQUEST",
    message: "Please choose a day to come; a plan never reaches back.",
  },
  "plan.day-too-far": {
    status: "BAD_REQUEST",
    message: "Please choose a day within a year; a plan never waits longer.",
  },
  "settlement.unreadable": {
    status: "BAD_REQUEST",
    message: "This file cannot be read as a settlement of the card provider.",
  },
  "cardmatch.period-too-long": {
    status: "BAD_REQUEST",
    message: "Please choose a period of at most three months.",
  },
  "notification.unknown": {
    status: "NOT_FOUND",
    message: "We could not find that notification.",
  },
  "notification.applied": {
    status: "CONFLICT",
    message: "This notification paid its order already.",
  },
  "contact.wrong-cell": {
    status: "BAD_REQUEST",
    message: "Please enter a 10 digit cell number e.g 0821234567.",
  },
  "message.unknown": { status: "NOT_FOUND", message: "We could not find that message." },
  "message.holds-secret": {
    status: "CONFLICT",
    message: "A code or link is not sent again. Please have a new one sent.",
  },
  "edit.changed-meanwhile": {
    status: "CONFLICT",
    message: "Somebody else changed this meanwhile. Please load it again.",
  },
  "settings.currency-in-use": {
    status: "CONFLICT",
    message: "Orders were placed in the present currency, so it stays.",
  },
  "product.unknown": { status: "NOT_FOUND", message: "We could not find that product." },
  "product.ordered": {
    status: "CONFLICT",
    message: "This product was ordered before. Please tick Discontinued instead.",
  },
  "product.delivery": {
    status: "CONFLICT",
    message: "There is one DELIVERY product, always in stock: parcels are charged with it.",
  },
  "testimonial.unknown": { status: "NOT_FOUND", message: "We could not find that testimonial." },
  "upload.unknown": { status: "NOT_FOUND", message: "We could not find that file." },
  "upload.no-file": { status: "BAD_REQUEST", message: "Please choose a file." },
  "upload.wrong-kind": {
    status: "BAD_REQUEST",
    message: "This kind of file is not accepted here.",
  },
  "upload.too-large": { status: "BAD_REQUEST", message: "This file is too large." },
  "upload.unreadable-picture": {
    status: "BAD_REQUEST",
    message: "This picture cannot be read. Please save it as JPEG or PNG and try again.",
  },
  "upload.wrong-fields": { status: "BAD_REQUEST", message: "The form cannot be read." },
  "upload.no-room": {
    status: "SERVICE_UNAVAILABLE",
    message: "There is no room for more files. Please tell whoever looks after the server.",
  },
  "upload.quota": {
    status: "TOO_MANY_REQUESTS",
    message: "That is all that one person may upload in a day. Please go on tomorrow.",
  },
  "upload.in-use": {
    status: "CONFLICT",
    message: "The shop shows this picture. Please put another one in its place first.",
  },
  "request.reused-key": {
    status: "CONFLICT",
    message: "This request was already used for something else.",
  },
  "request.differs": {
    status: "BAD_REQUEST",
    message: "The address and the body of the request say different things.",
  },
  "request.unknown-entity": { status: "NOT_FOUND", message: "There is no such kind of item." },
  "request.in-progress": { status: "CONFLICT", message: "Already in progress." },
  "request.busy": { status: "SERVICE_UNAVAILABLE", message: "We are busy. Please try again." },

  "order.empty": {
    status: "BAD_REQUEST",
    message:
      "Please set the quantity you would like above and add/select a recipient below before you can proceed.",
  },
  "order.stock-issues": {
    status: "CONFLICT",
    message: "We are temporarily unable to take new orders.",
  },
  "order.use-office": {
    status: "FORBIDDEN",
    message: "Please place your orders in the office portal.",
  },
  "order.unknown": { status: "NOT_FOUND", message: "We could not find that order." },
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
  "order.wrong-quantity": {
    status: "BAD_REQUEST",
    message: "Please enter a whole number from 0 to 1000.",
  },
  "order.unknown-product": { status: "BAD_REQUEST", message: "We do not sell that product." },
  "order.product-unavailable": {
    status: "CONFLICT",
    message: "A product in this order is not available.",
  },
  "order.unknown-address": {
    status: "BAD_REQUEST",
    message: "We could not find that recipient.",
  },
  "order.unknown-service": {
    status: "BAD_REQUEST",
    message: "This delivery is not offered. Please choose another one.",
  },
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
  "address.unknown-place": { status: "BAD_REQUEST", message: "Please select a place." },
  "address.other-country": {
    status: "BAD_REQUEST",
    message: "This shop does not deliver to that country.",
  },
  "address.last": {
    status: "CONFLICT",
    message: "This is your only recipient. Please add another one first.",
  },

  "network.unknown-member": { status: "NOT_FOUND", message: "We could not find that member." },
  "network.already-enrolled": {
    status: "CONFLICT",
    message: "This person is already in the network.",
  },
  "network.code-taken": { status: "CONFLICT", message: "This code is already used." },
  "network.wrong-parent": {
    status: "CONFLICT",
    message: "That member cannot be the parent at this level.",
  },
  "network.inactive-parent": { status: "CONFLICT", message: "That member is not active." },
  "network.cycle": { status: "CONFLICT", message: "A member cannot be placed below itself." },
  "network.wrong-kind": { status: "CONFLICT", message: "That does not fit this kind of member." },
  "network.not-upliftable": {
    status: "CONFLICT",
    message: "Only a level 2 distributor can be uplifted.",
  },
  "network.already-active": { status: "CONFLICT", message: "This member is already active." },
  "network.already-inactive": { status: "CONFLICT", message: "This member is already inactive." },

  "month.not-over": { status: "CONFLICT", message: "This month is not over yet." },
  "month.already-closed": { status: "CONFLICT", message: "This month is closed already." },
  "month.out-of-order": {
    status: "CONFLICT",
    message: "Months are closed in order: please close the one before first.",
  },
  "month.wrong-facts": {
    status: "CONFLICT",
    message: "This closing does not go on from the one before it.",
  },
  "statement.unknown": { status: "NOT_FOUND", message: "We could not find that statement." },
  "wallet.no-bank-details": {
    status: "CONFLICT",
    message: "Please add your bank details before you request a payout.",
  },
  "wallet.nothing-due": {
    status: "CONFLICT",
    message: "There is no unpaid commission to pay out.",
  },
  "wallet.still-maturing": {
    status: "CONFLICT",
    message: "What you earned is still maturing. You can ask for it once its time is over.",
  },
  "wallet.below-minimum": {
    status: "CONFLICT",
    message: "This is less than the smallest payout.",
  },
  "wallet.unknown-entry": {
    status: "NOT_FOUND",
    message: "We could not find that entry in your wallet.",
  },
  "wallet.question-open": {
    status: "CONFLICT",
    message: "You asked about this entry already. The office answers as soon as it can.",
  },
  "wallet.question-unknown": {
    status: "NOT_FOUND",
    message: "We could not find that question.",
  },
  "wallet.question-answered": {
    status: "CONFLICT",
    message: "This question was answered already.",
  },
  "wallet.wrong-amounts": {
    status: "CONFLICT",
    message: "The amounts do not agree with the wallet.",
  },
  "wallet.balance-too-small": {
    status: "CONFLICT",
    message: "There is not enough commission to turn into credit.",
  },
  "wallet.credit-too-small": { status: "CONFLICT", message: "There is not enough credit." },
  "payout.unknown": { status: "NOT_FOUND", message: "We could not find that payout request." },
  "payout.already-requested": { status: "CONFLICT", message: "Already in progress" },
  "payout.already-paid": { status: "CONFLICT", message: "This payout request is already paid." },
  "payout.on-hold": {
    status: "CONFLICT",
    message:
      "The bank details were changed in the last 48 hours. Please confirm them with the person first.",
  },
  "payout.already-rejected": {
    status: "CONFLICT",
    message: "This payout request was already rejected.",
  },
  "payout.in-batch": {
    status: "CONFLICT",
    message: "Already in progress: it is in a payment batch that is open.",
  },
  "payout.second-person": {
    status: "CONFLICT",
    message: "Somebody else has to approve this payout before you can pay it.",
  },
  "payout.own": { status: "FORBIDDEN", message: "Nobody approves a payout to themselves." },
  "payout.already-approved": {
    status: "CONFLICT",
    message: "You have approved this payout already.",
  },
  "payout.no-bank-details": {
    status: "CONFLICT",
    message: "There are no bank details to pay to.",
  },
  "payout.wrong-account": {
    status: "CONFLICT",
    message: "The account number cannot be right: please ask the person.",
  },
  "payout.no-branch-code": {
    status: "CONFLICT",
    message: "The branch code is missing, and the bank is not one that we know the code of.",
  },
  "payout.changed-meanwhile": {
    status: "CONFLICT",
    message: "The payout requests changed meanwhile. Please look at them again.",
  },
  "payout.wrong-requests": {
    status: "BAD_REQUEST",
    message: "These payout requests cannot be saved.",
  },
  "batch.unknown": { status: "NOT_FOUND", message: "We could not find that payment batch." },
  "batch.settled": { status: "CONFLICT", message: "This payment batch is closed already." },
  "batch.nothing-to-pay": {
    status: "CONFLICT",
    message: "None of these payouts can go into a payment batch.",
  },
  "batch.no-own-account": {
    status: "CONFLICT",
    message: "The shop’s own bank account is not set, so no bank file can be made.",
  },
  "batch.details-changed": {
    status: "CONFLICT",
    message:
      "Bank details in this batch were changed since it was made. Please cancel it and make a new one.",
  },
  "batch.unreadable": { status: "BAD_REQUEST", message: "We could not read this bank statement." },

  "ledger.wrong-stream": {
    status: "BAD_REQUEST",
    message: "This event does not belong in that stream.",
  },
} as const satisfies Record<string, { status: DomainErrorStatus; message: string }>;

export type DomainErrorStatus =
  | "BAD_REQUEST"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "CONFLICT"
  | "TOO_MANY_REQUESTS"
  | "SERVICE_UNAVAILABLE";
export type DomainErrorCode = keyof typeof domainErrors;

/** An expected refusal. Anything else that is thrown is a bug and becomes a 500. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: DomainErrorCode;
  /** The field that the sentence stands beside in a form; null where it is about the whole. */
  readonly field: string | null;

  /** A text names the very thing (a product, a member), where the sentence alone would leave a question. */
  constructor(code: DomainErrorCode, about?: string | Readonly<{ field: string }>) {
    const { message } = domainErrors[code];
    super(typeof about === "string" ? `${message} (${about})` : message);
    this.code = code;
    this.field = typeof about === "object" ? about.field : null;
  }
}

export function isDomainErrorCode(value: unknown): value is DomainErrorCode {
  return typeof value === "string" && Object.hasOwn(domainErrors, value);
}
