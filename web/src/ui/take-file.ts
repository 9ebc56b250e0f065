import { z } from "zod/mini";
import { asksToConfirm } from "../api/api-provider.tsx";
import { noLine, shopFault } from "../api/error-message.ts";
import { askForPassword } from "../session/confirm-password.tsx";
import { saveFile } from "./save-file.ts";

const refusalSchema = z.object({ error: z.string(), code: z.nullish(z.string()) });

type FileRequest = Readonly<{
  address: string;
  fileName: string;
  headers?: Readonly<Record<string, string>>;
  /** Called with the number of bytes received so far. */
  onBytes?: (bytes: number) => void;
}>;

/**
 * Downloads a file of personal data. Without a recent authentication the password is asked for, and the download is
 * tried once more.
 *
 * @returns the error message, or null
 */
export async function takeFile(request: FileRequest): Promise<string | null> {
  const first = await fetchFile(request);
  if (!first || !asksToConfirm(first.code)) return first?.error ?? null;
  if (!(await askForPassword())) return first.error;
  return (await fetchFile(request))?.error ?? null;
}

async function fetchFile(request: FileRequest): Promise<z.infer<typeof refusalSchema> | null> {
  try {
    const response = await fetch(request.address, { headers: request.headers ?? {} });
    if (!response.ok) return refusalIn(await response.text());
    saveFile(await readAll(response, request.onBytes), request.fileName);
    return null;
  } catch {
    return { error: noLine };
  }
}

function refusalIn(text: string): z.infer<typeof refusalSchema> {
  try {
    return refusalSchema.parse(JSON.parse(text));
  } catch {
    return { error: shopFault };
  }
}

async function readAll(response: Response, onBytes?: (bytes: number) => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    chunks.push(next.value);
    bytes += next.value.length;
    onBytes?.(bytes);
  }
  return new Blob(chunks, { type: response.headers.get("content-type") ?? "" });
}
