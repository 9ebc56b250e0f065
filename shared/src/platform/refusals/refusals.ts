/** Maps to the HTTP status of a refusal. */
export type DomainErrorStatus =
  | "BAD_REQUEST"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "CONFLICT"
  | "TOO_MANY_REQUESTS"
  | "SERVICE_UNAVAILABLE";

type Refusal = Readonly<{ status: DomainErrorStatus; message: string }>;

/** A part of the table of refusals, by code. */
export type Refusals = Readonly<Record<string, Refusal>>;

const refusalWith =
  (status: DomainErrorStatus) =>
  (message: string): Refusal => ({ status, message });

export const badRequest = refusalWith("BAD_REQUEST");
export const unauthorized = refusalWith("UNAUTHORIZED");
export const forbidden = refusalWith("FORBIDDEN");
export const notFound = refusalWith("NOT_FOUND");
export const conflict = refusalWith("CONFLICT");
export const tooManyRequests = refusalWith("TOO_MANY_REQUESTS");
export const unavailable = refusalWith("SERVICE_UNAVAILABLE");
