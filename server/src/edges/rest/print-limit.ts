import type { FastifyRequest } from "fastify";
import { clientIpPrefix } from "../../platform/rate-limit/rate-limits.ts";

/**
 * Printing keeps the thread that answers everybody busy for a moment. No person opens more documents than this one by one:
 * those of a whole period come as an archive.
 */
export const printLimit = {
  max: 60,
  timeWindow: 60_000,
  keyGenerator: ({ ip }: FastifyRequest) => clientIpPrefix(ip),
};
