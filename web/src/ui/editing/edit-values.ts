import {
  type EditField,
  type EditTexts,
  parsePrice,
  ticked,
} from "@portal/shared/platform/editing.ts";
import { read, write } from "./edit-texts.ts";

/** What a form's texts stand for by the kinds of its fields: amounts in minor units, percent in basis points. */
export function valuesOf(fields: readonly EditField[], texts: EditTexts): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, texts)]));
}

function valueOf({ name, kind, isRequired }: EditField, texts: EditTexts): unknown {
  const typed = read.text(texts, name).trim();
  if (kind === "tick") return typed === ticked;
  if (kind === "int") return isRequired ? read.whole(texts, name) : read.wholeOrNull(texts, name);
  if (kind === "price") return isRequired ? read.minor(texts, name) : read.minorOrNull(texts, name);
  // "15,5" is 1550: a hundredth of a percent is a basis point, as a cent is of an amount.
  return kind === "percent" ? parsePrice(typed) : typed;
}

/** The other way. */
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
