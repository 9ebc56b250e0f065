import { viaCookieName, viaDays } from "@portal/shared/constants.ts";
import type { FastifyInstance } from "fastify";
import { viaCodeFrom } from "../http/request-caller.ts";

/** A distributor's link: remembers the code, then shows the shop. It never leads anywhere else. */
export async function viaRoutes(
  app: FastifyInstance,
  { isSecure }: Readonly<{ isSecure: boolean }>,
): Promise<void> {
  app.get<{ Params: { code: string } }>("/via/:code", async (request, reply) => {
    const code = viaCodeFrom(request.params.code);
    if (code !== null)
      void reply.setCookie(viaCookieName, code, {
        path: "/",
        maxAge: viaDays * 24 * 3600,
        httpOnly: true,
        sameSite: "lax",
        secure: isSecure,
      });
    void reply.header("cache-control", "no-store");
    return reply.redirect("/", 302);
  });
}
