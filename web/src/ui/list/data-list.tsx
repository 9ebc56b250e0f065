import { Button, Table, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type ReactNode, useMemo, useRef } from "react";
import { useLocation } from "wouter";
import { Empty } from "../empty.tsx";
import { Failure, Loading } from "../feedback.tsx";
import { useIsPhone, useIsTablet } from "../use-is-phone.ts";
import classes from "./list.module.css";
import { SelectAll, SelectRow } from "./list-choice.tsx";
import { type ListColumn, type ListViewProps, nameOf } from "./list-columns.ts";
import type { Sort } from "./list-controls.tsx";
import { isOwnPress, moveByKeys } from "./list-keys.ts";
import { minWidthOf, widthOf } from "./column-widths.ts";
import { ListPages, useLeftPage } from "./list-pages.tsx";
import { PhoneRows } from "./phone-rows.tsx";
import { Opening, useOpensHere } from "./row-opening.tsx";
import { useHeightOfRows, usePlaceOfRows } from "./rows-box.ts";

/** A query's answer; `data` alone for rows that the page has already. */
export type ListAnswer<Row> = Readonly<{
  data: { rows: readonly Row[]; total: number; isCapped?: boolean } | undefined;
  error?: unknown;
  isFetching?: boolean;
  /** The rows are those of the previous page or search, shown dimmed while the new ones load. */
  isPlaceholderData?: boolean;
  refetch?: () => unknown;
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
  const pageSize = props.pageSize ?? list?.pageSize ?? answer.data?.total ?? 0;
  const isLeftPage = useLeftPage(list ?? onePage, answer, pageSize);

  if (!answer.data || isLeftPage) {
    return answer.error ? (
      <Failure what={label} error={answer.error} onRetry={() => void answer.refetch?.()} />
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
          onRetry={() => void answer.refetch?.()}
        />
      )}
      <View {...props} rows={rows} />
      <ListPages
        label={label}
        page={list?.page ?? 1}
        pageSize={pageSize}
        total={answer.data.total}
        isCapped={answer.data.isCapped === true}
        onPage={(page) => list?.goToPage(page)}
        onPageSize={props.pageSize === undefined ? list?.setPageSize : undefined}
      />
    </div>
  );
}

/** A list without pages. */
const onePage = { page: 1, goToPage: () => {} };

function ListTable<Row, By extends string>(
  props: ListViewProps<Row, By> & { rows: readonly Row[] },
) {
  const { rows, choice, rowKey, hrefOf, onOpen } = props;
  const isTablet = useIsTablet();
  const columns = useMemo(
    () => props.columns.filter(({ onlyWide }) => !(onlyWide && isTablet)),
    [props.columns, isTablet],
  );
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
              const name = nameOf(props, row);
              const isMarked = props.isMarked?.(row) === true;
              return (
                <TableRow
                  key={key}
                  row={row}
                  columns={columns}
                  label={`Open ${name}`}
                  href={hrefOf?.(row)}
                  onOpen={onOpen && (() => onOpen(row))}
                  isChosen={choice?.keys.has(key) === true}
                  isMarked={isMarked}
                >
                  {choice && (
                    <Table.Td>
                      <SelectRow choice={choice} rowKey={key} name={name} />
                    </Table.Td>
                  )}
                </TableRow>
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

/** Its cells are drawn anew only if something of them has changed, as a row on a phone. */
function TableRow<Row>(props: {
  row: Row;
  columns: readonly ListColumn<Row>[];
  label: string;
  href: string | undefined;
  onOpen: (() => void) | undefined;
  isChosen: boolean;
  isMarked: boolean;
  children: ReactNode;
}) {
  const { row, columns, label, href, onOpen, isMarked } = props;
  const [, navigate] = useLocation();
  const replace = useOpensHere(href);
  const open = href === undefined ? onOpen : () => navigate(href, { replace });
  const cells = useMemo(
    () =>
      columns.map((column, at) => (
        <Table.Td
          key={column.id}
          w={widthOf(column, columns)}
          className={column.pinned && classes.pinned}
          data-align={column.align}
          data-rest={column.width === "rest" || undefined}
          data-wraps={column.wraps}
        >
          {at === 0 ? (
            <Opening label={label} href={href} onOpen={onOpen} isNamed={column.onPhone === "title"}>
              {cellOf(column, row)}
            </Opening>
          ) : (
            cellOf(column, row)
          )}
        </Table.Td>
      )),
    [row, columns, label, href, onOpen],
  );
  return (
    <Table.Tr
      data-chosen={props.isChosen || isMarked || undefined}
      aria-current={isMarked || undefined}
      data-opens={open !== undefined || undefined}
      onClick={(event) => {
        if (open && !isOwnPress(event)) open();
      }}
    >
      {props.children}
      {cells}
    </Table.Tr>
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
