import { Button } from "@mantine/core";
import { lazy, Suspense, useId, useRef, useState } from "react";
import type { FieldProps } from "./edit-field.tsx";
import classes from "./editing.module.css";
import { uploadPicture } from "./upload-picture.ts";

const CropDialog = lazy(async () => ({
  default: (await import("../picture-crop/crop-dialog.tsx")).CropDialog,
}));

/** A picture that is uploaded once its part is chosen; the form holds its number. */
export function PictureField(props: {
  label: string;
  help: string | undefined;
  input: FieldProps;
}) {
  const { label, help, input } = props;
  const file = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const { state, chosen, choose, close, send } = usePictureChoice(input.onChange);
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
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      {help && <p className={classes.help}>{help}</p>}
      {(state.failure ?? input.error) && (
        <p className={classes.error} role="alert">
          {state.failure ?? input.error}
        </p>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <CropDialog
            chosen={chosen}
            onClose={close}
            onDone={(part) => {
              close();
              void send(part);
            }}
          />
        </Suspense>
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

/** From the file that is chosen to the picture that is uploaded. */
function usePictureChoice(onUploaded: (id: string) => void) {
  const [state, setState] = useState<{ isBusy: boolean; failure: string | null }>({
    isBusy: false,
    failure: null,
  });
  const [chosen, setChosen] = useState<{ file: File; picture: ImageBitmap } | null>(null);
  const choose = async (picked: File | undefined) => {
    if (!picked) return;
    setState({ isBusy: true, failure: null });
    const picture = await readPicture(picked);
    if (!picture) return send(picked);
    setState({ isBusy: false, failure: null });
    setChosen({ file: picked, picture });
  };
  const close = () => {
    chosen?.picture.close();
    setChosen(null);
  };
  const send = async (part: File) => {
    setState({ isBusy: true, failure: null });
    const sent = await uploadPicture(part);
    if ("id" in sent) onUploaded(String(sent.id));
    setState({ isBusy: false, failure: "failure" in sent ? sent.failure : null });
  };
  return { state, chosen, choose, close, send };
}

/** @returns null for what this browser cannot read; whether it is a picture is for the server to say */
async function readPicture(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}
