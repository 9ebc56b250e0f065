/**
 * The codes of requests that fail before any business rule applies, in addition to the codes of `domainErrors`. Users
 * see messages beside the fields, or a general error.
 */
const requestReasons = [
  "request.unknown-path",
  "request.too-large",
  "request.wrong-type",
  "request.too-many",
  "request.invalid",
  "request.failed",
] as const;
export type RequestReason = (typeof requestReasons)[number];

export function isRequestReason(reason: string): reason is RequestReason {
  return requestReasons.some((known) => known === reason);
}

/** @param status HTTP status, 400 to 599 */
export function requestReasonOf(status: number): RequestReason {
  if (status === 404) return "request.unknown-path";
  if (status === 413) return "request.too-large";
  if (status === 415) return "request.wrong-type";
  if (status === 429) return "request.too-many";
  return status < 500 ? "request.invalid" : "request.failed";
}
