import { z } from "zod/mini";
import { Textarea } from "@mantine/core";
import { askAboutEntrySchema } from "@portal/shared/money/wallet-entries.ts";
import { api } from "../../../api/api.ts";
import { FormPage } from "../../../ui/form-page.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import type { WalletEntry } from "./entry-rules.ts";
import { useCommand } from "../../../ui/use-command.ts";

/** A question to the office about one entry. */
export function AskForm(props: { entry: WalletEntry; onDone: () => void }) {
  const { position, entryNo } = props.entry;
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "ask",
    schema: z.pick(askAboutEntrySchema, { question: true }),
    initialValues: { question: "" },
  });
  const ask = useCommand(api.wallet.askAboutEntry, {
    done: "Question sent.",
    form: { showErrors },
    onDone: props.onDone,
  });
  return (
    <FormPage
      onSubmit={onSubmit(({ question }) => ask.send({ position, entryNo, question }))}
      submitLabel="Send question"
      back={{ label: "Cancel", go: props.onDone }}
      isDirty={form.isDirty()}
      isBusy={ask.isPending}
      failure={ask.error}
    >
      <Textarea
        label="Your question"
        required
        rows={3}
        maxLength={1000}
        data-autofocus
        {...form.getInputProps("question")}
      />
    </FormPage>
  );
}
