import { useMemo } from "react";
import { useSearchParams } from "wouter";
import type { ListColumn } from "./data-list.tsx";

/** A column that somebody may leave out or take in. */
export type ColumnChoice = Readonly<{ id: string; header: string; isShown: boolean }>;

export type ShownColumns<Column> = Readonly<{
  shown: readonly Column[];
  choices: readonly ColumnChoice[];
  toggle: (id: string) => void;
}>;

/**
 * Which columns of a list there are: those that are not `optional`, and of these as they begin or as
 * the address says; `columns=id.created` names those that are the other way round.
 */
export function useShownColumns<Row, By extends string>(
  columns: readonly ListColumn<Row, By>[],
): ShownColumns<ListColumn<Row, By>> {
  const [params, setParams] = useSearchParams();
  const turned = params.get("columns") ?? "";
  return useMemo(() => {
    const ids = turned === "" ? [] : turned.split(".");
    const isShown = ({ id, optional }: ListColumn<Row, By>) =>
      optional === undefined || (optional === "shown") !== ids.includes(id);
    const toggle = (id: string) => {
      const after = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (after.length > 0) next.set("columns", after.join("."));
          else next.delete("columns");
          return next;
        },
        { replace: true },
      );
    };
    return {
      shown: columns.filter(isShown),
      choices: columns
        .filter(({ optional }) => optional !== undefined)
        .map((column) => ({
          id: column.id,
          header: column.header,
          isShown: isShown(column),
        })),
      toggle,
    };
  }, [columns, turned, setParams]);
}
