import type { UploadCategory } from "@portal/shared/office/uploads.ts";
import { z } from "zod/mini";
import { type Uploaded, uploadAnswer, uploadLost } from "../../../api/upload-answer.ts";
import { sendBody } from "./send-form.ts";

const address = "/office/begun-upload";
const pauseMs = 2000;

const begunSchema = z.object({
  success: z.literal(true),
  /** How many the shop has. */
  bytes: z.number(),
  /** Where it was saved within the last day. */
  savedId: z.nullable(z.number()),
});
type Begun = Readonly<{ bytes: number; savedId: number | null }>;

type LargeUpload = Readonly<{
  file: File;
  words: Readonly<{ category: UploadCategory; title: string }>;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  /** Called with true when the connection was lost, and with false when the upload continues. */
  onWaiting: (isWaiting: boolean) => void;
}>;

/**
 * Sends a large file, and continues where it was after a lost connection or a restart of the shop, until it is saved, refused
 * or aborted. The same file chosen again within a day, also after a reload of the page, continues as well. Aborting deletes
 * what arrived.
 */
export async function sendLarge(upload: LargeUpload): Promise<Uploaded> {
  const { signal, onWaiting } = upload;
  const query = new URLSearchParams({ file: nameOf(upload.file) });
  for (let isAllSent = false; !signal.aborted; await pause(signal)) {
    const begun = await ask(query, signal);
    if (begun !== null && "failure" in begun) return begun;
    if (begun !== null) {
      if (isAllSent && begun.savedId !== null) return { id: begun.savedId };
      onWaiting(false);
      const sent = await sendRest(upload, begun);
      if (sent.result !== null) return sent.result;
      isAllSent ||= sent.isAllSent;
    }
    if (!signal.aborted) onWaiting(true);
  }
  await giveUp(query);
  return uploadLost;
}

/** How the shop knows the file again. */
function nameOf({ name, size, lastModified }: File): string {
  return `${size} ${lastModified} ${name.slice(0, 255)}`;
}

/** @returns null where the shop cannot be reached */
async function ask(
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<Begun | { failure: string } | null> {
  try {
    const response = await fetch(`${address}?${query}`, { signal, cache: "no-store" });
    const text = await response.text();
    if (isPassing(response.status, text)) return null;
    const known = begunSchema.safeParse(JSON.parse(text));
    if (known.success) return known.data;
    const refused = uploadAnswer(text);
    return "failure" in refused ? refused : null;
  } catch {
    return null;
  }
}

/** @returns `result` null where the rest has to be sent again */
async function sendRest(
  { file, words, signal, onProgress }: LargeUpload,
  { bytes: from }: Begun,
): Promise<Readonly<{ result: Uploaded | null; isAllSent: boolean }>> {
  const query = new URLSearchParams({
    file: nameOf(file),
    from: String(from),
    bytes: String(file.size),
    name: file.name.slice(0, 255),
    ...words,
  });
  const rest = file.slice(from, file.size, "application/octet-stream");
  if (!(await isReadable(rest))) return { result: fileGone, isAllSent: false };
  let sent = from;
  const answer = await sendBody({
    method: "PUT",
    address: `${address}?${query}`,
    body: rest,
    signal,
    onProgress(part) {
      sent = from + part * (file.size - from);
      onProgress(sent / file.size);
    },
  });
  const isAllSent = sent >= file.size;
  if (answer === null || isPassing(answer.status, answer.text)) return { result: null, isAllSent };
  return { result: uploadAnswer(answer.text), isAllSent };
}

const fileGone: Uploaded = {
  failure: "E001: We could not read this file. It may have changed. Choose it again.",
};

/** Whether the file is still as it was when it was chosen. */
function isReadable(rest: Blob): Promise<boolean> {
  return rest
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** Another place, too many at once, or a shop that stops or starts: the same may succeed a little later. */
function isPassing(status: number, text: string): boolean {
  const isOfFile = /"code":"upload\.(no-room|quota)"/.test(text);
  return [409, 429, 502, 503, 504].includes(status) && !isOfFile;
}

async function giveUp(query: URLSearchParams): Promise<void> {
  await fetch(`${address}?${query}`, { method: "DELETE", keepalive: true }).catch(() => {});
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    setTimeout(resolve, pauseMs);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
