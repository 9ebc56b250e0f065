import { isPosted } from "@portal/shared/sales/delivery/delivery.ts";
import { ordersAtOnceMax } from "@portal/shared/sales/orders/order-terms.ts";
import { Button, Stack } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { IconPrinter, IconTruck, IconUserShare } from "@tabler/icons-react";
import { type ReactNode, Suspense, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useSession } from "../../../session/session.tsx";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { States, StatusText } from "../../../ui/facts.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { ReassignDialog } from "./reassign-dialog.tsx";
import { BookShipmentsDialog, PostOrdersDialog } from "./delivery/ship-orders-dialog.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { useSortedListState } from "../../../ui/list/list-controls.tsx";
import {
  type Choice,
  ChoiceBar,
  chosenWords,
  SelectMatching,
  useChoice,
  useSelectAction,
} from "../../../ui/list/list-choice.tsx";
import { useShownColumns } from "../../../ui/list/list-tools.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderStatus } from "../../../ui/order-status.tsx";
import { parcelStatus } from "./parcel-status.tsx";
import { fileAction, PageHeader } from "../../../ui/page-header.tsx";
import { fileAddress, noFilter, OrderTools, OrderViews } from "./order-filters.tsx";
import { filterIn, orderSorting, type OrderSort, ordersInput } from "./orders-queries.ts";
import { PersonName } from "../../../ui/person-name.tsx";
import type { PageAction } from "../../../ui/page-actions-menu.tsx";

const OrderSheet = lazyPart(async () => (await import("./order-sheet.tsx")).OrderSheet);

/** All orders, newest first. A row opens the order; selected orders can be packed, shipped and reassigned. */
export function OrdersScreen() {
  const list = useSortedListState<OrderSort>(orderSorting);
  const filter = filterIn(list);
  const openId = list.param("order");
  // `change` resets the page; closing an order keeps it.
  const page = list.page > 1 ? String(list.page) : null;
  const orders = api.orders.list.useQuery(ordersInput(list, list.sort), {
    placeholderData: keepPreviousData,
  });
  const choice = useChoice(orders.data?.rows ?? [], ({ uuid }) => uuid);
  const columns = useShownColumns(orderColumns);
  const selectAction = useSelectAction(choice);
  const utils = api.useUtils();
  const session = useSession();
  const region = useShopSettings()?.region;
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <Stack gap="sm">
      <PageHeader
        title="Orders"
        actions={[
          ...(region === "uk" ? [clickAndDrop] : []),
          ...fileAction(fileAddress(filter, list.sort)),
          ...selectAction,
        ]}
      />
      <OrderViews
        param={list.param}
        owner={session.state === "signed-in" ? session.user.id : null}
        onChange={list.change}
      />
      <OrderTools
        filter={filter}
        columns={columns}
        // A capped count is not the total.
        total={orders.data?.isCapped ? undefined : orders.data?.total}
        onChange={list.change}
      />
      <DataList
        label="orders"
        columns={columns.shown}
        choice={choice}
        rowKey={(order) => order.uuid}
        rowName={(order) => `order ${order.orderNumber}`}
        answer={orders}
        list={list}
        hrefOf={(order) => list.hrefWith({ order: order.uuid })}
        onClearFilters={isFiltered ? () => list.change(noFilter) : undefined}
        empty={
          <Empty title="No orders yet">
            <p>New orders appear here automatically.</p>
          </Empty>
        }
      />
      <ChosenOrders choice={choice}>
        <SelectMatching
          choice={choice}
          total={orders.data?.total ?? 0}
          max={ordersAtOnceMax}
          read={async () => {
            const paging = { page: 1, pageSize: ordersAtOnceMax, sort: { ...list.sort } };
            return (await utils.orders.list.fetch({ ...paging, ...filter })).rows;
          }}
        />
      </ChosenOrders>
      {openId && (
        <Suspense fallback={null}>
          <OrderSheet
            key={openId}
            uuid={openId}
            neighbours={neighboursOf(openId, orders.data?.rows ?? [], (uuid) =>
              list.openAs("order", uuid, "over"),
            )}
            onClose={() => list.change({ order: null, part: null, tab: null, page })}
          />
        </Suspense>
      )}
    </Stack>
  );
}

/** In the UK, Royal Mail takes the parcels from a file. */
const clickAndDrop: PageAction = {
  label: "Download orders to ship (Click & Drop CSV)",
  href: "/office/click-and-drop.csv",
  isFile: true,
};

/** The orders above and below on this page of the list. */
function neighboursOf(openId: string, rows: readonly ListedOrder[], open: (uuid: string) => void) {
  const at = rows.findIndex(({ uuid }) => uuid === openId);
  const opener = (row: ListedOrder | undefined) => (row ? () => open(row.uuid) : null);
  return {
    what: "order",
    previous: opener(at > 0 ? rows[at - 1] : undefined),
    next: opener(at === -1 ? undefined : rows[at + 1]),
  };
}

function ChosenOrders(props: { choice: Choice<ListedOrder>; children: ReactNode }) {
  const { chosen, chooseNone } = props.choice;
  const [dialog, setDialog] = useState<"ship" | "reassign" | null>(null);
  const close = () => setDialog(null);
  const region = useShopSettings()?.region;
  const isPosting = region !== undefined && isPosted(region);
  const ShipDialog = isPosting ? PostOrdersDialog : BookShipmentsDialog;
  return (
    <>
      <ChoiceBar
        label="Selected orders"
        choice={props.choice}
        max={ordersAtOnceMax}
        words={selectedWords(props.choice)}
      >
        {props.children}
        <Button
          component="a"
          variant="subtle"
          color="gray"
          href={`/office/packing-slips.pdf?orders=${chosen.map(({ uuid }) => uuid).join(",")}`}
          target="_blank"
          leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden="true" />}
        >
          Packing slips
        </Button>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconTruck size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => setDialog("ship")}
        >
          {isPosting ? "Mark as sent" : "Book shipments"}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconUserShare size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => setDialog("reassign")}
        >
          Reassign to another seller
        </Button>
      </ChoiceBar>
      {dialog === "ship" && <ShipDialog orders={chosen} onClose={close} />}
      {dialog === "reassign" && (
        <ReassignDialog
          orders={chosen}
          onClose={close}
          onReassigned={() => {
            close();
            chooseNone();
          }}
        />
      )}
    </>
  );
}

/** The count, and the sum where all orders are in one currency. */
function selectedWords(choice: Choice<ListedOrder>): string {
  const orders = choice.chosen;
  const count = chosenWords(choice);
  const [first] = orders;
  if (!first || orders.some(({ currency }) => currency !== first.currency)) return count;
  const sum = orders.reduce((total, order) => total + order.total, 0);
  return `${count} · ${formatMoney(sum, first.currency)}`;
}

type ListedOrder = ApiOutputs["orders"]["list"]["rows"][number];

export const orderColumns: readonly ListColumn<ListedOrder, OrderSort>[] = [
  {
    id: "number",
    header: "Order",
    sortBy: "orderNumber",
    width: 80,
    onPhone: "fact",
    cell: (order) => order.orderNumber,
  },
  {
    id: "day",
    header: "Date",
    sortBy: "placedAt",
    width: 112,
    onPhone: "fact",
    cell: (order) => <DayText value={order.placedAt} />,
  },
  {
    id: "buyer",
    header: "Buyer",
    width: "rest",
    onPhone: "title",
    cell: (order) => <PersonName id={order.buyerId}>{order.buyerName ?? "Guest"}</PersonName>,
  },
  {
    id: "seller",
    header: "Seller",
    width: "rest",
    optional: "shown-if-wide",
    onPhone: "none",
    cell: (order) => <PersonName id={order.sellerId}>{order.sellerName ?? "No seller"}</PersonName>,
  },
  {
    id: "units",
    header: "Units",
    align: "end",
    width: 64,
    optional: "shown-if-wide",
    onPhone: "none",
    cell: (order) => order.units,
  },
  {
    id: "total",
    header: "Total",
    sortBy: "total",
    align: "end",
    width: 112,
    onPhone: "amount",
    cell: (order) => <MoneyText minor={order.total} currency={order.currency} />,
  },
  {
    id: "state",
    header: "Status",
    width: 148,
    onPhone: "status",
    cell: (order) => (
      <States>
        <OrderStatus state={order.state} />
        {order.overpaid && <StatusText tone="bad">Overpaid</StatusText>}
        {order.underpaid && <StatusText tone="waiting">Paid in part</StatusText>}
        {!order.live && <StatusText tone="waiting">Test order</StatusText>}
      </States>
    ),
  },
  {
    id: "parcel",
    header: "Parcel",
    width: 132,
    onPhone: "status",
    cell: parcelStatus,
  },
];
