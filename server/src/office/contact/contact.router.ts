import { listContactMessagesSchema, submitContactSchema } from "@portal/shared/office/contact.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { submitContact } from "./contact.actions.ts";
import { listContactMessages } from "./contact.queries.ts";

export const contactRouter = router({
  submit: procedure("contact.submit")
    .input(submitContactSchema)
    .mutation(({ ctx, input }) => submitContact(ctx, input)),
  list: procedure("contact.list")
    .input(listContactMessagesSchema)
    .query(({ ctx, input }) => listContactMessages(ctx.readDb, input)),
});
