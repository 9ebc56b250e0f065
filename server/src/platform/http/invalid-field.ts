import { z } from "zod";

/** A request that its schema refuses: a 400 that names the field, for every route that is not a procedure. */
export class InvalidField extends Error {
  override readonly name = "InvalidField";
  readonly statusCode = 400;
  /** As a path: `order.sections.0.addressId`. Null for the request as a whole. */
  readonly field: string | null;
  /** The message without the field's name. */
  readonly words: string;

  constructor(field: string, words: string) {
    super(field ? `${field}: ${words}` : words);
    this.field = field || null;
    this.words = words;
  }
}

type Issue = Readonly<{
  path: readonly PropertyKey[];
  message: string;
  errors?: readonly (readonly Issue[])[] | undefined;
}>;

export const issueSchema: z.ZodType<Issue> = z.lazy(() =>
  z.object({
    path: z.array(z.union([z.string(), z.number(), z.symbol()])),
    message: z.string(),
    errors: z.array(z.array(issueSchema)).optional(),
  }),
);

/** The first issue as a refusal. */
export function invalidField(issues: readonly Issue[]): InvalidField {
  const [first] = issues;
  const { path, message } = first ? innermost(first) : { path: [], message: "" };
  const words = message || "Please complete all fields before saving.";
  return new InvalidField(path.map(String).join("."), words);
}

/**
 * Where none of several shapes matches, the issue within the one that was sent: another shape is refused as a whole. Shapes of
 * a single value, such as a number as such or as text, have one message together.
 */
function innermost({ path, message, errors = [] }: Issue): Pick<Issue, "path" | "message"> {
  const within = errors.flatMap(([first]) => first ?? []).find((issue) => issue.path.length > 0);
  if (!within) return { path, message };
  const inner = innermost(within);
  return { ...inner, path: [...path, ...inner.path] };
}
