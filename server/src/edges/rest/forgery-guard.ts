import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Sessions } from "../../gateways/sessions/sessions.ts";

/** Called by the provider or by a page of its own, and known by a signature instead of a session. */
const signedPaths = ["/api/purchase/payfast-notify", "/sandbox/payfast/"];

/**
 * A browser sends its cookie along with whatever another site makes it send. Browsers say where a
 * request came from (`Sec-Fetch-Site`, older ones `Origin`); what comes from elsewhere does nothing
 * here. Programs with a bearer token send neither and are not deceived by pages.
 */
export function guardAgainstForgery(app: FastifyInstance, sessions: Sessions): void {
  app.addHook("onRequest", async (request) => {
    if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS")
      return;
    if (signedPaths.some((path) => request.url.startsWith(path))) return;
    if (!isOurOwn(request, sessions)) throw new DomainError("access.forbidden");
  });
}

function isOurOwn({ headers, host }: FastifyRequest, sessions: Sessions): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = headers;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === host;
  return headers.cookie === undefined || !sessions.cookieIn(headers.cookie);
}
