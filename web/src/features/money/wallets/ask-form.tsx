import { z } from "zod/mini";
import { Button, Group, Stack, Textarea } from "@mantine/core";
import { askAboutEntrySchema } from "@portal/shared/money/wallet-entries.ts";
import { api } from "../../../api/api.ts";
import { ErrorNotice } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import type { WalletEntry } from "./entry-rules.ts";
import { useCommand } from "../../../ui/use-command.ts";

/** A question to the office about one entry. */
export function AskForm(props: { entry: WalletEntry; onDone: () => void }) {
  const { position, entryNo } = props.entry;
  const { form, onSubmit } = useCheckedForm({
    name: "ask",
    schema: z.pick(askAboutEntrySchema, { question: true }),
    initialValues: { question: "" },
  });
  const ask = useCommand(api.wallet.askAboutEntry, {
    done: "Question sent.",
    onDone: props.onDone,
  });
  return (
    <form
      noValidate
      onSubmit={onSubmit(({ question }) => ask.send({ position, entryNo, question }))}
    >
      <Stack>
        <ErrorNotice error={ask.error} />
        <Textarea
          label="Your question"
          required
          rows={3}
          maxLength={1000}
          data-autofocus
          {...form.getInputProps("question")}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={ask.isPending}>
            Send question
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
