import { Button, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import "../../theme/mantine-forms.ts";
import classes from "./filter-tabs.module.css";
import listPagesClasses from "./list-pages.module.css";

export type Sort<By extends string> = Readonly<{ by: By; direction: "asc" | "desc" }>;

export type ListState<By extends string> = Readonly<{
  page: number;
  search: string;
  sort: Sort<By>;
  /** Another search, sort or filter starts at the first page again. */
  change: (changes: Readonly<Record<string, string | null>>) => void;
  goToPage: (page: number) => void;
  /** Opens an item over or in place of the list, a step that Back takes back; null closes it. */
  open: (item: string | null) => void;
  sortBy: (by: By) => void;
  param: (name: string) => string | null;
}>;

/** Where the item that is open stands in the address. */
export const openParam = "edit";

/** All that a list shows is in the address, so that a reload, Back and a shared link show it again. */
export function useListState<By extends string>(options: {
  sorts: readonly By[];
  defaultSort: Sort<By>;
}): ListState<By> {
  const { sorts, defaultSort } = options;
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
    open: (item) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (item === null) after.delete(openParam);
          else after.set(openParam, item);
          return after;
        },
        { replace: item === null },
      ),
    sortBy: (by) =>
      change({ sort: `${by}-${sort.by === by && sort.direction === "desc" ? "asc" : "desc"}` }),
    param: (name) => params.get(name),
  };
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

  // Changed from outside: Back in the browser, or "Clear filters".
  if (searched !== value) {
    setSearched(value);
    setTyped(value);
  }

  return (
    <TextInput
      type="search"
      // Wide enough for its hint; a row of its own on a phone where something else is wide too.
      style={{ flex: "1 1 15rem", maxWidth: "26rem" }}
      aria-label={props.label}
      placeholder={props.placeholder ?? "Search"}
      leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
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

/** One filter of a list with all its values in sight, and how many rows each has, or what they come to. */
export function FilterTabs<Value extends string>(props: {
  label: string;
  chosen: Value;
  tabs: readonly { value: Value; label: string; count: number | undefined; sum?: ReactNode }[];
  onChosen: (value: Value) => void;
}) {
  return (
    <div className={classes.tabs} role="group" aria-label={props.label}>
      {props.tabs.map(({ value, label, count, sum }) => (
        <button
          key={value}
          type="button"
          className={classes.tab}
          aria-pressed={value === props.chosen}
          onClick={() => props.onChosen(value)}
        >
          {label} {count !== undefined && <span className={classes.count}>{count}</span>}
          {sum && <span className={classes.sum}>{sum}</span>}
        </button>
      ))}
    </div>
  );
}

/** "21 to 40 of 134 orders", "of 1,000+ orders" where they were not all counted, and the way to the neighbours. */
export function ListPages(props: {
  label: string;
  page: number;
  pageSize: number;
  total: number;
  isCapped?: boolean;
  onPage: (page: number) => void;
}) {
  const { page, pageSize, total, isCapped } = props;
  const last = Math.max(isCapped ? page + 1 : 1, Math.ceil(total / pageSize));
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);
  const rows = total === 1 ? oneOf(props.label) : props.label;
  const all = isCapped ? `${total.toLocaleString("en")}+` : String(total);
  const count = last === 1 ? `${total} ${rows}` : `${from} to ${to} of ${all} ${rows}`;

  return (
    <nav className={listPagesClasses.pages} aria-label={`Pages of ${props.label}`}>
      <p className={listPagesClasses.count} role="status">
        {count}
      </p>
      {last > 1 && (
        <div className={listPagesClasses.moves}>
          <Button variant="default" disabled={page <= 1} onClick={() => props.onPage(page - 1)}>
            Previous
          </Button>
          <Button variant="default" disabled={page >= last} onClick={() => props.onPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </nav>
  );
}

const irregular: Readonly<Record<string, string>> = {
  people: "person",
  "months of rounding": "month of rounding",
};

/** What a single row of a list is called: "entries" are one "entry". */
export function oneOf(rows: string): string {
  const known = irregular[rows];
  if (known !== undefined) return known;
  if (rows.endsWith("ies")) return `${rows.slice(0, -3)}y`;
  return rows.replace(/(?<=ch)es$|s$/, "");
}
