import { Button } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { Notice } from "./feedback.tsx";
import classes from "./upload-file.module.css";

/** Takes one file by a button or by dropping it, and says what was wrong with it. */
export function UploadFile(props: {
  id: string;
  /** What the file is, for whoever cannot see the button. */
  label: string;
  button: string;
  accept: string;
  hint: ReactNode;
  /** @returns what went wrong, in words, or null */
  send: (file: File) => Promise<string | null>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);

  const take = async (file: File | undefined) => {
    if (!file) return;
    setIsBusy(true);
    setFailure(await props.send(file));
    setIsBusy(false);
  };

  return (
    <>
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
          void take(event.dataTransfer.files[0]);
        }}
      >
        <p className={classes.hint}>{props.hint}</p>
        <input
          ref={input}
          type="file"
          id={props.id}
          className={classes.input}
          accept={props.accept}
          aria-label={props.label}
          tabIndex={-1}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        <Button loading={isBusy} onClick={() => input.current?.click()}>
          {props.button}
        </Button>
      </div>
      {failure !== null && (
        <Notice tone="bad" title="The file was not taken">
          <p>{failure}</p>
        </Notice>
      )}
    </>
  );
}
