import { type UploadCategory, uploadBytesMax } from "@portal/shared/office/uploads.ts";
import { useEffect, useRef, useState } from "react";
import { type Sent, sendForm } from "./send-form.ts";
import { takePoster } from "./take-poster.ts";

export type QueuedFile = Readonly<{
  key: number;
  name: string;
  bytes: number;
  state: "waiting" | "sending" | "done" | "failed" | "cancelled";
  /** From 0 to 1. */
  part: number;
  failure: string | null;
}>;

const largest = Math.max(...Object.values(uploadBytesMax));

/** Files on their way to a category, one after the other; each can be called back. */
export function useUploadQueue(category: UploadCategory, onSaved: () => void) {
  const [files, setFiles] = useState<readonly QueuedFile[]>([]);
  const nextKey = useRef(1);
  const aborts = useRef(new Map<number, AbortController>());
  const last = useRef(Promise.resolve());
  useEffect(() => {
    const all = aborts.current;
    return () => {
      for (const abort of all.values()) abort.abort();
    };
  }, []);

  const change = (key: number, changes: Partial<QueuedFile>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...changes } : file)));

  const sendOne = async (key: number, file: File, signal: AbortSignal) => {
    if (signal.aborted) return;
    change(key, { state: "sending" });
    const sent = await send(category, file, signal, (part) => change(key, { part }));
    if (signal.aborted) return;
    const failure = "failure" in sent ? sent.failure : null;
    change(key, { failure, part: 1, state: failure === null ? "done" : "failed" });
    if (failure === null) onSaved();
  };

  const add = (chosen: readonly File[]) => {
    for (const file of chosen) {
      const key = nextKey.current++;
      const abort = new AbortController();
      aborts.current.set(key, abort);
      const { name, size: bytes } = file;
      const queued = { key, name, bytes, state: "waiting", part: 0, failure: null } as const;
      setFiles((before) => [...before, queued]);
      last.current = last.current.then(() => sendOne(key, file, abort.signal));
    }
  };

  const cancel = (key: number) => {
    aborts.current.get(key)?.abort();
    change(key, { state: "cancelled" });
  };
  const clear = () =>
    setFiles((before) => before.filter(({ state }) => state === "waiting" || state === "sending"));
  return { files, add, cancel, clear };
}

async function send(
  category: UploadCategory,
  file: File,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<Sent> {
  if (file.size > largest) return { failure: "E001: This file is too large." };
  const form = new FormData();
  form.set("category", category);
  form.set("title", file.name.replace(/\.[^.]*$/, "").slice(0, 200) || file.name.slice(0, 200));
  form.set("file", file);
  const sent = await sendForm("/api/upload/save/-1", form, signal, onProgress);
  if ("id" in sent && category === "Training Videos") await sendPoster(sent.id, file, signal);
  return sent;
}

/** A video without a poster is a video all the same. */
async function sendPoster(id: number, file: File, signal: AbortSignal): Promise<void> {
  const poster = await takePoster(file);
  if (!poster) return;
  const form = new FormData();
  form.set("seconds", String(poster.seconds));
  form.set("file", poster.picture, "poster.jpg");
  await sendForm(`/api/upload/poster/${id}`, form, signal, () => {});
}
