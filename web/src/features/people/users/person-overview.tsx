import { Anchor, Stack, Title } from "@mantine/core";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useShopLink } from "../../../session/use-shop-link.ts";
import { AgoText, DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderStatus } from "../../../ui/order-status.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { PersonName } from "../../../ui/person-name.tsx";
import { isOfNetwork, type Person } from "./person-head.tsx";
import { optionalFact } from "./user-words.ts";

/** Open tasks, the last orders, and the details of a person. */
export function PersonOverview({ person }: { person: Person }) {
  return (
    <Stack gap="lg">
      <Notices person={person} />
      <LastOrders person={person} />
      <Details person={person} />
    </Stack>
  );
}

function Notices({ person }: { person: Person }) {
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

/** A member's last sales, or the last orders of anyone else. */
function LastOrders({ person: { user } }: { person: Person }) {
  const isMember = isOfNetwork({ user });
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
        empty={<Empty title={isMember ? "No sales yet" : "No orders yet"} />}
      />
    </Stack>
  );
}

function percent(value: number | null): string | null {
  return value === null ? null : `${value}%`;
}

function Details({ person: { user } }: { person: Person }) {
  const detail = api.users.byId.useQuery({ id: user.id });
  const shopLink = useShopLink();
  return (
    <Loaded query={detail} what="the terms" lines={4}>
      {(data) => (
        <Stack component="section" gap="xs" aria-labelledby="terms">
          <Title order={2} id="terms">
            Details
          </Title>
          <Facts
            facts={[
              optionalFact("Margin", percent(data.stockistMargin ?? data.margin)),
              optionalFact("Distributor", percent(data.distributorPercent)),
              optionalFact("VAT", percent(data.stockistVAT)),
              optionalFact("Company", data.company),
              optionalFact("Company address", data.companyAddress),
              optionalFact("VAT number", data.vatNo),
              optionalFact("Other number", data.altNumber),
              optionalFact("Shop link", data.code && shopLink(data.code)),
              optionalFact("Added by", data.addedByName),
              { name: "Created", value: <DayText value={data.dateCreated} /> },
              { name: "ID", value: String(data.id) },
            ]}
          />
        </Stack>
      )}
    </Loaded>
  );
}
