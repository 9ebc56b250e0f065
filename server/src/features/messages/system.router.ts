import { listLogsSchema } from "@portal/shared/app-log.ts";
import { listMessagesSchema, messageIdSchema } from "@portal/shared/messages.ts";
import { z } from "zod";
import { router, signedInProcedure } from "../../http/trpc.ts";
import { listLogs } from "../app-log/app-log.queries.ts";
import { getMessage, listMessages } from "./message.queries.ts";
import { resendMessage } from "./resend-message.actions.ts";

const byId = z.object({ id: messageIdSchema });

export const systemRouter = router({
  logs: signedInProcedure
    .input(listLogsSchema)
    .query(({ ctx, input }) => listLogs(ctx.readDb, input)),
  sentEmails: signedInProcedure
    .input(listMessagesSchema)
    .query(({ ctx, input }) => listMessages(ctx.readDb, input)),
  sentEmail: signedInProcedure
    .input(byId)
    .query(({ ctx, input }) => getMessage(ctx.readDb, input.id)),
  resendEmail: signedInProcedure
    .input(byId)
    .mutation(({ ctx, input }) => resendMessage(ctx, input.id)),
});
