import type { ApiInputs, Ask } from "../../../api/api.ts";
import { given, listIn, type ListState } from "../../../ui/list/list-controls.tsx";

/** The rows of the page "My orders". */
export const myOrdersPageSize = 20;

/** The page of one's own orders that the address asks for. */
export function myOrdersInput(list: Pick<ListState, "page" | "search">, pageSize: number) {
  return {
    page: list.page,
    pageSize,
    ...given({ search: list.search }),
  } satisfies ApiInputs["orders"]["mine"];
}

export function askForMyOrders(ask: Ask, params: URLSearchParams): void {
  void ask.orders.mine.prefetch(myOrdersInput(listIn(params), myOrdersPageSize));
}
