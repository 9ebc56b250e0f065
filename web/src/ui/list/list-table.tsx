import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import {
  createColumnHelper,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { ListColumn } from "./data-list.tsx";
import classes from "./list-table.module.css";
import type { Sort } from "./use-list-state.ts";

const features = tableFeatures({ rowSortingFeature });

export type ListViewProps<Row, By extends string> = Readonly<{
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
export function ListTable<Row extends RowData, By extends string>(props: ListViewProps<Row, By>) {
  const { columns, onSort, onOpen } = props;
  const table = useListTable(props);

  return (
    <div
      className={classes.scroll}
      role="region"
      aria-label={`Table of ${props.label}`}
      tabIndex={0}
    >
      <table className={classes.table}>
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
              <th scope="col" className={classes.header}>
                <span className={classes.hidden}>Open</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ id, align, cell }) => (
                // Drawn here and not by the table: its cells would be made anew, and lose the focus, with the columns.
                <td key={id} className={classes.cell} data-align={align}>
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
    <td className={classes.cell} data-align="end">
      <button
        type="button"
        className={classes.open}
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
      <th scope="col" className={classes.header} data-align={column.align}>
        {column.header}
      </th>
    );
  }
  const Icon = sorted === "asc" ? IconArrowUp : sorted === "desc" ? IconArrowDown : IconArrowsSort;
  return (
    <th
      scope="col"
      className={classes.header}
      data-align={column.align}
      aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(sortBy)}>
        {column.header}
        <Icon size={16} stroke={1.8} aria-hidden="true" />
      </button>
    </th>
  );
}
