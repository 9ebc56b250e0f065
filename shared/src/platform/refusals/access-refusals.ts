import type { Refusals } from "./refusals.ts";

/** Access, and malformed requests. */
export const accessRefusals = {
  "access.sign-in-required": { status: "UNAUTHORIZED", message: "Sign in to continue." },
  "access.forbidden": { status: "FORBIDDEN", message: "You do not have access to this." },
  "access.wrong-credentials": {
    status: "UNAUTHORIZED",
    message: "The email or password is incorrect. Try again.",
  },
  "access.too-many-tries": {
    status: "TOO_MANY_REQUESTS",
    message: "Too many attempts. Wait a moment and try again.",
  },
  "access.captcha-needed": {
    status: "TOO_MANY_REQUESTS",
    message: "Too many wrong codes. We need to check that you are a person. Try again.",
  },
  "access.codes-closed": {
    status: "TOO_MANY_REQUESTS",
    message:
      "Too many wrong codes, so codes are turned off for now. Request a link by email instead.",
  },
  "access.wrong-code": {
    status: "UNAUTHORIZED",
    message: "The code you entered is incorrect, please try again.",
  },
  "access.password-needed": {
    status: "FORBIDDEN",
    message: "Enter your password to continue.",
  },
  "access.not-while-impersonating": {
    status: "FORBIDDEN",
    message: "You cannot change this while viewing as another user.",
  },
  "access.nobody-else": {
    status: "CONFLICT",
    message: "You are not viewing as another user.",
  },
  "access.other-person": {
    status: "CONFLICT",
    message: "You are viewing as another user in another tab. Reload the page.",
  },
  "access.not-a-person": {
    status: "BAD_REQUEST",
    message: "Could not submit! Please email us instead!",
  },
  "request.reused-key": {
    status: "CONFLICT",
    message: "This request has already been used for something else.",
  },
  "request.differs": {
    status: "BAD_REQUEST",
    message: "The URL and the request body do not match.",
  },
  "request.unknown-item": { status: "NOT_FOUND", message: "We could not find that item." },
  "request.unknown-entity": { status: "NOT_FOUND", message: "There is no such type of item." },
  "request.in-progress": { status: "CONFLICT", message: "Already in progress." },
  "request.busy": {
    status: "SERVICE_UNAVAILABLE",
    message: "The shop is busy. Try again in a moment.",
  },
} as const satisfies Refusals;
