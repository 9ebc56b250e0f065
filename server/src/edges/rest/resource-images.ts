import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { pictureWidths } from "@portal/shared/platform/pictures.ts";
import { openCategories } from "@portal/shared/office/uploads.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { pictureContentType } from "../../platform/files/pictures.ts";
import { pictureOfWidth, versionOf } from "../../platform/files/upload.queries.ts";
import { findUpload, type StoredUpload } from "../../platform/files/upload.store.ts";
import { callerFor } from "../trpc/request-caller.ts";
import { sendStored } from "./send-stored.ts";

type Address = { Params: { id: string } };
const idSchema = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const querySchema = z.object({
  w: z.coerce.number().pipe(z.literal(pictureWidths)).optional(),
  v: z.string().max(64).optional(),
});

/** `GET /resources/images/{id}?w=640&v=…`: pictures, found by their number in the database and nowhere else. */
export async function resourceImageRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get<Address>("/resources/images/:id", async (request, reply) => {
    const id = idSchema.safeParse(request.params.id);
    const query = querySchema.safeParse(request.query);
    if (!id.success || !query.success) throw new DomainError("upload.unknown");
    const upload = await findUpload(deps.db, id.data);
    if (upload.kind === "file") throw new DomainError("upload.unknown");
    const isPublic = openCategories(null).includes(upload.category);
    if (!isPublic) await requireOpen(deps, request, reply, upload);

    const { sha256, bytes } = await pictureOfWidth(deps.db, upload, query.data.w ?? null);
    protect(reply);
    void reply.header(
      "cache-control",
      cacheFor(isPublic, query.data.v === versionOf(upload.sha256)),
    );
    const disposition = `inline; filename="${upload.id}.webp"`;
    return sendStored(deps.files, request, reply, {
      sha256,
      bytes,
      contentType: pictureContentType,
      disposition,
    });
  });
}

/** @throws DomainError where the category is closed to whoever asks */
async function requireOpen(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { category }: StoredUpload,
): Promise<void> {
  const { user } = await callerFor(deps, request, reply);
  if (!user) throw new DomainError("access.sign-in-required");
  if (!openCategories(user.role).includes(category)) throw new DomainError("access.forbidden");
}

/** Whatever is in it, a browser shows a picture and does nothing else with it. */
function protect(reply: FastifyReply): void {
  void reply
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    // Our mails show them in other people's mail programs.
    .header("cross-origin-resource-policy", "cross-origin");
}

function cacheFor(isPublic: boolean, isForever: boolean): string {
  if (!isPublic) return "private, no-cache";
  return isForever ? "public, max-age=31536000, immutable" : "public, max-age=300";
}
