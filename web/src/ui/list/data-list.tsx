import { Button, Table, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { isValidElement, type ReactNode, useRef } from "react";
import { Link, useLocation } from "wouter";
import { Empty } from "../empty.tsx";
import { Failure, Loading } from "../feedback.tsx";
import { useIsPhone, useIsTablet } from "../use-is-phone.ts";
import classes from "./list.module.css";
import { SelectAll, SelectRow, type ShownChoice } from "./list-choice.tsx";
import type { ListState, Sort, SortedListState } from "./list-controls.tsx";
import { isOwnPress, moveByKeys } from "./list-keys.ts";
import { minWidthOf, widthOf } from "./column-widths.ts";
import { InsideLink, PersonName } from "../person-name.tsx";
import { ListPages } from "./list-pages.tsx";
import { useHeightOfRows, usePlaceOfRows } from "./rows-box.ts";

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

export type ListAnswer<Row> = Readonly<{
  data: { rows: readonly Row[]; total: number; isCapped?: boolean } | undefined;
  error: unknown;
  isFetching: boolean;
  /** The rows are those of the previous page or search, shown dimmed while the new ones load. */
  isPlaceholderData?: boolean;
  refetch: () => unknown;
}>;

type ListViewProps<Row, By extends string> = Readonly<{
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

/** The list component: a table, or on a phone rows of two lines, from the same columns. */
export function DataList<Row, By extends string>(
  props: ListViewProps<Row, By> & {
    answer: ListAnswer<Row>;
    /** The rows on a page, where the user cannot choose them. */
    pageSize?: number;
    empty: ReactNode;
    /** Set while a search or filter is active: an empty result then offers to clear it. */
    onClearFilters?: (() => void) | undefined;
  },
) {
  const { answer, label, list } = props;
  const isPhone = useIsPhone();
  const rows = answer.data?.rows ?? [];

  if (!answer.data) {
    return answer.error ? (
      <Failure what={label} error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <Loading what={label} lines={8} />
    );
  }
  if (rows.length === 0)
    return props.onClearFilters ? (
      <Empty
        title={`No ${label} match`}
        action={
          <Button variant="default" onClick={props.onClearFilters}>
            Clear all
          </Button>
        }
      />
    ) : (
      props.empty
    );

  const View = isPhone ? PhoneRows : ListTable;
  return (
    <div
      aria-busy={answer.isFetching}
      data-stale={answer.isPlaceholderData || undefined}
      onKeyDown={moveByKeys}
    >
      {Boolean(answer.error) && (
        <Failure
          what={`newer ${label}`}
          error={answer.error}
          onRetry={() => void answer.refetch()}
        />
      )}
      <View {...props} rows={rows} />
      <ListPages
        label={label}
        page={list?.page ?? 1}
        pageSize={props.pageSize ?? list?.pageSize ?? answer.data.total}
        total={answer.data.total}
        isCapped={answer.data.isCapped === true}
        onPage={(page) => list?.goToPage(page)}
        onPageSize={props.pageSize === undefined ? list?.setPageSize : undefined}
      />
    </div>
  );
}

function ListTable<Row, By extends string>(
  props: ListViewProps<Row, By> & { rows: readonly Row[] },
) {
  const { rows, choice, rowKey } = props;
  const isTablet = useIsTablet();
  const columns = props.columns.filter(({ onlyWide }) => !(onlyWide && isTablet));
  const openRow = useOpenRow(props);
  const frame = useRef<HTMLDivElement>(null);
  const height = useHeightOfRows(frame);
  const place = usePlaceOfRows(props.label);
  const minWidth = (choice ? 40 : 0) + minWidthOf(columns);

  return (
    <div className={classes.frame} ref={frame} data-dense={props.isDense || undefined}>
      <Table.ScrollContainer
        {...place}
        type="native"
        minWidth={minWidth}
        {...(props.isPart ? {} : { maxHeight: height })}
        tabIndex={0}
        role="region"
        aria-label={`Table of ${props.label}`}
      >
        <Table stickyHeader classNames={{ th: classes.th, td: classes.td, tr: classes.tr }}>
          <Table.Thead>
            <Table.Tr>
              {choice && <SelectAll choice={choice} />}
              {columns.map((column) => (
                <HeaderCell
                  key={column.id}
                  column={column}
                  width={widthOf(column, columns)}
                  sort={props.list?.sort}
                  onSort={props.list?.sortBy}
                />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => {
              const key = rowKey(row);
              return (
                <Table.Tr
                  key={key}
                  data-chosen={choice?.keys.has(key) || props.isMarked?.(row) || undefined}
                  aria-current={props.isMarked?.(row) || undefined}
                  data-opens={openRow !== null || undefined}
                  onClick={(event) => {
                    if (openRow && !isOwnPress(event)) openRow(row);
                  }}
                >
                  {choice && (
                    <Table.Td>
                      <SelectRow choice={choice} rowKey={key} name={nameOf(props, row)} />
                    </Table.Td>
                  )}
                  {columns.map((column, at) => (
                    <Table.Td
                      key={column.id}
                      w={widthOf(column, columns)}
                      className={column.pinned && classes.pinned}
                      data-align={column.align}
                      data-rest={column.width === "rest" || undefined}
                      data-wraps={column.wraps}
                    >
                      {at === 0 ? (
                        <Opening list={props} row={row} isNamed={column.onPhone === "title"}>
                          {cellOf(column, row)}
                        </Opening>
                      ) : (
                        cellOf(column, row)
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

/** An empty cell is "–", except in the menu's column. */
function cellOf<Row>({ cell, onPhone }: ListColumn<Row>, row: Row): ReactNode {
  const content = cell(row);
  const isBlank = content === null || content === undefined || content === "" || content === false;
  return isBlank && onPhone !== "menu" ? "–" : content;
}

function nameOf<Row, By extends string>(list: ListViewProps<Row, By>, row: Row): string {
  return list.rowName?.(row) ?? list.rowKey(row);
}

function useOpenRow<Row, By extends string>({
  hrefOf,
  onOpen,
}: ListViewProps<Row, By>): ((row: Row) => void) | null {
  const [, navigate] = useLocation();
  if (hrefOf) return (row) => navigate(hrefOf(row), { replace: true });
  return onOpen ?? null;
}

/** The text of a cell, also of a person's name. */
function wordsIn(cell: ReactNode): ReactNode {
  const isName = isValidElement<{ children: ReactNode }>(cell) && cell.type === PersonName;
  return isName ? cell.props.children : cell;
}

/** The link or button that opens a row for keyboards, screen readers and new tabs. */
function Opening<Row, By extends string>(props: {
  list: ListViewProps<Row, By>;
  row: Row;
  /**
   * The cell is the row's title, so the accessible name may replace it. Any other visible text has to come first in the
   * name (WCAG 2.5.3).
   */
  isNamed?: boolean;
  children: ReactNode;
}) {
  const { list, row } = props;
  const label = `Open ${nameOf(list, row)}`;
  const seen = wordsIn(props.children);
  const isInLabel =
    (typeof seen === "string" || typeof seen === "number") && label.includes(String(seen));
  const seenFirst = !props.isNamed && !isInLabel;
  const name = seenFirst ? {} : { "aria-label": label };
  const content = (
    <>
      <InsideLink value>{props.children}</InsideLink>
      {seenFirst && <VisuallyHidden> {label}</VisuallyHidden>}
    </>
  );
  if (list.hrefOf)
    return (
      // `replace`, because the overlay that opens has a history entry of its own (back-layers.ts).
      <Link href={list.hrefOf(row)} replace className={classes.open} {...name} data-row="">
        {content}
      </Link>
    );
  if (!list.onOpen) return props.children;
  return (
    <UnstyledButton
      className={classes.open ?? ""}
      {...name}
      data-row=""
      onClick={() => list.onOpen?.(row)}
    >
      {content}
    </UnstyledButton>
  );
}

function HeaderCell<By extends string>(props: {
  column: Omit<ListColumn<never, By>, "cell">;
  width: string | number | undefined;
  sort: Sort<By> | undefined;
  onSort: ((by: By) => void) | undefined;
}) {
  const { column, sort, onSort } = props;
  const { sortBy } = column;
  const place = {
    scope: "col",
    w: props.width,
    className: column.pinned && classes.pinned,
    "data-align": column.align,
  };
  if (column.pinned)
    return (
      <Table.Th {...place}>
        <VisuallyHidden>{column.header}</VisuallyHidden>
      </Table.Th>
    );
  if (sortBy === undefined || !onSort) return <Table.Th {...place}>{column.header}</Table.Th>;
  const direction = sort?.by === sortBy ? sort.direction : null;
  const Icon = direction === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th
      {...place}
      aria-sort={direction === "asc" ? "ascending" : direction === "desc" ? "descending" : "none"}
    >
      <UnstyledButton className={classes.sort ?? ""} onClick={() => onSort(sortBy)}>
        {column.header}
        <Icon size={14} stroke={2.2} aria-hidden="true" />
      </UnstyledButton>
    </Table.Th>
  );
}

/** Rows of two lines: title and amount, then facts and status. */
function PhoneRows<Row, By extends string>(
  props: ListViewProps<Row, By> & { rows: readonly Row[] },
) {
  const { columns, choice } = props;
  const title = columns.find(({ onPhone }) => onPhone === "title") ?? columns[0];
  const [amounts, facts, statuses, menus] = (["amount", "fact", "status", "menu"] as const).map(
    (place) => columns.filter((column) => column.onPhone === place && column !== title),
  );
  const wraps = facts?.some((fact) => fact.wraps) || undefined;

  return (
    <ul className={classes.rows} aria-label={props.label}>
      {props.rows.map((row) => {
        const key = props.rowKey(row);
        return (
          <li
            key={key}
            className={classes.row}
            data-chosen={choice?.keys.has(key) || props.isMarked?.(row) || undefined}
            aria-current={props.isMarked?.(row) || undefined}
          >
            {choice?.isSelecting && (
              <SelectRow choice={choice} rowKey={key} name={nameOf(props, row)} />
            )}
            <div className={classes.rowBody}>
              <div className={classes.rowTop}>
                <div className={classes.rowTitle}>
                  <Opening list={props} row={row}>
                    {title?.cell(row)}
                  </Opening>
                </div>
                <div className={classes.rowTitle}>{amounts?.map(({ cell }) => cell(row))}</div>
              </div>
              <div className={classes.rowLower}>
                <div className={classes.rowFacts} data-wraps={wraps}>
                  {facts?.map(({ id, cell }) => (
                    <Fact key={id}>{cell(row)}</Fact>
                  ))}
                </div>
                <div className={classes.rowStatuses}>
                  {statuses?.map(({ id, cell }) => (
                    <Fact key={id}>{cell(row)}</Fact>
                  ))}
                </div>
              </div>
            </div>
            {menus?.map(({ id, cell }) => (
              <div key={id}>{cell(row)}</div>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

/** Empty facts are left out. */
function Fact({ children }: { children: ReactNode }) {
  return children === null || children === "" ? null : <span>{children}</span>;
}
