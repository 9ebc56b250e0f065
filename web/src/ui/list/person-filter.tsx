import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { errorMessage } from "../../api/error-message.ts";
import { withMore } from "../more-matches.ts";
import type { ListFilter } from "./list-filters.tsx";

const searchDelayMs = 300;
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
  const [typed, setTyped] = useState("");
  const [debounced] = useDebouncedValue(typed.trim().slice(0, 100), searchDelayMs);
  const people = api.users.list.useQuery(
    { page: 1, pageSize: resultsMax, ...(debounced ? { search: debounced } : {}) },
    { placeholderData: keepPreviousData },
  );
  return (
    <Select
      aria-label={props.label}
      placeholder="Name, email or ID"
      w={300}
      searchable
      data-autofocus
      nothingFoundMessage={people.isFetching ? "Searching…" : "No matches found."}
      error={people.error ? errorMessage(people.error) : undefined}
      data={withMore(
        (people.data?.rows ?? []).map((person) => ({
          value: String(person.id),
          label: labelOf(person),
        })),
        (people.data?.total ?? 0) > resultsMax,
      )}
      filter={({ options }) => options}
      // Inside the popover, which a click outside would close.
      comboboxProps={{ withinPortal: false }}
      onSearchChange={setTyped}
      onChange={(chosen) => chosen !== null && props.onChosen(chosen)}
    />
  );
}

function labelOf(
  person: Readonly<{ id: number; firstName: string; lastName: string; email: string }>,
): string {
  return `${person.firstName} ${person.lastName} · ${person.email} · ${person.id}`;
}
