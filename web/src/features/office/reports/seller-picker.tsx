import "../../../theme/mantine-select.ts";
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import classes from "./reports.module.css";

const searchDelayMs = 300;

/** Whose sales: one member, found by name or code; null for everybody's. */
export function SellerPicker(props: {
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const { value } = props;
  const [typed, setTyped] = useState("");
  const [debounced] = useDebouncedValue(typed.trim(), searchDelayMs);
  // Who is in the address has to be read; who was chosen here is known already.
  const chosen = api.users.byId.useQuery(
    { id: value ?? 0 },
    { enabled: value !== null, retry: false, staleTime: Infinity },
  );
  const chosenName = chosen.data
    ? `${chosen.data.firstName} ${chosen.data.lastName}`
    : `Member ${value}`;
  const search = debounced.startsWith(chosenName) ? "" : debounced.slice(0, 100);
  const sellers = api.orders.sellers.useQuery(search ? { search } : {}, {
    placeholderData: keepPreviousData,
  });
  const found = (sellers.data ?? []).map(({ id, fullName, code }) => ({
    value: String(id),
    label: `${fullName} (${code})`,
  }));
  const isKnown = value === null || found.some((each) => each.value === String(value));
  return (
    <Select
      label="Distributor or stockist"
      placeholder="Everybody"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Clear distributor or stockist" }}
      nothingFoundMessage={sellers.isFetching ? "Searching…" : "No results found.."}
      error={sellers.error ? errorMessage(sellers.error) : undefined}
      data={isKnown ? found : [{ value: String(value), label: chosenName }, ...found]}
      value={value === null ? null : String(value)}
      withScrollArea={false}
      classNames={{ dropdown: classes.dropdown ?? "" }}
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={(id) => props.onChange(id === null ? null : Number(id))}
    />
  );
}
