import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { allows } from "@portal/shared/platform/permissions.ts";
import { type RestPermission, restPermissions } from "@portal/shared/platform/rest-permissions.ts";
import type { FastifyInstance, RouteOptions } from "fastify";
import type { Deps } from "../../deps.ts";
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
      if (!Object.hasOwn(table, name)) throw new Error(`Nobody may call ${name} yet.`);
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
