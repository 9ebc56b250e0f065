import { z } from "zod/mini";

/**
 * The values that the schema knows. A form has more: those of other kinds of person or address, or a tick that is not sent;
 * the server's schemas refuse what they do not know.
 */
export function knownValues(schema: z.core.$ZodType, values: object): Record<string, unknown> {
  const issues = z.safeParse(schema, values).error?.issues ?? [];
  const unknown = new Set(
    issues.flatMap((issue) =>
      issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
    ),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => !unknown.has(name)));
}
