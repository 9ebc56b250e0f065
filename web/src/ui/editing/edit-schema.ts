import {
  type EditField,
  type EditTexts,
  parsePrice,
  problemOf,
  ticked,
} from "@portal/shared/platform/editing.ts";
import { type Currency, currencySymbol, decimalText } from "@portal/shared/platform/money.ts";
import { z } from "zod/mini";

/**
 * The schema of a form of texts: each field is validated by its kind, with the messages of the specification, then the whole
 * by the server's schema.
 *
 * @param read converts the texts to the input of the server
 */
export function editSchema<Schema extends z.ZodMiniType>(
  fields: readonly EditField[],
  read: (texts: EditTexts) => unknown,
  schema: Schema,
) {
  return z.pipe(
    z.record(z.string(), z.string()),
    z.transform((texts, context): z.output<Schema> => {
      const wrong = fields.flatMap((field) => {
        const message = problemOf(field, texts);
        return message === null ? [] : [{ name: field.name, message }];
      });
      for (const { name, message } of wrong)
        context.issues.push({ code: "custom", path: [name], message, input: texts });
      if (wrong.length > 0) return z.NEVER;
      const parsed = schema.safeParse(read(texts));
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues)
        context.issues.push({ code: "custom", path: [...path], message, input: texts });
      return z.NEVER;
    }),
  );
}

/** The fields with the currency's symbol as the unit of prices. */
export function withUnit(fields: readonly EditField[], currency: Currency): readonly EditField[] {
  const unit = currencySymbol(currency);
  return fields.map((field) => (field.kind === "price" ? { ...field, unit } : field));
}

/** Reads values from a form's texts; invalid ones are left to the schema. */
export const read = {
  text: (texts: EditTexts, name: string): string => texts[name] ?? "",
  tick: (texts: EditTexts, name: string): boolean => texts[name] === ticked,
  /** NaN for an empty text, which every schema refuses. */
  whole: (texts: EditTexts, name: string): number => numberIn(texts[name]) ?? Number.NaN,
  wholeOrNull: (texts: EditTexts, name: string): number | null => numberIn(texts[name]),
  minor: (texts: EditTexts, name: string): number => minorIn(texts[name]) ?? Number.NaN,
  minorOrNull: (texts: EditTexts, name: string): number | null => minorIn(texts[name]),
  oneOf: <Value extends string>(
    texts: EditTexts,
    name: string,
    values: readonly Value[],
  ): Value | null => values.find((value) => value === texts[name]) ?? null,
};

/** The inverse of `read`: values as texts of a form. */
export const write = {
  tick: (value: boolean): string => (value ? ticked : ""),
  minor: (value: number | null): string => (value === null ? "" : decimalText(value)),
  number: (value: number | null): string => (value === null ? "" : String(value)),
};

function numberIn(typed: string | undefined): number | null {
  return typed === undefined || typed.trim() === "" ? null : Number(typed);
}

function minorIn(typed: string | undefined): number | null {
  return typed === undefined ? null : parsePrice(typed);
}

/** The values of a form's texts by the kinds of its fields: amounts in minor units, percentages in basis points. */
export function valuesOf(fields: readonly EditField[], texts: EditTexts): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, texts)]));
}

function valueOf({ name, kind, isRequired }: EditField, texts: EditTexts): unknown {
  const typed = read.text(texts, name).trim();
  if (kind === "tick") return typed === ticked;
  if (kind === "int") return isRequired ? read.whole(texts, name) : read.wholeOrNull(texts, name);
  if (kind === "price") return isRequired ? read.minor(texts, name) : read.minorOrNull(texts, name);
  // "15,5" is 1550 basis points, parsed as an amount is to cents.
  return kind === "percent" ? parsePrice(typed) : typed;
}

/** The inverse of `valuesOf`. */
export function textsOf(fields: readonly EditField[], values: object): EditTexts {
  const given = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(
    fields.map(({ name }) => [name, textOf(given.get(name), name, fields)]),
  );
}

function textOf(value: unknown, name: string, fields: readonly EditField[]): string {
  if (typeof value === "boolean") return write.tick(value);
  if (typeof value !== "number") return typeof value === "string" ? value : "";
  const kind = fields.find((field) => field.name === name)?.kind;
  return kind === "price" || kind === "percent" ? write.minor(value) : write.number(value);
}
