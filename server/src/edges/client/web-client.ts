import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import { productIdIn, productPath } from "@portal/shared/catalogue/product-paths.ts";
import { articlePaths } from "@portal/shared/platform/constants.ts";
import { isOfficePath } from "@portal/shared/platform/office-paths.ts";
import { anyPage, publicPageAt, publicPages } from "@portal/shared/platform/public-pages.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fillCopies } from "../../office/content/site-copies.ts";
import type { SiteCopy } from "../../office/content/site-copy.queries.ts";
import { routeFailure } from "../../platform/http/error-handler.ts";
import {
  headOfPage,
  headOfProduct,
  type PageHead,
  type SharedProduct,
  withHead,
  withProductWords,
} from "./page-head.rules.ts";
import type { SharedCatalogue } from "./search-engines.ts";

/** The names of these files contain a hash of their content, so they never change. */
const immutable = /^assets[/\\]/;
/** Paths that are not screens: those of an API, of a file (with an extension) or of a hidden folder. */
const noScreen = /^\/(api|trpc|sandbox|assets|resources)(\/|$)|\.[^/]*$|\/[.@]/i;

type PagesOf = Readonly<{
  copiesOf: () => Promise<readonly SiteCopy[]>;
  catalogueOf: () => Promise<SharedCatalogue>;
  shop: Readonly<{ region: Region; publicUrl: string }>;
}>;

/**
 * Serves the built client. The home page, the articles and the products' pages are prerendered, with the office's texts in
 * them; every other screen gets an empty page, the shop's or the office's, so that a deep link survives a reload. Every page of
 * the shop has a head of its own, for whoever is sent a link to it. Paths that are no screens are answered 404.
 */
export async function webClient(
  app: FastifyInstance,
  folder: string | null,
  { copiesOf, catalogueOf, shop }: PagesOf,
): Promise<void> {
  const filledPage = folder === null ? null : filledPages(folder, copiesOf, shop.region);

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { file, ...filling }: Filling & Readonly<{ file: string }>,
  ) {
    const page = await filledPage?.(file, filling);
    return page ? sendPrerendered(request, reply, page) : reply.sendFile(file);
  }

  function sendShell(request: FastifyRequest, reply: FastifyReply, address: string) {
    const listed = publicPageAt(address);
    // Anyone who has the link to an order can open it, so search engines must not list it; nor pages that are one person's.
    if (!listed) void reply.header("x-robots-tag", "noindex");
    const head = headOfPage(listed ?? anyPage, listed && address, shop.publicUrl);
    return sendPage(request, reply, { file: "shell.html", head });
  }

  if (folder !== null) {
    for (const address of ["/", ...articlePaths] as const) {
      const file = address === "/" ? "index.html" : `${address.slice(1)}.html`;
      app.get(address, async (request, reply) => {
        const head = headOfPage(publicPages[address], address, shop.publicUrl);
        return sendPage(request, reply, { file, head });
      });
    }
    app.get<{ Params: { slug: string } }>("/products/:slug", async (request, reply) => {
      const [pathname = ""] = request.url.split("?", 1);
      const catalogue = await catalogueOf();
      // While the database is away the client asks for the products itself.
      if (!catalogue) return sendShell(request, reply, pathname);
      const id = productIdIn(tidyPath(pathname).slice("/products/".length));
      const product = catalogue.products.find((each) => each.id === id);
      if (!product) return sendShell(request, reply.code(404), pathname);
      const address = productPath(product);
      // Not for ever: an older name may come back.
      if (pathname !== address)
        return reply.redirect(address + request.url.slice(pathname.length), 302);
      const head = headOfProduct(product, catalogue.currency, shop.publicUrl);
      return sendPage(request, reply, { file: "product.html", head, product });
    });
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
    if (!isOfficePath(pathname)) return sendShell(request, reply, pathname);
    void reply.header("x-robots-tag", "noindex");
    return reply.sendFile("office.html");
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
/** What a page is filled with, besides the office's texts. */
type Filling = Readonly<{ head: PageHead; product?: SharedProduct }>;
type CachedPage = Readonly<{
  copies: readonly SiteCopy[];
  filling: string;
  builtAt: number;
  page: Promise<PrerenderedPage | null>;
}>;

/**
 * The pages of a folder, with their heads, the texts that the office wrote and the region of the shop. Each is filled in and
 * compressed once, not per request: that would take longer than the rest of the response.
 *
 * @returns a function from a file's name to its page, or to null where the file is to be sent unchanged
 */
function filledPages(
  folder: string,
  copiesOf: () => Promise<readonly SiteCopy[]>,
  region: Region,
): (name: string, filling: Filling) => Promise<PrerenderedPage | null> {
  const cache = new Map<string, CachedPage>();
  return async (name, filling) => {
    const copies = await copiesOf();
    const file = path.join(folder, name);
    const built = await stat(file).catch(() => null);
    // A client that was built without prerendering: sending the file ends at the shell.
    if (!built) return null;
    const key = `${name} ${filling.product?.id ?? filling.head.title}`;
    const cached = cache.get(key);
    const text = JSON.stringify(filling);
    const isCurrent =
      cached?.copies === copies && cached.filling === text && cached.builtAt === built.mtimeMs;
    if (isCurrent) return cached.page;
    const page = fillPage(file, copies, region, filling);
    cache.set(key, { copies, filling: text, builtAt: built.mtimeMs, page });
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
  { head, product }: Filling,
): Promise<PrerenderedPage | null> {
  const built = await readFile(file, "utf8");
  const worded = product ? withProductWords(built, product) : built;
  // The styles hide the content of other regions from the first paint on.
  const html = withHead(fillCopies(worded, copies), head).replace(
    "<html ",
    `<html data-region="${region}" `,
  );
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
