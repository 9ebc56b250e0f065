import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import {
  createColumnHelper,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { Empty } from "../empty.tsx";
import { Failure, Loading } from "../feedback.tsx";
import { useIsPhone } from "../use-is-phone.ts";
import cardListClasses from "./card-list.module.css";
import classes from "./data-list.module.css";
import { ListPages, type Sort } from "./list-controls.tsx";
import listTableClasses from "./list-table.module.css";

export type ListColumn<Row, By extends string = string> = Readonly<{
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The name by which the server sorts this column; without it, it does not. */
  sortBy?: By;
  align?: "end";
  /** May be left out or taken in by whoever looks at the list (`useShownColumns`); how it begins. */
  optional?: "shown" | "hidden";
  /** Its place on a phone's card: one title, a status, two or three facts, the rest behind the card. */
  onCard: "title" | "status" | "fact" | "none";
}>;

export type ListAnswer<Row> = Readonly<{
  data: { rows: readonly Row[]; total: number; isCapped?: boolean } | undefined;
  error: unknown;
  /** Old rows stay, dimmed, while new ones are on their way. */
  isFetching: boolean;
  refetch: () => unknown;
}>;

/** Every list of the product: rows of a table on a desk, cards on a phone, from the same columns. */
export function DataList<Row extends RowData, By extends string>(props: {
  /** What the rows are, in the plural: "orders". */
  label: string;
  columns: readonly ListColumn<Row, By>[];
  rowKey: (row: Row) => string;
  answer: ListAnswer<Row>;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  sort?: Sort<By>;
  onSort?: (by: By) => void;
  empty: ReactNode;
  /** Set while a search or filter is on: then nothing found is not the same as nothing there. */
  onClearFilters?: (() => void) | undefined;
  onOpen?: (row: Row) => void;
  rowName?: (row: Row) => string;
}) {
  const { answer, label } = props;
  const isPhone = useIsPhone();
  const rows = answer.data?.rows;
  // A stable fallback: a new array on each render would have the table recompute everything.
  const shown = useMemo(() => rows ?? [], [rows]);

  if (!answer.data) {
    return answer.error ? (
      <Failure what={label} error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <Loading what={label} lines={6} />
    );
  }
  if (shown.length === 0)
    return props.onClearFilters ? (
      <NoMatch label={label} onClearFilters={props.onClearFilters} />
    ) : (
      props.empty
    );

  const View = isPhone ? CardList : ListTable;
  return (
    <div
      className={classes.list}
      aria-busy={answer.isFetching}
      data-stale={answer.isFetching || undefined}
    >
      {Boolean(answer.error) && (
        <Failure
          what={`newer ${label}`}
          error={answer.error}
          onRetry={() => void answer.refetch()}
        />
      )}
      <View {...props} rows={shown} />
      <ListPages
        label={label}
        page={props.page}
        pageSize={props.pageSize}
        total={answer.data.total}
        isCapped={answer.data.isCapped === true}
        onPage={props.onPage}
      />
    </div>
  );
}

function NoMatch(props: { label: string; onClearFilters: () => void }) {
  return (
    <Empty
      title={`No ${props.label} match`}
      action={
        <button type="button" className={classes.clear} onClick={props.onClearFilters}>
          Clear filters
        </button>
      }
    />
  );
}

const features = tableFeatures({ rowSortingFeature });

type ListViewProps<Row, By extends string> = Readonly<{
  label: string;
  columns: readonly ListColumn<Row, By>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort<By>;
  onSort?: (by: By) => void;
  onOpen?: (row: Row) => void;
  rowName?: (row: Row) => string;
}>;

/** The server sorts and pages; the table says so in its headers, with real buttons. */
function ListTable<Row extends RowData, By extends string>(props: ListViewProps<Row, By>) {
  const { columns, onSort, onOpen } = props;
  const table = useListTable(props);

  return (
    <div
      className={listTableClasses.scroll}
      role="region"
      aria-label={`Table of ${props.label}`}
      tabIndex={0}
    >
      <table className={listTableClasses.table}>
        <thead>
          <tr>
            {table.getFlatHeaders().map((header, at) => (
              <HeaderCell
                key={header.id}
                column={columns[at]}
                sorted={header.column.getIsSorted()}
                onSort={onSort}
              />
            ))}
            {onOpen && (
              <th scope="col" className={listTableClasses.header}>
                <span className={listTableClasses.hidden}>Open</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ id, align, cell }) => (
                // Drawn here and not by the table: its cells would be made anew, and lose the focus, with the columns.
                <td key={id} className={listTableClasses.cell} data-align={align}>
                  {cell(row.original)}
                </td>
              ))}
              {onOpen && (
                <OpenCell
                  name={props.rowName?.(row.original) ?? row.id}
                  onOpen={() => onOpen(row.original)}
                />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useListTable<Row extends RowData, By extends string>(props: ListViewProps<Row, By>) {
  const { columns, sort } = props;
  const tableColumns = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(
      columns.map((column) =>
        helper.accessor((row) => row, {
          id: column.id,
          header: column.header,
          enableSorting: column.sortBy !== undefined,
        }),
      ),
    );
  }, [columns]);
  const sorting = useMemo<SortingState>(() => {
    const sorted = columns.find(({ sortBy }) => sortBy !== undefined && sortBy === sort?.by);
    return sorted ? [{ id: sorted.id, desc: sort?.direction === "desc" }] : [];
  }, [columns, sort]);
  return useTable({
    features,
    columns: tableColumns,
    data: props.rows,
    getRowId: props.rowKey,
    manualSorting: true,
    state: { sorting },
  });
}

function OpenCell(props: { name: string; onOpen: () => void }) {
  return (
    <td className={listTableClasses.cell} data-align="end">
      <button
        type="button"
        className={listTableClasses.open}
        aria-label={`Open ${props.name}`}
        onClick={props.onOpen}
      >
        Open
      </button>
    </td>
  );
}

function HeaderCell<Row extends RowData, By extends string>(props: {
  column: ListColumn<Row, By> | undefined;
  sorted: false | "asc" | "desc";
  onSort: ((by: By) => void) | undefined;
}) {
  const { column, sorted, onSort } = props;
  if (!column) return null;
  const { sortBy } = column;
  if (sortBy === undefined || !onSort) {
    return (
      <th scope="col" className={listTableClasses.header} data-align={column.align}>
        {column.header}
      </th>
    );
  }
  const Icon = sorted === "asc" ? IconArrowUp : sorted === "desc" ? IconArrowDown : IconArrowsSort;
  return (
    <th
      scope="col"
      className={listTableClasses.header}
      data-align={column.align}
      aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"}
    >
      <button type="button" className={listTableClasses.sort} onClick={() => onSort(sortBy)}>
        {column.header}
        <Icon size={16} stroke={1.8} aria-hidden="true" />
      </button>
    </th>
  );
}

/** The same columns as cards: title and status on top, the facts below, the rest behind a tap. */
function CardList<Row extends RowData, By extends string>(props: ListViewProps<Row, By>) {
  const { columns, onOpen } = props;
  const title = columns.find(({ onCard }) => onCard === "title");
  const statuses = columns.filter(({ onCard }) => onCard === "status");
  const facts = columns.filter(({ onCard }) => onCard === "fact");

  return (
    <ul className={cardListClasses.cards} aria-label={props.label}>
      {props.rows.map((row) => (
        <li key={props.rowKey(row)} className={cardListClasses.card}>
          <div className={cardListClasses.top}>
            <div className={cardListClasses.title}>{title?.cell(row)}</div>
            {statuses.map((column) => (
              <div key={column.id}>{column.cell(row)}</div>
            ))}
          </div>
          <dl className={cardListClasses.facts}>
            {facts.map((column) => (
              <CardFact key={column.id} name={column.header} value={column.cell(row)} />
            ))}
          </dl>
          {onOpen && (
            <button
              type="button"
              className={cardListClasses.open}
              aria-label={`Open ${props.rowName?.(row) ?? props.rowKey(row)}`}
              onClick={() => onOpen(row)}
            >
              Open
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What a row has nothing of is left out: a card has no columns to keep in line. */
function CardFact(props: { name: string; value: ReactNode }) {
  if (props.value === null) return null;
  return (
    <div className={cardListClasses.fact}>
      <dt>{props.name}</dt>
      <dd>{props.value}</dd>
    </div>
  );
}
