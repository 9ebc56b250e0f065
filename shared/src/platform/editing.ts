import { isCalendarDay } from "./calendar.ts";
import { z } from "zod/mini";
import { rowIdSchema, command } from "./ids.ts";
import { pagingFields } from "./paging.ts";

/** The id of an unsaved item (specification, section 3). */
export const newItemId = -1;

export const itemIdSchema = z.union([z.literal(newItemId), rowIdSchema]);
export const itemRefSchema = z.strictObject({ id: rowIdSchema });
export const itemCommandSchema = z.extend(itemRefSchema, command);

export const itemSorts = ["name", "updated"] as const;
export type ItemSort = (typeof itemSorts)[number];
export const listItemsSchema = z.strictObject({
  ...pagingFields,
  sort: z._default(z.enum(itemSorts), "name"),
  direction: z._default(z.enum(["asc", "desc"]), "asc"),
});
export type ListItems = z.infer<typeof listItemsSchema>;

/**
 * The version on which an edit is based; null for a new item. Saving with a stale version is refused, so that concurrent
 * edits are not lost. API clients may omit it.
 */
export const versionSchema = z.optional(
  z.nullable(z.string().check(z.regex(/^[0-9a-f]{16}$/, "Send the version as it was read"))),
);

export const incomplete = "Please complete all fields before saving.";
export const required = "Required";
export const wrongWholeNumber = "Please enter a whole number";
export const wrongNumber = "Please enter a number";

/** One field of an office form. */
export type EditField = Readonly<{
  name: string;
  label: string;
  kind: EditFieldKind;
  isRequired?: boolean;
  /** A required field may be empty while this returns true. */
  isOptional?: (texts: EditTexts) => boolean;
  help?: string;
  /** For `select` and `checkbox-group`. */
  options?: readonly Readonly<{ value: string; label: string }>[];
  /** Left out of the form while this returns true. */
  isHidden?: (texts: EditTexts) => boolean;
  /** A message below the field that depends on the current values. */
  note?: (texts: EditTexts) => string | null;
  /** Shown before an amount or after a number. */
  unit?: string;
  /** The heading of the field's group; fields without a group come first. */
  group?: string;
}>;

/** The kinds of fields of the specification, section 5, and `day`: a date that is chosen, where `date` is one that is shown. */
export type EditFieldKind =
  | "text"
  | "long-text"
  | "rich-text"
  | "number"
  | "price"
  | "percent"
  | "int"
  | "email"
  | "emails"
  | "id-number"
  | "checkbox-group"
  | "select"
  | "tick"
  | "phone"
  | "tel-input"
  | "image"
  | "date"
  | "day";

/** Form values are strings: `yes` for a tick, one line per selection, an id for a picture, HTML for rich text. */
export type EditTexts = Readonly<Record<string, string>>;

export const ticked = "yes";

/** Whether this field has to be filled in, given the values of the others. */
export function isNeeded(field: EditField, texts: EditTexts): boolean {
  return (
    field.isRequired === true && !field.isHidden?.(texts) && field.isOptional?.(texts) !== true
  );
}

/** The specification's error message for a field, or null. */
export function problemOf(field: EditField, texts: EditTexts): string | null {
  const typed = (texts[field.name] ?? "").trim();
  if (typed !== "") return wrongText[field.kind]?.(typed) ?? null;
  if (!isNeeded(field, texts)) return null;
  if (field.kind === "checkbox-group") return "Please make at least one selection";
  if (field.kind === "emails") return "Please enter email addresses";
  return field.kind === "tel-input" ? wrongNumber : required;
}

/** The non-empty lines of a text. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

const isEmail = (text: string) =>
  text.length <= 254 && /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/.test(text);
const isPhone = (text: string) => /^[+(]?\d[\d\s().-]{5,30}$/.test(text);

const wrongText: Readonly<Partial<Record<EditFieldKind, (typed: string) => string | null>>> = {
  number: (typed) => (/^-?\d+([.,]\d+)?$/.test(typed) ? null : wrongNumber),
  percent: (typed) => (/^\d{1,3}([.,]\d{1,2})?$/.test(typed) ? null : wrongNumber),
  price: (typed) => (parsePrice(typed) === null ? wrongNumber : null),
  int: (typed) => (/^-?\d{1,9}$/.test(typed) ? null : wrongWholeNumber),
  email: (typed) => (isEmail(typed) ? null : "Please enter a valid email address"),
  emails: (typed) => (linesOf(typed).every(isEmail) ? null : "Please enter email addresses"),
  "id-number": (typed) => (isSaIdNumber(typed) ? null : "Please enter a valid SA ID number"),
  phone: (typed) => (isPhone(typed) ? null : "Please check you've entered the number correctly!"),
  "tel-input": (typed) => (isPhone(typed) ? null : "Please enter a valid number"),
};

/** Minor units of `325`, `325.5` or `1 234,50`; null for anything else. */
export function parsePrice(typed: string): number | null {
  const found = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s\u00a0]/g, ""));
  if (!found) return null;
  const [, whole = "", part = ""] = found;
  return Number(whole + part.padEnd(2, "0"));
}

/** A South African ID number: date of birth, four sequence digits, citizenship, one digit, and a Luhn check digit. */
export function isSaIdNumber(typed: string): boolean {
  if (!/^\d{13}$/.test(typed) || !isDay(typed.slice(0, 6))) return false;
  if (!/[012]/.test(typed.charAt(10))) return false;
  const sum = typed
    .split("")
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** "YYMMDD" without a century: 29 February is valid if it exists in either century. */
function isDay(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  return ["19", "20"].some((century) => {
    return isCalendarDay(`${century}${year}-${month}-${day}`);
  });
}
