import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import type { FieldProps } from "./edit-field.tsx";
import classes from "./editing.module.css";
import { uploadPicture } from "./upload-picture.ts";

/** A picture that is uploaded as soon as it is chosen; the form holds its number. */
export function PictureField(props: {
  label: string;
  help: string | undefined;
  input: FieldProps;
}) {
  const { label, help, input } = props;
  const file = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const [state, setState] = useState<{ isBusy: boolean; failure: string | null }>({
    ...{ isBusy: false, failure: null },
  });
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    setState({ isBusy: true, failure: null });
    const sent = await uploadPicture(chosen);
    if ("id" in sent) input.onChange(String(sent.id));
    setState({ isBusy: false, failure: "failure" in sent ? sent.failure : null });
  };
  return (
    <div role="group" aria-labelledby={labelId} className={classes.picture}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      <Chosen input={input} isBusy={state.isBusy} onChoose={() => file.current?.click()} />
      <input
        ref={file}
        type="file"
        className={classes.file}
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      {help && <p className={classes.help}>{help}</p>}
      {(state.failure ?? input.error) && (
        <p className={classes.error} role="alert">
          {state.failure ?? input.error}
        </p>
      )}
    </div>
  );
}

function Chosen(props: { input: FieldProps; isBusy: boolean; onChoose: () => void }) {
  const { id, value, onChange } = props.input;
  return (
    <div className={classes.pictureRow}>
      {value === "" ? (
        <span className={classes.noPicture}>None</span>
      ) : (
        <img
          className={classes.preview}
          src={`/resources/images/${value}?w=320`}
          width={120}
          height={120}
          alt="As it is shown in the shop"
        />
      )}
      <div className={classes.pictureActions}>
        <Button id={id} variant="default" loading={props.isBusy} onClick={props.onChoose}>
          {value === "" ? "Choose a picture" : "Choose another"}
        </Button>
        {value !== "" && (
          <Button variant="subtle" onClick={() => onChange("")}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}
