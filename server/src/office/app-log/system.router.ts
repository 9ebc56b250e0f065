import { listLogsSchema } from "@portal/shared/platform/app-log.ts";
import { listMessagesSchema, messageRefSchema } from "@portal/shared/platform/messages.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { listLogs } from "./app-log.queries.ts";
import { getMessage, listMessages } from "../../platform/messages/message.queries.ts";
import { resendMessage } from "../../platform/messages/send-message.actions.ts";

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
