/** What HTTP is told of a refusal. */
export type DomainErrorStatus =
  | "BAD_REQUEST"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "CONFLICT"
  | "TOO_MANY_REQUESTS"
  | "SERVICE_UNAVAILABLE";

/** A part of the table of refusals: the code, what HTTP is told, and the sentence that a person reads. */
export type Refusals = Readonly<
  Record<string, Readonly<{ status: DomainErrorStatus; message: string }>>
>;
