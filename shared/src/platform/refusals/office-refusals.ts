import type { Refusals } from "./refusals.ts";

/** Content and uploads of the office. */
export const officeRefusals = {
  "edit.changed-meanwhile": {
    status: "CONFLICT",
    message: "Someone else has changed this. Reload to see the latest version.",
  },
  "proposal.unknown": { status: "NOT_FOUND", message: "We could not find that change." },
  "proposal.own": {
    status: "FORBIDDEN",
    message: "You proposed this, so someone else must confirm it.",
  },
  "proposal.too-close": {
    status: "FORBIDDEN",
    message:
      "One of you made the other an admin in the last 30 days, so someone else must confirm it.",
  },
  "proposal.settled": { status: "CONFLICT", message: "This has already been decided." },
  "settings.currency-in-use": {
    status: "CONFLICT",
    message: "You cannot change the currency because orders exist in it.",
  },
  "product.unknown": { status: "NOT_FOUND", message: "We could not find that product." },
  "product.many-waiting": {
    status: "TOO_MANY_REQUESTS",
    message: "Too many people are waiting for this product. Look again in a few days.",
  },
  "product.in-stock": {
    status: "CONFLICT",
    message: "This product is back in stock. Reload the page to order it.",
  },
  "product.ordered": {
    status: "CONFLICT",
    message: "This product has been ordered, so you cannot delete it. Select Discontinued instead.",
  },
  "product.delivery": {
    status: "CONFLICT",
    message:
      "The DELIVERY product is used to charge for parcels, so it must stay in stock and there can only be one.",
  },
  "testimonial.unknown": { status: "NOT_FOUND", message: "We could not find that testimonial." },
  "content.empty": { status: "BAD_REQUEST", message: "Enter a text." },
  "export.too-long": {
    status: "BAD_REQUEST",
    message: "Too many rows for one file. Choose a shorter period or one status.",
  },
  "upload.unknown": { status: "NOT_FOUND", message: "We could not find that file." },
  "upload.no-file": { status: "BAD_REQUEST", message: "Choose a file." },
  "upload.wrong-kind": {
    status: "BAD_REQUEST",
    message: "This kind of file is not accepted here.",
  },
  "upload.too-large": { status: "BAD_REQUEST", message: "This file is too large." },
  "upload.unreadable-picture": {
    status: "BAD_REQUEST",
    message: "We could not read this picture. Save it as JPEG or PNG and try again.",
  },
  "upload.wrong-captions": {
    status: "BAD_REQUEST",
    message: "We could not read these captions. Choose a WebVTT file (.vtt).",
  },
  "upload.wrong-fields": { status: "BAD_REQUEST", message: "We could not read the form." },
  "upload.no-room": {
    status: "SERVICE_UNAVAILABLE",
    message: "The disk is full. Contact your server administrator.",
  },
  "upload.quota": {
    status: "TOO_MANY_REQUESTS",
    message: "You have reached today’s upload limit. Try again tomorrow.",
  },
  "upload.in-use": {
    status: "CONFLICT",
    message: "This picture is in use. Replace it first.",
  },
} as const satisfies Refusals;

/** Bank and provider data, months, the plan and the ledger. */
export const projectionRefusals = {
  "bankline.unknown": { status: "NOT_FOUND", message: "We could not find that bank transaction." },
  "bankline.decided": {
    status: "CONFLICT",
    message: "This transaction has already been processed.",
  },
  "bankline.wrong-sum": {
    status: "BAD_REQUEST",
    message: "The amounts do not add up to the transaction.",
  },
  "bankline.unreadable": {
    status: "BAD_REQUEST",
    message: "We could not read this file as a bank statement.",
  },
  "ledgerrun.waiting": {
    status: "CONFLICT",
    message: "Another run is in progress. Try again when it has finished.",
  },
  "plan.no-simulation": { status: "NOT_FOUND", message: "We could not find that plan test." },
  "plan.simulations-busy": {
    status: "TOO_MANY_REQUESTS",
    message: "Another plan test is running. Try again when it finishes.",
  },
  "plan.not-simulated": {
    status: "CONFLICT",
    message: "Test this plan before you publish it.",
  },
  "plan.outdated": {
    status: "CONFLICT",
    message: "Another plan has been published since. Test this one again.",
  },
  "plan.above-ceiling": {
    status: "BAD_REQUEST",
    message: "This plan pays more than the limit. Confirm that you want this.",
  },
  "plan.in-force": { status: "CONFLICT", message: "This plan already applies." },
  "plan.one-waiting": {
    status: "CONFLICT",
    message: "Another plan is already scheduled. Cancel it before you publish this one.",
  },
  "plan.not-waiting": { status: "CONFLICT", message: "This plan is no longer scheduled." },
  "plan.day-is-over": {
    status: "BAD_REQUEST",
    message: "Choose a future date. A plan cannot apply to the past.",
  },
  "plan.day-too-far": {
    status: "BAD_REQUEST",
    message: "Choose a date within the next year.",
  },
  "settlement.unreadable": {
    status: "BAD_REQUEST",
    message: "We could not read this file as a settlement file.",
  },
  "cardmatch.decided": {
    status: "CONFLICT",
    message: "This exception has changed. Reload to see the latest version.",
  },
  "cardmatch.period-too-long": {
    status: "BAD_REQUEST",
    message: "Choose a period of three months or less.",
  },
  "notification.unknown": {
    status: "NOT_FOUND",
    message: "We could not find that notification.",
  },
  "notification.applied": {
    status: "CONFLICT",
    message: "This notification has already been applied.",
  },
  "notification.forgotten": {
    status: "CONFLICT",
    message: "This notification’s data has been deleted, so it cannot be checked again.",
  },
  "month.not-over": { status: "CONFLICT", message: "This month is not over yet." },
  "month.already-closed": { status: "CONFLICT", message: "This month is already closed." },
  "month.out-of-order": {
    status: "CONFLICT",
    message: "Close the earlier month first.",
  },
  "month.wrong-facts": {
    status: "CONFLICT",
    message: "This closing does not continue from the previous one.",
  },
  "statement.unknown": { status: "NOT_FOUND", message: "We could not find that statement." },
  "ledger.newer-release": {
    status: "SERVICE_UNAVAILABLE",
    message: "We are updating the shop. Try again in a few minutes.",
  },
  "ledger.projections-behind": {
    status: "SERVICE_UNAVAILABLE",
    message: "We are bringing our figures up to date. Try again in a few minutes.",
  },
  "ledger.wrong-stream": {
    status: "BAD_REQUEST",
    message: "This event does not belong in that stream.",
  },
} as const satisfies Refusals;
