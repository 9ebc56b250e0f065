import { listUploadsSchema, updateUploadSchema, uploadRefSchema } from "@portal/shared/uploads.ts";
import { router, signedInProcedure } from "../../http/trpc.ts";
import { deleteUpload, updateUpload } from "./upload.actions.ts";
import { listUploads } from "./upload.queries.ts";

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
});
