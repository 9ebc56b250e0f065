import { viaCookieName, viaDays } from "@portal/shared/platform/constants.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { findMemberByCode } from "../../people/users/user.queries.ts";
import { viaCodeFrom } from "../trpc/request-caller.ts";

/** How an advertisement says by which click somebody came; what looks otherwise is dropped. */
const clickNames = ["gclid", "fbclid"] as const;
const clickPattern = /^[\w.~-]{1,200}$/;

type Link = { Params: { code: string }; Querystring: Record<string, unknown> };

/**
 * A distributor's link: remembers the code, then shows the shop, which says who sent its visitor. A code that is
 * nobody's leaves what was remembered as it is, and the shop says so quietly. It never leads anywhere else.
 */
export async function viaRoutes(
  app: FastifyInstance,
  { db, card, isSecure }: Pick<Deps, "db" | "card"> & Readonly<{ isSecure: boolean }>,
): Promise<void> {
  app.get<Link>("/via/:code", async (request, reply) => {
    const code = viaCodeFrom(request.params.code);
    const member = code === null ? null : await findMemberByCode({ db, card }, code);
    if (code !== null && member)
      void reply.setCookie(viaCookieName, code, {
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
