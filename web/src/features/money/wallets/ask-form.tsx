import { z } from "zod/mini";
import { Button, Group, Stack, Textarea } from "@mantine/core";
import { askAboutEntrySchema } from "@portal/shared/money/wallet-entries.ts";
import { api } from "../../../api/api.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { ErrorNotice, showToast } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import type { WalletEntry } from "./entry-rules.ts";

/** A question to the office about one entry. */
export function AskForm(props: { entry: WalletEntry; onDone: () => void }) {
  const { position, entryNo } = props.entry;
  const utils = api.useUtils();
  const withCommandId = useCommandId();
  const { form, onSubmit } = useCheckedForm({
    name: "ask",
    schema: z.pick(askAboutEntrySchema, { question: true }),
    initialValues: { question: "" },
  });
  const ask = api.wallet.askAboutEntry.useMutation({
    onSuccess: async () => {
      await utils.wallet.entries.invalidate();
      showToast("Question sent.");
      props.onDone();
    },
  });
  return (
    <form
      noValidate
      onSubmit={onSubmit(({ question }) =>
        ask.mutate(withCommandId({ position, entryNo, question })),
      )}
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
