import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Alert.layer.css";
import { Alert } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { setIssueWords } from "@portal/shared/platform/issue-words.ts";
import { IconExclamationCircle } from "@tabler/icons-react";
import { type ReactNode, type SubmitEventHandler, useEffect, useState } from "react";
import type { z } from "zod/mini";
import { ErrorNotice } from "./feedback.tsx";
import classes from "./form.module.css";
import { knownValues } from "./known-values.ts";

setIssueWords();

type Failure = Readonly<{
  attempt: number;
  fields: readonly { field: string; label: string }[];
}>;

/**
 * A form with the server's schema. A field is validated on blur, on each keystroke once it had an error, and with all
 * others on sending.
 */
export function useCheckedForm<
  Schema extends z.ZodMiniType,
  Values extends Record<string, unknown>,
>(options: {
  /** The prefix of the fields' ids, unique among the forms of a page. */
  name: string;
  schema: Schema;
  initialValues: Values;
}) {
  const { name, schema } = options;
  const [onceWrong, setOnceWrong] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<Failure>({ attempt: 0, fields: [] });
  const summaryId = `${name}-problems`;
  const validate = schemaResolver(schema, { sync: true });

  const form = useForm<Values>({
    name,
    initialValues: options.initialValues,
    validate: (values) => validate(knownValues(schema, values)),
    validateInputOnBlur: true,
    validateInputOnChange: [...onceWrong] as (keyof Values & string)[],
    enhanceGetInputProps: ({ field }) => ({ id: idOfField(name, String(field)) }),
  });
  const newlyWrong = Object.keys(form.errors).filter((field) => !onceWrong.includes(field));
  if (newlyWrong.length > 0) setOnceWrong([...onceWrong, ...newlyWrong]);

  // Each failed attempt moves the focus; an error while typing does not.
  useEffect(() => {
    const [first] = failure.fields;
    if (first) focusOn(summaryId, idOfField(name, first.field));
  }, [failure, name, summaryId]);

  const fail = (names: readonly string[]) => {
    const fields = names.map((field) => ({ field, label: labelOfField(name, field) }));
    setFailure(({ attempt }) => ({ attempt: attempt + 1, fields }));
  };

  /** Calls `send` with the values as the schema transforms them, such as trimmed. */
  const onSubmit = (send: (values: z.output<Schema>) => void) =>
    form.onSubmit(
      (values) => send(schema.parse(knownValues(schema, values))),
      (errors) => fail(Object.keys(errors)),
    );

  /** Shows the server's field errors beside the fields. */
  const showErrors = (errors: Record<string, string>) => {
    if (Object.keys(errors).length === 0) return;
    form.setErrors(errors);
    fail(Object.keys(errors));
  };

  const problems = failure.fields.flatMap(({ field, label }): FieldProblem[] => {
    const message = form.errors[field];
    if (typeof message !== "string") return [];
    return [{ fieldId: idOfField(name, field), message: withLabel(label, message) }];
  });
  return { form, summary: { id: summaryId, problems }, onSubmit, showErrors };
}

/** Focuses the summary; where a form has none, the first wrong field. */
function focusOn(summaryId: string, fieldId: string): void {
  const place = document.getElementById(summaryId) ?? document.getElementById(fieldId);
  place?.focus();
}

export type FormProps = Readonly<{
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** The problems of several fields; with a single field, its own message is enough. */
  summary?: FieldProblems;
  /** Why sending failed, without what its fields show: the `error` of `useCommand`, or `besideFields` of a mutation's. */
  failure: unknown;
  /** In place of `errorMessage`. */
  failureWords?: (error: unknown) => string;
  /** In place of the failure, where the user has to decide something. */
  notice?: ReactNode;
  /** Between the fields; wider by default. */
  gap?: "xs" | "sm";
  children: ReactNode;
}>;

/** The form element, with what went wrong above the fields. Its buttons may be outside, by its `id`. */
export function Form(
  props: FormProps &
    Readonly<{
      id?: string;
      label?: string;
      labelledBy?: string;
      /** In place of "stack", which places the fields below one another. */
      className?: string;
      /** What the form is for, above what went wrong. */
      intro?: ReactNode;
      onFocus?: () => void;
    }>,
) {
  const { summary, failure, failureWords } = props;
  return (
    <form
      id={props.id}
      noValidate
      className={props.className ?? "stack"}
      style={props.gap && { gap: `var(--mantine-spacing-${props.gap})` }}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      onFocus={props.onFocus}
      onSubmit={props.onSubmit}
    >
      {props.intro}
      {summary && <ErrorSummary {...summary} />}
      {props.notice ?? <ErrorNotice error={failure} words={failureWords} />}
      {props.children}
    </form>
  );
}

function idOfField(name: string, field: string): string {
  return `${name}-${field}`;
}

/** The label of a field; empty where the field is not on the page. */
export function labelOfField(name: string, of: string): string {
  const id = idOfField(name, of);
  const field = document.getElementById(id);
  // The label of a radio button is its option; the field's label is that of the group.
  const question = field?.closest('[role="radiogroup"]')?.getAttribute("aria-labelledby");
  const label = question
    ? document.getElementById(question)
    : document.querySelector(`label[for="${CSS.escape(id)}"]`);
  return label?.firstChild?.textContent ?? "";
}

/** The labels of the fields that differ from what is saved; empty for one that is not on the page. */
export function changedLabels(
  name: string,
  form: Readonly<{ values: object; isDirty: (field: string) => boolean }>,
): string[] {
  return Object.keys(form.values)
    .filter((field) => form.isDirty(field))
    .map((field) => labelOfField(name, field));
}

/** Adds the label to messages such as "Required"; "First name is required." names its field already. */
function withLabel(label: string, message: string): string {
  const isNamed = message.toLowerCase().includes(label.toLowerCase());
  if (isNamed) return message;
  return label.endsWith("?") ? `${label} ${message}` : `${label}: ${message}`;
}

const titlePrefix = "Error: ";

type FieldProblem = Readonly<{ fieldId: string; message: string }>;
export type FieldProblems = Readonly<{
  id: string;
  problems: readonly FieldProblem[];
  /** In place of "There are some problems". */
  title?: string;
}>;

/** The validation errors of a form as links to the fields. Focused after each failed attempt; the tab's title shows it too. */
export function ErrorSummary(props: FieldProblems) {
  const hasProblems = props.problems.length > 0;
  const counted = props.problems.length === 1 ? "There is a problem" : "There are some problems";

  useEffect(() => {
    if (!hasProblems) return;
    const { title } = document;
    document.title = titlePrefix + title;
    return () => {
      document.title = title;
    };
  }, [hasProblems]);

  if (!hasProblems) return null;
  return (
    <Alert
      id={props.id}
      tabIndex={-1}
      variant="light"
      color="protea"
      p="sm"
      title={props.title ?? counted}
      icon={<IconExclamationCircle size={20} stroke={1.8} aria-hidden="true" />}
    >
      <ul className={classes.list}>
        {props.problems.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId)?.focus();
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
