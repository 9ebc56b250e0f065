import { harmlessText } from "@portal/shared/platform/harmless-text.ts";

/** What a cell shows; money comes in minor units, days as `2026-03-01`. */
type CellOf = {
  text: string | null;
  whole: number | null;
  money: number | null;
  day: string | null;
};

export type SheetColumn<Row> = {
  [Kind in keyof CellOf]: Readonly<{
    kind: Kind;
    header: string;
    /** In characters. */
    width: number;
    value: (row: Row) => CellOf[Kind];
  }>;
}[keyof CellOf];

/** A cell of a workbook: a number, a day or a text, and never a formula. */
export function typedCell<Row>(column: SheetColumn<Row>, row: Row): string | number | Date | null {
  switch (column.kind) {
    case "whole":
      return column.value(row);
    case "money": {
      const minor = column.value(row);
      return minor === null ? null : Number(decimalText(minor));
    }
    case "day": {
      const day = column.value(row);
      return day === null ? null : new Date(`${day}T00:00:00.000Z`);
    }
    case "text": {
      const text = column.value(row);
      return text === null ? null : harmlessText(text);
    }
  }
}

/** The same as text. Amounts have two places and a point, whatever the country. */
export function plainCell<Row>(column: SheetColumn<Row>, row: Row): string {
  if (column.kind === "money") {
    const minor = column.value(row);
    return minor === null ? "" : decimalText(minor);
  }
  const value = column.value(row);
  if (value === null) return "";
  return typeof value === "number" ? String(value) : harmlessText(value);
}

/** 32550 is `325.50`, exactly. */
function decimalText(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
