import type { IncomingMessage } from "node:http";
import {
  uploadBytesMax,
  type UploadFields,
  uploadFieldsSchema,
} from "@portal/shared/office/uploads.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { requireRoom, saveUpload } from "../../office/uploads/upload.actions.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { BegunFile } from "../../platform/files/begun-files.ts";
import { ownCaller } from "../trpc/request-caller.ts";
import { concurrentMax, readFields, uploadSeconds } from "./uploads.ts";

const bytesMax = Math.max(...Object.values(uploadBytesMax));
const address = "/office/begun-upload";

/** How the person's browser knows the file again: its name, size and date. */
const fileSchema = z.object({ file: z.string().min(1).max(500) });
const bytesSchema = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const restSchema = z.object({
  ...fileSchema.shape,
  /** The place of the first byte that is sent, and the size of the whole file. */
  from: bytesSchema,
  bytes: bytesSchema,
  name: z.string().trim().min(1).max(255),
});
const text = z.string().optional();
const wordsSchema = z.object({ category: text, title: text, description: text });

/**
 * Uploads of large files by the office's own pages, which go on where they were cut: GET tells how many bytes are here, PUT
 * sends the rest as it is and saves the file with its last byte, DELETE gives it up. The file is known by its person and by
 * `file`, so another person's is one that was not begun.
 */
export async function begunUploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.removeAllContentTypeParsers();
  // The body is streamed by the handler.
  app.addContentTypeParser("application/octet-stream", async () => null);
  app.addHook("onError", async (_request, reply) => void reply.header("connection", "close"));
  const underWay = uploadsUnderWay();
  // A stop does not wait for hours: the browser sends the rest to the next process.
  app.addHook("preClose", async () => underWay.cutAll());

  app.get(address, async (request, reply) => {
    const { begun } = ownFile(request, await ownCaller(deps, request, reply));
    return { success: true, bytes: await begun.bytes(), savedId: await begun.savedId() };
  });

  app.put(address, { config: { bodySeconds: uploadSeconds } }, async (request, reply) => {
    const own = await ownCaller(deps, request, reply);
    const { begun, name } = ownFile(request, own);
    const query = readFields(restSchema, request.query);
    const fields = readFields(uploadFieldsSchema, readFields(wordsSchema, request.query));
    await requireFitting(request, own, begun, query);
    using turn = underWay.take(name, request.raw);
    await begun.write(query.from, request.raw).catch((error: unknown) => {
      throw request.raw.complete ? error : new DomainError("upload.wrong-fields");
    });
    turn.beginSaving();
    return { success: true, id: await save(deps, own, begun, { ...query, fields }) };
  });

  app.delete(address, async (request, reply) => {
    const { begun, name } = ownFile(request, await ownCaller(deps, request, reply));
    underWay.cut(name);
    await begun.remove();
    return { success: true };
  });
}

type Own = Readonly<{ caller: Caller; user: SignedInUser }>;
type Rest = z.infer<typeof restSchema>;

function ownFile({ query }: FastifyRequest, { caller, user }: Own) {
  const { file } = readFields(fileSchema, query);
  return { begun: caller.files.begun(user.id, file), name: `${user.id} ${file}` };
}

/** @throws DomainError upload.too-large, upload.no-file, upload.wrong-fields, upload.other-place, upload.no-room, upload.quota */
async function requireFitting(
  { headers }: FastifyRequest,
  { caller, user }: Own,
  begun: BegunFile,
  { from, bytes }: Rest,
): Promise<void> {
  if (bytes > bytesMax) throw new DomainError("upload.too-large");
  if (bytes === 0) throw new DomainError("upload.no-file");
  if (from + Number(headers["content-length"] ?? NaN) !== bytes)
    throw new DomainError("upload.wrong-fields");
  if (from > (await begun.bytes())) throw new DomainError("upload.other-place");
  // It is copied once more when it is complete.
  await requireRoom(caller, user, bytes - from + bytes);
  if (from === 0) await caller.files.clearAbandoned(Date.parse(caller.now()));
}

async function save(
  { files }: Deps,
  { caller, user }: Own,
  begun: BegunFile,
  { bytes, name, fields }: Rest & Readonly<{ fields: UploadFields }>,
): Promise<number> {
  try {
    // A copy, so that nothing can be written to what was checked.
    await using staged = await files.stage(begun.read(bytes), bytes);
    const file = { staged, filename: name };
    const { id } = await saveUpload(caller, user, { id: -1, file, fields });
    await begun.finish(id);
    return id;
  } catch (error) {
    // A refused file stays refused; after any other failure only the saving is repeated.
    if (error instanceof DomainError) await begun.remove();
    throw error;
  }
}

/** The uploads that this process receives: each file by one request, the newest, and a few at once. */
function uploadsUnderWay() {
  const receiving = new Map<string, IncomingMessage>();
  const saving = new Set<string>();
  const cut = (name: string) => receiving.get(name)?.destroy();
  return {
    cut,
    cutAll() {
      for (const name of receiving.keys()) cut(name);
    },
    /** @throws DomainError access.too-many-tries; also while the file is being saved */
    take(name: string, request: IncomingMessage) {
      cut(name);
      receiving.delete(name);
      if (saving.has(name) || receiving.size + saving.size >= concurrentMax)
        throw new DomainError("access.too-many-tries");
      receiving.set(name, request);
      let isSaving = false;
      return {
        /** @throws DomainError access.too-many-tries where a newer request has taken over */
        beginSaving() {
          if (receiving.get(name) !== request) throw new DomainError("access.too-many-tries");
          receiving.delete(name);
          saving.add(name);
          isSaving = true;
        },
        [Symbol.dispose]() {
          if (isSaving) saving.delete(name);
          else if (receiving.get(name) === request) receiving.delete(name);
        },
      };
    },
  };
}
