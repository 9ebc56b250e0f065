import { Button } from "@mantine/core";
import { orderSorts } from "@portal/shared/sales/orders/save-order.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../api/api.ts";
import { useSession } from "../../../session/session.tsx";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Empty } from "../../../ui/empty.tsx";
import { ChosenBar } from "../../../ui/list/chosen-bar.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { type Choice, useChoice } from "../../../ui/list/use-choice.ts";
import { useListState } from "../../../ui/list/use-list-state.ts";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./office-orders.module.css";
import { type ListedOrder, orderColumns, type OrderSort } from "./order-columns.tsx";
import { fileAddress, filterIn, noFilter, OrderFilters, OrderViews } from "./order-filters.tsx";
import type { RecipientEditor } from "./order-recipient.tsx";

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
