import { Anchor, Button, Stack, Text } from "@mantine/core";
import {
  batchItemsMax,
  payoutSorts,
  type PayoutState,
  payoutStates,
  payoutStateWords,
  toBank,
} from "@portal/shared/money/payout-terms.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useSession } from "../../../session/session.tsx";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { daysSince, DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { PayoutSheet } from "./payout-sheet.tsx";
import { MakeBatchDialog } from "./make-batch-dialog.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import {
  type SortedListState,
  given,
  type Sort,
  useSortedListState,
} from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import {
  type Choice,
  ChoiceBar,
  chosenWords,
  useChoice,
  useSelectAction,
} from "../../../ui/list/list-choice.tsx";
import { ListTools, useShownColumns } from "../../../ui/list/list-tools.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { fileAction, PageHeader } from "../../../ui/page-header.tsx";
import { type ListedPayout, PayoutsStopped, PayoutStatus } from "./payout-parts.tsx";
import { PreflightRemark } from "./preflight-lines.tsx";
import { useOpenRow } from "../../../ui/list/use-open-row.ts";
import { PersonName } from "../../../ui/person-name.tsx";

type By = (typeof payoutSorts)[number];

const sorting = {
  sorts: payoutSorts,
  defaultSort: { by: "requested", direction: "desc" },
} as const;

const emptyWords: Record<PayoutState, string> = {
  requested: "No open payout requests",
  paid: "No paid requests yet",
  rejected: "No rejected requests",
  returned: "The bank has returned no payout",
};

const columns: readonly ListColumn<ListedPayout, By>[] = [
  {
    id: "person",
    header: "Person",
    sortBy: "fullName",
    width: "rest",
    onPhone: "title",
    cell: (payout) => <PersonName id={payout.userId}>{payout.fullName}</PersonName>,
  },
  {
    id: "email",
    header: "Email",
    width: 200,
    optional: "hidden",
    onPhone: "none",
    cell: (payout) => payout.email,
  },
  {
    id: "requested",
    header: "Requested",
    sortBy: "requested",
    width: 120,
    onPhone: "fact",
    cell: (payout) => <DayText value={payout.requested} />,
  },
  {
    id: "age",
    header: "Age",
    width: 72,
    optional: "shown",
    onPhone: "fact",
    cell: (payout) => (payout.state === "requested" ? ageWords(payout) : "–"),
  },
  {
    id: "commission",
    header: "Commission",
    align: "end",
    width: 112,
    optional: "shown-if-wide",
    onPhone: "none",
    cell: (payout) => <MoneyText minor={payout.commission} currency={payout.currency} />,
  },
  {
    id: "credit",
    header: "Credit",
    align: "end",
    width: 104,
    optional: "shown-if-wide",
    onPhone: "none",
    cell: (payout) =>
      payout.credit === 0 ? "–" : <MoneyText minor={payout.credit} currency={payout.currency} />,
  },
  {
    id: "amount",
    header: "Amount",
    sortBy: "amount",
    align: "end",
    width: 112,
    onPhone: "amount",
    cell: (payout) => (
      <Text span inherit fw={550}>
        <MoneyText minor={toBank(payout)} currency={payout.currency} />
      </Text>
    ),
  },
  {
    id: "preflight",
    header: "Checks",
    width: "rest",
    onPhone: "status",
    cell: (payout) =>
      payout.state === "requested" ? (
        <PreflightRemark lines={payout.preflight} currency={payout.currency} />
      ) : null,
  },
  {
    id: "state",
    header: "Status",
    width: 164,
    onPhone: "status",
    cell: (payout) => <PayoutStatus payout={payout} />,
  },
];

/** A paid request shows its day of payment and reference in place of its checks and age. */
const paidColumns: readonly ListColumn<ListedPayout, By>[] = columns.flatMap((column) => {
  if (column.id === "preflight") return [];
  // On a phone two dates, or a status that the tab names, would leave no room for the reference.
  if (column.id === "requested" || column.id === "state")
    return [{ ...column, onPhone: "none" as const }];
  if (column.id !== "age") return [column];
  return [
    {
      id: "paidOn",
      header: "Paid on",
      width: 120,
      onPhone: "fact" as const,
      cell: ({ datePaid }) => (datePaid ? <DayText value={datePaid} /> : "–"),
    },
    {
      id: "reference",
      header: "Reference",
      width: "rest" as const,
      onPhone: "fact" as const,
      cell: ({ reference }) => reference || "–",
    },
  ];
});

/** Who only reads gets neither contacts nor what keeps a request from being paid. */
const isForReaders = ({ id }: Pick<ListColumn<ListedPayout>, "id">) =>
  id !== "email" && id !== "preflight";
const readColumns = columns.filter(isForReaders);
const readPaidColumns = paidColumns.filter(isForReaders);

function columnsFor(state: PayoutState, mayPay: boolean) {
  if (state === "paid" || state === "returned") return mayPay ? paidColumns : readPaidColumns;
  return mayPay ? columns : readColumns;
}

function isFree({ batchId, state }: ListedPayout): boolean {
  return state === "requested" && batchId === null;
}

function ageWords({ requested }: ListedPayout): string {
  const days = daysSince(requested);
  if (days === 0) return "today";
  return days === 1 ? "1 day" : `${days} days`;
}

/** The download of the listed requests. */
function fileAddress(state: PayoutState, search: string, sort: Sort<By>): string {
  const query = new URLSearchParams({ state, sort: sort.by, direction: sort.direction });
  if (search) query.set("search", search);
  return `/office/payout-requests.xlsx?${query.toString()}`;
}

/** Payout requests by state: requested, paid, rejected, returned by the bank. */
export function PayoutsScreen() {
  const list = useSortedListState<By>(sorting);
  const mayPay = useMayCall()("payouts.markAsPaid");
  const state = payoutStates.find((known) => known === list.param("state")) ?? "requested";
  const payouts = api.payouts.list.useQuery(
    {
      page: list.page,
      pageSize: list.pageSize,
      state,
      sort: { ...list.sort },
      ...given({ search: list.search }),
    },
    { placeholderData: keepPreviousData },
  );
  const rows = payouts.data?.rows ?? [];
  const open = useOpenPayout(list.param("payout"), payouts.data?.rows);
  // Requests in a batch cannot be selected: nothing is sent to the bank twice.
  const choice = useChoice(
    rows.filter(isFree),
    ({ id }) => id,
    rows.filter((payout) => !isFree(payout)),
  );
  const selectAction = useSelectAction(choice);
  const shown = useShownColumns(columnsFor(state, mayPay));

  return (
    <Stack gap="sm">
      <PageHeader
        title="Payout requests"
        note={mayPay && rows[0] && <PayoutLimit currency={rows[0].currency} />}
        actions={
          mayPay ? [...fileAction(fileAddress(state, list.search, list.sort)), ...selectAction] : []
        }
      />
      {mayPay && <PayoutsStopped />}
      <PayoutTools
        list={list}
        state={state}
        answer={payouts.data}
        columns={shown}
        mayPay={mayPay}
      />
      <DataList
        label="payout requests"
        columns={shown.shown}
        choice={mayPay && state === "requested" ? choice : undefined}
        rowKey={(payout) => payout.id}
        rowName={(payout) => `the request from ${payout.fullName}`}
        answer={payouts}
        list={list}
        onOpen={(payout) => list.openAs("payout", payout.id, "over")}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={<Empty title={emptyWords[state]} />}
      />
      {mayPay && state === "requested" && <ChosenPayouts choice={choice} />}
      {open && (
        <PayoutSheet key={open.id} payout={open} onClose={() => list.openAs("payout", null)} />
      )}
    </Stack>
  );
}

/** The request in the address: a row of this page, or else asked for by its id, whatever state and page it is on. */
function useOpenPayout(id: string | null, rows: readonly ListedPayout[] | undefined) {
  const isHere = rows?.some((row) => row.id === id) ?? true;
  const asked = api.payouts.list.useQuery(
    { page: 1, pageSize: 1, id: id ?? "" },
    { enabled: id !== null && !isHere },
  );
  return useOpenRow(id, isHere ? rows : asked.data?.rows, (row) => row.id);
}

/** The states with their counts and sums, the search, and the link to the batches. */
function PayoutTools(props: {
  list: SortedListState<By>;
  state: PayoutState;
  answer: ApiOutputs["payouts"]["list"] | undefined;
  columns: ReturnType<typeof useShownColumns<ListedPayout, By>>;
  mayPay: boolean;
}) {
  const { list, state, answer, mayPay } = props;
  const session = useSession();
  const currency = useShopSettings()?.currency;
  return (
    <>
      <ListViews
        label="Status"
        chosen={state}
        views={payoutStates.map((value) => ({
          value,
          label: payoutStateWords[value],
          count: answer?.counts[value],
          sum: answer && currency && <MoneyText minor={answer.sums[value]} currency={currency} />,
        }))}
        onChosen={(value) => list.change({ state: value })}
        {...(session.state === "signed-in" && {
          saved: { list: "payouts", owner: session.user.id },
        })}
      />
      <ListTools
        label="payout requests"
        columns={props.columns}
        search={
          <ListSearch
            list={list}
            label="Search payout requests"
            placeholder={mayPay ? "Name or email" : "Name"}
          />
        }
      >
        {mayPay && (
          <Button variant="subtle" component={Link} href="/admin/payout-batches">
            Payout batches
          </Button>
        )}
      </ListTools>
    </>
  );
}

/** The actions on selected requests. */
function ChosenPayouts(props: { choice: Choice<ListedPayout> }) {
  const { chosen, chooseNone } = props.choice;
  const [making, setMaking] = useState<readonly ListedPayout[] | null>(null);
  const [first] = chosen;
  const total = chosen.reduce((sum, payout) => sum + toBank(payout), 0);
  return (
    <>
      <ChoiceBar
        label="Selected payout requests"
        max={batchItemsMax}
        choice={props.choice}
        words={first ? `${chosenWords(props.choice)} · ${formatMoney(total, first.currency)}` : ""}
      >
        <Button onClick={() => setMaking(chosen)}>Create payout batch</Button>
      </ChoiceBar>
      {making && (
        <MakeBatchDialog
          payouts={making}
          onClose={() => setMaking(null)}
          onMade={() => {
            setMaking(null);
            chooseNone();
          }}
        />
      )}
    </>
  );
}

/** The amount above which a payout needs a second approval, with a link to the setting. */
function PayoutLimit({ currency }: { currency: Currency }) {
  const limit = api.payouts.limit.useQuery();
  if (!limit.data) return null;
  const { secondPersonAbove } = limit.data;
  return (
    <>
      {secondPersonAbove === null
        ? "Payouts need one approver."
        : `Payouts over ${formatMoney(secondPersonAbove, currency)} need a second approver.`}{" "}
      <Anchor inherit component={Link} href="/admin/edit/rhizo-config">
        Change limit
      </Anchor>
    </>
  );
}
