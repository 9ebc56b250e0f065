import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { SearchBox } from "../../../ui/list/search-box.tsx";
import { useListState } from "../../../ui/list/use-list-state.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderStatus } from "../../../ui/order-status.tsx";
import { MyOrderSheet } from "./my-order-sheet.tsx";
import classes from "./office-orders.module.css";

type MyOrder = ApiOutputs["orders"]["mine"]["rows"][number];

const noSorts = { sorts: [], defaultSort: { by: "newest", direction: "desc" } } as const;

const columns: readonly ListColumn<MyOrder>[] = [
  {
    id: "number",
    header: "Order",
    onCard: "title",
    cell: (order) => <OrderLink order={order} />,
  },
  {
    id: "day",
    header: "Date",
    onCard: "fact",
    cell: (order) => <DayText value={order.placedAt} />,
  },
  {
    id: "recipients",
    header: "Recipient",
    onCard: "fact",
    cell: (order) => order.recipients.join(", "),
  },
  { id: "units", header: "Units", align: "end", onCard: "none", cell: (order) => order.units },
  {
    id: "total",
    header: "Total",
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
  {
    id: "pay",
    header: "Pay",
    onCard: "fact",
    cell: (order) =>
      order.state === "placed" ? (
        <Link href={`/orders/pay/${order.uuid}`} aria-label={`Pay order ${order.orderNumber}`}>
          Pay
        </Link>
      ) : null,
  },
];

/** What the signed-in person ordered, with the way to pay what is not paid. */
export function MyOrders(props: { pageSize: number }) {
  const { pageSize } = props;
  const list = useListState<"newest">(noSorts);
  const openId = list.param("order");
  // Opening one is no other list: the page stays.
  const page = list.page > 1 ? String(list.page) : null;
  const orders = api.orders.mine.useQuery(
    { page: list.page, pageSize, ...(list.search ? { search: list.search } : {}) },
    { placeholderData: keepPreviousData },
  );

  return (
    <div className={classes.page}>
      <div className={classes.tools}>
        <SearchBox
          label="Search my orders"
          placeholder="Order number"
          value={list.search}
          onSearch={(search) => list.change({ search })}
        />
      </div>
      <DataList
        label="orders"
        columns={columns}
        rowKey={(order) => order.uuid}
        answer={orders}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        rowName={(order) => `order ${order.orderNumber}`}
        onOpen={(order) => list.change({ order: order.uuid, page })}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={
          <Empty
            title="Your orders will be listed here"
            action={<Link href="/">Go to the shop</Link>}
          />
        }
      />
      {openId && (
        <MyOrderSheet
          key={openId}
          uuid={openId}
          onClose={() => list.change({ order: null, page })}
        />
      )}
    </div>
  );
}

function OrderLink(props: { order: MyOrder }) {
  return <Link href={`/orders/pay/${props.order.uuid}`}>{props.order.orderNumber}</Link>;
}
