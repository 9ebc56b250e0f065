import { Button, FileButton, Group, Image, Input, Text } from "@mantine/core";
import { Suspense, useState } from "react";
import type { FieldProps } from "./edit-field.tsx";
import { uploadPicture } from "./upload-picture.ts";
import { lazyPart } from "../lazy-part.ts";

const CropDialog = lazyPart(
  async () => (await import("../picture-crop/crop-dialog.tsx")).CropDialog,
);

/** A picture that is uploaded once its part is chosen; the form holds its number. */
export function PictureField(props: {
  label: string;
  help: string | undefined;
  input: FieldProps;
}) {
  const { label, help, input } = props;
  const { id, value, onChange } = input;
  const { state, chosen, choose, close, send } = usePictureChoice(onChange);
  return (
    <Input.Wrapper id={id} label={label} description={help}>
      <Group>
        {value === "" ? (
          <Text size="sm" c="dimmed">
            None
          </Text>
        ) : (
          <Image
            src={`/resources/images/${value}?w=320`}
            w={120}
            h={120}
            radius="md"
            fit="contain"
            bg="var(--mantine-color-default-hover)"
            alt="As it is shown in the shop"
          />
        )}
        <FileButton
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          inputProps={{ "aria-label": label }}
          onChange={(file) => void choose(file)}
        >
          {(button) => (
            <Button {...button} id={id} variant="default" loading={state.isBusy}>
              {value === "" ? "Choose a picture" : "Choose another"}
            </Button>
          )}
        </FileButton>
        {value !== "" && (
          <Button variant="subtle" onClick={() => onChange("")}>
            Remove
          </Button>
        )}
      </Group>
      {(state.failure ?? input.error) && (
        <Input.Error role="alert" mt={4}>
          {state.failure ?? input.error}
        </Input.Error>
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
    </Input.Wrapper>
  );
}

/** From the file that is chosen to the picture that is uploaded. */
function usePictureChoice(onUploaded: (id: string) => void) {
  const [state, setState] = useState<{ isBusy: boolean; failure: string | null }>({
    isBusy: false,
    failure: null,
  });
  const [chosen, setChosen] = useState<{ file: File; picture: ImageBitmap } | null>(null);
  const choose = async (picked: File | null) => {
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
