import multipart from "@fastify/multipart";
import { DomainError } from "@portal/shared/domain-error.ts";
import { uploadBytesMax, uploadFieldsSchema } from "@portal/shared/uploads.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Caller, SignedInUser } from "../caller.ts";
import type { Deps } from "../deps.ts";
import { deleteUpload, requireRoom, saveUpload } from "../features/uploads/upload.actions.ts";
import { callerFor } from "../http/request-caller.ts";
import { receiveForm } from "./receive-form.ts";

/** A form around the largest file. */
const requestBytesMax = Math.max(...Object.values(uploadBytesMax)) + 64 * 1024;
/** Ten megabytes over a slow line take minutes, a film hours. */
const uploadSeconds = 4 * 3600;
/** Each one writes to the disk and may hold a picture in memory. */
const atOnceMax = 4;

const savedIdSchema = z.coerce.number().pipe(z.union([z.literal(-1), z.int().positive()]));
const idSchema = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .pipe(z.int().positive());

/** `POST /api/upload/save/{uploadId}` (multipart; -1 is new) and `DELETE /api/upload/{id}`, for admins. */
export async function uploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  let atOnce = 0;
  await app.register(multipart, {
    limits: {
      ...{ files: 1, fields: 10, parts: 11, fileSize: requestBytesMax },
      ...{ fieldNameSize: 100, fieldSize: 20_000, headerPairs: 20 },
    },
  });
  // Whatever is left of a form that was refused is not read to its end.
  app.addHook("onError", async (_request, reply) => void reply.header("connection", "close"));

  app.post<{ Params: { uploadId: string } }>(
    "/api/upload/save/:uploadId",
    {
      config: { bodySeconds: uploadSeconds },
      onRequest: async ({ headers }) => {
        if (Number(headers["content-length"]) > requestBytesMax)
          throw new DomainError("upload.too-large");
      },
    },
    async (request, reply) => {
      const { caller, user } = await officeOf(deps, request, reply);
      const id = savedIdSchema.safeParse(request.params.uploadId);
      if (!id.success) throw new DomainError("upload.unknown");
      await requireRoom(caller, user);
      if (atOnce >= atOnceMax) throw new DomainError("access.too-many-tries");
      atOnce += 1;
      try {
        await using form = await receiveForm(request, deps.files, requestBytesMax);
        const fields = uploadFieldsSchema.safeParse(form.fields);
        if (!fields.success) throw new DomainError("upload.wrong-fields", wordsOf(fields.error));
        const saved = { id: id.data, file: form.file, fields: fields.data };
        return { success: true, ...(await saveUpload(caller, user, saved)) };
      } finally {
        atOnce -= 1;
      }
    },
  );

  app.delete<{ Params: { id: string } }>("/api/upload/:id", async (request, reply) => {
    const { caller } = await officeOf(deps, request, reply);
    const id = idSchema.safeParse(request.params.id);
    if (!id.success) throw new DomainError("upload.unknown");
    return { success: true, ...(await deleteUpload(caller, id.data)) };
  });
}

async function officeOf(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ caller: Caller; user: SignedInUser }> {
  const caller = await callerFor(deps, request, reply);
  if (!caller.user) throw new DomainError("access.sign-in-required");
  if (caller.impersonatedById !== null) throw new DomainError("access.not-while-impersonating");
  return { caller, user: caller.user };
}

function wordsOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}
