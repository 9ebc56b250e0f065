import { z } from "zod/mini";

/**
 * The message for a field whose schema has none of its own. zod's defaults ("Too small: expected array to have >=1 items")
 * are not for users.
 */
function issueWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null
        ? "Required"
        : (kindWords[issue.expected] ?? wrong);
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return formatWords[issue.format] ?? "This is not in the right form";
    case "invalid_value":
      return issue.values.length > shownMax
        ? "Choose one of the options"
        : `Choose one of these: ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return unknownFieldWords(issue.keys[0] ?? "");
    case "not_multiple_of":
      return "Please enter a whole number";
    default:
      return wrong;
  }
}

export function unknownFieldWords(path: string): string {
  return `We do not know the field “${path.slice(0, 80)}”. Check its name.`;
}

const wrong = "This value is not accepted";
const shownMax = 12;

const kindWords: Readonly<Record<string, string>> = {
  string: "Enter a text",
  number: "Please enter a number",
  int: "Please enter a whole number",
  boolean: "Send true or false",
  array: "Send a list",
  object: "Send an object",
  record: "Send an object",
};

const formatWords: Readonly<Record<string, string>> = {
  email: "Please enter a valid email address",
  guid: "Send a UUID",
  uuid: "Send a UUID",
  date: "Enter a date like 2026-11-22",
  datetime: "Enter a date and time like 2026-11-22T10:00:00.000Z",
  lowercase: "Use small letters",
};

type Limit = Readonly<{
  origin: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  inclusive?: boolean | undefined;
}>;

function tooSmall({ origin, minimum, inclusive }: Limit): string {
  if (origin === "string") return minimum === 1 ? "Required" : `Use at least ${minimum} characters`;
  if (origin === "array" || origin === "set")
    return minimum === 1 ? "Please make at least one selection" : `Choose at least ${minimum}`;
  return inclusive === false ? `Enter more than ${minimum}` : `Enter ${minimum} or more`;
}

function tooBig({ origin, maximum, inclusive }: Limit): string {
  if (origin === "string") return `Use ${maximum} characters at most`;
  if (origin === "array" || origin === "set") return `Choose ${maximum} at most`;
  return inclusive === false ? `Enter less than ${maximum}` : `Enter ${maximum} or less`;
}

/** Applies to every schema of the process or page. */
export function setIssueWords(): void {
  z.config({ customError: issueWords });
}
