import { listLogsSchema } from "@portal/shared/app-log.ts";
import { listMessagesSchema, messageRefSchema } from "@portal/shared/messages.ts";
import { router, signedInProcedure } from "../../http/trpc.ts";
import { listLogs } from "../app-log/app-log.queries.ts";
import { getMessage, listMessages } from "./message.queries.ts";
import { resendMessage } from "./resend-message.actions.ts";

export const systemRouter = router({
  logs: signedInProcedure
    .input(listLogsSchema)
    .query(({ ctx, input }) => listLogs(ctx.readDb, input)),
  sentEmails: signedInProcedure
    .input(listMessagesSchema)
    .query(({ ctx, input }) => listMessages(ctx.readDb, input)),
  sentEmail: signedInProcedure
    .input(messageRefSchema)
    .query(({ ctx, input }) => getMessage(ctx.readDb, input.id)),
  resendEmail: signedInProcedure
    .input(messageRefSchema)
    .mutation(({ ctx, input }) => resendMessage(ctx, input.id)),
});
