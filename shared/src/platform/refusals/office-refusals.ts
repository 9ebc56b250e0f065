import type { Refusals } from "./refusals.ts";

/** What the office edits and uploads. */
export const officeRefusals = {
  "edit.changed-meanwhile": {
    status: "CONFLICT",
    message: "Somebody else changed this meanwhile. Please load it again.",
  },
  "proposal.unknown": { status: "NOT_FOUND", message: "We could not find what was proposed." },
  "proposal.own": {
    status: "FORBIDDEN",
    message: "You proposed it: somebody else has to confirm it.",
  },
  "proposal.too-close": {
    status: "FORBIDDEN",
    message:
      "One of you made the other an admin in the last 30 days: somebody else has to confirm it.",
  },
  "proposal.settled": { status: "CONFLICT", message: "This was decided already." },
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
  "content.empty": { status: "BAD_REQUEST", message: "Please write something." },
  "export.too-long": {
    status: "BAD_REQUEST",
    message: "That is more than fits one file. Please choose a shorter period or one status.",
  },
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
  "upload.wrong-captions": {
    status: "BAD_REQUEST",
    message: "These are no captions that a player can read. Please choose a WebVTT file (.vtt).",
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
} as const satisfies Refusals;

/** What banks and providers send, months, the plan and the ledger. */
export const projectionRefusals = {
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
  "notification.forgotten": {
    status: "CONFLICT",
    message:
      "What this notification said was deleted after its time, so it cannot be checked again.",
  },
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
  "ledger.newer-release": {
    status: "SERVICE_UNAVAILABLE",
    message: "We are updating the shop. Please try again in a few minutes.",
  },
  "ledger.projections-behind": {
    status: "SERVICE_UNAVAILABLE",
    message: "We are bringing our figures up to date. Please try again in a few minutes.",
  },
  "ledger.wrong-stream": {
    status: "BAD_REQUEST",
    message: "This event does not belong in that stream.",
  },
} as const satisfies Refusals;
