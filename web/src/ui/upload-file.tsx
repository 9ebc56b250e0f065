import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { ChooseFile } from "./choose-file.tsx";
import { Notice } from "./feedback.tsx";

type Upload = Readonly<{
  id: string;
  /** The accessible name of the file field. */
  label: string;
  button: string;
  accept: string;
  /** For users who may not upload: no button, and a dropped file is left to the browser. */
  isClosed?: boolean;
  /** @returns an error message, or null */
  send: (file: File) => Promise<string | null>;
}>;

/**
 * Uploads a file that is chosen by a button or dropped anywhere on the page.
 *
 * @returns the button for the head of the page, and the error message
 */
export function usePageUpload(upload: Upload): { button: ReactNode; failure: ReactNode } {
  const { isClosed = false } = upload;
  const { button, failure, take } = useUpload(upload);
  const onDrop = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });
  useEffect(() => {
    if (isClosed) return;
    const allow = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => onDrop(event);
    window.addEventListener("dragover", allow);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", allow);
      window.removeEventListener("drop", drop);
    };
  }, [isClosed]);
  return { button: isClosed ? null : button, failure };
}

function useUpload({ id, label, button, accept, send }: Upload) {
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
      <ChooseFile id={id} label={label} accept={accept} onChosen={take}>
        {({ onClick }) => (
          <Button
            loading={isBusy}
            leftSection={<IconUpload size={16} stroke={1.8} aria-hidden="true" />}
            onClick={onClick}
          >
            {button}
          </Button>
        )}
      </ChooseFile>
    ),
    failure:
      failure === null ? null : (
        <Notice tone="bad" title="Upload failed">
          {failure}
        </Notice>
      ),
  };
}
