import { type Uploaded, uploadAnswer, uploadLost } from "../../../api/upload-answer.ts";

type Sent = Readonly<{
  method: "POST" | "PUT";
  address: string;
  body: FormData | Blob;
  signal?: AbortSignal | undefined;
  /** From 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
}>;

/** Sends a body and reports the progress. @returns null where there is no answer, or it was aborted */
export function sendBody({
  method,
  address,
  body,
  signal,
  onProgress,
}: Sent): Promise<Readonly<{ status: number; text: string }> | null> {
  return new Promise((resolve) => {
    // `fetch` does not report the progress of a request body.
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener("load", () =>
      resolve({ status: request.status, text: request.responseText }),
    );
    request.addEventListener("error", () => resolve(null));
    request.addEventListener("abort", () => resolve(null));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

/**
 * Sends a form and reports the progress. An aborted upload leaves nothing on the server.
 *
 * @param onProgress from 0 to 1
 */
export async function sendForm(
  address: string,
  form: FormData,
  signal?: AbortSignal,
  onProgress?: (part: number) => void,
): Promise<Uploaded> {
  const sent = await sendBody({ method: "POST", address, body: form, signal, onProgress });
  return sent === null ? uploadLost : uploadAnswer(sent.text);
}
