import { z } from "zod/mini";
import { Button, Divider, Group, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import {
  captionsBytesMax,
  captionsUrl,
  updateUploadSchema,
} from "@portal/shared/office/uploads.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useReadAgain } from "../../../api/read-again.ts";
import { ChooseFile } from "../../../ui/choose-file.tsx";
import { FormSheet } from "../../../ui/form-sheet.tsx";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import type { Uploaded } from "../../../api/upload-answer.ts";
import { useCommand } from "../../../ui/use-command.ts";
import { sendForm } from "./send-form.ts";
import type { Upload } from "./upload-cards.tsx";

const schema = z.omit(updateUploadSchema, { id: true });

/** Title, description, sort order and captions of an upload. */
export function UploadSheet(props: { upload: Upload; onClose: () => void }) {
  const { id, title, description, sortOrder } = props.upload;
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "upload",
    schema,
    initialValues: { title, description, sortOrder: String(sortOrder) },
  });
  const save = useCommand(api.uploads.update, {
    repeatable: true,
    done: "Saved!",
    form: { showErrors },
    onDone: props.onClose,
  });
  return (
    <FormSheet
      title={title}
      onClose={props.onClose}
      onSubmit={onSubmit((words) => save.send({ id, ...words }))}
      submitLabel="Save"
      isDirty={form.isDirty()}
      isBusy={save.isPending}
      summary={summary}
      failure={save.error}
      after={props.upload.kind === "video" && <CaptionsField upload={props.upload} />}
    >
      <TextInput label="Title" withAsterisk autoComplete="off" {...form.getInputProps("title")} />
      <Textarea label="Description" rows={4} {...form.getInputProps("description")} />
      <TextInput
        label="Sort order"
        description="Lower numbers come first."
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps("sortOrder")}
      />
    </FormSheet>
  );
}

/** The captions of a video; a file is uploaded as soon as it is chosen. */
function CaptionsField(props: { upload: Upload }) {
  const { id, title } = props.upload;
  const captions = useCaptions(props.upload);
  return (
    <Stack component="section" aria-labelledby="captions" gap="sm">
      <Divider />
      <Title order={3} id="captions">
        Captions
      </Title>
      <Text size="sm" c="dimmed">
        {captions.exist
          ? "Shown in the player and as a transcript."
          : "No captions yet. Upload a WebVTT file (.vtt)."}
      </Text>
      {captions.failure && <Notice tone="bad">{captions.failure}</Notice>}
      <Group gap="xs">
        <ChooseFile
          accept=".vtt,text/vtt"
          label={`Captions of ${title}`}
          onChosen={(file) => void captions.upload(file)}
        >
          {(button) => (
            <Button {...button} variant="default" loading={captions.isSending}>
              {captions.exist ? "Replace captions" : "Upload captions"}
            </Button>
          )}
        </ChooseFile>
        {captions.exist && (
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
      </Group>
    </Stack>
  );
}

function useCaptions({ id, hasCaptions }: Upload) {
  const [exist, setExist] = useState(hasCaptions);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const readScreenAgain = useReadAgain();
  const removal = useCommand(api.uploads.removeCaptions, {
    repeatable: true,
    done: "Item deleted.",
    onDone: () => {
      setExist(false);
      setFailure(null);
    },
    onError: (error) => setFailure(errorMessage(error)),
  });
  const upload = async (file: File) => {
    setSending(true);
    const sent = await send(id, file);
    setSending(false);
    setFailure("failure" in sent ? sent.failure : null);
    if ("failure" in sent) return;
    setExist(true);
    showToast("Saved!");
    await readScreenAgain();
  };
  return {
    exist,
    failure,
    isSending,
    upload,
    isRemoving: removal.isPending,
    remove: () => removal.send({ id }),
  };
}

function send(id: number, file: File): Promise<Uploaded> {
  if (file.size > captionsBytesMax)
    return Promise.resolve({ failure: "E001: This file is too large." });
  const form = new FormData();
  form.set("file", file);
  return sendForm(`/api/upload/captions/${id}`, form);
}
