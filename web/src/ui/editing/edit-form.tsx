import { Button } from "@mantine/core";
import {
  type EditField as Field,
  type EditTexts,
  incomplete,
  isNeeded,
} from "@portal/shared/platform/editing.ts";
import { type ReactNode, useEffect } from "react";
import type { z } from "zod";
import { errorMessage, fieldErrors, isOfFields, reasonOf } from "../../api/error-message.ts";
import { Notice } from "../feedback.tsx";
import { ErrorSummary, useCheckedForm } from "../form.tsx";
import { EditField } from "./edit-field.tsx";
import classes from "./editing.module.css";

type EditFormProps<Schema extends z.ZodType> = Readonly<{
  /** Ids of the fields begin with it. */
  name: string;
  fields: readonly Field[];
  initial: EditTexts;
  schema: Schema;
  isBusy: boolean;
  /** What the server said; what belongs to single fields is shown beside them. */
  failure: unknown;
  /** `whenSaved`: from then on these values are what is there, and no change of them. */
  onSave: (values: z.output<Schema>, whenSaved: () => void) => void;
  onDirty?: (isDirty: boolean) => void;
  /** One of several forms of a page: its Save button stands out once there is something to save. */
  isQuiet?: boolean;
  /** Beside the Save button. */
  actions?: ReactNode;
}>;

/**
 * A form of the office from the descriptions of its fields: everything is checked on saving, what is
 * wrong is named above and beside the fields, and nothing is saved before all of it is right.
 */
export function EditForm<Schema extends z.ZodType>(props: EditFormProps<Schema>) {
  const { name, fields, failure } = props;
  const { form, summary, send, isDirty } = useEdited(props);
  return (
    <form noValidate onSubmit={send} className={classes.form}>
      {summary.problems.length > 0 ? (
        <ErrorSummary {...summary} title={incomplete} />
      ) : (
        <Failed failure={failure} />
      )}
      <Grouped fields={fields}>
        {(field) => {
          if (field.kind === "date" && !form.values[field.name]) return null;
          const input = form.getInputProps(field.name);
          return (
            <EditField
              key={field.name}
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
        }}
      </Grouped>
      <Actions isBusy={props.isBusy} isDirty={isDirty} isQuiet={props.isQuiet ?? false}>
        {props.actions}
      </Actions>
    </form>
  );
}

function useEdited<Schema extends z.ZodType>(props: EditFormProps<Schema>) {
  const { name, schema, failure, onDirty } = props;
  const initialValues: Record<string, string> = { ...props.initial };
  const { form, summary, onSubmit, showErrors } = useCheckedForm({ name, schema, initialValues });
  useEffect(() => {
    if (failure) showErrors(fieldErrors(failure));
    // A new answer of the server is shown once; the form itself changes with every key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failure]);
  const send = onSubmit((values) => {
    // What is typed while it is on its way is not saved.
    const sent = { ...form.values };
    props.onSave(values, () => form.resetDirty(sent));
  });
  const isDirty = form.isDirty();
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  return { form, summary, send, isDirty };
}

/** Fields of one group stand under its name; those without one come first. */
function Grouped(props: { fields: readonly Field[]; children: (field: Field) => ReactNode }) {
  const ofGroup = (wanted: string | undefined) =>
    props.fields.filter(({ group }) => group === wanted).map(props.children);
  const groups = new Set(props.fields.flatMap(({ group }) => group ?? []));
  return (
    <>
      {ofGroup(undefined)}
      {[...groups].map((group) => (
        <fieldset key={group} className={classes.fields}>
          <legend>{group}</legend>
          {ofGroup(group)}
        </fieldset>
      ))}
    </>
  );
}

function Failed(props: { failure: unknown }) {
  const { failure } = props;
  if (!failure || isOfFields(failure)) return null;
  return (
    <Notice tone="bad">
      <p>{codedMessage("save", failure)}</p>
    </Notice>
  );
}

function Actions(props: {
  isBusy: boolean;
  isDirty: boolean;
  isQuiet: boolean;
  children: ReactNode;
}) {
  const { isDirty, isQuiet } = props;
  return (
    <div className={classes.actions}>
      <Button
        type="submit"
        loading={props.isBusy}
        variant={isQuiet && !isDirty ? "default" : "filled"}
      >
        Save
      </Button>
      {props.children}
      {isQuiet && isDirty && <span className={classes.unsaved}>Not saved yet</span>}
    </div>
  );
}

/**
 * What the generic forms and lists name where something failed that has no words of its own
 * (specification, section 8): saving, loading and deleting an item.
 */
const failureCodes = { save: "E004", load: "E006", delete: "E007" } as const;

/** A refusal in its words; anything else with its code, for whoever is told of it. */
export function codedMessage(task: keyof typeof failureCodes, error: unknown): string {
  const words = errorMessage(error);
  const isRefused = reasonOf(error) !== null || isOfFields(error);
  return isRefused ? words : `${failureCodes[task]}: ${words}`;
}
