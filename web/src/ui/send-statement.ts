import { statementBytesMax } from "@portal/shared/sales/bank-lines.ts";
import { z } from "zod/mini";
import { asksToConfirm } from "../api/api-provider.tsx";
import { refusedFileSchema } from "../api/upload-answer.ts";
import { askForPassword } from "../session/confirm-password.tsx";

/** What the file of a bank may be, for the browser's file picker (docs/finance.md, "Bank files"). */
export const bankFileTypes =
  ".csv,.ofx,.qfx,.qbo,.qif,.tsv,.txt,.xlsx,.xml,.sta,.940,.mt940,.bai,.bai2,text/csv,text/xml,application/x-ofx";

const answerSchema = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  refusedFileSchema,
]);

/** The server's answer about the file, or an error message. */
export type SentStatement<Data> = Readonly<{ data: Data } | { failure: string }>;

/**
 * Sends a file of a bank or of the card provider unchanged. Without a recent authentication the second step is asked for, and
 * the file is sent once more.
 *
 * @param data the schema of the answer about an accepted file
 * @param answers to what the server asked about the file when it was sent before
 */
export async function sendStatement<Data extends z.ZodMiniType>(
  path: string,
  file: File,
  data: Data,
  answers: Readonly<Record<string, string>> = {},
): Promise<SentStatement<z.output<Data>>> {
  if (file.size > statementBytesMax) return { failure: "The file is larger than 5 MB." };
  try {
    const query = Object.entries({ name: file.name, ...answers })
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join("&");
    const send = async () => {
      const response = await fetch(`${path}?${query}`, {
        method: "POST",
        headers: { "content-type": "application/octet-stream" },
        body: file,
      });
      return answerSchema.parse(await response.json());
    };
    const first = await send();
    const isAsked = !first.success && asksToConfirm(first.code);
    const answer = isAsked && (await askForPassword()) ? await send() : first;
    return answer.success ? { data: data.parse(answer.data) } : { failure: answer.error };
  } catch {
    return { failure: "We could not reach the shop. Please try again." };
  }
}
