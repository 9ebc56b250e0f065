import type { ReactNode } from "react";
import type { ShownChoice } from "./list-choice.tsx";
import type { ListState, SortedListState } from "./list-controls.tsx";

export type ListColumn<Row, By extends string = string> = Readonly<{
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name for sorting by this column; without it the column is not sortable. */
  sortBy?: By;
  align?: "end";
  /** Pixels, or "rest" for a share of the remaining width, where the content is truncated. */
  width?: number | "rest";
  /** Wraps to several lines, for a text that cannot be read in full elsewhere. */
  wraps?: true;
  /** The user can hide or show it (`useShownColumns`); its initial state. */
  optional?: "shown" | "hidden" | "shown-if-wide";
  /** Left out of a table with less room than a desk has; the open row, the file or another screen says it there. */
  onlyWide?: true;
  /** The menu of a row: stays in sight at the right when the table scrolls sideways. */
  pinned?: true;
  /**
   * The position in a phone's row: title and amount in the first line, facts and status in the second. A fact has no header
   * there, so it must be understandable by itself.
   */
  onPhone: "title" | "amount" | "fact" | "status" | "menu" | "none";
}>;

/** What a table and the rows of a phone show of a list. */
export type ListViewProps<Row, By extends string> = Readonly<{
  /** What the rows are, in the plural: "orders". */
  label: string;
  columns: readonly ListColumn<Row, By>[];
  rowKey: (row: Row) => string;
  /** The accessible name of a row: "order 2234". */
  rowName?: (row: Row) => string;
  /** The row that a link led to. */
  isMarked?: (row: Row) => boolean;
  /** Its page and sort order, in the address or in the state of a component; without it, all rows are on one page. */
  list?: Pick<ListState, "page" | "goToPage"> &
    Partial<Pick<SortedListState<By>, "pageSize" | "setPageSize" | "sort" | "sortBy">>;
  /** The address of an open row; its first cell is then a link. */
  hrefOf?: ((row: Row) => string) | undefined;
  /** Opens a row that has no address. */
  onOpen?: (row: Row) => void;
  /** Rows can be selected. */
  choice?: ShownChoice | undefined;
  /** For a list that is a part of its page: it is as high as its rows, and does not scroll by itself. */
  isPart?: boolean;
  /** Lower rows with a mouse, for many short lines. */
  isDense?: boolean;
}>;

export function nameOf<Row, By extends string>(list: ListViewProps<Row, By>, row: Row): string {
  return list.rowName?.(row) ?? list.rowKey(row);
}
