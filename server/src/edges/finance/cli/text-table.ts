import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";

export type Column<Row> = Readonly<{
  title: string;
  text: (row: Row) => string;
  align?: "left" | "right";
}>;

/** Rows as aligned text for a terminal; no colours, so that a pipe gets the same. */
export function textTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ text }) => text(row))),
  ];
  // Not by arguments of one call: a list of a whole network is more than a call can take.
  const widths = columns.map((_, index) =>
    cells.reduce((widest, line) => Math.max(widest, line[index]?.length ?? 0), 0),
  );
  return cells
    .map((line) =>
      line
        .map((cell, index) => {
          const width = widths[index] ?? 0;
          return columns[index]?.align === "right" ? cell.padStart(width) : cell.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function moneyColumn<Row>(
  title: string,
  currency: Currency,
  amount: (row: Row) => number,
): Column<Row> {
  return {
    title,
    align: "right",
    text: (row) => formatMoney(amount(row), currency),
  };
}
