import { DomainError, domainErrors } from "@portal/shared/platform/domain-error.ts";
import pg from "pg";

/**
 * What PostgreSQL says when it cannot serve us now: time limits, shut-down, too many connections, a full disk, and a server
 * that another one has taken over from, which only reads.
 */
const busyStates = new Set([
  "55P03",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "53100",
  "25P03",
  "25006",
]);
/** A deadlock, and a transaction that another one was quicker than: PostgreSQL chose this one to be begun again. */
const chosenStates = new Set(["40P01", "40001"]);
const lostConnection =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|terminated|connection timeout|timeout exceeded|not queryable/i;

/** Whether the same request may succeed in a moment, as it is. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    busyStates.has(code) ||
    chosenStates.has(code) ||
    code.startsWith("08") ||
    lostConnection.test(`${code} ${error.message}`)
  );
}

/** Whether every other command would meet the same now, so that nobody has to wait to be told. */
export function isForEveryone(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && chosenStates.has(error.code ?? "")) return false;
  if (!(error instanceof DomainError)) return isBusy(error);
  return domainErrors[error.code].status === "SERVICE_UNAVAILABLE";
}

/** A lock that somebody else holds, of a row or of anything, kept a statement longer than it may wait. */
export function isHeld(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}

export function asBusy(error: unknown): unknown {
  if (!isBusy(error)) return error;
  const busy = new DomainError("request.busy");
  busy.cause = error;
  return busy;
}
