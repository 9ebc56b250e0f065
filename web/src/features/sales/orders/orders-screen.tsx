import { Button } from "@mantine/core";
import { orderSorts } from "@portal/shared/sales/orders/save-order.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useSession } from "../../../session/session.tsx";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { useListState } from "../../../ui/list/list-controls.tsx";
import {
  type Choice,
  ChoiceBox,
  ChosenBar,
  ListTools,
  useChoice,
} from "../../../ui/list/list-tools.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderStatus } from "../../../ui/order-status.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./office-orders.module.css";
import type { RecipientEditor } from "./order-detail-parts.tsx";
import { fileAddress, filterIn, noFilter, OrderFilters, OrderViews } from "./order-filters.tsx";

/** What opens on a row comes when a row is opened. */
const OrderSheet = lazy(async () => ({
  default: (await import("./order-sheet.tsx")).OrderSheet,
}));
const ReassignDialog = lazy(async () => ({
  default: (await import("./reassign-dialog.tsx")).ReassignDialog,
}));

const pageSize = 20;
const sorting = {
  sorts: orderSorts,
  defaultSort: { by: "placedAt", direction: "desc" },
} as const;

/** All orders, newest first; each opens to all that is known of it, and chosen ones change hands. */
export function OrdersScreen(props: { RecipientEditor?: RecipientEditor }) {
  const list = useListState<OrderSort>(sorting);
  const filter = filterIn(list);
  const openId = list.param("order");
  // Opening one is no other list: the page stays.
  const page = list.page > 1 ? String(list.page) : null;
  const orders = api.orders.list.useQuery(
    { page: list.page, pageSize, sort: { ...list.sort }, ...filter },
    { placeholderData: keepPreviousData },
  );
  const choice = useChoice(orders.data?.rows ?? [], ({ uuid }) => uuid);
  const session = useSession();
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <div className={classes.page}>
      <PageHeading title="Orders" area="Office" />
      <OrderViews param={list.param} onChange={list.change} />
      <ClickAndDropLink />
      <OrderFilters filter={filter} onChange={list.change} />
      {session.state === "signed-in" && (
        <ListTools list="orders" owner={session.user.id} file={fileAddress(filter, list.sort)} />
      )}
      {choice.chosen.length > 0 && <ChosenOrders choice={choice} />}
      <DataList
        label="orders"
        columns={orderColumns(choice)}
        rowKey={(order) => order.uuid}
        rowName={(order) => `order ${order.orderNumber}`}
        answer={orders}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        sort={list.sort}
        onSort={list.sortBy}
        onOpen={(order) => list.change({ order: order.uuid, page })}
        onClearFilters={isFiltered ? () => list.change(noFilter) : undefined}
        empty={
          <Empty title="Orders will be listed here">
            <p>The first one appears as soon as somebody places it in the shop.</p>
          </Empty>
        }
      />
      {openId && (
        <Suspense fallback={null}>
          <OrderSheet
            key={openId}
            uuid={openId}
            RecipientEditor={props.RecipientEditor}
            onClose={() => list.change({ order: null, page })}
          />
        </Suspense>
      )}
    </div>
  );
}

/** British parcels are told to Royal Mail by file. */
function ClickAndDropLink() {
  if (useShopSettings()?.region !== "uk") return null;
  return (
    <p className={classes.note}>
      <a href="/office/click-and-drop.csv" download>
        Download what is to be sent, for Click &amp; Drop
      </a>
    </p>
  );
}

function ChosenOrders(props: { choice: Choice<ListedOrder> }) {
  const { chosen, chooseNone } = props.choice;
  const [isReassigning, setReassigning] = useState(false);
  const count = chosen.length === 1 ? "1 order" : `${chosen.length} orders`;
  return (
    <ChosenBar label="Chosen orders" words={`${count} chosen`}>
      <Button onClick={() => setReassigning(true)}>Give to another seller</Button>
      <Button variant="default" onClick={chooseNone}>
        Choose none
      </Button>
      {isReassigning && (
        <Suspense fallback={null}>
          <ReassignDialog
            orders={chosen}
            onClose={() => setReassigning(false)}
            onReassigned={() => {
              setReassigning(false);
              chooseNone();
            }}
          />
        </Suspense>
      )}
    </ChosenBar>
  );
}

type ListedOrder = ApiOutputs["orders"]["list"]["rows"][number];
type OrderSort = (typeof orderSorts)[number];

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
function orderColumns(choice: Choice<ListedOrder>): readonly ListColumn<ListedOrder, OrderSort>[] {
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
