import { z } from "zod";
import { noLine, shopFault } from "../../../api/error-message.ts";
import { askForPassword } from "../../../session/confirm-password.tsx";
import { saveFile } from "../../../ui/save-file.ts";

const refusalSchema = z.object({ error: z.string(), code: z.string().nullish() });

type Asked = Readonly<{
  address: string;
  fileName: string;
  headers?: Readonly<Record<string, string>>;
  /** Told how many bytes came so far. */
  onBytes?: (bytes: number) => void;
}>;

/**
 * Fetches a file that names people and gives it to the browser's downloads. Where the person's own password
 * was not typed lately it is asked for, and then it goes on.
 *
 * @returns what went wrong in words, or null
 */
export async function takeFile(asked: Asked): Promise<string | null> {
  const first = await fetchFile(asked);
  if (first?.code !== "access.password-needed") return first?.error ?? null;
  if (!(await askForPassword())) return first.error;
  return (await fetchFile(asked))?.error ?? null;
}

async function fetchFile(asked: Asked): Promise<z.infer<typeof refusalSchema> | null> {
  try {
    const response = await fetch(asked.address, { headers: asked.headers ?? {} });
    if (!response.ok) return refusalIn(await response.text());
    saveFile(await readAll(response, asked.onBytes), asked.fileName);
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
