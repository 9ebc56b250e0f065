import path from "node:path";
import fastifyStatic from "@fastify/static";
import { articlePaths } from "@portal/shared/constants.ts";
import type { FastifyInstance } from "fastify";

/** Files whose name holds a hash of what is in them never change. */
const immutable = /^assets[/\\]/;
/** Addresses that are no screen: an API's, or a file's, which has an ending. */
const noScreen = /^\/(api|trpc|sandbox|assets|resources)(\/|$)|\.[^/]*$/;

/**
 * The built client. The home page and the articles come drawn; every other screen gets the empty shell, so that a
 * deep link survives a reload. What is no screen and not there is simply not found.
 */
export async function webClient(app: FastifyInstance, folder: string | null): Promise<void> {
  if (folder !== null) {
    app.get("/", async (_request, reply) => reply.sendFile("index.html"));
    for (const article of articlePaths)
      app.get(article, async (_request, reply) => reply.sendFile(`${article.slice(1)}.html`));
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
        .send({ success: false, error: "Not found", code: null, correlationId: request.id });
    // The link to an order opens it for whoever holds it, so no machine may list it.
    if (pathname.startsWith("/orders/")) void reply.header("x-robots-tag", "noindex");
    return reply.sendFile("shell.html");
  });
}
