import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { allows } from "@portal/shared/platform/permissions.ts";
import { type RestPermission, restPermissions } from "@portal/shared/platform/rest-permissions.ts";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { Deps } from "../../deps.ts";
import type { Sessions } from "../../gateways/sessions/sessions.ts";
import { notSignedIn } from "../../platform/access/not-signed-in.ts";
import { findSession } from "../trpc/request-caller.ts";

/**
 * Checks the permission of every route that is not a procedure. Has to be registered before the routes.
 *
 * @throws where a route is added that the permission table does not name
 */
export function guardRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, "db" | "sessions" | "factors">,
  table: Readonly<Record<string, RestPermission>> = restPermissions,
): void {
  app.addHook("onRoute", (route) => {
    for (const name of namesOf(route))
      if (!Object.hasOwn(table, name)) throw new Error(`No one may call ${name} yet.`);
  });

  app.addHook("onRequest", async (request) => {
    const { method, routeOptions } = request;
    const name = `${method === "HEAD" ? "GET" : method} ${routeOptions.url ?? ""}`;
    const permission = Object.hasOwn(table, name) ? table[name] : undefined;
    // Without a route it is a page of the client, or not found.
    if (permission === undefined || permission === "anyone" || permission === "signed") return;
    const { user, waiting } = await findSession(deps, request);
    if (!user) throw notSignedIn({ waiting });
    if (!allows(permission, user)) throw new DomainError("access.forbidden");
  });
}

/** Procedures check their permission themselves; HEAD has that of GET. */
function namesOf({ method, url }: Pick<RouteOptions, "method" | "url">): string[] {
  if (url.startsWith("/trpc/")) return [];
  const methods = [method].flat().filter((one) => one !== "HEAD");
  return methods.map((one) => `${one} ${url}`);
}

/** Called by the provider or from its own page, and authenticated by a signature instead of a session. */
const signedPaths = [
  "/api/purchase/payfast-notify",
  "/api/purchase/stripe-notify",
  "/sandbox/payfast/",
  "/sandbox/stripe/",
];

/**
 * Refuses cross-site requests (CSRF). A browser attaches its cookies to requests that another site triggers, but also
 * says where a request came from (`Sec-Fetch-Site`, older browsers `Origin`). Programs with a bearer token send neither
 * header and are not at risk.
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
