import { Button } from "@mantine/core";
import { lazy, Suspense, useId, useState } from "react";
import { Loading } from "../loading.tsx";
import { RichWords } from "../rich-words.tsx";
import type { FieldProps } from "./edit-field.tsx";
import classes from "./editing.module.css";

const RichText = lazy(async () => ({
  default: (await import("../rich-text/rich-text.tsx")).RichText,
}));

/**
 * Formatted words: shown as people read them, with an editor that comes when somebody wants to write.
 * What is typed is HTML, which the server cleans.
 */
export function RichTextField(props: {
  label: string;
  help: string | undefined;
  input: FieldProps;
}) {
  const { label, help, input } = props;
  const labelId = useId();
  const [isWriting, setWriting] = useState(false);
  const [start] = useState(input.value);
  return (
    <div role="group" aria-labelledby={labelId} className={classes.rich}>
      <label id={labelId} htmlFor={input.id} className={classes.label}>
        {label}
      </label>
      {help && <p className={classes.help}>{help}</p>}
      {isWriting ? (
        <Suspense fallback={<Loading what="the editor" lines={4} />}>
          <RichText
            id={input.id}
            label={label}
            html={start}
            onChange={input.onChange}
            onBlur={input.onBlur}
          />
        </Suspense>
      ) : (
        <div className={classes.written}>
          {input.value === "" ? (
            <span className={classes.noPicture}>Nothing yet</span>
          ) : (
            <RichWords html={input.value} />
          )}
          <Button
            id={input.id}
            variant="default"
            aria-label={`Write ${label}`}
            onClick={() => setWriting(true)}
          >
            Write
          </Button>
        </div>
      )}
      {input.error && <p className={classes.error}>{input.error}</p>}
    </div>
  );
}
