import type { FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";

/**
 * Whether a request came to the office portal: by a host name of the pattern, or by the very address
 * that people are sent to, so that nobody is sent round in a circle where one host serves all.
 */
export function isOfficeHost(
  request: Pick<FastifyRequest, "host" | "hostname">,
  { officeHostPattern, officeUrl }: Pick<Deps, "officeHostPattern" | "officeUrl">,
): boolean {
  if (new RegExp(officeHostPattern, "i").test(request.hostname)) return true;
  return request.host.toLowerCase() === new URL(officeUrl).host;
}
