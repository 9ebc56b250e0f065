import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { uploadPicture } from "../editing/upload-picture.ts";
import classes from "./rich-text.module.css";

/** Uploads a picture and puts it where the cursor stands. */
export function AddPicture(props: { onAdded: (src: string, alt: string) => void }) {
  const file = useRef<HTMLInputElement>(null);
  const [alt, setAlt] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    setBusy(true);
    const sent = await uploadPicture(chosen);
    setBusy(false);
    setFailure("failure" in sent ? sent.failure : null);
    if (!("id" in sent)) return;
    props.onAdded(`/resources/images/${sent.id}`, alt);
    setAlt("");
  };
  return (
    <div className={classes.row}>
      <TextInput
        label="What a picture shows"
        description="Read to people who do not see it."
        value={alt}
        maxLength={200}
        error={failure}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <Button variant="default" loading={isBusy} onClick={() => file.current?.click()}>
        Add a picture
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        aria-label="Picture"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
