import { Select, type SelectProps } from "@mantine/core";
import { useState } from "react";
import { errorMessage } from "../api/error-message.ts";
import type { useSearch } from "./use-search.ts";

export type FoundOption = Readonly<{ value: string; label: string }>;

/** A select whose options are searched for on the server. */
export function SearchSelect({
  search,
  query,
  found,
  hasMore,
  chosen,
  error,
  ...select
}: Omit<SelectProps, "data" | "filter" | "searchable" | "onSearchChange" | "value"> &
  Readonly<{
    search: ReturnType<typeof useSearch>;
    /** For `search.text`. */
    query: Readonly<{ isFetching: boolean; error: unknown }>;
    found: readonly FoundOption[];
    /** Whether the server knows more of them. */
    hasMore: boolean;
    value: string | null;
    /** The option of `value`, where it was not chosen here. */
    chosen?: FoundOption | null;
  }>) {
  const isFound = (value: string) => found.some((each) => each.value === value);
  const options = [
    ...(chosen && !isFound(chosen.value) ? [chosen] : []),
    ...found,
    ...(hasMore ? [moreMatches] : []),
  ];
  // The field shows the label of the chosen option, also when that is found no more; that text is no search.
  const [shown, setShown] = useState<string | null>(null);
  const label = options.find(({ value }) => value === select.value)?.label;
  if (label !== undefined && label !== shown) setShown(label);
  return (
    <Select
      {...select}
      searchable
      nothingFoundMessage={query.isFetching ? "Searching…" : "No matches found."}
      error={error ?? (query.error ? errorMessage(query.error) : undefined)}
      data={options}
      filter={({ options: all }) => all}
      onSearchChange={(text) => search.setTyped(text === shown ? "" : text)}
    />
  );
}

/** The last option where not all matches are shown: it cannot be chosen, and says how to find the others. */
const moreMatches = {
  value: "more",
  label: "There are more. Type a name to find them.",
  disabled: true,
} as const;
