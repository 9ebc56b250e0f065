import { listLogsSchema } from "@portal/shared/platform/app-log.ts";
import {
  listMessagesSchema,
  messageRefSchema,
  messageCommandSchema,
} from "@portal/shared/platform/messages.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { listLogs } from "./app-log.queries.ts";
import { getMessage, listMessages } from "../../platform/messages/message.queries.ts";
import { resendMessage } from "../../platform/messages/send-message.actions.ts";

export const systemRouter = router({
  logs: procedure("system.logs")
    .input(listLogsSchema)
    .query(({ ctx, input }) => listLogs(ctx.readDb, input)),
  sentEmails: procedure("system.sentEmails")
    .input(listMessagesSchema)
    .query(({ ctx, input }) => listMessages(ctx, input)),
  sentEmail: procedure("system.sentEmail")
    .input(messageRefSchema)
    .query(({ ctx, input }) => getMessage(ctx.readDb, ctx.messages, input.id)),
  resendEmail: procedure("system.resendEmail")
    .input(messageCommandSchema)
    .mutation(({ ctx, input }) => resendMessage(ctx, input.id)),
});
