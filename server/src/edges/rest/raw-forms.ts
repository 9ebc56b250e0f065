import type { FastifyInstance } from "fastify";

const bodyBytesMax = 64 * 1024;

/**
 * Takes form posts as the bytes they came as, and nothing else: a signature is over the bytes, not
 * over what a parser makes of them.
 */
export function takeRawForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer", bodyLimit: bodyBytesMax },
    async (_request: unknown, body: Buffer) => body,
  );
}
