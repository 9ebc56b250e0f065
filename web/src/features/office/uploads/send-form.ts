import { type Uploaded, uploadAnswer, uploadLost } from "../../../api/upload-answer.ts";

/**
 * Sends a form and reports the progress. An aborted upload leaves nothing on the server.
 *
 * @param onProgress from 0 to 1
 */
export function sendForm(
  address: string,
  form: FormData,
  signal?: AbortSignal,
  onProgress?: (part: number) => void,
): Promise<Uploaded> {
  return new Promise((resolve) => {
    // `fetch` does not report the progress of a request body.
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener("load", () => resolve(uploadAnswer(request.responseText)));
    request.addEventListener("error", () => resolve(uploadLost));
    request.addEventListener("abort", () => resolve(uploadLost));
    signal?.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
