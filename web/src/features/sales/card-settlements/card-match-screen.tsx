import { type CardMatchFilter, cardMatchFilters } from "@portal/shared/sales/card-match.ts";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { DateField } from "../../../ui/date-field.tsx";
import { DayText } from "../../../ui/day-text.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { FilterTabs } from "../../../ui/list/filter-tabs.tsx";
import { SearchBox } from "../../../ui/list/search-box.tsx";
import { type ListState, useListState } from "../../../ui/list/use-list-state.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { StatusText } from "../../../ui/status-text.tsx";
import { CardMatchSheet } from "./card-match-sheet.tsx";
import { CardMatchSums } from "./card-match-sums.tsx";
import { filterWords, type MatchedPayment, stateWords } from "./card-match-words.ts";
import classes from "./card-match.module.css";
import { UploadSettlement } from "./upload-settlement.tsx";

const pageSize = 20;
const sorting = { sorts: ["day"], defaultSort: { by: "day", direction: "desc" } } as const;
const emptyWords: Record<CardMatchFilter, string> = {
  exceptions: "Nothing is left to explain",
  waiting: "No payment waits for its settlement",
  matched: "No payment of these days is matched",
  all: "No card payment in these days",
};

/** Card payments four ways: order, notification, settlement, bank. What does not agree is on top. */
export function CardMatchScreen() {
  const list = useListState<"day">(sorting);
  const utils = api.useUtils();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const show = cardMatchFilters.find((known) => known === list.param("show")) ?? "exceptions";
  const [from, to] = [dayIn(list.param("from")), dayIn(list.param("to"))];
  const answer = api.cardMatch.list.useQuery(
    {
      page: list.page,
      pageSize,
      show,
      ...(from !== null && { from }),
      ...(to !== null && { to }),
      ...(list.search ? { search: list.search } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  const { data } = answer;
  const open = data?.rows.find((row) => keyOf(row) === openKey) ?? null;

  return (
    <div className={classes.page}>
      <PageHeading title="Card match" area="Office" />
      <UploadSettlement onUploaded={() => utils.cardMatch.invalidate()} />
      <Days from={from ?? data?.from ?? ""} to={to ?? data?.to ?? ""} onChange={list.change} />
      {data && (data.summary.received !== 0 || data.deposits.length > 0) && (
        <CardMatchSums match={data} />
      )}
      <Tools list={list} show={show} counts={data?.counts} />
      <DataList
        label="card payments"
        columns={columnsFor(data?.currency ?? "ZAR")}
        rowKey={keyOf}
        rowName={(row) => `the card payment ${nameOf(row)}`}
        answer={answer}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onOpen={(row) => setOpenKey(keyOf(row))}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={
          <Empty title={emptyWords[show]}>
            {show === "exceptions" && <NextStep waiting={data?.counts.waiting ?? 0} />}
          </Empty>
        }
      />
      {open && data && (
        <CardMatchSheet
          key={openKey}
          payment={open}
          currency={data.currency}
          onClose={() => setOpenKey(null)}
        />
      )}
    </div>
  );
}

function NextStep(props: { waiting: number }) {
  if (props.waiting === 0) return <p>Upload the next settlement to go on.</p>;
  const payments = props.waiting === 1 ? "1 payment waits" : `${props.waiting} payments wait`;
  return <p>{payments} for a settlement: upload it to go on.</p>;
}

function Tools(props: {
  list: ListState<"day">;
  show: CardMatchFilter;
  counts: Partial<Record<CardMatchFilter, number>> | undefined;
}) {
  const { list, show, counts } = props;
  return (
    <div className={classes.tools}>
      <FilterTabs
        label="Which"
        chosen={show}
        tabs={cardMatchFilters.map((value) => ({
          value,
          label: filterWords[value],
          count: counts?.[value],
        }))}
        onChosen={(value) => list.change({ show: value })}
      />
      <SearchBox
        label="Search card payments"
        placeholder="Order or payment number"
        value={list.search}
        onSearch={(search) => list.change({ search })}
      />
    </div>
  );
}

function Days(props: {
  from: string;
  to: string;
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const { from, to, onChange } = props;
  return (
    <div className={classes.days}>
      <DateField
        label="From"
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value || null })}
      />
      <DateField
        label="Until"
        value={to}
        onChange={(event) => onChange({ to: event.currentTarget.value || null })}
      />
    </div>
  );
}

function dayIn(text: string | null): string | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
}

function keyOf({ paymentId, orderId, day, settlement }: MatchedPayment): string {
  return [paymentId, orderId, day, settlement?.day, settlement?.amount].join(" ");
}

function nameOf({ orderNumber, paymentId }: MatchedPayment): string {
  return orderNumber === null ? (paymentId ?? "without a number") : `${eftPrefix}${orderNumber}`;
}

function columnsFor(currency: Currency): readonly ListColumn<MatchedPayment>[] {
  const money = (minor: number | undefined) =>
    minor === undefined ? "–" : <MoneyText minor={minor} currency={currency} />;
  return [
    { id: "order", header: "Order", onCard: "title", cell: nameOf },
    { id: "day", header: "Day", onCard: "fact", cell: ({ day }) => <DayText value={day} /> },
    {
      id: "ledger",
      header: "In the ledger",
      align: "end",
      onCard: "fact",
      cell: ({ ledger }) => money(ledger?.amount),
    },
    {
      id: "settled",
      header: "In the settlement",
      align: "end",
      onCard: "fact",
      cell: ({ settlement }) => money(settlement?.amount),
    },
    {
      id: "notified",
      header: "Fee notified",
      align: "end",
      onCard: "none",
      cell: ({ ledger }) => money(ledger?.fee),
    },
    {
      id: "taken",
      header: "Fee taken",
      align: "end",
      onCard: "none",
      cell: ({ settlement }) => money(settlement?.fee),
    },
    {
      id: "state",
      header: "What is to be said",
      onCard: "status",
      cell: ({ state }) => (
        <StatusText tone={stateWords[state].tone}>{stateWords[state].word}</StatusText>
      ),
    },
  ];
}
