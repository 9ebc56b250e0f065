import type { Refusals } from "./refusals.ts";

/** Who may do what, and requests that cannot be read. */
export const accessRefusals = {
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
  "access.captcha-needed": {
    status: "TOO_MANY_REQUESTS",
    message: "Many wrong codes were entered. We check that you are a person; please try again.",
  },
  "access.codes-closed": {
    status: "TOO_MANY_REQUESTS",
    message:
      "Too many wrong codes were entered, so codes do not work for now. Ask for a link by email.",
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
  "request.reused-key": {
    status: "CONFLICT",
    message: "This request was already used for something else.",
  },
  "request.differs": {
    status: "BAD_REQUEST",
    message: "The address and the body of the request say different things.",
  },
  "request.unknown-item": { status: "NOT_FOUND", message: "There is no such item." },
  "request.unknown-entity": { status: "NOT_FOUND", message: "There is no such kind of item." },
  "request.in-progress": { status: "CONFLICT", message: "Already in progress." },
  "request.busy": { status: "SERVICE_UNAVAILABLE", message: "We are busy. Please try again." },
} as const satisfies Refusals;
