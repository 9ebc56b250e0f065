/** Maps to the HTTP status of a refusal. */
export type DomainErrorStatus =
  | "BAD_REQUEST"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "CONFLICT"
  | "TOO_MANY_REQUESTS"
  | "SERVICE_UNAVAILABLE";

/** A part of the table of refusals, by code. */
export type Refusals = Readonly<
  Record<string, Readonly<{ status: DomainErrorStatus; message: string }>>
>;
