import { addNoteSchema, personSessionSchema } from "@portal/shared/people/users/person.ts";
import { userRefSchema } from "@portal/shared/platform/ids.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { addNote, endSessionOf, listSessionsOf } from "./person.actions.ts";
import { getPerson, listRecipientsOf } from "./person.queries.ts";

export const personRouter = router({
  get: signedInProcedure
    .input(userRefSchema)
    .query(({ ctx, input }) => getPerson(ctx, ctx.user, input.id)),
  recipients: signedInProcedure
    .input(userRefSchema)
    .query(({ ctx, input }) => listRecipientsOf(ctx, ctx.user, input.id)),
  sessions: signedInProcedure
    .input(userRefSchema)
    .query(({ ctx, input }) => listSessionsOf(ctx, ctx.user, input.id)),
  endSession: signedInProcedure
    .input(personSessionSchema)
    .mutation(({ ctx, input }) => endSessionOf(ctx, ctx.user, input)),
  addNote: signedInProcedure
    .input(addNoteSchema)
    .mutation(({ ctx, input }) => addNote(ctx, ctx.user, input)),
});
