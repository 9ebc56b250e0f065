import { schemaResolver, useForm } from "@mantine/form";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { FieldProblem } from "./error-summary.tsx";

/** Every field of our forms is typed text or one of several words. */
type Texts = Record<string, string>;

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
  const onceWrong = useRef<string[]>([]);
  const [attempt, setAttempt] = useState(0);

  const form = useForm<Values>({
    name,
    initialValues: options.initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
    validateInputOnChange: onceWrong.current,
    enhanceGetInputProps: ({ field }) => ({ id: fieldId(name, String(field)) }),
  });

  useEffect(() => {
    for (const field of Object.keys(form.errors)) {
      if (!onceWrong.current.includes(field)) onceWrong.current.push(field);
    }
  }, [form.errors]);

  const problems: FieldProblem[] =
    attempt === 0
      ? []
      : Object.entries(form.errors).map(([field, message]) => ({
          fieldId: fieldId(name, field),
          message: String(message),
        }));

  /** Sends what the schema made of the values: trimmed, lower case, without spaces. */
  const onSubmit = (send: (values: z.output<Schema>) => void) =>
    form.onSubmit(
      (values) => send(schema.parse(values)),
      () => setAttempt((before) => before + 1),
    );

  /** What the server found wrong with single fields is shown where the person typed it. */
  const showErrors = (errors: Record<string, string>) => {
    if (Object.keys(errors).length === 0) return;
    form.setErrors(errors);
    setAttempt((before) => before + 1);
  };

  return { form, problems, attempt, onSubmit, showErrors };
}

function fieldId(name: string, field: string): string {
  return `${name}-${field}`;
}
