import { z } from "zod";

/** How a file is refused: a failure reads error, errorMsg or reason (specification, section 7). */
export const refusedFileSchema = z
  .object({
    success: z.literal(false),
    error: z.string().optional(),
    errorMsg: z.string().optional(),
    reason: z.string().optional(),
  })
  .transform(({ error, errorMsg, reason }) => ({
    success: false as const,
    error: error ?? errorMsg ?? reason ?? "The upload failed. Try again.",
  }));
