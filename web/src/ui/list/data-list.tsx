import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { Empty } from "../empty.tsx";
import { Failure } from "../failure.tsx";
import { Loading } from "../loading.tsx";
import { useIsPhone } from "../use-is-phone.ts";
import { CardList } from "./card-list.tsx";
import classes from "./data-list.module.css";
import { ListPages } from "./list-pages.tsx";
import { ListTable } from "./list-table.tsx";
import type { Sort } from "./use-list-state.ts";

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
  data: { rows: readonly Row[]; total: number } | undefined;
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
