import { emailCopyRefSchema, emailCopySchema } from "@portal/shared/office/email-copy.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { restoreEmailCopy, saveEmailCopy, sendCopyTest } from "./email-copy.actions.ts";
import { getCopy, listCopies, previewCopy } from "./email-copy.queries.ts";

export const emailCopyRouter = router({
  list: signedInProcedure.query(({ ctx }) => listCopies(ctx.readDb)),
  get: signedInProcedure
    .input(emailCopyRefSchema)
    .query(({ ctx, input }) => getCopy(ctx.readDb, input.kind)),
  preview: signedInProcedure
    .input(emailCopySchema)
    .query(({ ctx, input }) => previewCopy(ctx, input)),
  save: signedInProcedure
    .input(emailCopySchema)
    .mutation(({ ctx, input }) => saveEmailCopy(ctx, input)),
  restore: signedInProcedure
    .input(emailCopyRefSchema)
    .mutation(({ ctx, input }) => restoreEmailCopy(ctx, input.kind)),
  sendTest: signedInProcedure
    .input(emailCopySchema)
    .mutation(({ ctx, input }) => sendCopyTest(ctx, input)),
});
