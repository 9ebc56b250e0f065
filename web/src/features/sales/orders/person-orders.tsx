import { SegmentedControl, Stack } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { api } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import { useSortedListState } from "../../../ui/list/list-controls.tsx";
import { useShownColumns } from "../../../ui/list/list-tools.tsx";
import { type OrderSort, orderSorting } from "./orders-queries.ts";
import { orderColumns } from "./orders-screen.tsx";

/** The orders that a person sold or bought; a row opens in the office's order list. */
export function PersonOrders(props: { id: number; isMember: boolean; isTest: boolean }) {
  const { id, isMember } = props;
  const list = useSortedListState<OrderSort>(orderSorting);
  const [, navigate] = useLocation();
  const columns = useShownColumns(orderColumns);
  const isSold = isMember && list.param("show") !== "bought";
  const orders = api.orders.list.useQuery(
    {
      page: list.page,
      pageSize: list.pageSize,
      sort: { ...list.sort },
      ...(isSold ? { sellerId: id } : { buyerId: id }),
      ...(props.isTest && { test: true }),
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <Stack gap="sm" align="stretch">
      {isMember && (
        <SegmentedControl
          aria-label="Orders"
          style={{ alignSelf: "flex-start" }}
          value={isSold ? "sold" : "bought"}
          data={[
            { value: "sold", label: "Sold" },
            { value: "bought", label: "Bought" },
          ]}
          onChange={(show) => list.change({ show: show === "bought" ? show : null })}
        />
      )}
      <DataList
        isPart
        label="orders"
        columns={columns.shown}
        rowKey={(order) => order.uuid}
        rowName={(order) => `order ${order.orderNumber}`}
        answer={orders}
        list={list}
        onOpen={(order) => navigate(`/admin/orders?order=${order.uuid}`)}
        empty={<Empty title={isSold ? "No sales yet" : "No orders yet"} />}
      />
    </Stack>
  );
}
