import { Select } from "@mantine/core";
import { shownSellersMax } from "@portal/shared/sales/orders/order-terms.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { withMore } from "../../../ui/more-matches.ts";

const searchDelayMs = 300;

/** One member, found by name or code. */
export function SellerSearch(props: {
  chosen: Readonly<{ id: number; name: string }> | null;
  onChange: (id: number | null) => void;
}) {
  const { chosen } = props;
  const [typed, setTyped] = useState("");
  const [debounced] = useDebouncedValue(typed.trim(), searchDelayMs);
  const search = chosen && debounced.startsWith(chosen.name) ? "" : debounced.slice(0, 100);
  const sellers = api.orders.sellers.useQuery(search ? { search } : {}, {
    placeholderData: keepPreviousData,
  });
  const found = (sellers.data ?? []).slice(0, shownSellersMax).map(({ id, fullName, code }) => ({
    value: String(id),
    label: `${fullName} (${code})`,
  }));
  const isKnown = chosen === null || found.some((each) => each.value === String(chosen.id));
  return (
    <Select
      label="Distributor or stockist"
      placeholder="Anyone"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Clear distributor or stockist" }}
      nothingFoundMessage={sellers.isFetching ? "Searching…" : "No matches found."}
      error={sellers.error ? errorMessage(sellers.error) : undefined}
      data={withMore(
        isKnown ? found : [{ value: String(chosen.id), label: chosen.name }, ...found],
        (sellers.data?.length ?? 0) > shownSellersMax,
      )}
      value={chosen === null ? null : String(chosen.id)}
      comboboxProps={{ withinPortal: false }}
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={(id) => props.onChange(id === null ? null : Number(id))}
    />
  );
}
