import { Anchor, Stack, Title } from "@mantine/core";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { useShopLink } from "../../../session/use-shop-link.ts";
import { AgoText, DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderStatus } from "../../../ui/order-status.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import type { ApiOutputs } from "../../../api/api.ts";
import type { Person } from "./person-head.tsx";
import { PersonName } from "../../../ui/person-name.tsx";

/** What waits, the last orders, and the terms that somebody has. */
export function PersonOverview({ person }: { person: Person }) {
  return (
    <Stack gap="lg">
      <Waiting person={person} />
      <LastOrders person={person} />
      <Terms person={person} />
    </Stack>
  );
}

function Waiting({ person }: { person: Person }) {
  const { openPayout, bankDetailsSavedAt, currency, user } = person;
  return (
    <>
      {openPayout && (
        <Notice tone="warning" title="A payout request is open">
          <MoneyText minor={openPayout.amount} currency={currency} />, requested{" "}
          <AgoText value={openPayout.requestedAt} />.{" "}
          <Anchor inherit component={Link} href={`/admin/payout-requests?payout=${openPayout.id}`}>
            View payout request
          </Anchor>
        </Notice>
      )}
      {bankDetailsSavedAt && (
        <Notice tone="info" title="Bank details changed recently">
          <p>
            Saved <AgoText value={bankDetailsSavedAt} />.
          </p>
        </Notice>
      )}
      {!user.active && (
        <Notice tone="info" title="This account is deleted">
          <p>They cannot sign in. Their orders and commission stay.</p>
        </Notice>
      )}
    </>
  );
}

type Order = ApiOutputs["orders"]["list"]["rows"][number];

const orderColumns: readonly ListColumn<Order>[] = [
  {
    id: "number",
    header: "Order",
    width: 88,
    onPhone: "fact",
    cell: ({ uuid, orderNumber }) => (
      <Anchor inherit component={Link} href={`/admin/orders?order=${uuid}`}>
        {orderNumber}
      </Anchor>
    ),
  },
  {
    id: "day",
    header: "Date",
    width: 116,
    onPhone: "fact",
    cell: ({ placedAt }) => <DayText value={placedAt} />,
  },
  {
    id: "buyer",
    header: "Buyer",
    width: "rest",
    onPhone: "title",
    cell: ({ buyerId, buyerName }) => <PersonName id={buyerId}>{buyerName ?? "Guest"}</PersonName>,
  },
  {
    id: "total",
    header: "Total",
    align: "end",
    width: 124,
    onPhone: "amount",
    cell: ({ total, currency }) => <MoneyText minor={total} currency={currency} />,
  },
  {
    id: "state",
    header: "Status",
    width: 140,
    onPhone: "status",
    cell: ({ state }) => <OrderStatus state={state} />,
  },
];

const lastOrders = 5;

/** Of a member those that they sold, of everyone else those that they bought. */
function LastOrders({ person: { user } }: { person: Person }) {
  const isMember = user.role !== "customer" && user.role !== "admin";
  const orders = api.orders.list.useQuery({
    page: 1,
    pageSize: lastOrders,
    ...(isMember ? { sellerId: user.id } : { buyerId: user.id }),
    ...(user.test && { test: true }),
  });
  return (
    <Stack component="section" gap="xs" aria-labelledby="last-orders">
      <Title order={2} id="last-orders">
        {isMember ? "Last sales" : "Last orders"}
      </Title>
      <DataList
        isPart
        label="orders"
        columns={orderColumns}
        rowKey={({ uuid }) => uuid}
        answer={{
          ...orders,
          data: orders.data && { ...orders.data, total: orders.data.rows.length },
        }}
        page={1}
        pageSize={lastOrders}
        onPage={() => undefined}
        empty={<Empty title={isMember ? "No sales yet" : "No orders yet"} />}
      />
    </Stack>
  );
}

function percent(name: string, value: number | null): Fact[] {
  return value === null ? [] : [{ name, value: `${value}%` }];
}

function text(name: string, value: string | null): Fact[] {
  return value ? [{ name, value }] : [];
}

function Terms({ person: { user } }: { person: Person }) {
  const detail = api.users.byId.useQuery({ id: user.id });
  const shopLink = useShopLink();
  const { data } = detail;
  if (!data)
    return detail.error ? (
      <Failure what="the terms" error={detail.error} onRetry={() => void detail.refetch()} />
    ) : (
      <Loading what="the terms" lines={4} />
    );
  return (
    <Stack component="section" gap="xs" aria-labelledby="terms">
      <Title order={2} id="terms">
        Details
      </Title>
      <Facts
        facts={[
          ...percent("Margin", data.stockistMargin ?? data.margin),
          ...percent("Distributor", data.distributorPercent),
          ...percent("VAT", data.stockistVAT),
          ...text("Company", data.company),
          ...text("Company address", data.companyAddress),
          ...text("VAT number", data.vatNo),
          ...text("Other number", data.altNumber),
          ...text("Shop link", data.code && shopLink(data.code)),
          ...text("Added by", data.addedByName),
          { name: "Created", value: <DayText value={data.dateCreated} /> },
          { name: "ID", value: String(data.id) },
        ]}
      />
    </Stack>
  );
}
