import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Region } from "@portal/shared/platform/region.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { fillCopies } from "../../office/content/fill-copies.rules.ts";
import type { SiteCopy } from "../../office/content/site-copy.queries.ts";

type DrawnPage = Readonly<{ etag: string; plain: Buffer; br: Buffer; gzip: Buffer }>;
type Kept = Readonly<{
  copies: readonly SiteCopy[];
  builtAt: number;
  page: Promise<DrawnPage | null>;
}>;

/**
 * The drawn pages of a folder, with the texts that the office wrote and the region of the shop. Each is
 * filled and packed once, not for everybody who asks: that would take longer than all else of an answer.
 *
 * @returns the page by the name of its file, or null where the file itself is what to send
 */
export function drawnPages(
  folder: string,
  copiesOf: () => Promise<readonly SiteCopy[]>,
  region: Region,
): (name: string) => Promise<DrawnPage | null> {
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
export function sendDrawn(request: FastifyRequest, reply: FastifyReply, page: DrawnPage) {
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
): Promise<DrawnPage | null> {
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
