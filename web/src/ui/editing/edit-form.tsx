import { Button } from "@mantine/core";
import type { EditField as Field, EditTexts } from "@portal/shared/editing/edit-fields.ts";
import { incomplete } from "@portal/shared/editing/editing.ts";
import { type ReactNode, useEffect } from "react";
import type { z } from "zod";
import { fieldErrors, isOfFields } from "../../api/error-message.ts";
import { ErrorSummary } from "../error-summary.tsx";
import { Notice } from "../notice.tsx";
import { useCheckedForm } from "../use-checked-form.ts";
import { codedMessage } from "./coded-failure.ts";
import { EditField } from "./edit-field.tsx";
import classes from "./editing.module.css";

/**
 * A form of the office from the descriptions of its fields: everything is checked on saving, what is
 * wrong is named above and beside the fields, and nothing is saved before all of it is right.
 */
export function EditForm<Schema extends z.ZodType>(props: {
  /** Ids of the fields begin with it. */
  name: string;
  fields: readonly Field[];
  initial: EditTexts;
  schema: Schema;
  isBusy: boolean;
  /** What the server said; what belongs to single fields is shown beside them. */
  failure: unknown;
  onSave: (values: z.output<Schema>) => void;
  onDirty?: (isDirty: boolean) => void;
  /** Beside the Save button. */
  actions?: ReactNode;
}) {
  const { name, fields, failure } = props;
  const initialValues: Record<string, string> = { ...props.initial };
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    ...{ name, schema: props.schema, initialValues },
  });
  useEffect(() => {
    if (failure) showErrors(fieldErrors(failure));
    // A new answer of the server is shown once; the form itself changes with every key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failure]);
  const isDirty = form.isDirty();
  const { onDirty } = props;
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);

  return (
    <form noValidate onSubmit={onSubmit(props.onSave)} className={classes.form}>
      <Problems isIncomplete={summary.problems.length > 0} failure={failure} />
      <ErrorSummary {...summary} />
      {fields.map((field) => {
        if (field.kind === "date" && !form.values[field.name]) return null;
        const input = form.getInputProps(field.name);
        return (
          <EditField
            key={field.name}
            field={field}
            input={{
              id: `${name}-${field.name}`,
              value: form.values[field.name] ?? "",
              error: form.errors[field.name],
              onChange: (value) => form.setFieldValue(field.name, value),
              onBlur: () => input.onBlur?.(),
            }}
          />
        );
      })}
      <div className={classes.actions}>
        <Button type="submit" loading={props.isBusy}>
          Save
        </Button>
        {props.actions}
      </div>
    </form>
  );
}

function Problems(props: { isIncomplete: boolean; failure: unknown }) {
  const { isIncomplete, failure } = props;
  const words = isIncomplete
    ? incomplete
    : failure && !isOfFields(failure)
      ? codedMessage("save", failure)
      : null;
  if (words === null) return null;
  return (
    <Notice tone="bad">
      <p>{words}</p>
    </Notice>
  );
}
