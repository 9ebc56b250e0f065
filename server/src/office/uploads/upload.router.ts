import {
  accessLogSchema,
  listUploadsSchema,
  moveUploadSchema,
  updateUploadSchema,
  uploadCommandSchema,
} from "@portal/shared/office/uploads.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { logAccess } from "./access-log.actions.ts";
import { listAccess } from "./access-log.queries.ts";
import { removeCaptions } from "./captions.actions.ts";
import { deleteUpload, moveUpload, updateUpload } from "./upload.actions.ts";
import { listUploads } from "../../platform/files/upload.queries.ts";

export const uploadRouter = router({
  list: procedure("uploads.list")
    .input(listUploadsSchema)
    .query(({ ctx, input }) => listUploads(ctx.readDb, ctx.user, input)),
  update: procedure("uploads.update")
    .input(updateUploadSchema)
    .mutation(({ ctx, input }) => updateUpload(ctx, input)),
  delete: procedure("uploads.delete")
    .input(uploadCommandSchema)
    .mutation(({ ctx, input }) => deleteUpload(ctx, input.id)),
  move: procedure("uploads.move")
    .input(moveUploadSchema)
    .mutation(({ ctx, input }) => moveUpload(ctx, input)),
  removeCaptions: procedure("uploads.removeCaptions")
    .input(uploadCommandSchema)
    .mutation(({ ctx, input }) => removeCaptions(ctx, input.id)),
  logAccess: procedure("uploads.logAccess")
    .input(uploadCommandSchema)
    .mutation(({ ctx, input }) => logAccess(ctx, ctx.user, input.id)),
  accessLog: procedure("uploads.accessLog")
    .input(accessLogSchema)
    .query(({ ctx, input }) => listAccess(ctx.readDb, input)),
});
