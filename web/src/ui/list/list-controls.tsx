import { isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { isMonth } from "@portal/shared/platform/day-schema.ts";
import { useCallback } from "react";
import { useLocation } from "wouter";
import { type ParamChanges, useUrlParams, withChanges } from "../url-params.ts";

export type Sort<By extends string> = Readonly<{ by: By; direction: "asc" | "desc" }>;

export type ListState = Readonly<{
  page: number;
  pageSize: number;
  search: string;
  /** Changes parameters of the address, and returns to the first page. */
  change: (changes: ParamChanges) => void;
  /** Adds a history entry, or replaces it with "replace". */
  goToPage: (page: number, history?: "push" | "replace") => void;
  setPageSize: (rows: number) => void;
  /** The address of this list with additional parameters, such as an item that opens over it. */
  hrefWith: (changes: Readonly<Record<string, string>>) => string;
  /**
   * Opens an item in place of the list, with a history entry; null closes it. An item that opens `over` the list gets its
   * entry from back-layers.ts.
   */
  open: (item: string | null, place?: "over") => void;
  /** The same for an item in another parameter. */
  openAs: (param: string, item: string | null, place?: "over") => void;
  param: (name: string) => string | null;
}>;

/** The state of a list that is sorted by its columns. */
export type SortedListState<By extends string> = ListState &
  Readonly<{ sort: Sort<By>; sortBy: (by: By) => void }>;

/** The choices for rows per page; the first is the default. */
export const pageSizes = [20, 50, 100] as const;

/** The parameter of the open item in the address. */
export const openParam = "edit";

/** What the address says of a list; also for the first query of a page, which is asked before anything is drawn. */
export function listIn(
  params: URLSearchParams,
): Pick<ListState, "page" | "pageSize" | "search" | "param"> {
  return {
    page: Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1),
    pageSize: pageSizes.find((size) => String(size) === params.get("rows")) ?? pageSizes[0],
    search: params.get("search") ?? "",
    param: (name) => params.get(name),
  };
}

/** The state of a list in the address, so that reload, Back and shared links restore it. */
export function useListState(): ListState {
  const [path] = useLocation();
  const [params, changeParams] = useUrlParams();

  const change = useCallback(
    (changes: ParamChanges) => changeParams({ page: null, ...changes }),
    [changeParams],
  );

  const openAs: ListState["openAs"] = (param, item, place) =>
    changeParams({ [param]: item }, item === null || place === "over" ? "replace" : "push");

  return {
    ...listIn(params),
    change,
    goToPage: (to, history = "push") => changeParams({ page: to > 1 ? String(to) : null }, history),
    setPageSize: (rows) => change({ rows: rows === pageSizes[0] ? null : String(rows) }),
    hrefWith: (changes) => `${path}?${withChanges(params, changes).toString()}`,
    open: (item, place) => openAs(openParam, item, place),
    openAs,
  };
}

type Sorting<By extends string> = Readonly<{ sorts: readonly By[]; defaultSort: Sort<By> }>;

export function sortIn<By extends string>(
  { param }: Pick<ListState, "param">,
  { sorts, defaultSort }: Sorting<By>,
): Sort<By> {
  return parseSort(param("sort"), sorts) ?? defaultSort;
}

export function useSortedListState<By extends string>(sorting: Sorting<By>): SortedListState<By> {
  const list = useListState();
  const sort = sortIn(list, sorting);
  return {
    ...list,
    sort,
    sortBy: (by) => {
      const isTurned = sort.by === by && sort.direction === "desc";
      list.change({ sort: `${by}-${isTurned ? "asc" : "desc"}` });
    },
  };
}

/** A parameter as a day; empty where it is missing or invalid. */
export function dayParam(text: string | null): string {
  return text !== null && isCalendarDay(text) ? text : "";
}

/** A parameter as a month such as `2026-03`; empty where it is missing or invalid. */
export function monthParam(text: string | null): string {
  return text !== null && isMonth(text) ? text : "";
}

/** A parameter as an id; null where it is missing or invalid. */
export function idParam(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** The values that are set, as the input of a query: without null, undefined and empty texts. */
export function given<Values extends Record<string, unknown>>(values: Values) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entries keep the types of their values
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && value !== "",
    ),
  ) as { [Name in keyof Values]?: NonNullable<Values[Name]> };
}

function parseSort<By extends string>(text: string | null, sorts: readonly By[]): Sort<By> | null {
  const [name, direction] = text?.split("-") ?? [];
  const by = sorts.find((known) => known === name);
  return by && (direction === "asc" || direction === "desc") ? { by, direction } : null;
}
