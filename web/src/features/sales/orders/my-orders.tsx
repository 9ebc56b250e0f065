import { Button, Group, Stack, Title } from "@mantine/core";
import { kept } from "@portal/shared/sales/orders/order-money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { useListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderStatus } from "../../../ui/order-status.tsx";
import { OrderDocuments } from "./order-documents.tsx";
import { OrderSteps } from "./order-steps.tsx";
import { OrderAgain } from "./order-again.tsx";
import { CancelOrderDialog } from "./cancel-order-dialog.tsx";
import { myOrdersInput } from "./my-orders-queries.ts";
import { OrderFacts, OrderGoods, type OrderDetail } from "./order-detail-parts.tsx";

type MyOrder = ApiOutputs["orders"]["mine"]["rows"][number];

const columns: readonly ListColumn<MyOrder>[] = [
  {
    id: "number",
    width: 88,
    header: "Order",
    onPhone: "fact",
    cell: (order) => order.orderNumber,
  },
  {
    id: "day",
    width: 116,
    header: "Date",
    onPhone: "fact",
    cell: (order) => <DayText value={order.placedAt} />,
  },
  {
    id: "recipients",
    width: "rest",
    header: "Recipient",
    onPhone: "title",
    cell: (order) => order.recipients.join(", "),
  },
  {
    id: "units",
    width: 64,
    header: "Units",
    align: "end",
    onPhone: "none",
    cell: (order) => order.units,
  },
  {
    id: "total",
    width: 124,
    header: "Total",
    align: "end",
    onPhone: "amount",
    cell: (order) => <MoneyText minor={order.total} currency={order.currency} />,
  },
  {
    id: "state",
    width: 140,
    header: "Status",
    onPhone: "status",
    cell: (order) => <OrderStatus state={order.state} />,
  },
  {
    id: "pay",
    width: 84,
    header: "Pay",
    onPhone: "menu",
    cell: (order) =>
      order.state === "placed" ? (
        <Button
          component={Link}
          href={`/orders/pay/${order.uuid}`}
          aria-label={`Pay order ${order.orderNumber}`}
          mih={{ base: 44, sm: 32 }}
          size="xs"
        >
          Pay
        </Button>
      ) : null,
  },
];

/** In the card of an account every column has a fixed width, so that the pay button stays in view. */
const widthsInCard: Readonly<Record<string, number>> = {
  number: 64,
  day: 108,
  recipients: 120,
  total: 100,
  state: 100,
  pay: 76,
};
const columnsInCard = columns.flatMap((column) => {
  const width = widthsInCard[column.id];
  return width === undefined ? [] : [{ ...column, width }];
});

/** The orders of the signed-in person, with a link to pay unpaid ones. */
export function MyOrders(props: {
  pageSize: number;
  /** In a card of a page with other content. */
  isInCard?: boolean;
}) {
  const { pageSize, isInCard = false } = props;
  const list = useListState();
  const openId = list.param("order");
  const orders = api.orders.mine.useQuery(myOrdersInput(list, pageSize), {
    placeholderData: keepPreviousData,
  });

  // After placing an order the buyer is sent here to pay it.
  const placedId = list.param("placed");
  const placed = orders.data?.rows.find(({ uuid }) => uuid === placedId);
  return (
    <Stack gap="sm">
      {placed && <Placed order={placed} />}
      <ListTools
        label="orders"
        search={<ListSearch list={list} label="Search my orders" placeholder="Order number" />}
      />
      <DataList
        label="orders"
        columns={isInCard ? columnsInCard : columns}
        rowKey={(order) => order.uuid}
        answer={orders}
        list={list}
        pageSize={pageSize}
        rowName={(order) => `order ${order.orderNumber}`}
        isMarked={(order) => order.uuid === placedId}
        onOpen={(order) => list.openAs("order", order.uuid, "over")}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={<Empty title="No orders yet" action={<Link href="/">Go to the shop</Link>} />}
      />
      {openId && (
        <MyOrderSheet key={openId} uuid={openId} onClose={() => list.openAs("order", null)} />
      )}
    </Stack>
  );
}

/** Confirms an order that was just placed. */
function Placed({ order }: { order: MyOrder }) {
  const isUnpaid = order.state === "placed";
  return (
    <Notice tone="good" title={`Order ${order.orderNumber} placed`}>
      {isUnpaid ? (
        <Button component={Link} href={`/orders/pay/${order.uuid}`} mih={44}>
          Pay&nbsp;
          <MoneyText minor={order.total - kept(order)} currency={order.currency} />
        </Button>
      ) : (
        <p>You do not need to pay anything more.</p>
      )}
    </Notice>
  );
}

/** One of the caller's own orders: recipients, goods and progress. */
function MyOrderSheet(props: { uuid: string; onClose: () => void }) {
  const order = api.orders.detail.useQuery({ uuid: props.uuid });
  const title = order.data ? `Order ${order.data.orderNumber}` : "Order";
  return (
    <Sheet title={title} onClose={props.onClose}>
      <Loaded what="the order" query={order} lines={6}>
        {(detail) => <MyOrderDetail order={detail} />}
      </Loaded>
    </Sheet>
  );
}

function MyOrderDetail(props: { order: OrderDetail }) {
  const { order } = props;
  const [isCancelling, setCancelling] = useState(false);
  return (
    <Stack gap="lg">
      <OrderFacts order={order} />
      <Group gap="xs">
        <OrderAgain order={order} />
        {order.state === "placed" && (
          <>
            <Button variant="default" onClick={() => setCancelling(true)}>
              Cancel order
            </Button>
            <Button component={Link} href={`/orders/pay/${order.uuid}`}>
              Pay
            </Button>
          </>
        )}
      </Group>
      <OrderDocuments order={order} />
      <OrderGoods order={order} />
      <section aria-labelledby="order-steps">
        <Title order={3} id="order-steps" mb="sm">
          History
        </Title>
        <OrderSteps order={order} />
      </section>
      {isCancelling && <CancelOrderDialog order={order} onClose={() => setCancelling(false)} />}
    </Stack>
  );
}
