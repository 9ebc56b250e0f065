import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { allows } from "@portal/shared/platform/permissions.ts";
import { type RestPermission, restPermissions } from "@portal/shared/platform/rest-permissions.ts";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { Deps } from "../../deps.ts";
import type { Sessions } from "../../gateways/sessions/sessions.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";

/**
 * The gate of every route that is not a procedure. It has to be there before the routes are.
 *
 * @throws where a route is added that the table of permissions does not name
 */
export function guardRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, "db" | "sessions">,
  table: Readonly<Record<string, RestPermission>> = restPermissions,
): void {
  app.addHook("onRoute", (route) => {
    for (const name of namesOf(route))
      if (!Object.hasOwn(table, name)) throw new Error(`No one may call ${name} yet.`);
  });

  app.addHook("onRequest", async ({ method, routeOptions, headers }) => {
    const name = `${method === "HEAD" ? "GET" : method} ${routeOptions.url ?? ""}`;
    const permission = Object.hasOwn(table, name) ? table[name] : undefined;
    // What no route answers is a page, or not found.
    if (permission === undefined || permission === "anyone" || permission === "signed") return;
    const token = deps.sessions.tokenOf(headers);
    const found = token === null ? null : await deps.sessions.find(token);
    const user = found && (await findSignedInUser(deps.db, found.userId));
    if (!user) throw new DomainError("access.sign-in-required");
    if (!allows(permission, user)) throw new DomainError("access.forbidden");
  });
}

/** Procedures have a gate of their own; HEAD is what GET may. */
function namesOf({ method, url }: Pick<RouteOptions, "method" | "url">): string[] {
  if (url.startsWith("/trpc/")) return [];
  const methods = [method].flat().filter((one) => one !== "HEAD");
  return methods.map((one) => `${one} ${url}`);
}

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
