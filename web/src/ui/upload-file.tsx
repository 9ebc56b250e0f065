import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Notice } from "./feedback.tsx";

type Upload = Readonly<{
  id: string;
  /** What the file is, for whoever cannot see the button. */
  label: string;
  button: string;
  accept: string;
  /** @returns what went wrong, in words, or null */
  send: (file: File) => Promise<string | null>;
}>;

/**
 * Takes one file by a button, which is for the head of the page, or by dropping it anywhere on it.
 *
 * @returns what was wrong with the file as well, to be shown on the page
 */
export function usePageUpload(upload: Upload): { button: ReactNode; failure: ReactNode } {
  const { button, failure, take } = useUpload(upload);
  const onDrop = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => onDrop(event);
    window.addEventListener("dragover", allow);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", allow);
      window.removeEventListener("drop", drop);
    };
  }, []);
  return { button, failure };
}

function useUpload({ id, label, button, accept, send }: Upload) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    setIsBusy(true);
    void send(file)
      .then(setFailure)
      .finally(() => setIsBusy(false));
  };
  return {
    take,
    button: (
      <>
        <input
          ref={input}
          type="file"
          id={id}
          hidden
          accept={accept}
          aria-label={label}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        <Button
          loading={isBusy}
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {button}
        </Button>
      </>
    ),
    failure:
      failure === null ? null : (
        <Notice tone="bad" title="Upload failed">
          {failure}
        </Notice>
      ),
  };
}
