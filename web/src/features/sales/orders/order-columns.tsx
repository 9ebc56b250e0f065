import type { orderSorts } from "@portal/shared/sales/orders/save-order.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { ChoiceBox } from "../../../ui/list/choice-box.tsx";
import type { ListColumn } from "../../../ui/list/data-list.tsx";
import type { Choice } from "../../../ui/list/use-choice.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderStatus } from "../../../ui/order-status.tsx";
import { StatusText } from "../../../ui/status-text.tsx";
import classes from "./office-orders.module.css";

export type ListedOrder = ApiOutputs["orders"]["list"]["rows"][number];
export type OrderSort = (typeof orderSorts)[number];

const columns: readonly ListColumn<ListedOrder, OrderSort>[] = [
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
    cell: (order) => (
      <span className={classes.states}>
        <OrderStatus state={order.state} />
        {order.toBeQuoted && <StatusText tone="waiting">To be quoted again</StatusText>}
        {order.overpaid && <StatusText tone="bad">Paid too much</StatusText>}
        {order.underpaid && <StatusText tone="waiting">Paid in part</StatusText>}
        {!order.live && <StatusText tone="waiting">Test order</StatusText>}
      </span>
    ),
  },
];

/** The columns of the office's list, the first with a box to choose the order by. */
export function orderColumns(
  choice: Choice<ListedOrder>,
): readonly ListColumn<ListedOrder, OrderSort>[] {
  return [
    {
      id: "choose",
      header: "Choose",
      onCard: "fact",
      cell: ({ uuid, orderNumber }) => (
        <ChoiceBox choice={choice} rowKey={uuid} name={`order ${orderNumber}`} />
      ),
    },
    ...columns,
  ];
}
