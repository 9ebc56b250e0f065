import { z } from "zod/mini";
import { command, rowIdSchema } from "../platform/ids.ts";
import { requiredText } from "../platform/texts.ts";

/** A difference as the user saw it, by its key. The server looks it up, and does not trust that it is there. */
export const acceptDifferenceSchema = z.strictObject({
  ...command,
  key: z.string().check(z.minLength(1), z.maxLength(200)),
  note: requiredText(200, "Please complete"),
});
export type AcceptDifference = z.infer<typeof acceptDifferenceSchema>;

export const reopenDifferenceSchema = z.strictObject({ ...command, id: rowIdSchema });
