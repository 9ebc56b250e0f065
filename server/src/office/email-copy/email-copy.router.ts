import { nothingSchema } from "@portal/shared/platform/ids.ts";
import {
  emailCopyRefSchema,
  emailCopySchema,
  emailCopyCommandSchema,
} from "@portal/shared/office/email-copy.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { restoreEmailCopy, saveEmailCopy, sendCopyTest } from "./email-copy.actions.ts";
import { getCopy, listCopies, previewCopy } from "./email-copy.queries.ts";

export const emailCopyRouter = router({
  list: procedure("emailCopy.list")
    .input(nothingSchema)
    .query(({ ctx }) => listCopies(ctx.readDb)),
  get: procedure("emailCopy.get")
    .input(emailCopyRefSchema)
    .query(({ ctx, input }) => getCopy(ctx.readDb, input.kind)),
  preview: procedure("emailCopy.preview")
    .input(emailCopySchema)
    .query(({ ctx, input: { commandId: _once, ...written } }) => previewCopy(ctx, written)),
  save: procedure("emailCopy.save")
    .input(emailCopySchema)
    .mutation(({ ctx, input }) => saveEmailCopy(ctx, input)),
  restore: procedure("emailCopy.restore")
    .input(emailCopyCommandSchema)
    .mutation(({ ctx, input }) => restoreEmailCopy(ctx, input.kind)),
  sendTest: procedure("emailCopy.sendTest")
    .input(emailCopySchema)
    .mutation(({ ctx, input }) => sendCopyTest(ctx, input)),
});
