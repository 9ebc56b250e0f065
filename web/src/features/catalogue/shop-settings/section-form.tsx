import { Stack, Title } from "@mantine/core";
import { saveSettingsSchema, type SettingsSection } from "@portal/shared/catalogue/settings.ts";
import { incomplete } from "@portal/shared/platform/editing.ts";
import { type ReactNode, useId, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { codedMessage } from "../../../ui/coded-message.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { changedLabels, Form, useCheckedForm } from "../../../ui/form.tsx";
import { useNewerVersion } from "../../../ui/newer-version.tsx";
import { SaveBar } from "../../../ui/save-bar.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Settings = ApiOutputs["settings"]["get"];

export type SectionProps = Readonly<{
  /** In the address, in the ids of the fields, and as the name of the version. */
  id: string;
  title: string;
  settings: Settings;
}>;

export const nameOfSection = (id: string) => `settings-${id}`;

/**
 * The form of one section, which is saved separately and stays open.
 *
 * @param valuesOf what the form has of the settings, with the name of its section
 * @param amounts the fields of `MoneyInput` and `PercentInput`
 */
export function useSection<Values extends Record<string, unknown> & { section: SettingsSection }>(
  { id, title, settings }: SectionProps,
  valuesOf: (settings: Settings) => Values,
  amounts: readonly (keyof Values & string)[] = [],
) {
  const name = nameOfSection(id);
  const utils = api.useUtils();
  const keptIn = (saved: Settings) => ({
    version: saved.versions[id] ?? null,
    values: valuesOf(saved),
  });
  const [began] = useState(() => keptIn(settings));
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name,
    schema: saveSettingsSchema,
    initialValues: began.values,
  });
  const save = useCommand(api.settings.save, {
    repeatable: true,
    done: ({ proposalId }) => doneWords(proposalId, "Saved!"),
    form: { showErrors },
  });
  const newer = useNewerVersion({
    name,
    form,
    kept: began,
    failure: save.error,
    read: async () => keptIn(await utils.settings.get.fetch(undefined, { staleTime: 0 })),
    amounts,
  });
  const send = onSubmit((values) => {
    // What is typed while the request is pending is not part of it.
    const sent = form.getValues();
    save.send({ ...values, version: newer.version }, ({ version }) => {
      form.resetDirty(sent);
      newer.began({ version, values: sent });
    });
  });
  return {
    form,
    shell: {
      id,
      title,
      send,
      summary,
      notice: newer.notice,
      failure: save.error,
      isBusy: save.isPending,
      isDirty: form.isDirty(),
      changed: changedLabels(name, form),
      discard: form.reset,
    },
  };
}

/** The frame of a section: its heading, its form, and the bar that saves it. */
export function SectionForm(
  props: ReturnType<typeof useSection>["shell"] & Readonly<{ children: ReactNode }>,
) {
  const formId = useId();
  const { question } = useUnsavedGuard(props.isDirty);
  return (
    <Stack component="section" aria-labelledby={props.id} maw={640}>
      <Title order={2} id={props.id}>
        {props.title}
      </Title>
      <Form
        id={formId}
        onSubmit={props.send}
        summary={{ ...props.summary, title: incomplete }}
        failure={props.failure}
        failureWords={(error) => codedMessage("save", error)}
        notice={props.notice}
      >
        {props.children}
      </Form>
      <SaveBar
        form={formId}
        changed={props.changed}
        isBusy={props.isBusy}
        onDiscard={props.discard}
      />
      {question}
    </Stack>
  );
}
