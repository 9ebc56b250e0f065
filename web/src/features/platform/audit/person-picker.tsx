import "../../../theme/mantine-select.ts";
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import classes from "./audit.module.css";

const searchDelayMs = 300;
const offered = 10;

/** One of all users, found by name, email or id. `value` is null while nobody is chosen. */
export function PersonPicker(props: {
  label: string;
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const { value } = props;
  const { data, error, isFetching, setTyped } = usePeople(value);
  return (
    <Select
      label={props.label}
      placeholder="Anybody"
      searchable
      clearable
      clearButtonProps={{ "aria-label": `Clear ${props.label.toLowerCase()}` }}
      nothingFoundMessage={isFetching ? "Searching…" : "No results found.."}
      error={error ? errorMessage(error) : undefined}
      data={data}
      value={value === null ? null : String(value)}
      withScrollArea={false}
      classNames={{ dropdown: classes.dropdown, options: classes.options }}
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={(chosen) => props.onChange(chosen === null ? null : Number(chosen))}
    />
  );
}

function usePeople(chosenId: number | null) {
  const [typed, setTyped] = useState("");
  const [debounced] = useDebouncedValue(typed.trim(), searchDelayMs);
  // A name in the address has to be read; one that was chosen here is known already.
  const chosen = api.users.byId.useQuery(
    { id: chosenId ?? 0 },
    { enabled: chosenId !== null, retry: false, staleTime: Infinity },
  );
  const chosenLabel = chosen.data ? labelOf(chosen.data) : null;
  const search = debounced === chosenLabel ? "" : debounced.slice(0, 100);
  const people = api.users.list.useQuery(
    { page: 1, pageSize: offered, ...(search ? { search } : {}) },
    { placeholderData: keepPreviousData, enabled: typed !== "" || chosenId === null },
  );
  const found = (people.data?.rows ?? []).map((person) => ({
    value: String(person.id),
    label: labelOf(person),
  }));
  const known = found.some(({ value }) => value === String(chosenId));
  const data =
    chosenId === null || known
      ? found
      : [{ value: String(chosenId), label: chosenLabel ?? `User ${chosenId}` }, ...found];
  return { data, error: people.error, isFetching: people.isFetching, setTyped };
}

function labelOf(
  person: Readonly<{ id: number; firstName: string; lastName: string; email: string }>,
): string {
  return `${person.firstName} ${person.lastName} · ${person.email} · ${person.id}`;
}
