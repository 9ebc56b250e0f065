import { Button, Group, Image, Input, Text } from "@mantine/core";
import { Suspense, useState, type ReactNode } from "react";
import { ChooseFile } from "./choose-file.tsx";
import { lazyPart } from "./lazy-part.ts";
import type { ChosenPicture } from "./picture-crop/crop-dialog.tsx";
import { pictureTypes, uploadPicture } from "./upload-picture.ts";

const CropDialog = lazyPart(
  async () => (await import("./picture-crop/crop-dialog.tsx")).CropDialog,
);

/** A picture, cropped and uploaded when it is chosen; the form's value is its id. */
export function PictureField(props: {
  label: string;
  description?: string;
  id?: string;
  value?: number | null;
  error?: ReactNode;
  onChange?: (id: number | null) => void;
}) {
  const { label, value = null, error, onChange, ...wrapper } = props;
  const { state, chosen, choose, close, send } = usePictureChoice((uploaded) =>
    onChange?.(uploaded),
  );
  return (
    <Input.Wrapper label={label} {...wrapper}>
      <Group>
        {value === null ? (
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
        <ChooseFile accept={pictureTypes} label={label} onChosen={(file) => void choose(file)}>
          {(button) => (
            <Button {...button} id={wrapper.id} variant="default" loading={state.isBusy}>
              {value === null ? "Choose a picture" : "Choose another"}
            </Button>
          )}
        </ChooseFile>
        {value !== null && (
          <Button variant="subtle" onClick={() => onChange?.(null)}>
            Remove
          </Button>
        )}
      </Group>
      {(state.failure ?? error) && (
        <Input.Error role="alert" mt={4}>
          {state.failure ?? error}
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

/** Choosing, cropping and uploading a picture. */
function usePictureChoice(onUploaded: (id: number) => void) {
  const [state, setState] = useState<{ isBusy: boolean; failure: string | null }>({
    isBusy: false,
    failure: null,
  });
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const choose = async (picked: File) => {
    setState({ isBusy: true, failure: null });
    const picture = await readPicture(picked);
    if (!picture) return send(picked);
    setState({ isBusy: false, failure: null });
    setChosen({ file: picked, picture, url: URL.createObjectURL(picked) });
  };
  const close = () => {
    if (!chosen) return;
    chosen.picture.close();
    URL.revokeObjectURL(chosen.url);
    setChosen(null);
  };
  const send = async (part: File) => {
    setState({ isBusy: true, failure: null });
    const sent = await uploadPicture(part);
    if ("id" in sent) onUploaded(sent.id);
    setState({ isBusy: false, failure: "failure" in sent ? sent.failure : null });
  };
  return { state, chosen, choose, close, send };
}

/** @returns null for a file that this browser cannot decode; the server decides whether it is a picture */
async function readPicture(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}
