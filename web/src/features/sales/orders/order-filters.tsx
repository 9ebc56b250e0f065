import "../../../theme/mantine-forms.ts";
import { NativeSelect } from "@mantine/core";
import {
  type OfficeOrders,
  orderWorks,
  paymentWays,
} from "@portal/shared/sales/orders/office-orders.ts";
import { orderStates } from "@portal/shared/sales/orders/save-order.ts";
import { type Region, regions } from "@portal/shared/platform/region.ts";
import {
  FilterTabs,
  type ListState,
  SearchBox,
  type Sort,
} from "../../../ui/list/list-controls.tsx";
import { dayParam, PeriodFields } from "../../../ui/list/period-fields.tsx";
import { orderStateWords } from "../../../ui/order-status.tsx";
import classes from "./office-orders.module.css";

const methodWords = { card: "Card", eft: "Bank transfer", credit: "Store credit" } as const;
const regionWords: Readonly<Record<Region, string>> = {
  za: "South Africa",
  uk: "United Kingdom",
  usa: "United States",
};
/** What the select of statuses offers beside the states: by the name of what is asked for. */
const marks = ["overpaid", "underpaid", "test"] as const;
const markWords = {
  overpaid: "Paid too much",
  underpaid: "Paid in part",
  test: "Test orders",
} as const;
const toPay = "to-pay";
const views = [
  { value: "", label: "All" },
  { value: toPay, label: "To pay" },
  { value: "to-quote", label: "To be quoted again" },
  { value: "to-ship", label: "To ship" },
  { value: "collection", label: "Collection" },
  { value: "problem", label: "Problem" },
] as const;
type View = (typeof views)[number]["value"];

/** What the office has to do, one view for each; the address remembers which. */
export function OrderViews(props: {
  param: Address["param"];
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const chosen = views.find(({ value }) => value === props.param("view"))?.value ?? "";
  return (
    <FilterTabs<View>
      label="Views"
      chosen={chosen}
      tabs={views.map((view) => ({ ...view, count: undefined }))}
      // A view has a status of its own, so the one that was chosen before goes.
      onChosen={(view) => props.onChange({ view: view || null, state: null })}
    />
  );
}

export type OrderFilter = Pick<
  OfficeOrders,
  "search" | "state" | "method" | "region" | "from" | "to" | (typeof marks)[number] | "work"
>;
type Address = Pick<ListState<string>, "param" | "search">;

/** What the address says that the list is narrowed to; what it cannot mean is left out. */
export function filterIn({ param, search }: Address): OrderFilter {
  const state = orderStates.find((known) => known === param("state"));
  const mark = marks.find((known) => known === param("state"));
  const work = orderWorks.find((known) => known === param("view"));
  const method = paymentWays.find((known) => known === param("method"));
  const region = regions.find((known) => known === param("region"));
  const from = dayParam(param("from"));
  const to = dayParam(param("to"));
  return {
    ...(search && { search: search.slice(0, 100) }),
    ...(state && { state }),
    ...(work && { work }),
    ...(param("view") === toPay && { state: "placed" as const }),
    ...(mark && { [mark]: true }),
    ...(method && { method }),
    ...(region && { region }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** Where the same orders are had as a file. */
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

export function OrderFilters(props: {
  filter: OrderFilter;
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const { filter, onChange } = props;
  return (
    <div className={classes.tools}>
      <SearchBox
        label="Search orders"
        placeholder="Number, name or email"
        value={filter.search ?? ""}
        onSearch={(search) => onChange({ search })}
      />
      <NativeSelect
        aria-label="Status"
        value={marks.find((mark) => filter[mark]) ?? filter.state ?? ""}
        data={[
          { value: "", label: "Every status" },
          ...orderStates.map((value) => ({ value, label: orderStateWords(value) })),
          ...marks.map((value) => ({ value, label: markWords[value] })),
        ]}
        onChange={(event) => onChange({ state: event.currentTarget.value, view: null })}
      />
      <NativeSelect
        aria-label="Paid by"
        value={filter.method ?? ""}
        data={[
          { value: "", label: "Paid any way" },
          ...paymentWays.map((value) => ({ value, label: methodWords[value] })),
        ]}
        onChange={(event) => onChange({ method: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Region"
        value={filter.region ?? ""}
        data={[
          { value: "", label: "Every region" },
          ...regions.map((value) => ({ value, label: regionWords[value] })),
        ]}
        onChange={(event) => onChange({ region: event.currentTarget.value })}
      />
      <PeriodFields from={filter.from ?? ""} to={filter.to ?? ""} onChange={onChange} />
    </div>
  );
}
