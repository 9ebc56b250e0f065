import "@fastify/multipart";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FileStore, StagedFile } from "../../platform/files/file-store.ts";
import { findUnstorableText, unstorableText } from "../../platform/http/request-body.ts";

/** A form that came in whole; its file is gone at the end of the block unless it was kept. */
export type ReceivedForm = AsyncDisposable &
  Readonly<{
    fields: Readonly<Record<string, string>>;
    file: Readonly<{ staged: StagedFile; filename: string }> | null;
  }>;

/**
 * Reads a multipart form with one file at most. Its fields may stand before or after the file, as
 * programs send them.
 *
 * @throws DomainError upload.too-large where the whole is larger than `bytesMax`; the parser's own refusals
 */
export async function receiveForm(
  request: FastifyRequest,
  files: FileStore,
  bytesMax: number,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new DomainError("upload.no-file");
  // Whoever is gone already is not waited for: the parser would never hear of it.
  if (request.raw.destroyed) throw new DomainError("upload.wrong-fields");
  await using stack = new AsyncDisposableStack();
  const fields: Record<string, string> = {};
  let file: ReceivedForm["file"] = null;

  try {
    const parts = request.parts();
    stopBeyond(request, bytesMax);
    for await (const part of parts) {
      if (part.type === "file") {
        const staged = await files.stage(part.file, bytesMax);
        stack.use(staged);
        file = { staged, filename: part.filename };
      } else if (typeof part.value === "string" && !part.valueTruncated)
        fields[part.fieldname] = part.value;
      else throw new DomainError("upload.wrong-fields", part.fieldname.slice(0, 40));
    }
  } catch (error) {
    throw asRefusal(error, request);
  }
  const unstorable = findUnstorableText({ ...fields, file: file?.filename });
  if (unstorable)
    throw new DomainError("upload.wrong-fields", `${unstorable.join(".")}: ${unstorableText}`);
  const all = stack.move();
  return { fields, file, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** The parser says what is wrong with a form in plain errors; the disk's have a code. */
function asRefusal(error: unknown, { raw }: FastifyRequest): unknown {
  const isPlain = error instanceof Error && !("statusCode" in error) && !("code" in error);
  return !(error instanceof DomainError) && (isPlain || !raw.complete)
    ? new DomainError("upload.wrong-fields")
    : error;
}

/** The parser counts what is inside parts; what never becomes a part is counted here. */
function stopBeyond({ raw }: FastifyRequest, bytesMax: number): void {
  let bytes = 0;
  raw.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) raw.destroy(new DomainError("upload.too-large"));
  });
}

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
