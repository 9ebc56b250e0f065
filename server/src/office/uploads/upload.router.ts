import {
  accessLogSchema,
  listUploadsSchema,
  moveUploadSchema,
  updateUploadSchema,
  uploadRefSchema,
} from "@portal/shared/office/uploads.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { logAccess } from "./access-log.actions.ts";
import { listAccess } from "./access-log.queries.ts";
import { removeCaptions } from "./captions.actions.ts";
import { deleteUpload, moveUpload, updateUpload } from "./upload.actions.ts";
import { listUploads } from "../../platform/files/upload.queries.ts";

export const uploadRouter = router({
  list: signedInProcedure
    .input(listUploadsSchema)
    .query(({ ctx, input }) => listUploads(ctx.readDb, ctx.user, input)),
  update: signedInProcedure
    .input(updateUploadSchema)
    .mutation(({ ctx, input }) => updateUpload(ctx, input)),
  delete: signedInProcedure
    .input(uploadRefSchema)
    .mutation(({ ctx, input }) => deleteUpload(ctx, input.id)),
  move: signedInProcedure
    .input(moveUploadSchema)
    .mutation(({ ctx, input }) => moveUpload(ctx, input)),
  removeCaptions: signedInProcedure
    .input(uploadRefSchema)
    .mutation(({ ctx, input }) => removeCaptions(ctx, input.id)),
  logAccess: signedInProcedure
    .input(uploadRefSchema)
    .mutation(({ ctx, input }) => logAccess(ctx, ctx.user, input.id)),
  accessLog: signedInProcedure
    .input(accessLogSchema)
    .query(({ ctx, input }) => listAccess(ctx.readDb, input)),
});
