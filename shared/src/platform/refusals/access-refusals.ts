import {
  badRequest,
  conflict,
  forbidden,
  notFound,
  tooManyRequests,
  unauthorized,
  unavailable,
  type Refusals,
} from "./refusals.ts";

/** Access, and malformed requests. */
export const accessRefusals = {
  "access.sign-in-required": unauthorized("Sign in to continue."),
  "access.forbidden": forbidden("You do not have access to this."),
  "access.wrong-credentials": unauthorized("The email or password is incorrect. Try again."),
  "access.too-many-tries": tooManyRequests("Too many attempts. Wait a moment and try again."),
  "access.captcha-needed": tooManyRequests(
    "Too many wrong codes. We need to check that you are a person. Try again.",
  ),
  "access.codes-closed": tooManyRequests(
    "Too many wrong codes, so codes are turned off for now. Request a link by email instead.",
  ),
  "access.wrong-code": unauthorized("The code you entered is incorrect, please try again."),
  "access.password-needed": forbidden("Enter your password to continue."),
  "access.factor-missing": unauthorized("Finish signing in with your passkey or one-time code."),
  "access.factor-needed": forbidden("Confirm with your passkey or one-time code to continue."),
  "access.wrong-factor": unauthorized("That did not match. Try again."),
  "access.new-password-needed": tooManyRequests(
    "Too many wrong codes. Choose a new password first: we have emailed you a link.",
  ),
  "access.no-set-up": forbidden("Open the link that we emailed you to set this up."),
  "access.ask-admins": forbidden(
    "Ask the admins to deactivate and restore your account. Then you can set up a new second step.",
  ),
  "access.account-locked": forbidden(
    "This account is locked. We have emailed you a link to unlock it.",
  ),
  "access.not-while-impersonating": forbidden(
    "You cannot change this while viewing as another user.",
  ),
  "access.nobody-else": conflict("You are not viewing as another user."),
  "access.other-person": conflict(
    "You are viewing as another user in another tab. Reload the page.",
  ),
  "access.not-a-person": badRequest("Could not submit! Please email us instead!"),
  "request.reused-key": conflict("This request has already been used for something else."),
  "request.differs": badRequest("The URL and the request body do not match."),
  "request.unknown-item": notFound("We could not find that item."),
  "request.unknown-entity": notFound("There is no such type of item."),
  "request.in-progress": conflict("Already in progress."),
  "request.busy": unavailable("The shop is busy. Try again in a moment."),
} satisfies Refusals;
