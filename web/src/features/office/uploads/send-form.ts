import { z } from "zod";
import { shopFault } from "../../../api/error-message.ts";
import { refusedFileSchema } from "../../../api/refused-file.ts";

const answerSchema = z.union([
  z.object({ success: z.literal(true), id: z.number() }),
  refusedFileSchema,
]);

/** `failure` is in words, after the code of the specification (E001, section 8). */
export type Sent = { id: number } | { failure: string };

const lost: Sent = { failure: "E001: We could not reach the shop. Please try again." };

/**
 * Sends a form and tells how far it is. Aborting it leaves nothing on the server.
 *
 * @param onProgress from 0 to 1
 */
export function sendForm(
  address: string,
  form: FormData,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<Sent> {
  return new Promise((resolve) => {
    // The one way in which a browser tells how much of what it sends has left.
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => resolve(answerIn(request.responseText)));
    request.addEventListener("error", () => resolve(lost));
    request.addEventListener("abort", () => resolve(lost));
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

function answerIn(text: string): Sent {
  try {
    const answer = answerSchema.parse(JSON.parse(text));
    return answer.success ? { id: answer.id } : { failure: `E001: ${answer.error}` };
  } catch {
    return { failure: `E001: ${shopFault}` };
  }
}
