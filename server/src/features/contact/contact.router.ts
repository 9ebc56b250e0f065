import {
  contactEnvelopeSchema,
  contactSchemaFor,
  listContactMessagesSchema,
} from "@portal/shared/contact.ts";
import { procedure, router, signedInProcedure } from "../../http/trpc.ts";
import { submitContact } from "./contact.actions.ts";
import { listContactMessages } from "./contact.queries.ts";

/** The region with the fewest rules: what the shop's own asks beyond them, the action looks at. */
const submitSchema = contactEnvelopeSchema.and(contactSchemaFor("usa"));

export const contactRouter = router({
  submit: procedure.input(submitSchema).mutation(({ ctx, input }) => submitContact(ctx, input)),
  list: signedInProcedure
    .input(listContactMessagesSchema)
    .query(({ ctx, input }) => listContactMessages(ctx.readDb, input)),
});
