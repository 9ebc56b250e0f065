import "../../theme/mantine-forms.ts";
import { NativeSelect } from "@mantine/core";
import { orderSorts, orderStates } from "@portal/shared/orders/save-order.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api, type ApiOutputs } from "../../api/api.ts";
import { DayText } from "../../ui/day-text.tsx";
import { Empty } from "../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../ui/list/data-list.tsx";
import { SearchBox } from "../../ui/list/search-box.tsx";
import { useListState } from "../../ui/list/use-list-state.ts";
import { MoneyText } from "../../ui/money-text.tsx";
import { OrderStatus, orderStateWords } from "../../ui/order-status.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { OrderSheet } from "./order-sheet.tsx";
import classes from "./office-orders.module.css";

export type ListedOrder = ApiOutputs["orders"]["list"]["rows"][number];
type By = (typeof orderSorts)[number];

const pageSize = 20;
const sorting = {
  sorts: orderSorts,
  defaultSort: { by: "placedAt", direction: "desc" },
} as const;

const columns: readonly ListColumn<ListedOrder, By>[] = [
  {
    id: "number",
    header: "Order",
    sortBy: "orderNumber",
    onCard: "title",
    cell: (order) => order.orderNumber,
  },
  {
    id: "day",
    header: "Date",
    sortBy: "placedAt",
    onCard: "fact",
    cell: (order) => <DayText value={order.placedAt} />,
  },
  { id: "buyer", header: "Buyer", onCard: "fact", cell: (order) => order.buyerName ?? "Guest" },
  { id: "seller", header: "Seller", onCard: "none", cell: (order) => order.sellerName ?? "House" },
  { id: "units", header: "Units", align: "end", onCard: "none", cell: (order) => order.units },
  {
    id: "total",
    header: "Total",
    sortBy: "total",
    align: "end",
    onCard: "fact",
    cell: (order) => <MoneyText minor={order.total} currency={order.currency} />,
  },
  {
    id: "state",
    header: "Status",
    onCard: "status",
    cell: (order) => <OrderStatus state={order.state} />,
  },
];

/** All orders, newest first; each opens to what was paid, and takes a transfer that came in. */
export function OrdersScreen() {
  const list = useListState<By>(sorting);
  const [openId, setOpenId] = useState<string | null>(null);
  const state = orderStates.find((known) => known === list.param("state"));
  const orders = api.orders.list.useQuery(
    {
      page: list.page,
      pageSize,
      sort: { ...list.sort },
      ...(state ? { state } : {}),
      ...(list.search ? { search: list.search } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  const open = orders.data?.rows.find(({ uuid }) => uuid === openId) ?? null;
  const isFiltered = list.search !== "" || state !== undefined;

  return (
    <div className={classes.page}>
      <PageHeading title="Orders" area="Office" />
      <div className={classes.tools}>
        <SearchBox
          label="Search orders"
          placeholder="Number or name"
          value={list.search}
          onSearch={(search) => list.change({ search })}
        />
        <NativeSelect
          aria-label="Status"
          value={state ?? ""}
          data={[
            { value: "", label: "Every status" },
            ...orderStates.map((value) => ({ value, label: orderStateWords(value) })),
          ]}
          onChange={(event) => list.change({ state: event.currentTarget.value })}
        />
      </div>
      <DataList
        label="orders"
        columns={columns}
        rowKey={(order) => order.uuid}
        rowName={(order) => `order ${order.orderNumber}`}
        answer={orders}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        sort={list.sort}
        onSort={list.sortBy}
        onOpen={(order) => setOpenId(order.uuid)}
        onClearFilters={isFiltered ? () => list.change({ search: null, state: null }) : undefined}
        empty={
          <Empty title="Orders will be listed here">
            <p>The first one appears as soon as somebody places it in the shop.</p>
          </Empty>
        }
      />
      {open && <OrderSheet key={open.uuid} order={open} onClose={() => setOpenId(null)} />}
    </div>
  );
}
