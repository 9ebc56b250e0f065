import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FileStore } from "../../platform/files/file-store.ts";
import { readByteRange } from "../../platform/http/byte-range.ts";

type Stored = Readonly<{ sha256: string; bytes: number; contentType: string; disposition: string }>;

/** A file, or one range of it, read from the disk as the other side takes it; nothing where it is there already. */
export function sendStored(
  files: FileStore,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { sha256, bytes, contentType, disposition }: Stored,
): FastifyReply {
  const etag = `"${sha256}"`;
  void reply.header("etag", etag).header("accept-ranges", "bytes");
  if (headers["if-none-match"] === etag) return reply.code(304).send();

  const ifRange = headers["if-range"];
  const isSame = ifRange === undefined || ifRange === etag;
  const range = readByteRange(isSame ? headers.range : undefined, bytes);
  if (range === null) return reply.code(416).header("content-range", `bytes */${bytes}`).send();

  const { start, end } = range === "whole" ? { start: 0, end: bytes - 1 } : range;
  if (range !== "whole")
    void reply.code(206).header("content-range", `bytes ${start}-${end}/${bytes}`);
  return reply
    .type(contentType)
    .header("content-length", end - start + 1)
    .header("content-disposition", disposition)
    .send(method === "HEAD" ? Readable.from([]) : files.read(sha256, { start, end }));
}
