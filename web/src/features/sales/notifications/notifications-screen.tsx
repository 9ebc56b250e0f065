import { Stack, Text } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { notificationStates } from "@portal/shared/sales/notifications.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given, useListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { NotificationSheet, notificationTones, notificationWords } from "./notification-sheet.tsx";

type ListedNotification = ApiOutputs["notifications"]["list"]["rows"][number];

const columns: readonly ListColumn<ListedNotification>[] = [
  {
    id: "received",
    width: 172,
    header: "Received",
    onPhone: "fact",
    cell: (notification) => (
      <>
        <DayText value={notification.receivedAt} withTime />
        {notification.copies > 0 && (
          <Text span inherit c="dimmed">
            {" "}
            × {notification.copies + 1}
          </Text>
        )}
      </>
    ),
  },
  {
    id: "order",
    width: 112,
    header: "Order",
    onPhone: "title",
    cell: (notification) =>
      notification.orderNumber === null ? "No order" : `${eftPrefix}${notification.orderNumber}`,
  },
  {
    id: "amount",
    width: 120,
    header: "Amount",
    align: "end",
    onPhone: "fact",
    cell: ({ amount, currency }) =>
      amount === null ? "–" : <MoneyText minor={amount} currency={currency} />,
  },
  {
    id: "status",
    width: 132,
    header: "Provider status",
    onlyWide: true,
    onPhone: "fact",
    cell: (notification) => notification.paymentStatus ?? "unreadable",
  },
  {
    id: "payment",
    width: "rest",
    header: "Payment",
    onlyWide: true,
    onPhone: "none",
    cell: (notification) => notification.pfPaymentId ?? "–",
  },
  {
    id: "reason",
    width: "rest",
    header: "Result",
    onPhone: "none",
    cell: ({ reason }) =>
      reason === null ? "All checks passed" : reason.charAt(0).toUpperCase() + reason.slice(1),
  },
  {
    id: "state",
    width: 132,
    header: "Status",
    onPhone: "status",
    cell: (notification) => (
      <StatusText tone={notificationTones[notification.state]}>
        {notificationWords[notification.state]}
      </StatusText>
    ),
  },
];

/** Every notification of the card provider, with the result of its checks. */
export function NotificationsScreen() {
  const list = useListState();
  const [openId, setOpenId] = useState<number | null>(null);
  const state = notificationStates.find((known) => known === list.param("state"));
  const notifications = api.notifications.list.useQuery(
    {
      page: list.page,
      pageSize: list.pageSize,
      ...given({ state, search: list.search }),
    },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = list.search !== "" || state !== undefined;

  return (
    <Stack gap="sm">
      <PageHeader title="Card notifications" />
      <ListViews
        label="Status"
        chosen={state ?? "all"}
        views={[
          { value: "all" as const, label: "All", count: undefined },
          ...notificationStates.map((value) => ({
            value,
            label: notificationWords[value],
            count: notifications.data?.counts[value],
          })),
        ]}
        onChosen={(value) => list.change({ state: value === "all" ? null : value })}
      />
      <ListTools
        label="card notifications"
        search={
          <ListSearch
            list={list}
            label="Search card notifications"
            placeholder="Order or payment number"
          />
        }
      />
      <DataList
        label="card notifications"
        columns={columns}
        rowKey={(notification) => String(notification.id)}
        rowName={(notification) => `notification ${notification.id}`}
        answer={notifications}
        list={list}
        onOpen={(notification) => setOpenId(notification.id)}
        onClearFilters={isFiltered ? () => list.change({ search: null, state: null }) : undefined}
        empty={
          <Empty title="No card notifications yet">
            <p>The card provider sends one for each card payment.</p>
          </Empty>
        }
      />
      {openId !== null && (
        <NotificationSheet key={openId} id={openId} onClose={() => setOpenId(null)} />
      )}
    </Stack>
  );
}
