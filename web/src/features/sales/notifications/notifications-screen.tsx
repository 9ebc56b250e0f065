import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { notificationStates } from "@portal/shared/sales/notifications.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { SearchBox, useListState } from "../../../ui/list/list-controls.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { NotificationSheet, notificationTones, notificationWords } from "./notification-sheet.tsx";
import classes from "./notifications.module.css";

export type ListedNotification = ApiOutputs["notifications"]["list"]["rows"][number];

const pageSize = 20;
const sorting = { sorts: ["id"], defaultSort: { by: "id", direction: "desc" } } as const;

const columns: readonly ListColumn<ListedNotification>[] = [
  {
    id: "received",
    width: 172,
    header: "Received",
    onPhone: "fact",
    cell: (one) => <DayText value={one.receivedAt} />,
  },
  {
    id: "order",
    width: 112,
    header: "Order",
    onPhone: "title",
    cell: (one) => (one.orderNumber === null ? "No order" : `${eftPrefix}${one.orderNumber}`),
  },
  {
    id: "status",
    width: 132,
    header: "Provider says",
    onPhone: "fact",
    cell: (one) => one.paymentStatus ?? "nothing readable",
  },
  {
    id: "payment",
    width: "rest",
    header: "Payment",
    onPhone: "none",
    cell: (one) => one.pfPaymentId ?? "none",
  },
  {
    id: "reason",
    width: "rest",
    header: "Verdict",
    onPhone: "none",
    cell: (one) => one.reason ?? "passed every check",
  },
  {
    id: "state",
    width: 132,
    header: "Status",
    onPhone: "status",
    cell: (one) => (
      <StatusText tone={notificationTones[one.state]}>{notificationWords[one.state]}</StatusText>
    ),
  },
];

/** The flight recorder: every message of the card provider, and what each check made of it. */
export function NotificationsScreen() {
  const list = useListState<"id">(sorting);
  const [openId, setOpenId] = useState<number | null>(null);
  const state = notificationStates.find((known) => known === list.param("state"));
  const notifications = api.notifications.list.useQuery(
    {
      page: list.page,
      pageSize,
      ...(state ? { state } : {}),
      ...(list.search ? { search: list.search } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = list.search !== "" || state !== undefined;

  return (
    <div className={classes.page}>
      <PageHeading title="Card notifications" area="Office" />
      <Tools list={list} state={state} counts={notifications.data?.counts} />
      <DataList
        label="card notifications"
        columns={columns}
        rowKey={(one) => String(one.id)}
        rowName={(one) => `notification ${one.id}`}
        answer={notifications}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onOpen={(one) => setOpenId(one.id)}
        onClearFilters={isFiltered ? () => list.change({ search: null, state: null }) : undefined}
        empty={
          <Empty title="Card notifications will be listed here">
            <p>The card provider sends one as soon as somebody pays by card.</p>
          </Empty>
        }
      />
      {openId !== null && (
        <NotificationSheet key={openId} id={openId} onClose={() => setOpenId(null)} />
      )}
    </div>
  );
}

type ListState = ReturnType<typeof useListState<"id">>;
type Counts = ApiOutputs["notifications"]["list"]["counts"];

function Tools(props: {
  list: ListState;
  state: keyof Counts | undefined;
  counts: Counts | undefined;
}) {
  const { list, state, counts } = props;
  return (
    <div className={classes.tools}>
      <ListViews
        label="Status"
        chosen={state ?? "all"}
        views={[
          { value: "all" as const, label: "All", count: undefined },
          ...notificationStates.map((value) => ({
            value,
            label: notificationWords[value],
            count: counts?.[value],
          })),
        ]}
        onChosen={(value) => list.change({ state: value === "all" ? null : value })}
      />
      <SearchBox
        label="Search card notifications"
        placeholder="Order or payment number"
        value={list.search}
        onSearch={(search) => list.change({ search })}
      />
    </div>
  );
}
