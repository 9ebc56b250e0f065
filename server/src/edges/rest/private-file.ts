import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

type PrivateFile = Readonly<{
  type: string;
  disposition: string;
  content: string | Uint8Array | Readable;
}>;

/** Sends a file that names people or amounts: caches must not keep it, and search engines must not list it. */
export function sendPrivate(
  reply: FastifyReply,
  { type, disposition, content }: PrivateFile,
): FastifyReply {
  return reply
    .type(type)
    .header("content-disposition", disposition)
    .header("cache-control", "private, no-store")
    .header("x-robots-tag", "noindex")
    .send(content);
}
