import type { IncomingHttpHeaders } from "node:http";

/** W3C Trace Context: `version-trace-parent-flags`; later versions may add parts. */
const traceparent =
  /^(?<version>(?!ff)[\da-f]{2})-(?<trace>(?!0{32})[\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?<more>-.*)?$/;

/**
 * The id of a request that whoever sent it has given: the trace id of `traceparent`, else the `x-request-id` of a proxy.
 * Null if neither is well-formed, because the id is written to the log and sent back.
 */
export function requestIdFrom(headers: IncomingHttpHeaders): string | null {
  const given = headers["x-request-id"];
  return (
    traceIdIn(headers["traceparent"]) ??
    (typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : null)
  );
}

function traceIdIn(header: string | readonly string[] | undefined): string | null {
  const { version, trace, more } =
    (typeof header === "string" && traceparent.exec(header)?.groups) || {};
  if (trace === undefined || (version === "00" && more !== undefined)) return null;
  return trace;
}
