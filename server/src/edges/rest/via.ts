import { viaCookieName, viaDays } from "@portal/shared/platform/constants.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { findMemberByCode } from "../../people/users/user.queries.ts";

/** The parameters by which advertisements identify a click; any other value is dropped. */
const clickNames = ["gclid", "fbclid"] as const;
const clickPattern = /^[\w.~-]{1,200}$/;

type Link = { Params: { code: string }; Querystring: Record<string, unknown> };

/** Links as people type them and messengers cut them: `/VIA/ANNA`, `/via/ANNA/`, `//via/ANNA`. @returns the URL to route */
export function viaUrlFrom(url: string): string {
  return url.replace(/^\/+via\/+([^/?#]+)\/*(?=$|[?#])/i, "/via/$1");
}

/**
 * A distributor's link: stores the code in a cookie and redirects to the shop, which names the distributor. An unknown
 * code leaves the cookie as it was, and the shop says so discreetly. It never redirects to another site.
 */
export async function viaRoutes(
  app: FastifyInstance,
  { db, card, isSecure }: Pick<Deps, "db" | "card"> & Readonly<{ isSecure: boolean }>,
): Promise<void> {
  app.get<Link>("/via/:code", async (request, reply) => {
    const member = await findMemberByCode({ db, card }, request.params.code);
    if (member?.code)
      void reply.setCookie(viaCookieName, member.code, {
        path: "/",
        maxAge: viaDays * 24 * 3600,
        httpOnly: true,
        sameSite: "lax",
        secure: isSecure,
      });
    void reply.header("cache-control", "no-store");
    const search = new URLSearchParams({ via: member ? "welcome" : "unknown" });
    for (const name of clickNames) {
      const id = request.query[name];
      if (typeof id === "string" && clickPattern.test(id)) search.set(name, id);
    }
    return reply.redirect(`/?${search.toString()}`, 302);
  });
}
