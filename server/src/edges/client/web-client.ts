import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import { articlePaths } from "@portal/shared/platform/constants.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fillCopies } from "../../office/content/site-copies.ts";
import type { SiteCopy } from "../../office/content/site-copy.queries.ts";
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
    const prerenderedPage = prerenderedPages(folder, copiesOf, region);
    for (const address of ["/", ...articlePaths]) {
      const file = address === "/" ? "index.html" : `${address.slice(1)}.html`;
      app.get(address, async (request, reply) => {
        const page = await prerenderedPage(file);
        return page ? sendPrerendered(request, reply, page) : reply.sendFile(file);
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

type PrerenderedPage = Readonly<{ etag: string; plain: Buffer; br: Buffer; gzip: Buffer }>;
type Kept = Readonly<{
  copies: readonly SiteCopy[];
  builtAt: number;
  page: Promise<PrerenderedPage | null>;
}>;

/**
 * The drawn pages of a folder, with the texts that the office wrote and the region of the shop. Each is
 * filled and packed once, not for everybody who asks: that would take longer than all else of an answer.
 *
 * @returns the page by the name of its file, or null where the file itself is what to send
 */
function prerenderedPages(
  folder: string,
  copiesOf: () => Promise<readonly SiteCopy[]>,
  region: Region,
): (name: string) => Promise<PrerenderedPage | null> {
  const kept = new Map<string, Kept>();
  return async (name) => {
    const copies = await copiesOf();
    const file = path.join(folder, name);
    const built = await stat(file).catch(() => null);
    // A client that was built without the page has another way to show it.
    if (!built) return null;
    const known = kept.get(name);
    if (known?.copies === copies && known.builtAt === built.mtimeMs) return known.page;
    const page = drawPage(file, copies, region);
    kept.set(name, { copies, builtAt: built.mtimeMs, page });
    return page;
  };
}

/** Asked for anew each time, and sent only to a browser that does not have it. */
function sendPrerendered(request: FastifyRequest, reply: FastifyReply, page: PrerenderedPage) {
  void reply
    .header("cache-control", "no-cache")
    .header("vary", "accept-encoding")
    .header("etag", page.etag);
  if (request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  const packing = packingOf(request.headers["accept-encoding"]);
  if (packing) void reply.header("content-encoding", packing);
  return reply.type("text/html; charset=utf-8").send(page[packing ?? "plain"]);
}

/** Null where the page is the same in every shop. */
async function drawPage(
  file: string,
  copies: readonly SiteCopy[],
  region: Region,
): Promise<PrerenderedPage | null> {
  const built = await readFile(file, "utf8");
  // For the styles: what holds in another country is not shown, not even for a moment.
  const html = fillCopies(built, copies).replace("<html ", `<html data-region="${region}" `);
  if (html === built) return null;
  const plain = Buffer.from(html);
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzip)(plain),
  ]);
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url")}"`;
  return { etag, plain, br, gzip: gzipped };
}

/** The better one of those that a browser takes. */
function packingOf(accepted: string | string[] | undefined): "br" | "gzip" | null {
  const offers = String(accepted ?? "")
    .toLowerCase()
    .split(",")
    .map((offer) => offer.replaceAll(/\s/g, ""))
    .filter((offer) => !/;q=0(\.0*)?$/.test(offer))
    .map((offer) => offer.replace(/;.*/, ""));
  return (["br", "gzip"] as const).find((packing) => offers.includes(packing)) ?? null;
}
