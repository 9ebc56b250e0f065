import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/api.ts";
import { SearchSelect } from "../search-select.tsx";
import { useSearch } from "../use-search.ts";
import type { ListFilter } from "./list-filters.tsx";

const resultsMax = 10;

/** A filter by one user. */
export function usePersonFilter(
  name: string,
  id: number | null,
  onChange: (id: string | null) => void,
): ListFilter {
  const person = api.users.byId.useQuery(
    { id: id ?? 0 },
    { enabled: id !== null, retry: false, staleTime: Infinity },
  );
  const { data } = person;
  return {
    name,
    value: id === null ? null : data ? `${data.firstName} ${data.lastName}` : `User ${id}`,
    onClear: () => onChange(null),
    field: (close) => (
      <PersonPicker
        label={name}
        onChosen={(chosen) => {
          onChange(chosen);
          close();
        }}
      />
    ),
  };
}

/** Finds a user by name, email or ID. */
function PersonPicker(props: { label: string; onChosen: (id: string) => void }) {
  const search = useSearch();
  const people = api.users.list.useQuery(
    { page: 1, pageSize: resultsMax, ...(search.text ? { search: search.text } : {}) },
    { placeholderData: keepPreviousData },
  );
  const found = (people.data?.rows ?? []).map((person) => ({
    value: String(person.id),
    label: labelOf(person),
  }));
  return (
    <SearchSelect
      aria-label={props.label}
      placeholder="Name, email or ID"
      w={300}
      data-autofocus
      search={search}
      query={people}
      found={found}
      hasMore={(people.data?.total ?? 0) > resultsMax}
      value={null}
      // Inside the popover, which a click outside would close.
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => chosen !== null && props.onChosen(chosen)}
    />
  );
}

function labelOf(
  person: Readonly<{ id: number; firstName: string; lastName: string; email: string }>,
): string {
  return `${person.firstName} ${person.lastName} · ${person.email} · ${person.id}`;
}
