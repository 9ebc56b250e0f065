import {
  orderSorts,
  orderStates,
  orderWorks,
  paymentWays,
} from "@portal/shared/sales/orders/order-terms.ts";
import type { OfficeOrders } from "@portal/shared/sales/orders/office-orders.ts";
import { regions } from "@portal/shared/platform/region.ts";
import type { ApiInputs, Ask } from "../../../api/api.ts";
import {
  dayParam,
  given,
  listIn,
  type ListState,
  type Sort,
  sortIn,
} from "../../../ui/list/list-controls.tsx";

export type OrderSort = (typeof orderSorts)[number];

export const orderSorting = {
  sorts: orderSorts,
  defaultSort: { by: "placedAt", direction: "desc" },
} as const;

/** Offered by the status filter beside the states, by their names in the query. */
export const marks = ["overpaid", "underpaid", "test"] as const;
export const toPay = "to-pay";

export type OrderFilter = Pick<
  OfficeOrders,
  "search" | "state" | "method" | "region" | "from" | "to" | (typeof marks)[number] | "work"
>;
type Address = Pick<ListState, "param" | "search">;

/** The filter in the address, without invalid values. */
export function filterIn({ param, search }: Address): OrderFilter {
  const state = orderStates.find((known) => known === param("state"));
  const mark = marks.find((known) => known === param("state"));
  const work = orderWorks.find((known) => known === param("view"));
  const method = paymentWays.find((known) => known === param("method"));
  const region = regions.find((known) => known === param("region"));
  return {
    ...given({
      search: search.slice(0, 100),
      state: param("view") === toPay ? ("placed" as const) : state,
      work,
      method,
      region,
      from: dayParam(param("from")),
      to: dayParam(param("to")),
    }),
    ...(mark && { [mark]: true }),
  };
}

/** The page of all orders that the address asks for. */
export function ordersInput(
  list: Pick<ListState, "page" | "pageSize" | "param" | "search">,
  sort: Sort<OrderSort>,
) {
  return {
    page: list.page,
    pageSize: list.pageSize,
    sort: { ...sort },
    ...filterIn(list),
  } satisfies ApiInputs["orders"]["list"];
}

export function askForOrders(ask: Ask, params: URLSearchParams): void {
  const list = listIn(params);
  void ask.orders.list.prefetch(ordersInput(list, sortIn(list, orderSorting)));
  void ask.orders.counts.prefetch();
}
