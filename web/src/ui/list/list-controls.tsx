import { TextInput } from "@mantine/core";
import { isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { IconSearch } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import "../../theme/mantine-forms.ts";

export type Sort<By extends string> = Readonly<{ by: By; direction: "asc" | "desc" }>;

export type ListState<By extends string> = Readonly<{
  page: number;
  /** How many rows a page has: the list's own number unless the address says another. */
  pageSize: number;
  search: string;
  sort: Sort<By>;
  /** Another search, sort or filter starts at the first page again. */
  change: (changes: Readonly<Record<string, string | null>>) => void;
  goToPage: (page: number) => void;
  setPageSize: (rows: number) => void;
  /** The address of this list with something more in it, as that of an item which opens over it. */
  hrefWith: (changes: Readonly<Record<string, string>>) => string;
  /** Opens an item in place of the list, a step that Back takes back; null closes it. One that opens `over` the list has an entry of its own. */
  open: (item: string | null, place?: "over") => void;
  sortBy: (by: By) => void;
  param: (name: string) => string | null;
}>;

/** How many rows somebody may see on a page. */
export const pageSizes = [20, 50, 100] as const;

/** Where the item that is open stands in the address. */
export const openParam = "edit";

/** All that a list shows is in the address, so that a reload, Back and a shared link show it again. */
export function useListState<By extends string>(options: {
  sorts: readonly By[];
  defaultSort: Sort<By>;
  pageSize?: number;
}): ListState<By> {
  const { sorts, defaultSort, pageSize: usualSize = pageSizes[0] } = options;
  const [path] = useLocation();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1);
  const sort = parseSort(params.get("sort"), sorts) ?? defaultSort;

  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete("page");
          for (const [name, value] of Object.entries(changes)) {
            if (value) after.set(name, value);
            else after.delete(name);
          }
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );

  return {
    page,
    pageSize: pageSizes.find((size) => String(size) === params.get("rows")) ?? usualSize,
    sort,
    search: params.get("search") ?? "",
    change,
    goToPage: (to) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        if (to > 1) after.set("page", String(to));
        else after.delete("page");
        return after;
      }),
    setPageSize: (rows) => change({ rows: rows === usualSize ? null : String(rows) }),
    hrefWith: (changes) => {
      const after = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) after.set(name, value);
      return `${path}?${after.toString()}`;
    },
    open: (item, place) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (item === null) after.delete(openParam);
          else after.set(openParam, item);
          return after;
        },
        { replace: item === null || place === "over" },
      ),
    sortBy: (by) =>
      change({ sort: `${by}-${sort.by === by && sort.direction === "desc" ? "asc" : "desc"}` }),
    param: (name) => params.get(name),
  };
}

/** A day of the address, if it is one: anyone can type there. */
export function dayParam(text: string | null): string {
  return text !== null && isCalendarDay(text) ? text : "";
}

/** An id of the address, if it is one: anyone can type there. */
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
  const [wanted, direction] = text?.split("-") ?? [];
  const by = sorts.find((known) => known === wanted);
  return by && (direction === "asc" || direction === "desc") ? { by, direction } : null;
}

/** The specification's debounce of a listing search. */
const searchDelayMs = 300;

export function SearchBox(props: {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const { value, onSearch } = props;
  const [typed, setTyped] = useState(value);
  const [searched, setSearched] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Changed from outside: Back in the browser, or "Clear all".
  if (searched !== value) {
    setSearched(value);
    setTyped(value);
  }

  return (
    <TextInput
      type="search"
      flex="1 1 220px"
      maw={{ base: "100%", sm: 300 }}
      miw={0}
      aria-label={props.label}
      placeholder={props.placeholder ?? "Search"}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(text), searchDelayMs);
      }}
    />
  );
}
