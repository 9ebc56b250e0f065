import type { AppRouter } from "@portal/server/app-router.ts";
import type { DomainErrorCode, KnownPayments } from "@portal/shared/platform/domain-error.ts";
import { isRequestReason } from "@portal/shared/platform/request-reason.ts";
import { isTRPCClientError } from "@trpc/client";

/** The message of tRPC's error for JSON that is not a tRPC response; it exports no class for that. */
const notATrpcResponse = "Unable to transform response from server";
const unknownFailure = "An error occurred";
export const noLine = "We could not reach the shop. Please check your connection and try again.";
/** For a response that is not the server's own, such as a bare 500 or the error page of a proxy. */
export const shopFault = "An error occurred on our side. Try again in a few minutes.";

/** The text shown for a failed call: a refusal's own message, or a general one for anything else. */
export function errorMessage(error: unknown): string {
  if (error instanceof Error && reasonOf(error) !== null) return error.message;
  if (isOfFields(error)) return "Please complete all fields before saving.";
  if (isUnreachable(error)) return isForeignResponse(error) ? shopFault : noLine;
  return unknownFailure;
}

/** The stable code of a refusal, which has a message for users; null for a bug and for a lost connection. */
export function reasonOf(error: unknown): DomainErrorCode | null {
  if (!isTRPCClientError<AppRouter>(error)) return null;
  const reason = error.data?.reason ?? null;
  return reason === null || isRequestReason(reason) ? null : reason;
}

/** The server's validation errors by field, for a Mantine form's `setErrors`. */
export function fieldErrors(error: unknown): Record<string, string> {
  return isTRPCClientError<AppRouter>(error) ? (error.data?.fieldErrors ?? {}) : {};
}

/** The error consists of field errors alone, which forms show beside the fields. */
export function isOfFields(error: unknown): boolean {
  return Object.keys(fieldErrors(error)).length > 0;
}

/** Why a form was not sent, without what its fields show; null where they show all of it. */
export function besideFields<Refused>(error: Refused): Refused | null {
  return isOfFields(error) ? null : error;
}

/** What is recorded already, for a payment that may be a second one; null for any other error. */
export function knownPaymentsOf(error: unknown): KnownPayments | null {
  return isTRPCClientError<AppRouter>(error) ? (error.data?.known ?? null) : null;
}

/** The id of the failure in the server's log. */
export function correlationId(error: unknown): string | null {
  return isTRPCClientError<AppRouter>(error) ? (error.data?.correlationId ?? null) : null;
}

/** The session has ended, or there was none; not a wrong password or code, which are UNAUTHORIZED as well. */
export function isSignedOut(error: unknown): boolean {
  const reason = reasonOf(error);
  return (
    isTRPCClientError<AppRouter>(error) &&
    error.data?.code === "UNAUTHORIZED" &&
    reason !== "access.wrong-credentials" &&
    reason !== "access.wrong-code" &&
    reason !== "access.wrong-factor" &&
    reason !== "access.factor-missing"
  );
}

/** Another tab of this browser has signed in as another user. */
export function isOtherPerson(error: unknown): boolean {
  return reasonOf(error) === "access.other-person";
}

/** The server answered with a client error, which a retry would not change. */
export function isAnswered(error: unknown): boolean {
  return isTRPCClientError<AppRouter>(error) && (error.data?.httpStatus ?? 500) < 500;
}

/** There was no answer of the server, so the call may or may not have been carried out. */
export function isUnreachable(error: unknown): boolean {
  return isTRPCClientError<AppRouter>(error) && !error.data;
}

/** Something answered, but not in JSON or not as tRPC does: the connection itself works. */
function isForeignResponse(error: unknown): boolean {
  if (!isTRPCClientError<AppRouter>(error)) return false;
  return error.cause instanceof SyntaxError || error.message === notATrpcResponse;
}
