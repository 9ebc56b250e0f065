import { type EditField, type EditTexts, problemOf } from "@portal/shared/platform/editing.ts";
import { z } from "zod";

/**
 * The schema of a form of texts: each field by its kind, in the words of the specification, then the
 * whole by the server's own schema, so that what the form lets through the server takes.
 *
 * @param read makes of the texts what the server is sent
 */
export function editSchema<Schema extends z.ZodType>(
  fields: readonly EditField[],
  read: (texts: EditTexts) => unknown,
  schema: Schema,
) {
  return z.record(z.string(), z.string()).transform((texts, context): z.output<Schema> => {
    const wrong = fields.flatMap((field) => {
      const message = problemOf(field, texts);
      return message === null ? [] : [{ name: field.name, message }];
    });
    for (const { name, message } of wrong)
      context.addIssue({ code: "custom", path: [name], message });
    if (wrong.length > 0) return z.NEVER;
    const parsed = schema.safeParse(read(texts));
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: "custom", path: [...path], message });
    return z.NEVER;
  });
}
