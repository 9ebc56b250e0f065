import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import { articlePaths } from "@portal/shared/platform/constants.ts";
import { isOfficePath } from "@portal/shared/platform/office-paths.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fillCopies } from "../../office/content/site-copies.ts";
import type { SiteCopy } from "../../office/content/site-copy.queries.ts";
import { routeFailure } from "../../platform/http/error-handler.ts";

/** The names of these files contain a hash of their content, so they never change. */
const immutable = /^assets[/\\]/;
/** Paths that are not screens: those of an API, of a file (with an extension) or of a hidden folder. */
const noScreen = /^\/(api|trpc|sandbox|assets|resources)(\/|$)|\.[^/]*$|\/[.@]/i;

/**
 * Serves the built client. The home page and the articles are prerendered, with the office's texts in them; every other
 * screen gets an empty page, the shop's or the office's, so that a deep link survives a reload. Paths that are no screens are
 * answered 404.
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
    const tidy = tidyPath(pathname);
    if (isRead && tidy !== pathname && !noScreen.test(tidy))
      return reply.redirect(tidy + request.url.slice(pathname.length), 302);
    if (!isRead || folder === null || noScreen.test(pathname))
      return reply
        .code(404)
        .send(routeFailure({ status: 404, message: "Not found", reason: null }, request.id));
    // Anyone who has the link can open the order, so search engines must not list it.
    if (pathname.startsWith("/orders/")) void reply.header("x-robots-tag", "noindex");
    return reply.sendFile(isOfficePath(pathname) ? "office.html" : "shell.html");
  });
}

/**
 * The address of a screen as people and messengers send it, with other case, a slash, blanks or punctuation at its end: as
 * the shop writes it. Never one that a browser would take for another host.
 */
function tidyPath(pathname: string): string {
  if (!/^\/[\w-].{0,200}$/.test(pathname)) return pathname;
  return pathname.toLowerCase().replace(/(?:[^\w-]|%[\da-f]{2})+$/, "");
}

type PrerenderedPage = Readonly<{ etag: string; plain: Buffer; br: Buffer; gzip: Buffer }>;
type CachedPage = Readonly<{
  copies: readonly SiteCopy[];
  builtAt: number;
  page: Promise<PrerenderedPage | null>;
}>;

/**
 * The prerendered pages of a folder, with the texts that the office wrote and the region of the shop. Each is filled in
 * and compressed once, not per request: that would take longer than the rest of the response.
 *
 * @returns a function from a file's name to its page, or to null where the file is to be sent unchanged
 */
function prerenderedPages(
  folder: string,
  copiesOf: () => Promise<readonly SiteCopy[]>,
  region: Region,
): (name: string) => Promise<PrerenderedPage | null> {
  const cache = new Map<string, CachedPage>();
  return async (name) => {
    const copies = await copiesOf();
    const file = path.join(folder, name);
    const built = await stat(file).catch(() => null);
    // A client that was built without prerendering: sending the file ends at the shell.
    if (!built) return null;
    const cached = cache.get(name);
    if (cached?.copies === copies && cached.builtAt === built.mtimeMs) return cached.page;
    const page = fillPage(file, copies, region);
    cache.set(name, { copies, builtAt: built.mtimeMs, page });
    return page;
  };
}

/** Browsers revalidate it each time, and get it only if it has changed. */
function sendPrerendered(request: FastifyRequest, reply: FastifyReply, page: PrerenderedPage) {
  void reply
    .header("cache-control", "no-cache")
    .header("vary", "accept-encoding")
    .header("etag", page.etag);
  if (request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  const encoding = encodingFor(request.headers["accept-encoding"]);
  if (encoding) void reply.header("content-encoding", encoding);
  return reply.type("text/html; charset=utf-8").send(page[encoding ?? "plain"]);
}

/** Null where the file needs no change. */
async function fillPage(
  file: string,
  copies: readonly SiteCopy[],
  region: Region,
): Promise<PrerenderedPage | null> {
  const built = await readFile(file, "utf8");
  // The styles hide the content of other regions from the first paint on.
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

/** The best encoding that the browser accepts. */
function encodingFor(accepted: string | string[] | undefined): "br" | "gzip" | null {
  const offers = String(accepted ?? "")
    .toLowerCase()
    .split(",")
    .map((offer) => offer.replaceAll(/\s/g, ""))
    .filter((offer) => !/;q=0(\.0*)?$/.test(offer))
    .map((offer) => offer.replace(/;.*/, ""));
  return (["br", "gzip"] as const).find((encoding) => offers.includes(encoding)) ?? null;
}
