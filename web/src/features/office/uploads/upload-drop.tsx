import "@mantine/core/styles/LoadingOverlay.layer.css";
import "@mantine/dropzone/styles.layer.css";
import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { uploadBytesMax, type UploadCategory } from "@portal/shared/office/uploads.ts";
import { IconUpload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { type Uploaded, uploadLost } from "../../../api/upload-answer.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { sendForm } from "./send-form.ts";
import { sendLarge } from "./send-large.ts";
import { bytesText } from "./upload-cards.tsx";

const accepted: Readonly<Record<UploadCategory, { accept: string; hint: string }>> = {
  Photos: { accept: "image/*", hint: "JPEG, PNG, WebP, AVIF or GIF up to 20 MB." },
  "Training Videos": { accept: "video/mp4,video/webm", hint: "MP4 or WebM up to 2 GB." },
  Documents: {
    accept: ".pdf,.docx,.xlsx,.pptx,image/*",
    hint: "PDF, Word, Excel or PowerPoint up to 100 MB, or a picture.",
  },
  Other: { accept: "", hint: "Pictures, videos, PDF, Word, Excel or PowerPoint." },
};

/**
 * Uploads files that are dropped or chosen to the category that is shown then, and shows their progress. Another category does
 * not end them, and leaving the page asks.
 */
export function UploadDrop(props: { category: UploadCategory; onSaved: () => void }) {
  const { category } = props;
  const { accept, hint } = accepted[category];
  const queue = useUploadQueue(props.onSaved);
  const isUnderWay = queue.files.some(isOpen);
  const { question } = useUnsavedGuard(isUnderWay, {
    title: "Stop the upload?",
    words: "Files are still being uploaded.",
    confirm: "Stop and leave",
    stay: "Stay",
  });
  return (
    <Stack component="section" aria-label="Upload files" gap="sm">
      {question}
      {/* Not restricted here: the server refuses a file with its own message. */}
      <Dropzone
        onDrop={(files) => queue.add(files, category)}
        aria-label="Choose files"
        inputProps={{ accept, "aria-label": "Files to upload" }}
      >
        <Group wrap="nowrap">
          <Dropzone.Idle>
            <IconUpload size={28} stroke={1.4} aria-hidden="true" />
          </Dropzone.Idle>
          <Dropzone.Accept>
            <IconUpload size={28} stroke={1.8} aria-hidden="true" />
          </Dropzone.Accept>
          <div>
            <Text fw={600}>Drop files here or choose them</Text>
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          </div>
        </Group>
      </Dropzone>
      {queue.files.length > 0 && (
        <Stack gap="xs" align="flex-start">
          <Stack component="ul" gap="xs" w="100%" className="plain">
            {queue.files.map((file) => (
              <QueueRow
                key={file.key}
                file={file}
                onCancel={() => queue.cancel(file.key)}
                onRetry={() => queue.retry(file)}
              />
            ))}
          </Stack>
          <Button variant="subtle" onClick={queue.clear}>
            Clear finished uploads
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

const stateWords = {
  waiting: "Waiting",
  sending: "Uploading",
  lost: "The connection was lost. We’ll continue automatically.",
  done: "Saved!",
  failed: "",
  cancelled: "Cancelled",
} as const;

function QueueRow(props: { file: QueuedFile; onCancel: () => void; onRetry: () => void }) {
  const { name, bytes, state, part, failure } = props.file;
  const isUnderWay = isOpen(props.file);
  return (
    <Group component="li" gap="sm" mih="var(--control)">
      <Text flex="1 1 160px" miw={0}>
        {name}
      </Text>
      <Text size="sm" c="dimmed">
        {bytesText(bytes)}
      </Text>
      {isUnderWay && <Progress w={140} value={part * 100} aria-label={`Upload of ${name}`} />}
      <Text size="sm" role={failure ? "alert" : "status"} c={failure ? "var(--bad)" : "dimmed"}>
        {failure ?? (part === 1 && state === "sending" ? "Checking…" : stateWords[state])}
      </Text>
      {isUnderWay && (
        <Button variant="default" aria-label={`Cancel ${name}`} onClick={props.onCancel}>
          Cancel
        </Button>
      )}
      {failure === uploadLost.failure && (
        <Button
          variant="default"
          aria-label={`Try again to upload ${name}`}
          onClick={props.onRetry}
        >
          Try again
        </Button>
      )}
    </Group>
  );
}

type QueuedFile = Readonly<{
  key: number;
  name: string;
  bytes: number;
  file: File;
  category: UploadCategory;
  state: keyof typeof stateWords;
  /** From 0 to 1. */
  part: number;
  failure: string | null;
}>;

function isOpen({ state }: QueuedFile): boolean {
  return state === "waiting" || state === "sending" || state === "lost";
}

const largest = Math.max(...Object.values(uploadBytesMax));

/** Sends files to their categories one after the other; each can be cancelled. */
function useUploadQueue(onSaved: () => void) {
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

  const sendOne = async ({ key, category, file }: QueuedFile, signal: AbortSignal) => {
    if (signal.aborted) return;
    change(key, { state: "sending" });
    const sent = await send(category, file, {
      signal,
      onProgress: (part) => change(key, { part }),
      onWaiting: (isWaiting) => change(key, { state: isWaiting ? "lost" : "sending" }),
    });
    if ("failure" in sent) {
      if (!signal.aborted) change(key, { failure: sent.failure, part: 1, state: "failed" });
      return;
    }
    // The file is saved from here on, so cancelling is no longer offered while the poster is made.
    change(key, { part: 1, state: "done" });
    if (category === "Training Videos") await sendPoster(sent.id, file, signal);
    onSaved();
  };

  const enqueue = (queued: QueuedFile) => {
    const abort = new AbortController();
    aborts.current.set(queued.key, abort);
    last.current = last.current.then(() => sendOne(queued, abort.signal));
  };
  const add = (chosen: readonly File[], category: UploadCategory) => {
    for (const file of chosen) {
      const key = nextKey.current++;
      const { name, size: bytes } = file;
      const about = { key, name, bytes, file, category };
      const queued = { ...about, state: "waiting", part: 0, failure: null } as const;
      setFiles((before) => [...before, queued]);
      enqueue(queued);
    }
  };
  const retry = (failed: QueuedFile) => {
    change(failed.key, { state: "waiting", part: 0, failure: null });
    enqueue(failed);
  };

  const cancel = (key: number) => {
    aborts.current.get(key)?.abort();
    change(key, { state: "cancelled" });
  };
  const clear = () => setFiles((before) => before.filter(isOpen));
  return { files, add, retry, cancel, clear };
}

type Following = Pick<Parameters<typeof sendLarge>[0], "signal" | "onProgress" | "onWaiting">;

/** Larger files than any picture continue after a lost connection; others are sent again by a press. */
async function send(category: UploadCategory, file: File, following: Following): Promise<Uploaded> {
  if (file.size > largest) return { failure: "E001: This file is too large." };
  const title = file.name.replace(/\.[^.]*$/, "").slice(0, 200) || file.name.slice(0, 200);
  if (file.size > uploadBytesMax.image)
    return sendLarge({ file, words: { category, title }, ...following });
  const form = new FormData();
  form.set("category", category);
  form.set("title", title);
  form.set("file", file);
  return sendForm("/api/upload/save/-1", form, following.signal, following.onProgress);
}

/** Failures are ignored: a video does not need a poster. */
async function sendPoster(id: number, file: File, signal: AbortSignal): Promise<void> {
  const poster = await takePoster(file);
  if (!poster) return;
  const form = new FormData();
  form.set("seconds", String(poster.seconds));
  form.set("file", poster.picture, "poster.jpg");
  await sendForm(`/api/upload/poster/${id}`, form, signal);
}

const posterWidth = 960;
const timeoutMs = 15_000;

type Poster = Readonly<{ picture: Blob; seconds: number }>;

/** A frame of the video and its length in seconds; null for a video that this browser cannot play. */
async function takePoster(file: File): Promise<Poster | null> {
  const video = document.createElement("video");
  const url = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.preload = "auto";
    video.src = url;
    await nextEvent(video, "loadeddata");
    const { duration } = video;
    if (!Number.isFinite(duration) || duration <= 0) return null;
    // The first frame is often black.
    const seeked = nextEvent(video, "seeked");
    video.currentTime = Math.min(3, duration / 3);
    await seeked;
    const picture = await currentFrame(video);
    return picture && { picture, seconds: duration };
  } catch {
    return null;
  } finally {
    video.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
}

function currentFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, posterWidth / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
}

function nextEvent(video: HTMLVideoElement, event: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("This browser cannot play the video."));
    video.addEventListener(event, () => resolve(), { once: true });
    video.addEventListener("error", fail, { once: true });
    setTimeout(fail, timeoutMs);
  });
}
