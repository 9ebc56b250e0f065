import "@fastify/multipart";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FileStore, StagedFile } from "../../platform/files/file-store.ts";
import { findUnstorableText, unstorableText } from "../../platform/http/request-body.ts";

/** A form that was received completely; disposing of it deletes its staged file unless that was kept. */
export type ReceivedForm = AsyncDisposable &
  Readonly<{
    fields: Readonly<Record<string, string>>;
    file: Readonly<{ staged: StagedFile; filename: string }> | null;
  }>;

/**
 * Reads a multipart form with one file at most. Its fields may come before or after the file.
 *
 * @throws DomainError upload.too-large where the whole is larger than `bytesMax`; the parser's own refusals
 */
export async function receiveForm(
  request: FastifyRequest,
  files: FileStore,
  bytesMax: number,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new DomainError("upload.no-file");
  // On a connection that is closed already the parser would wait for ever.
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
      else throw new DomainError("upload.wrong-fields", named(part.fieldname.slice(0, 40)));
    }
  } catch (error) {
    throw asRefusal(error, request);
  }
  const unstorable = findUnstorableText({ ...fields, file: file?.filename });
  if (unstorable) {
    const field = unstorable.join(".");
    throw new DomainError("upload.wrong-fields", { field, words: `${field}: ${unstorableText}` });
  }
  const all = stack.move();
  return { fields, file, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

function named(field: string) {
  return { field, words: field };
}

/** The parser throws plain errors for a malformed form; errors of the disk have a code. */
function asRefusal(error: unknown, { raw }: FastifyRequest): unknown {
  const isPlain = error instanceof Error && !("statusCode" in error) && !("code" in error);
  return !(error instanceof DomainError) && (isPlain || !raw.complete)
    ? new DomainError("upload.wrong-fields")
    : error;
}

/** The parser counts only the bytes inside parts; this also counts those outside them. */
function stopBeyond({ raw }: FastifyRequest, bytesMax: number): void {
  let bytes = 0;
  raw.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) raw.destroy(new DomainError("upload.too-large"));
  });
}

/** Accepts bodies of one content type, as the bytes that were sent, and no others. */
export function acceptRaw(app: FastifyInstance, contentType: string, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    contentType,
    { parseAs: "buffer", bodyLimit },
    async (_request: unknown, body: Buffer) => body,
  );
}

/** Unparsed, because a signature covers the bytes. */
export function acceptRawForms(app: FastifyInstance): void {
  acceptRaw(app, "application/x-www-form-urlencoded", 64 * 1024);
}
