import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Files whose name holds a hash of what is in them never change. */
const immutable = /[/\\]assets[/\\]/;

/**
 * The built client. The home page comes drawn; the address of any other screen gets the same empty
 * page, so that a deep link survives a reload. What looks like a file or an API and is not there is
 * simply not found.
 */
export async function webClient(app: FastifyInstance, folder: string | null): Promise<void> {
  if (folder !== null)
    await app.register(fastifyStatic, {
      root: folder,
      index: ["index.html"],
      redirect: false,
      dotfiles: "ignore",
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, file) {
        const isForever = immutable.test(`/${path.relative(folder, file)}`);
        void reply.header(
          "cache-control",
          isForever ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });

  app.setNotFoundHandler(async (request, reply) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const isScreen =
      request.method === "GET" &&
      !/^\/(api|trpc|sandbox|assets)\//.test(pathname) &&
      !/\.[^/]*$/.test(pathname);
    if (!isScreen || folder === null)
      return reply
        .code(404)
        .send({ success: false, error: "Not found", code: null, correlationId: request.id });
    // The link to an order opens it for whoever holds it, so no machine may keep or list it.
    if (pathname.startsWith("/orders/")) void reply.header("x-robots-tag", "noindex");
    return reply
      .header("cache-control", "no-cache")
      .sendFile("shell.html", { cacheControl: false });
  });
}
