import { unknownFieldWords } from "@portal/shared/platform/issue-words.ts";
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
  code?: string | undefined;
  path: readonly PropertyKey[];
  message: string;
  /** Of fields that the schema does not know. */
  keys?: readonly string[] | undefined;
  /** Of each shape, where none matches. */
  errors?: readonly (readonly Issue[])[] | undefined;
}>;

export const issueSchema: z.ZodType<Issue> = z.lazy(() =>
  z.object({
    code: z.string().optional(),
    path: z.array(z.union([z.string(), z.number(), z.symbol()])),
    message: z.string(),
    keys: z.array(z.string()).optional(),
    errors: z.array(z.array(issueSchema)).optional(),
  }),
);

type Problem = Readonly<{ path: string; message: string }>;

/** What is wrong with which field. Unknown fields come first: a misspelt one is the reason why another is missing. */
export function problemsIn(issues: readonly Issue[]): Problem[] {
  const unknown = issues.flatMap(unknownIn).map((path) => path.map(String).join("."));
  return [
    ...unknown.map((path) => ({ path, message: unknownFieldWords(path) })),
    ...issues
      .filter((issue) => unknownIn(issue).length === 0)
      .map(({ path, message }) => ({ path: path.map(String).join("."), message })),
  ];
}

/** Among several shapes, the fields that none of them knows, or those in which the input differs from one of them. */
function unknownIn({ path, keys = [], errors = [] }: Issue): PropertyKey[][] {
  const shapes = errors.filter((shape) => !shape.some(isOtherKind));
  const ofShapes = shapes.map((shape) => shape.flatMap(unknownIn));
  const [first = []] = ofShapes;
  const unknownToAll = first.filter((field) =>
    ofShapes.every((others) => others.some((other) => other.join(".") === field.join("."))),
  );
  const nearest = shapes.findIndex((shape) => shape.every((issue) => unknownIn(issue).length > 0));
  const within = unknownToAll.length > 0 ? unknownToAll : (ofShapes[nearest] ?? []);
  return [...keys.map((key) => [key]), ...within].map((field) => [...path, ...field]);
}

/** A list where an object was sent, or the other way round, has no fields to compare. */
function isOtherKind({ code, path }: Issue): boolean {
  return code === "invalid_type" && path.length === 0;
}

/** The first problem as a refusal. */
export function invalidField(issues: readonly Issue[]): InvalidField {
  const [unknown] = issues.flatMap(unknownIn);
  if (unknown) {
    const field = unknown.map(String).join(".");
    return new InvalidField(field, unknownFieldWords(field));
  }
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
