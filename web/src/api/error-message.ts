import type { AppRouter } from "@portal/server/app-router.ts";
import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { isRequestReason } from "@portal/shared/platform/request-reason.ts";
import { isTRPCClientError } from "@trpc/client";

/** How tRPC names JSON that is no answer to a call; it exports no class for that. */
const notOfACall = "Unable to transform response from server";
const unknownFailure = "An error occurred";
export const noLine = "We could not reach the shop. Please check your connection and try again.";
/** Of an answer that is no answer of ours, such as a bare 500 or the page of a proxy. */
export const shopFault = "An error occurred on our side. Try again in a few minutes.";

/** What a person reads when a call failed. A refusal brings its own words; a bug gets one honest sentence. */
export function errorMessage(error: unknown): string {
  if (error instanceof Error && reasonOf(error) !== null) return error.message;
  if (isOfFields(error)) return "Please complete all fields before saving.";
  if (isUnreachable(error)) return isGarbled(error) ? shopFault : noLine;
  return unknownFailure;
}

/** The refusal's stable code, which comes with words for people; null for a bug and a broken line. */
export function reasonOf(error: unknown): DomainErrorCode | null {
  if (!isTRPCClientError<AppRouter>(error)) return null;
  const reason = error.data?.reason ?? null;
  return reason === null || isRequestReason(reason) ? null : reason;
}

/** What the server found wrong with single fields, ready for a Mantine form's `setErrors`. */
export function fieldErrors(error: unknown): Record<string, string> {
  return isTRPCClientError<AppRouter>(error) ? (error.data?.fieldErrors ?? {}) : {};
}

/** All that is wrong stands beside a field already. */
export function isOfFields(error: unknown): boolean {
  return Object.keys(fieldErrors(error)).length > 0;
}

/** The number under which the server's log has a failure. */
export function correlationId(error: unknown): string | null {
  return isTRPCClientError<AppRouter>(error) ? (error.data?.correlationId ?? null) : null;
}

/** The session is over, or there never was one. A wrong password or code is no such thing. */
export function isSignedOut(error: unknown): boolean {
  const reason = reasonOf(error);
  return (
    isTRPCClientError<AppRouter>(error) &&
    error.data?.code === "UNAUTHORIZED" &&
    reason !== "access.wrong-credentials" &&
    reason !== "access.wrong-code"
  );
}

/** Another tab of this browser signed in as somebody else. */
export function isOtherPerson(error: unknown): boolean {
  return reasonOf(error) === "access.other-person";
}

/** The server answered, and would answer the same again: no use in repeating the call. */
export function isAnswered(error: unknown): boolean {
  return isTRPCClientError<AppRouter>(error) && (error.data?.httpStatus ?? 500) < 500;
}

/** No answer of the shop came, so nobody knows whether the call was carried out. */
export function isUnreachable(error: unknown): boolean {
  return isTRPCClientError<AppRouter>(error) && !error.data;
}

/** Something did answer, but not in JSON or not in the form of a call: the line is there. */
function isGarbled(error: unknown): boolean {
  if (!isTRPCClientError<AppRouter>(error) || error.data) return false;
  return error.cause instanceof SyntaxError || error.message === notOfACall;
}
