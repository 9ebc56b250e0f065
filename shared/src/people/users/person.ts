import { z } from "zod";
import { userIdSchema } from "../../platform/ids.ts";
import { sessionRefSchema } from "../accounts.ts";

/** One sign-in of somebody, by its public handle. */
export const personSessionSchema = sessionRefSchema.extend({ id: userIdSchema });
export type PersonSession = z.infer<typeof personSessionSchema>;

export const noteMax = 2000;

/** What the office keeps in mind about somebody. The person never reads it. */
export const addNoteSchema = z.object({
  id: userIdSchema,
  note: z
    .string()
    .trim()
    .min(1, "Please complete")
    .max(noteMax, `Use ${noteMax} characters at most`),
});
export type AddNote = z.infer<typeof addNoteSchema>;

/** Under which the audit has notes. */
export const noteAction = "note.added";
