import { statementBytesMax } from "@portal/shared/sales/bank-lines.ts";
import { z } from "zod/mini";
import { refusedFileSchema } from "./upload-answer.ts";

const answerSchema = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  refusedFileSchema,
]);

/** The server's answer about the file, or an error message. */
export type SentStatement<Data> = Readonly<{ data: Data } | { failure: string }>;

/**
 * Sends a file of a bank or of the card provider unchanged.
 *
 * @param data the schema of the answer about an accepted file
 */
export async function sendStatement<Data extends z.ZodMiniType>(
  path: string,
  file: File,
  data: Data,
): Promise<SentStatement<z.output<Data>>> {
  if (file.size > statementBytesMax) return { failure: "The file is larger than 5 MB." };
  try {
    const response = await fetch(`${path}?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    });
    const answer = answerSchema.parse(await response.json());
    return answer.success ? { data: data.parse(answer.data) } : { failure: answer.error };
  } catch {
    return { failure: "We could not reach the shop. Please try again." };
  }
}
