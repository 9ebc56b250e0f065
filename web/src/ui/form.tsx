import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Alert.layer.css";
import { Alert } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { IconExclamationCircle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { z } from "zod";
import classes from "./form.module.css";

/** Every field of our forms is typed text or one of several words. */
type Texts = Record<string, string>;

type Failure = Readonly<{
  attempt: number;
  fields: readonly { field: string; label: string }[];
}>;

/**
 * A form that a person is not told off by: a field is first checked when it is left, then on each
 * keystroke once it had an error, and everything is checked on sending. The schema is the server's.
 */
export function useCheckedForm<Schema extends z.ZodType, Values extends Texts>(options: {
  /** Ids of the fields begin with it, so that two forms on a page do not meet. */
  name: string;
  schema: Schema;
  initialValues: Values;
}) {
  const { name, schema } = options;
  const [onceWrong, setOnceWrong] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<Failure>({ attempt: 0, fields: [] });
  const summaryId = `${name}-problems`;

  const form = useForm<Values>({
    name,
    initialValues: options.initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
    validateInputOnChange: [...onceWrong] as (keyof Values & string)[],
    enhanceGetInputProps: ({ field }) => ({ id: idOfField(name, String(field)) }),
  });
  const newlyWrong = Object.keys(form.errors).filter((field) => !onceWrong.includes(field));
  if (newlyWrong.length > 0) setOnceWrong([...onceWrong, ...newlyWrong]);

  // Each failed attempt takes the focus anew; an error that comes while typing does not.
  useEffect(() => {
    if (failure.attempt > 0) document.getElementById(summaryId)?.focus();
  }, [failure.attempt, summaryId]);

  const fail = (names: readonly string[]) => {
    const fields = names.map((field) => ({ field, label: labelOfField(name, field) }));
    setFailure(({ attempt }) => ({ attempt: attempt + 1, fields }));
  };

  /** Sends what the schema made of the values: trimmed, lower case, without spaces. */
  const onSubmit = (send: (values: z.output<Schema>) => void) =>
    form.onSubmit(
      (values) => send(schema.parse(values)),
      (errors) => fail(Object.keys(errors)),
    );

  /** What the server found wrong with single fields is shown where the person typed it. */
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

function idOfField(name: string, field: string): string {
  return `${name}-${field}`;
}

/** What a field of a form is called on the page; empty where it is not shown. */
export function labelOfField(name: string, of: string): string {
  const id = idOfField(name, of);
  const field = document.getElementById(id);
  // The label of a radio button is its answer; the question stands above them all.
  const question = field?.closest('[role="radiogroup"]')?.getAttribute("aria-labelledby");
  const label = question
    ? document.getElementById(question)
    : document.querySelector(`label[for="${CSS.escape(id)}"]`);
  return label?.firstChild?.textContent ?? "";
}

/** "Required" alone says nothing in a list; "First name is required." names its field already. */
function withLabel(label: string, message: string): string {
  const isNamed = message.toLowerCase().includes(label.toLowerCase());
  if (isNamed) return message;
  return label.endsWith("?") ? `${label} ${message}` : `${label}: ${message}`;
}

const titlePrefix = "Error: ";

/** One thing to mend: where it is and what is wrong. */
export type FieldProblem = Readonly<{ fieldId: string; message: string }>;

/**
 * What has to be mended before a form can be sent, as links to the fields; the browser's tab says it
 * too. The form puts the focus here each time that sending failed.
 */
export function ErrorSummary(props: {
  id: string;
  problems: readonly FieldProblem[];
  /** In place of "There are some problems". */
  title?: string;
}) {
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
