import { Button } from "@mantine/core";
import { captionsBytesMax, captionsUrl } from "@portal/shared/office/uploads.ts";
import { useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { showToast } from "../../../ui/toast.tsx";
import { type Sent, sendForm } from "./send-form.ts";
import type { Upload } from "./upload-view.tsx";
import classes from "./uploads.module.css";

/** What is said in a video, for whoever does not hear it: a file that is taken as soon as it is chosen. */
export function CaptionsField(props: { upload: Upload }) {
  const { id, title } = props.upload;
  const input = useRef<HTMLInputElement>(null);
  const captions = useCaptions(props.upload);
  return (
    <section aria-labelledby="captions" className={classes.captions}>
      <h3 id="captions">Captions</h3>
      <p className={classes.muted}>
        {captions.areThere
          ? "They are shown in the player, and can be read as a transcript."
          : "None yet. Choose a WebVTT file (.vtt) with what is said in the video."}
      </p>
      {captions.failure && (
        <p role="alert" className={classes.bad}>
          {captions.failure}
        </p>
      )}
      <input
        ref={input}
        type="file"
        className={classes.hidden}
        accept=".vtt,text/vtt"
        aria-label={`Captions of ${title}`}
        tabIndex={-1}
        onChange={(event) => {
          void captions.take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={captions.isSending}
          onClick={() => input.current?.click()}
        >
          {captions.areThere ? "Choose others" : "Choose captions"}
        </Button>
        {captions.areThere && (
          <>
            <Button
              component="a"
              variant="default"
              href={captionsUrl(id)}
              download={`${title}.vtt`}
            >
              Download
            </Button>
            <Button variant="subtle" loading={captions.isRemoving} onClick={captions.remove}>
              Remove
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function useCaptions({ id, hasCaptions }: Upload) {
  const [areThere, setThere] = useState(hasCaptions);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const utils = api.useUtils();
  const changed = async (nowThere: boolean, words: string) => {
    setThere(nowThere);
    setFailure(null);
    showToast(words);
    await utils.uploads.list.invalidate();
  };
  const removal = api.uploads.removeCaptions.useMutation({
    onSuccess: () => changed(false, "Item deleted."),
    onError: (error) => setFailure(errorMessage(error)),
  });
  const take = async (file: File | undefined) => {
    if (!file) return;
    setSending(true);
    const sent = await send(id, file);
    setSending(false);
    if ("failure" in sent) setFailure(sent.failure);
    else await changed(true, "Saved!");
  };
  return {
    areThere,
    failure,
    isSending,
    take,
    isRemoving: removal.isPending,
    remove: () => removal.mutate({ id }),
  };
}

function send(id: number, file: File): Promise<Sent> {
  if (file.size > captionsBytesMax)
    return Promise.resolve({ failure: "E001: This file is too large." });
  const form = new FormData();
  form.set("file", file);
  const { signal } = new AbortController();
  return sendForm(`/api/upload/captions/${id}`, form, signal, () => {});
}
