import {
  orderStateWords,
  paymentWays,
  orderStates,
  paymentWayWords,
} from "@portal/shared/sales/orders/order-terms.ts";
import { regionNames, regions } from "@portal/shared/platform/region.ts";
import type { ComponentProps } from "react";
import { api } from "../../../api/api.ts";
import { type ListState, type Sort } from "../../../ui/list/list-controls.tsx";
import { SearchBox } from "../../../ui/list/list-search.tsx";
import { oneOfFilter, periodFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { marks, type OrderFilter, toPay } from "./orders-queries.ts";

const markWords = {
  overpaid: "Overpaid",
  underpaid: "Paid in part",
  test: "Test orders",
} as const;
const views = [
  { value: "all", label: "All" },
  { value: toPay, label: "Unpaid" },
  { value: "to-quote", label: "Needs a quote" },
  { value: "to-ship", label: "To ship" },
  { value: "to-pack", label: "To pack" },
  { value: "sent-unpaid", label: "Sent, not paid" },
  { value: "collection", label: "Collection" },
  { value: "problem", label: "Problems" },
] as const;
type View = (typeof views)[number]["value"];

/** The views of the order list, one for each task of the office; the address keeps the chosen one. */
export function OrderViews(props: {
  param: ListState["param"];
  /** The user whose saved views are shown as well. */
  owner: number | null;
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const counts = api.orders.counts.useQuery();
  return (
    <ListViews<View>
      chosen={views.find(({ value }) => value === props.param("view"))?.value ?? "all"}
      views={views.map((view) => ({
        ...view,
        ...(view.value !== "all" && { count: counts.data?.[view.value] }),
      }))}
      {...(props.owner !== null && { saved: { list: "orders", owner: props.owner } })}
      // A view implies a status, so it resets the status filter.
      onChosen={(view) => props.onChange({ view: view === "all" ? null : view, state: null })}
    />
  );
}

/** The download of the listed orders. */
export function fileAddress(filter: OrderFilter, sort: Sort<string>): string {
  const fields = { ...filter, sort: sort.by, direction: sort.direction };
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  );
  return `/office/orders.xlsx?${query.toString()}`;
}

export const noFilter = {
  view: null,
  search: null,
  state: null,
  method: null,
  region: null,
  from: null,
  to: null,
} as const;

export function OrderTools(props: {
  filter: OrderFilter;
  columns: NonNullable<ComponentProps<typeof ListTools>["columns"]>;
  total: number | undefined;
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const { filter, onChange } = props;
  return (
    <ListTools
      label="orders"
      columns={props.columns}
      total={props.total}
      search={
        <SearchBox
          label="Search orders"
          placeholder="Number, name or email"
          value={filter.search ?? ""}
          onSearch={(search) => onChange({ search })}
        />
      }
      filters={[
        oneOfFilter({
          name: "Status",
          value: marks.find((mark) => filter[mark]) ?? filter.state ?? null,
          options: [
            ...orderStates.map((value) => ({ value, label: orderStateWords[value] })),
            ...marks.map((value) => ({ value, label: markWords[value] })),
          ],
          onChange: (state) => onChange({ state, view: null }),
        }),
        oneOfFilter({
          name: "Paid by",
          value: filter.method ?? null,
          options: paymentWays.map((value) => ({ value, label: paymentWayWords[value] })),
          onChange: (method) => onChange({ method }),
        }),
        oneOfFilter({
          name: "Region",
          value: filter.region ?? null,
          options: regions.map((value) => ({ value, label: regionNames[value] })),
          onChange: (region) => onChange({ region }),
        }),
        periodFilter({ from: filter.from ?? "", to: filter.to ?? "", onChange }),
      ]}
      onClearAll={() => onChange(noFilter)}
    />
  );
}
