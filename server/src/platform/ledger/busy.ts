import { DomainError, domainErrors } from "@portal/shared/platform/domain-error.ts";
import pg from "pg";

/**
 * SQLSTATEs of a server that cannot serve now: timeouts, shutdown, too many connections, a full disk, and a former primary
 * that only reads since a failover.
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
/** Deadlock and serialization failure: PostgreSQL chose this transaction to be retried. */
const retryStates = new Set(["40P01", "40001"]);
const lostConnection =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|terminated|connection timeout|timeout exceeded|not queryable/i;

/** Whether the same request may succeed on a retry. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    busyStates.has(code) ||
    retryStates.has(code) ||
    code.startsWith("08") ||
    lostConnection.test(`${code} ${error.message}`)
  );
}

/** Whether every other command would fail in the same way now, so that none has to wait for it. */
export function isForEveryone(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && retryStates.has(error.code ?? "")) return false;
  if (!(error instanceof DomainError)) return isBusy(error);
  return domainErrors[error.code].status === "SERVICE_UNAVAILABLE";
}

/** Whether a statement waited longer than it may for a lock that another transaction holds. */
export function isHeld(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}

export function asBusy(error: unknown): unknown {
  if (!isBusy(error)) return error;
  const busy = new DomainError("request.busy");
  busy.cause = error;
  return busy;
}
