import multipart from "@fastify/multipart";
import {
  captionsBytesMax,
  posterFieldsSchema,
  uploadBytesMax,
  uploadCategories,
  uploadFieldsSchema,
} from "@portal/shared/office/uploads.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { Deps } from "../../deps.ts";
import { saveCaptions } from "../../office/uploads/captions.actions.ts";
import {
  deleteUpload,
  requireRoom,
  savePoster,
  saveUpload,
} from "../../office/uploads/upload.actions.ts";
import { asLegacyApp, describedAs, doneAnswer, savedAnswer } from "../legacy/legacy-app.ts";
import { ownCaller } from "../trpc/request-caller.ts";
import { type ReceivedForm, receiveForm } from "./receive-form.ts";

/** A form's bytes besides its file. */
const formBytes = 64 * 1024;
const requestBytesMax = Math.max(...Object.values(uploadBytesMax)) + formBytes;
/** Without a Content-Length the disk space for a video cannot be checked in advance, so the limit is that of an image. */
const undeclaredBytesMax = uploadBytesMax.image + formBytes;
/** Ten megabytes take minutes on a slow connection, a video hours. */
export const uploadSeconds = 4 * 3600;
/** Each one writes to the disk and may hold an image in memory. */
export const concurrentMax = 4;

const idSchema = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .pipe(z.int().positive());
const savedIdSchema = z.union([z.literal("-1").transform(() => -1), idSchema]);

const longBody = {
  config: { bodySeconds: uploadSeconds },
  onRequest: async ({ headers }: FastifyRequest) => {
    if (Number(headers["content-length"]) > requestBytesMax)
      throw new DomainError("upload.too-large");
  },
};

/**
 * The uploads of section 7 of the specification, for admins: `POST /api/upload/save/{uploadId}` (-1 is
 * new), `POST /api/upload/upload-external/{category}`, `DELETE /api/upload/{id}`, and a video's poster and
 * captions.
 */
export async function uploadRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  await scope.register(multipart, {
    limits: {
      files: 1,
      fields: 10,
      parts: 11,
      fileSize: requestBytesMax,
      fieldNameSize: 100,
      fieldSize: 20_000,
      headerPairs: 20,
    },
  });
  // The rest of a form that was refused is not read.
  scope.addHook("onError", async (_request, reply) => void reply.header("connection", "close"));
  const app = asLegacyApp(scope);
  const receive = receiver(deps);

  const saving = { ...longBody, ...uploadDocs.save };
  app.post("/api/upload/save/:uploadId", saving, async (request, reply) => {
    const id = read(savedIdSchema, request.params.uploadId);
    return receive(request, reply, ({ caller, user, form: { file, fields } }) =>
      saveUpload(caller, user, { id, file, fields: readFields(uploadFieldsSchema, fields) }),
    );
  });

  const external = { ...longBody, ...uploadDocs.external };
  app.post("/api/upload/upload-external/:category", external, async (request, reply) => {
    const { category } = readFields(externalSchema, request.params);
    return receive(request, reply, ({ caller, user, form }) => {
      const fields = { ...readFields(uploadFieldsSchema, form.fields), category };
      return saveUpload(caller, user, { id: -1, file: form.file, fields });
    });
  });

  const poster = { ...longBody, ...uploadDocs.poster };
  app.post("/api/upload/poster/:uploadId", poster, async (request, reply) => {
    const id = read(idSchema, request.params.uploadId);
    return receive(request, reply, async ({ caller, form: { file, fields } }) => {
      if (!file) throw new DomainError("upload.no-file");
      const { seconds } = readFields(posterFieldsSchema, fields);
      return savePoster(caller, id, { file, seconds });
    });
  });

  app.post("/api/upload/captions/:uploadId", uploadDocs.captions, async (request, reply) => {
    const id = read(idSchema, request.params.uploadId);
    const { caller } = await ownCaller(deps, request, reply);
    await using form = await receiveForm(request, deps.files, captionsBytesMax + formBytes);
    if (!form.file) throw new DomainError("upload.no-file");
    if (form.file.staged.bytes > captionsBytesMax) throw new DomainError("upload.too-large");
    return { success: true as const, ...(await saveCaptions(caller, id, form.file.staged)) };
  });

  app.delete("/api/upload/:id", uploadDocs.remove, async (request, reply) => {
    const { caller } = await ownCaller(deps, request, reply);
    const deleted = await deleteUpload(caller, read(idSchema, request.params.id));
    return { success: true as const, ...deleted };
  });
}

/** The category is named in any case: "other" as well as "Other". */
const externalSchema = z.strictObject({
  category: z.preprocess(
    (given) =>
      uploadCategories.find((each) => each.toLowerCase() === String(given).toLowerCase()) ?? given,
    z.enum(uploadCategories),
  ),
});

type Received = Readonly<{ caller: Caller; user: SignedInUser; form: ReceivedForm }>;

/** Receives forms, a few concurrently and while there is disk space. */
function receiver(deps: Deps) {
  let concurrent = 0;
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    save: (received: Received) => Promise<{ id: number }>,
  ) => {
    const { caller, user } = await ownCaller(deps, request, reply);
    const declared = Number(request.headers["content-length"]) || 0;
    await requireRoom(caller, user, declared || undeclaredBytesMax);
    if (concurrent >= concurrentMax) throw new DomainError("access.too-many-tries");
    concurrent += 1;
    try {
      const bytesMax = declared > 0 ? requestBytesMax : undeclaredBytesMax;
      await using form = await receiveForm(request, deps.files, bytesMax);
      return { success: true as const, ...(await save({ caller, user, form })) };
    } finally {
      concurrent -= 1;
    }
  };
}

/** @throws DomainError upload.unknown for a path that is not valid */
function read<Schema extends z.core.$ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, given);
  if (!parsed.success) throw new DomainError("upload.unknown");
  return parsed.data;
}

/** @throws DomainError upload.wrong-fields */
export function readFields<Schema extends z.core.$ZodType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  const words = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const field = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new DomainError("upload.wrong-fields", { field, words: words.join("; ") });
}

const described = describedAs(["Uploads and resources"]);
const binary = z.unknown().meta({ type: "string", format: "binary" });
const words = {
  title: z.string().max(200).optional(),
  description: z.string().max(5000).optional(),
  sortOrder: z.int().optional(),
};

/** The handler validates the form while it streams in; this schema only describes it. */
function describedForm<Params extends z.core.$ZodType>(
  texts: Readonly<{ operationId: string; summary: string; description?: string }>,
  params: Params,
  fields: z.ZodRawShape,
) {
  const body = z.object({ file: binary, ...fields });
  return {
    validatorCompiler: () => () => true,
    ...described({ ...texts, consumes: ["multipart/form-data"], params, body }, savedAnswer),
  };
}

/** The upload calls in the API description (specification, section 7, "Uploads and resources"). */
const uploadDocs = {
  save: describedForm(
    {
      operationId: "saveUpload",
      summary: "Uploads a file, or changes the text or the file of an upload",
      description:
        "The type is read from the content of the file. Without a file, only the text changes.",
    },
    z.object({ uploadId: z.int().describe("-1 is a new upload.") }),
    { ...words, category: z.enum(uploadCategories).optional() },
  ),
  external: describedForm(
    { operationId: "uploadExternal", summary: "Uploads a file into a category" },
    z.object({ category: z.enum(uploadCategories) }),
    words,
  ),
  poster: describedForm(
    { operationId: "savePoster", summary: "Adds the picture that a video shows before it plays" },
    z.object({ uploadId: z.int() }),
    { seconds: z.number().optional().describe("Length of the video.") },
  ),
  captions: describedForm(
    {
      operationId: "saveCaptions",
      summary: "Adds captions to a video",
      description: "A WebVTT file of up to 1 MB. Only its cues are kept.",
    },
    z.object({ uploadId: z.int() }),
    {},
  ),
  remove: {
    validatorCompiler: () => () => true,
    ...described(
      {
        operationId: "deleteUpload",
        summary: "Deletes an upload",
        params: z.object({ id: z.int() }),
      },
      doneAnswer.extend({ id: z.int() }).meta({ example: { success: true, id: 12 } }),
    ),
  },
};
