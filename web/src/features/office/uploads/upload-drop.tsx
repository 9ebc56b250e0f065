import { Button } from "@mantine/core";
import type { UploadCategory } from "@portal/shared/office/uploads.ts";
import { useRef, useState } from "react";
import { bytesText } from "./upload-words.ts";
import classes from "./uploads.module.css";
import { type QueuedFile, useUploadQueue } from "./use-upload-queue.ts";

const accepted: Readonly<Record<UploadCategory, { accept: string; hint: string }>> = {
  Photos: { accept: "image/*", hint: "JPEG, PNG, WebP, AVIF or GIF up to 20 MB." },
  "Training Videos": { accept: "video/mp4,video/webm", hint: "MP4 or WebM up to 2 GB." },
  Documents: {
    accept: ".pdf,.docx,.xlsx,.pptx,image/*",
    hint: "PDF, Word, Excel or PowerPoint up to 100 MB, or a picture.",
  },
  Other: { accept: "", hint: "Pictures, videos, PDF, Word, Excel or PowerPoint." },
};

/** Takes files by dropping or choosing them, and shows each on its way. */
export function UploadDrop(props: { category: UploadCategory; onSaved: () => void }) {
  const { accept, hint } = accepted[props.category];
  const queue = useUploadQueue(props.category, props.onSaved);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    <section aria-label="Upload files" className={classes.upload}>
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          queue.add([...event.dataTransfer.files]);
        }}
      >
        <p>
          <strong>Drop files here</strong> <span className={classes.muted}>{hint}</span>
        </p>
        <input
          ref={input}
          type="file"
          multiple
          className={classes.hidden}
          accept={accept}
          aria-label="Files to upload"
          tabIndex={-1}
          onChange={(event) => {
            queue.add([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = "";
          }}
        />
        <Button onClick={() => input.current?.click()}>Choose files</Button>
      </div>
      {queue.files.length > 0 && (
        <>
          <ul className={classes.queue}>
            {queue.files.map((file) => (
              <QueueRow key={file.key} file={file} onCancel={() => queue.cancel(file.key)} />
            ))}
          </ul>
          <Button variant="subtle" className={classes.clear ?? ""} onClick={queue.clear}>
            Clear what is finished
          </Button>
        </>
      )}
    </section>
  );
}

const stateWords = {
  waiting: "Waiting",
  sending: "Uploading",
  done: "Saved!",
  failed: "",
  cancelled: "Cancelled",
} as const;

function QueueRow(props: { file: QueuedFile; onCancel: () => void }) {
  const { name, bytes, state, part, failure } = props.file;
  const isUnderWay = state === "waiting" || state === "sending";
  return (
    <li className={classes.queued}>
      <span className={classes.queuedName}>{name}</span>
      <span className={classes.muted}>{bytesText(bytes)}</span>
      {isUnderWay && <progress value={part} max={1} aria-label={`Upload of ${name}`} />}
      <span role={failure ? "alert" : "status"} className={failure ? classes.bad : classes.muted}>
        {failure ?? (part === 1 && isUnderWay ? "Checking" : stateWords[state])}
      </span>
      {isUnderWay && (
        <Button variant="default" aria-label={`Cancel ${name}`} onClick={props.onCancel}>
          Cancel
        </Button>
      )}
    </li>
  );
}
