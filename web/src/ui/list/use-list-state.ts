import { useCallback } from "react";
import { useSearchParams } from "wouter";

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
