import { emailCopyRefSchema, emailCopySchema } from "@portal/shared/office/email-copy.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { restoreEmailCopy, saveEmailCopy, sendCopyTest } from "./email-copy.actions.ts";
import { getCopy, listCopies, previewCopy } from "./email-copy.queries.ts";

export const emailCopyRouter = router({
  list: procedure("emailCopy.list").query(({ ctx }) => listCopies(ctx.readDb)),
  get: procedure("emailCopy.get")
    .input(emailCopyRefSchema)
    .query(({ ctx, input }) => getCopy(ctx.readDb, input.kind)),
  preview: procedure("emailCopy.preview")
    .input(emailCopySchema)
    .query(({ ctx, input }) => previewCopy(ctx, input)),
  save: procedure("emailCopy.save")
    .input(emailCopySchema)
    .mutation(({ ctx, input }) => saveEmailCopy(ctx, input)),
  restore: procedure("emailCopy.restore")
    .input(emailCopyRefSchema)
    .mutation(({ ctx, input }) => restoreEmailCopy(ctx, input.kind)),
  sendTest: procedure("emailCopy.sendTest")
    .input(emailCopySchema)
    .mutation(({ ctx, input }) => sendCopyTest(ctx, input)),
});
