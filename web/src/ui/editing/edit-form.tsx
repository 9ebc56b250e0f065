import { Fieldset, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import {
  type EditField as Field,
  type EditTexts,
  incomplete,
  isNeeded,
} from "@portal/shared/platform/editing.ts";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { z } from "zod/mini";
import { errorMessage, fieldErrors, isOfFields, reasonOf } from "../../api/error-message.ts";
import { Notice } from "../feedback.tsx";
import { useCheckedForm } from "../form.tsx";
import { EditField } from "./edit-field.tsx";
import { type KeptVersion, useNewerVersion } from "./newer-version.tsx";

type EditFormOptions<Schema extends z.ZodMiniType> = Readonly<{
  /** The prefix of the fields' ids. */
  name: string;
  fields: readonly Field[];
  initial: EditTexts;
  schema: Schema;
  /** The server's error; field errors are shown beside the fields. */
  failure: unknown;
  /** The version that the edit is based on; null for a new item. */
  version: string | null;
  /** Reads the saved state after a concurrent change. */
  readSaved: () => Promise<KeptVersion>;
  /** `whenSaved` makes the sent values the saved state, under their new version. */
  onSave: (
    values: z.output<Schema>,
    sent: Readonly<{ version: string | null; whenSaved: (version: string) => void }>,
  ) => void;
}>;

/** The state of a form of the office, compared with what is saved. */
export function useEditForm<Schema extends z.ZodMiniType>(options: EditFormOptions<Schema>) {
  const { name, fields, schema, failure } = options;
  const initialValues: Record<string, string> = { ...options.initial };
  const [kept, setKept] = useState(initialValues);
  const { form, summary, onSubmit, showErrors } = useCheckedForm({ name, schema, initialValues });
  useEffect(() => {
    if (failure) showErrors(fieldErrors(failure));
    // Only for a new failure: the form itself changes with every keystroke.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failure]);
  const newer = useNewerVersion({
    name,
    form: {
      ...form,
      resetDirty: (values) => {
        form.resetDirty(values);
        setKept(values);
      },
    },
    kept: { version: options.version, texts: options.initial },
    failure,
    read: options.readSaved,
  });
  const send = onSubmit((values) => {
    // Input typed while the request is pending is not part of it.
    const sent = { ...form.values };
    const whenSaved = (version: string) => {
      form.resetDirty(sent);
      setKept(sent);
      newer.began({ version, texts: sent });
    };
    options.onSave(values, { version: newer.version, whenSaved });
  });
  const discard = () => {
    form.setValues(kept);
    form.clearErrors();
  };
  const changed = fields.filter((field) => form.isDirty(field.name)).map(({ label }) => label);
  const { notice } = newer;
  return { id: useId(), name, fields, form, summary, failure, notice, send, discard, changed };
}

type Edited = ReturnType<typeof useEditForm>;

/** What the shells of forms show of an edit. */
export function bodyOf({ summary, notice, failure, send }: Edited) {
  const hasProblems = summary.problems.length > 0;
  return {
    onSubmit: send,
    summary: { ...summary, title: incomplete },
    failure: null,
    notice: !hasProblems && (notice ?? <Failed failure={failure} />),
  };
}

/** The fields of the office's generic editors, built from their descriptions. */
export function EditFields(props: {
  edited: Edited;
  /** Shows groups as cards in a second column, with `aside` below them. */
  columns?: { aside: ReactNode };
}) {
  const { edited, columns } = props;
  const { form, fields } = edited;
  const groups = [...new Set(fields.flatMap(({ group }) => group ?? []))];
  const ofGroup = (wanted: string | undefined) =>
    fields
      .filter(({ group }) => group === wanted)
      .filter((field) => field.kind !== "date" || form.values[field.name])
      .filter((field) => !field.isHidden?.(form.values))
      .map((field) => <FormField key={field.name} edited={edited} field={field} />);
  const grouped = groups.map((group) => (
    <FieldGroup key={group} title={group} isCard={columns !== undefined}>
      {ofGroup(group)}
    </FieldGroup>
  ));
  return columns ? (
    <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: "start" }}>
      <Paper p="md">
        <Stack>{ofGroup(undefined)}</Stack>
      </Paper>
      <Stack>
        {grouped}
        {columns.aside}
      </Stack>
    </SimpleGrid>
  ) : (
    <>
      {ofGroup(undefined)}
      {grouped}
    </>
  );
}

function FieldGroup(props: { title: string; isCard: boolean; children: ReactNode }) {
  const content = (
    <Fieldset
      variant="unstyled"
      legend={
        <Text component="span" fw={650}>
          {props.title}
        </Text>
      }
    >
      <Stack mt="xs">{props.children}</Stack>
    </Fieldset>
  );
  return props.isCard ? <Paper p="md">{content}</Paper> : content;
}

function FormField({ edited, field }: { edited: Edited; field: Field }) {
  const { name, form } = edited;
  const input = form.getInputProps(field.name);
  return (
    <EditField
      field={field}
      note={field.note?.(form.values) ?? null}
      isNeeded={isNeeded(field, form.values)}
      input={{
        id: `${name}-${field.name}`,
        value: form.values[field.name] ?? "",
        error: form.errors[field.name],
        onChange: (value) => form.setFieldValue(field.name, value),
        onBlur: () => input.onBlur?.(),
      }}
    />
  );
}

function Failed(props: { failure: unknown }) {
  const { failure } = props;
  if (!failure || isOfFields(failure)) return null;
  return <Notice tone="bad">{codedMessage("save", failure)}</Notice>;
}

/** The error codes of the generic forms and lists (specification, section 8), for errors other than refusals. */
const failureCodes = { save: "E004", load: "E006", delete: "E007" } as const;

/** A refusal's own message; any other error with its code. */
export function codedMessage(task: keyof typeof failureCodes, error: unknown): string {
  const words = errorMessage(error);
  const isRefused = reasonOf(error) !== null || isOfFields(error);
  return isRefused ? words : `${failureCodes[task]}: ${words}`;
}
