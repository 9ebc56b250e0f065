import { Box, Button, SegmentedControl, Stack, Text } from "@mantine/core";
import {
  type AgeBand,
  ageBands,
  ageWords,
  type OwedSort,
  owedSorts,
  type unpaidOrderSorts,
} from "@portal/shared/money/owed.ts";
import { chosenRemindersMax } from "@portal/shared/money/payment-reminders.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { IconMail } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given, useSortedListState } from "../../../ui/list/list-controls.tsx";
import { ChoiceBar, chosenWords, useChoice } from "../../../ui/list/list-choice.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { oneOfFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { useUrlParams } from "../../../ui/url-params.ts";
import { RemindDialog, type RemindedOf } from "./owed-reminders.tsx";

const kinds = [
  { value: "orders", label: "Unpaid orders" },
  { value: "commission", label: "Commission" },
  { value: "credit", label: "Store credit" },
] as const;

/** What others owe the shop, and what it owes to people, as of now. */
export function Owed() {
  const [params, change] = useUrlParams();
  const kind = kinds.find(({ value }) => value === params.get("owed"))?.value ?? "orders";
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="What is owed"
        data={[...kinds]}
        value={kind}
        onChange={(owed) => change({ owed, page: null, search: null, sort: null, age: null })}
        maw={480}
      />
      {kind === "orders" && <UnpaidOrders />}
      {kind === "commission" && <OwedCommission />}
      {kind === "credit" && <StoreCredit />}
    </Stack>
  );
}

const ages = ageBands.map((value) => ({ value, label: ageWords[value] }));

type UnpaidOrder = ApiOutputs["owed"]["orders"]["rows"][number];

function UnpaidOrders() {
  const list = useSortedListState<(typeof unpaidOrderSorts)[number]>({
    sorts: ["placedAt", "outstanding"],
    defaultSort: { by: "placedAt", direction: "asc" },
  });
  const { page, pageSize, sort } = list;
  const age = ageBands.find((each) => each === list.param("age"));
  const orders = api.owed.orders.useQuery(
    { page, pageSize, sort, ...given({ age }) },
    { placeholderData: keepPreviousData },
  );
  const hasRows = (orders.data?.total ?? 0) > 0;
  const isPhone = useIsPhone();
  const choice = useChoice(orders.data?.rows ?? [], ({ orderId }) => orderId);
  const [reminded, setReminded] = useState<RemindedOf | null>(null);
  const may = useMayCall();
  const mayRemind = may("owed.remind");
  return (
    <>
      {orders.data?.sums.map(({ currency, amounts, orders: counts }) => (
        <AgedFacts key={currency} currency={currency} amounts={amounts} counts={counts} />
      ))}
      <ListTools
        label="unpaid orders"
        filters={[
          oneOfFilter({
            name: "Age",
            value: age ?? null,
            options: ages,
            onChange: (chosen) => list.change({ age: chosen }),
          }),
        ]}
        total={orders.data?.total}
      >
        {mayRemind && isPhone && hasRows && (
          <Button variant="default" onClick={() => choice.setSelecting(!choice.isSelecting)}>
            {choice.isSelecting ? "Stop selecting" : "Select several"}
          </Button>
        )}
        {mayRemind && age !== undefined && hasRows && (
          <Button
            variant="default"
            leftSection={<IconMail size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setReminded({ age })}
          >
            Remind all of this age
          </Button>
        )}
      </ListTools>
      <DataList
        label="unpaid orders"
        columns={isPhone ? phoneColumns : orderColumns}
        choice={mayRemind ? choice : undefined}
        rowKey={({ orderId }) => orderId}
        rowName={({ orderNumber }) => `order ${orderNumber}`}
        hrefOf={may("orders.list") ? ({ orderId }) => `/admin/orders?order=${orderId}` : undefined}
        answer={orders}
        list={list}
        pageSize={pageSize}
        onClearFilters={age === undefined ? undefined : () => list.change({ age: null })}
        empty={<Empty title="No unpaid orders" />}
      />
      <Text size="sm" c="dimmed">
        An unpaid order is in no account: its sale counts on the day it is paid.
      </Text>
      <ChoiceBar
        label="Selected unpaid orders"
        words={chosenWords(choice)}
        max={chosenRemindersMax}
        choice={choice}
      >
        <Button
          onClick={() => setReminded({ orderIds: choice.chosen.map(({ orderId }) => orderId) })}
        >
          Send reminders
        </Button>
      </ChoiceBar>
      {reminded && (
        <RemindDialog
          of={reminded}
          onClose={() => setReminded(null)}
          onSent={() => {
            setReminded(null);
            choice.chooseNone();
          }}
        />
      )}
    </>
  );
}

const orderColumns: readonly ListColumn<UnpaidOrder, (typeof unpaidOrderSorts)[number]>[] = [
  {
    id: "order",
    header: "Order",
    width: 92,
    onPhone: "title",
    cell: ({ orderNumber }) => String(orderNumber),
  },
  {
    id: "buyer",
    header: "Buyer",
    width: "rest",
    onPhone: "fact",
    cell: ({ buyerName }) => buyerName ?? "Guest",
  },
  {
    id: "placed",
    header: "Placed",
    sortBy: "placedAt",
    width: 116,
    onPhone: "none",
    cell: ({ placedAt }) => <DayText value={placedAt} />,
  },
  {
    id: "age",
    header: "Age",
    width: 116,
    onPhone: "status",
    cell: ({ age }) => ageWords[age],
  },
  {
    id: "reminded",
    header: "Reminded",
    width: 116,
    onPhone: "none",
    cell: ({ remindedOn }) => (remindedOn === null ? "–" : <DayText value={remindedOn} />),
  },
  {
    id: "outstanding",
    header: "Outstanding",
    sortBy: "outstanding",
    align: "end",
    width: 124,
    onPhone: "amount",
    cell: ({ outstanding, currency }) => <MoneyText minor={outstanding} currency={currency} />,
  },
];

/** Orders without a reminder say nothing of it. */
const phoneColumns = orderColumns.map((column) =>
  column.id === "reminded"
    ? {
        ...column,
        onPhone: "fact" as const,
        cell: ({ remindedOn }: UnpaidOrder) =>
          remindedOn === null ? null : (
            <>
              Reminded <DayText value={remindedOn} />
            </>
          ),
      }
    : column,
);

/** The sum of each age, and of all. */
function AgedFacts(props: {
  currency: Currency;
  amounts: Readonly<Record<AgeBand, number>>;
  counts?: Readonly<Record<AgeBand, number>>;
}) {
  const { currency, amounts, counts } = props;
  const sum = ageBands.reduce((total, age) => total + amounts[age], 0);
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <Box maw={480}>
      <Facts
        amounts
        facts={[
          ...ageBands.map((age) => ({
            name: counts ? `${ageWords[age]} (${counts[age]})` : ageWords[age],
            value: money(amounts[age]),
          })),
          { name: "Total", value: money(sum), isSum: true },
        ]}
      />
    </Box>
  );
}

type OwedMember = ApiOutputs["owed"]["members"]["rows"][number] & Readonly<{ currency: Currency }>;

const bySum = { sorts: owedSorts, defaultSort: { by: "amount", direction: "desc" } } as const;

function OwedCommission() {
  const list = useSortedListState(bySum);
  const { page, pageSize, sort, search } = list;
  const members = api.owed.members.useQuery(
    { page, pageSize, sort, ...given({ search }) },
    { placeholderData: keepPreviousData },
  );
  const { data } = members;
  const rows = useMemo(
    () => data?.rows.map((row) => ({ ...row, currency: data.currency })),
    [data],
  );
  return (
    <>
      {data && <AgedFacts currency={data.currency} amounts={data.sums} />}
      <ListTools
        label="members"
        search={<ListSearch list={list} label="Search members" placeholder="Name or number" />}
        total={data?.total}
      />
      <DataList
        label="members"
        columns={memberColumns}
        rowKey={({ userId }) => String(userId)}
        answer={{ ...members, data: data && rows && { rows, total: data.total } }}
        list={list}
        pageSize={pageSize}
        onClearFilters={search === "" ? undefined : () => list.change({ search: null })}
        empty={<Empty title="No commission owed" />}
      />
      <Text size="sm" c="dimmed">
        A payout settles the oldest commission first, so what is left belongs to the newest orders.
        Below zero: commission was reversed after it was paid out.
      </Text>
    </>
  );
}

type Person = Readonly<{ userId: number; name: string | null; amount: number; currency: Currency }>;

const personColumn: ListColumn<Person, OwedSort> = {
  id: "name",
  header: "Name",
  sortBy: "name",
  width: "rest",
  onPhone: "title",
  cell: ({ userId, name }) => (
    <PersonName id={name === null ? null : userId}>{name ?? `Erased member ${userId}`}</PersonName>
  ),
};

const memberColumns: readonly ListColumn<OwedMember, OwedSort>[] = [
  personColumn,
  ...ageBands.map(
    (age): ListColumn<OwedMember, OwedSort> => ({
      id: age,
      header: ageWords[age],
      align: "end",
      width: 124,
      onlyWide: true,
      onPhone: "none",
      cell: ({ [age]: minor, currency }) =>
        minor === 0 ? "–" : <MoneyText minor={minor} currency={currency} />,
    }),
  ),
  amountColumn("Balance"),
];

type CreditHolder = ApiOutputs["owed"]["credit"]["rows"][number] & Readonly<{ currency: Currency }>;

function StoreCredit() {
  const list = useSortedListState(bySum);
  const { page, pageSize, sort, search } = list;
  const holders = api.owed.credit.useQuery(
    { page, pageSize, sort, ...given({ search }) },
    { placeholderData: keepPreviousData },
  );
  const { data } = holders;
  const rows = useMemo(
    () => data?.rows.map((row) => ({ ...row, currency: data.currency })),
    [data],
  );
  return (
    <>
      {data && (
        <Text fw={650}>
          Total: <MoneyText minor={data.sum} currency={data.currency} />
        </Text>
      )}
      <ListTools
        label="people"
        search={<ListSearch list={list} label="Search people" placeholder="Name or number" />}
        total={data?.total}
      />
      <DataList
        label="people"
        columns={holderColumns}
        rowKey={({ userId }) => String(userId)}
        answer={{ ...holders, data: data && rows && { rows, total: data.total } }}
        list={list}
        pageSize={pageSize}
        onClearFilters={search === "" ? undefined : () => list.change({ search: null })}
        empty={<Empty title="No store credit" />}
      />
    </>
  );
}

const holderColumns: readonly ListColumn<CreditHolder, OwedSort>[] = [
  personColumn,
  amountColumn("Store credit"),
];

function amountColumn(header: string): ListColumn<Person, OwedSort> {
  return {
    id: "amount",
    header,
    sortBy: "amount",
    align: "end",
    width: 132,
    onPhone: "amount",
    cell: ({ amount, currency }) => <MoneyText minor={amount} currency={currency} />,
  };
}
