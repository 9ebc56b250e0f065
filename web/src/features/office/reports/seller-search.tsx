import { shownSellersMax } from "@portal/shared/sales/orders/order-terms.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { SearchSelect } from "../../../ui/search-select.tsx";
import { useSearch } from "../../../ui/use-search.ts";

/** One member, found by name or code. */
export function SellerSearch(props: {
  chosen: Readonly<{ id: number; name: string }> | null;
  onChange: (id: number | null) => void;
}) {
  const { chosen } = props;
  const search = useSearch();
  const sellers = api.orders.sellers.useQuery(search.text ? { search: search.text } : {}, {
    placeholderData: keepPreviousData,
  });
  const found = (sellers.data ?? []).slice(0, shownSellersMax).map(({ id, fullName, code }) => ({
    value: String(id),
    label: `${fullName} (${code})`,
  }));
  return (
    <SearchSelect
      label="Distributor or stockist"
      placeholder="Anyone"
      clearable
      clearButtonProps={{ "aria-label": "Clear distributor or stockist" }}
      search={search}
      query={sellers}
      found={found}
      hasMore={(sellers.data?.length ?? 0) > shownSellersMax}
      value={chosen === null ? null : String(chosen.id)}
      chosen={chosen && { value: String(chosen.id), label: chosen.name }}
      comboboxProps={{ withinPortal: false }}
      onChange={(id) => props.onChange(id === null ? null : Number(id))}
    />
  );
}
