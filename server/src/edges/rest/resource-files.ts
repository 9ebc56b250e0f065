import { Readable } from "node:stream";
import { openCategories } from "@portal/shared/office/uploads.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { pictureWidths } from "@portal/shared/platform/pictures.ts";
import { create as contentDisposition } from "content-disposition";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import {
  exportAccessLog,
  logAccess,
  requireOpenTo,
} from "../../office/uploads/access-log.actions.ts";
import { captionsOf } from "../../office/uploads/captions.actions.ts";
import { transcriptOf } from "../../office/uploads/captions.rules.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { pictureContentType } from "../../platform/files/pictures.ts";
import { pictureOfWidth, versionOf } from "../../platform/files/upload.queries.ts";
import { findUpload, type StoredUpload } from "../../platform/files/upload.store.ts";
import { readByteRange } from "../../platform/http/byte-range.ts";
import { callerFor, signedInCaller } from "../trpc/request-caller.ts";
import { sendPrivate } from "./private-file.ts";

type Address = { Params: { id: string } };
const idSchema = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const pictureQuerySchema = z.object({
  w: z.coerce.number().pipe(z.literal(pictureWidths)).optional(),
  v: z.string().max(64).optional(),
});

/** `GET /resources/images/{id}?w=640&v=…`: pictures, by their id in the database. */
export async function resourceImageRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get<Address>("/resources/images/:id", async (request, reply) => {
    const id = idSchema.safeParse(request.params.id);
    const query = pictureQuerySchema.safeParse(request.query);
    if (!id.success || !query.success) throw new DomainError("upload.unknown");
    const upload = await findUpload(deps.db, id.data);
    if (upload.kind === "file") throw new DomainError("upload.unknown");
    const isPublic = openCategories(null).includes(upload.category);
    if (!isPublic) await requireOpen(deps, request, reply, upload);

    const { sha256, bytes } = await pictureOfWidth(deps.db, upload, query.data.w ?? null);
    protectPicture(reply);
    void reply.header(
      "cache-control",
      cacheFor(isPublic, query.data.v === versionOf(upload.sha256)),
    );
    return sendStored(deps.files, request, reply, {
      sha256,
      bytes,
      contentType: pictureContentType,
      disposition: `inline; filename="${upload.id}.webp"`,
    });
  });
}

/** @throws DomainError where the category is closed to the caller */
async function requireOpen(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { category }: StoredUpload,
): Promise<void> {
  const { user } = await signedInCaller(deps, request, reply);
  if (!openCategories(user.role).includes(category)) throw new DomainError("access.forbidden");
}

/** Makes a browser treat the bytes as a picture, whatever they are. */
function protectPicture(reply: FastifyReply): void {
  void reply
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    // Webmail shows the pictures of our emails on its own site.
    .header("cross-origin-resource-policy", "cross-origin");
}

function cacheFor(isPublic: boolean, isForever: boolean): string {
  if (!isPublic) return "private, no-cache";
  return isForever ? "public, max-age=31536000, immutable" : "public, max-age=300";
}

const querySchema = z.object({ show: z.literal("1").optional() });

/**
 * `GET /resources/videos/{id}.mp4`, `GET /resources/captions/{id}.vtt` (`.txt` for a transcript),
 * `GET /resources/files/{id}` to download (`?show=1` to view a PDF), and the access log of an upload as CSV.
 */
export async function resourceFileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get<{ Params: { file: string } }>("/resources/videos/:file", async (request, reply) => {
    const [, id] = /^(.*)\.mp4$/s.exec(request.params.file) ?? [];
    const { upload } = await openedBy(deps, request, reply, id);
    if (upload.kind !== "video") throw new DomainError("upload.unknown");
    return sendBytes(deps, request, reply, { upload, disposition: "inline" });
  });

  app.get<{ Params: { file: string } }>("/resources/captions/:file", async (request, reply) => {
    const [, id, ending] = /^(.*)\.(vtt|txt)$/s.exec(request.params.file) ?? [];
    const { upload } = await openedBy(deps, request, reply, id);
    const vtt = await captionsOf(deps.db, upload.id);
    const contentType = ending === "vtt" ? "text/vtt" : "text/plain";
    protect(reply, contentType);
    return reply
      .type(`${contentType}; charset=utf-8`)
      .header("cache-control", "private, no-cache")
      .header("content-disposition", "inline")
      .send(ending === "vtt" ? vtt : transcriptOf(vtt));
  });

  app.get<Address>("/resources/files/:id", async (request, reply) => {
    const query = querySchema.safeParse(request.query);
    if (!query.success) throw new DomainError("upload.unknown");
    const { upload, caller } = await openedBy(deps, request, reply, request.params.id);
    const isShown = query.data.show === "1" && upload.contentType === "application/pdf";
    const { user } = caller;
    if (user && request.method === "GET") await logAccess(caller, user, upload.id);
    const disposition = isShown ? "inline" : attachment(upload.filename);
    return sendBytes(deps, request, reply, { upload, disposition });
  });

  app.get<Address>("/office/uploads/:id/access-log.csv", async (request, reply) => {
    const caller = await callerFor(deps, request, reply);
    const id = idSchema.safeParse(request.params.id);
    if (!id.success) throw new DomainError("upload.unknown");
    const { fileName, content } = await exportAccessLog(caller, id.data);
    return sendPrivate(reply, {
      type: "text/csv; charset=utf-8",
      disposition: attachment(fileName),
      content,
    });
  });
}

/** @throws DomainError upload.unknown; access.sign-in-required, access.forbidden where it is closed to the caller */
async function openedBy(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  given: string | undefined,
) {
  const id = idSchema.safeParse(given);
  if (!id.success) throw new DomainError("upload.unknown");
  const caller = await callerFor(deps, request, reply);
  const upload = await findUpload(deps.db, id.data);
  requireOpenTo(caller.user, upload);
  return { caller, upload };
}

function sendBytes(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { upload, disposition }: Readonly<{ upload: StoredUpload; disposition: string }>,
): FastifyReply {
  const { sha256, bytes, contentType } = upload;
  protect(reply, contentType);
  // Revalidated each time, because the permission may have been revoked; an unchanged file is not sent again.
  void reply.header("cache-control", "private, no-cache");
  return sendStored(deps.files, request, reply, { sha256, bytes, contentType, disposition });
}

/**
 * Keeps the content of a file from running in our origin. A PDF is sent without the sandbox, because the browser's own
 * viewer, which is isolated from our pages, does not open in one.
 */
function protect(reply: FastifyReply, contentType: string): void {
  const isPdf = contentType === "application/pdf";
  void reply
    .header(
      "content-security-policy",
      isPdf
        ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
        : "default-src 'none'; media-src 'self'; sandbox",
    )
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin");
}

type Stored = Readonly<{ sha256: string; bytes: number; contentType: string; disposition: string }>;

/** Streams a file or one range of it; answers 304 where the client has it. */
function sendStored(
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

/** A `Content-Disposition` for a name of any letters, with an ASCII fallback for old clients. */
function attachment(name: string): string {
  return contentDisposition(name, { fallback: name.replaceAll(/[^\w .()-]/g, "_") });
}
