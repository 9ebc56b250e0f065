import { addNoteSchema, personSessionSchema } from "@portal/shared/people/users/person.ts";
import { userRefSchema } from "@portal/shared/platform/ids.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { addNote, endSessionOf, listSessionsOf } from "./person.actions.ts";
import { getPerson, listRecipientsOf } from "./person.queries.ts";

export const personRouter = router({
  get: procedure("people.get")
    .input(userRefSchema)
    .query(({ ctx, input }) => getPerson(ctx, ctx.user, input.id)),
  recipients: procedure("people.recipients")
    .input(userRefSchema)
    .query(({ ctx, input }) => listRecipientsOf(ctx, ctx.user, input.id)),
  sessions: procedure("people.sessions")
    .input(userRefSchema)
    .query(({ ctx, input }) => listSessionsOf(ctx, ctx.user, input.id)),
  endSession: procedure("people.endSession")
    .input(personSessionSchema)
    .mutation(({ ctx, input }) => endSessionOf(ctx, ctx.user, input)),
  addNote: procedure("people.addNote")
    .input(addNoteSchema)
    .mutation(({ ctx, input }) => addNote(ctx, ctx.user, input)),
});
