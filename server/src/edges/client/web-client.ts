import path from "node:path";
import fastifyStatic from "@fastify/static";
import { articlePaths } from "@portal/shared/platform/constants.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { FastifyInstance } from "fastify";
import type { SiteCopy } from "../../office/content/site-copy.queries.ts";
import { drawnPages, sendDrawn } from "./prerendered-pages.ts";
import { routeFailure } from "../../platform/http/error-handler.ts";

/** Files whose name holds a hash of what is in them never change. */
const immutable = /^assets[/\\]/;
/** Addresses that are no screen: an API's, a file's, which has an ending, or a hidden folder's. */
const noScreen = /^\/(api|trpc|sandbox|assets|resources)(\/|$)|\.[^/]*$|\/[.@]/;

/**
 * The built client. The home page and the articles come drawn, with what the office wrote in them; every other screen gets the empty shell, so that a
 * deep link survives a reload. What is no screen and not there is simply not found.
 */
export async function webClient(
  app: FastifyInstance,
  folder: string | null,
  { copiesOf, region }: Readonly<{ copiesOf: () => Promise<readonly SiteCopy[]>; region: Region }>,
): Promise<void> {
  if (folder !== null) {
    const drawnPage = drawnPages(folder, copiesOf, region);
    for (const address of ["/", ...articlePaths]) {
      const file = address === "/" ? "index.html" : `${address.slice(1)}.html`;
      app.get(address, async (request, reply) => {
        const page = await drawnPage(file);
        return page ? sendDrawn(request, reply, page) : reply.sendFile(file);
      });
    }
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      redirect: false,
      dotfiles: "ignore",
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, file) {
        const isForever = immutable.test(path.relative(folder, file));
        void reply.header(
          "cache-control",
          isForever ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = ""] = request.url.split("?", 1);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || folder === null || noScreen.test(pathname))
      return reply
        .code(404)
        .send(routeFailure({ status: 404, message: "Not found", reason: null }, request.id));
    // The link to an order opens it for whoever holds it, so no machine may list it.
    if (pathname.startsWith("/orders/")) void reply.header("x-robots-tag", "noindex");
    return reply.sendFile("shell.html");
  });
}
