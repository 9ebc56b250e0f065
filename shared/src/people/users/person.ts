import { z } from "zod/mini";
import { userIdSchema, command } from "../../platform/ids.ts";
import { sessionRefSchema } from "../accounts.ts";
import { requiredText } from "../../platform/texts.ts";

/** References a session of a user by its public handle. */
export const personSessionSchema = z.extend(sessionRefSchema, { id: userIdSchema });
export type PersonSession = z.infer<typeof personSessionSchema>;

export const noteMax = 2000;

/** An internal note of the office; never shown to the person. */
export const addNoteSchema = z.strictObject({
  ...command,
  id: userIdSchema,
  note: requiredText(noteMax, "Please complete"),
});
export type AddNote = z.infer<typeof addNoteSchema>;

/** The audit action of notes. */
export const noteAction = "note.added";
