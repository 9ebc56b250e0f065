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
