import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import { articlePaths } from "@portal/shared/constants.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { fillCopies } from "../features/content/fill-copies.rules.ts";
import type { SiteCopy } from "../features/content/site-copy.queries.ts";

/** Files whose name holds a hash of what is in them never change. */
const immutable = /^assets[/\\]/;
/** Addresses that are no screen: an API's, or a file's, which has an ending. */
const noScreen = /^\/(api|trpc|sandbox|assets|resources)(\/|$)|\.[^/]*$/;

/**
 * The built client. The home page and the articles come drawn, with what the office wrote in them; every other screen gets the empty shell, so that a
 * deep link survives a reload. What is no screen and not there is simply not found.
 */
export async function webClient(
  app: FastifyInstance,
  folder: string | null,
  copiesOf: (page: string) => Promise<readonly SiteCopy[]>,
): Promise<void> {
  if (folder !== null) {
    const sendDrawn = async (reply: FastifyReply, file: string, page: string) => {
      const copies = await copiesOf(page);
      if (copies.length === 0) return reply.sendFile(file);
      const html = await readFile(path.join(folder, file), "utf8");
      return reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(fillCopies(html, copies));
    };
    app.get("/", async (_request, reply) => sendDrawn(reply, "index.html", "home"));
    for (const article of articlePaths) {
      const page = article.slice(1);
      app.get(article, async (_request, reply) => sendDrawn(reply, `${page}.html`, page));
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
        .send({ success: false, error: "Not found", code: null, correlationId: request.id });
    // The link to an order opens it for whoever holds it, so no machine may list it.
    if (pathname.startsWith("/orders/")) void reply.header("x-robots-tag", "noindex");
    return reply.sendFile("shell.html");
  });
}
