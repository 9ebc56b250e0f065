import {
  type EditField,
  type EditTexts,
  parsePrice,
  ticked,
} from "@portal/shared/platform/editing.ts";
import { type Currency, currencySymbol } from "@portal/shared/platform/money.ts";
import { plainAmount } from "../amount.ts";

/** The same fields, with amounts in this currency. */
export function withUnit(fields: readonly EditField[], currency: Currency): readonly EditField[] {
  const unit = currencySymbol(currency);
  return fields.map((field) => (field.kind === "price" ? { ...field, unit } : field));
}

/** What a form's texts stand for; what is no such thing is left to the schema to refuse. */
export const read = {
  text: (texts: EditTexts, name: string): string => texts[name] ?? "",
  tick: (texts: EditTexts, name: string): boolean => texts[name] === ticked,
  /** NaN for an empty one, which no schema takes. */
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

/** The other way: a value as the form shows it. */
export const write = {
  tick: (value: boolean): string => (value ? ticked : ""),
  minor: (value: number | null): string => (value === null ? "" : plainAmount(value)),
  number: (value: number | null): string => (value === null ? "" : String(value)),
};

function numberIn(typed: string | undefined): number | null {
  return typed === undefined || typed.trim() === "" ? null : Number(typed);
}

function minorIn(typed: string | undefined): number | null {
  return typed === undefined ? null : parsePrice(typed);
}
