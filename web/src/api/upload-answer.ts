import { z } from "zod/mini";
import { shopFault } from "./error-message.ts";

/** The server's refusal of a file, whose message is in error, errorMsg or reason (specification, section 7). */
export const refusedFileSchema = z.pipe(
  z.object({
    success: z.literal(false),
    error: z.optional(z.string()),
    errorMsg: z.optional(z.string()),
    reason: z.optional(z.string()),
    code: z.nullish(z.string()),
  }),
  z.transform(({ error, errorMsg, reason, code }) => ({
    success: false as const,
    error: error ?? errorMsg ?? reason ?? "The upload failed. Try again.",
    code,
  })),
);

const uploadSchema = z.union([
  z.object({ success: z.literal(true), id: z.number() }),
  refusedFileSchema,
]);

/** `failure` is the message, after the code of the specification (E001, section 8). */
export type Uploaded = { id: number } | { failure: string };

export const uploadLost = {
  failure: "E001: We could not reach the shop. Please try again.",
} satisfies Uploaded;

/** The result in the response to an upload. */
export function uploadAnswer(text: string): Uploaded {
  try {
    const answer = uploadSchema.parse(JSON.parse(text));
    return answer.success ? { id: answer.id } : { failure: `E001: ${answer.error}` };
  } catch {
    return { failure: `E001: ${shopFault}` };
  }
}
