/** Pixels, or "rest" for a share of the remaining width. */
type Width = Readonly<{ width?: number | "rest" }>;

/** The minimum width of a column without a fixed one. */
const narrow = 96;

/** In pixels. */
export function minWidthOf(columns: readonly Width[]): number {
  return columns.reduce((sum, { width }) => sum + (typeof width === "number" ? width : narrow), 0);
}

/** Columns with "rest" share the remaining width equally. */
export function widthOf({ width }: Width, columns: readonly Width[]): string | number | undefined {
  if (width !== "rest") return width;
  return `${Math.floor(90 / columns.filter((column) => column.width === "rest").length)}%`;
}
