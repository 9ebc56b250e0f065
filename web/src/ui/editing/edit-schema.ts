import {
  type EditField,
  type EditFieldKind,
  type EditTexts,
  parsePrice,
  problemOf,
  ticked,
} from "@portal/shared/platform/editing.ts";
import { type Currency, currencySymbol, decimalText } from "@portal/shared/platform/money.ts";
import { z } from "zod/mini";
import { knownValues } from "../known-values.ts";

/**
 * The schema of a form of texts: each field is validated by its kind, with the messages of the specification, then the whole
 * by the server's schema.
 *
 * @param fixed is sent with the typed values
 */
export function editSchema<Schema extends z.ZodMiniType>(
  fields: readonly EditField[],
  schema: Schema,
  fixed: object,
) {
  return z.pipe(
    z.record(z.string(), z.string()),
    z.transform((texts, context): z.output<Schema> => {
      for (const field of fields) {
        const message = problemOf(field, texts);
        if (message !== null)
          context.issues.push({ code: "custom", path: [field.name], message, input: texts });
      }
      if (context.issues.length > 0) return z.NEVER;
      const values = { ...valuesOf(fields, texts), ...fixed };
      const parsed = schema.safeParse(knownValues(schema, values));
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

/**
 * The values of a form's texts by the kinds of its fields: amounts in minor units, percentages in basis points, null for an
 * empty number, picture or choice. Invalid texts are left to the schema.
 */
function valuesOf(fields: readonly EditField[], texts: EditTexts): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, kind }) => [name, valueOf(kind, (texts[name] ?? "").trim())]),
  );
}

function valueOf(kind: EditFieldKind, typed: string): unknown {
  switch (kind) {
    case "tick":
      return typed === ticked;
    case "price":
    case "percent":
      // "15,5" is 1550 basis points, parsed as an amount is to cents.
      return parsePrice(typed);
    case "int":
    case "image":
      return typed === "" ? null : Number(typed);
    case "select":
    case "day":
      return typed === "" ? null : typed;
    default:
      return typed;
  }
}

/** The inverse of `valuesOf`. */
export function textsOf(fields: readonly EditField[], values: object): EditTexts {
  const given = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(fields.map(({ name, kind }) => [name, textOf(kind, given.get(name))]));
}

function textOf(kind: EditFieldKind, value: unknown): string {
  if (typeof value === "boolean") return value ? ticked : "";
  if (typeof value !== "number") return typeof value === "string" ? value : "";
  return kind === "price" || kind === "percent" ? decimalText(value) : String(value);
}
