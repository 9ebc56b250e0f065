import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { statementBytesMax } from "@portal/shared/sales/bank-lines.ts";
import { type CardMatchFilter, cardMatchFilters } from "@portal/shared/sales/card-match.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts, StatusText } from "../../../ui/facts.tsx";
import { showToast } from "../../../ui/feedback.tsx";
import { DateField } from "../../../ui/fields.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { type ListState, SearchBox, useListState } from "../../../ui/list/list-controls.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { UploadFile } from "../../../ui/upload-file.tsx";
import {
  type CardMatchList,
  CardMatchSheet,
  depositWords,
  filterWords,
  type MatchedDeposit,
  type MatchedPayment,
  stateWords,
} from "./card-match-sheet.tsx";
import classes from "./card-match.module.css";

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
      <PageHeader title="Card match" />
      <UploadSettlement onUploaded={() => utils.cardMatch.invalidate()} />
      <PeriodFields
        from={from ?? data?.from ?? ""}
        to={to ?? data?.to ?? ""}
        onChange={list.change}
      />
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
      <ListViews
        label="Which"
        chosen={show}
        views={cardMatchFilters.map((value) => ({
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

function PeriodFields(props: {
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
    { id: "order", width: 116, header: "Order", onPhone: "title", cell: nameOf },
    {
      id: "day",
      width: 116,
      header: "Day",
      onPhone: "fact",
      cell: ({ day }) => <DayText value={day} />,
    },
    {
      id: "ledger",
      width: 124,
      header: "In the ledger",
      align: "end",
      onPhone: "amount",
      cell: ({ ledger }) => money(ledger?.amount),
    },
    {
      id: "settled",
      width: 148,
      header: "In the settlement",
      align: "end",
      onPhone: "none",
      cell: ({ settlement }) => money(settlement?.amount),
    },
    {
      id: "notified",
      width: 112,
      header: "Fee notified",
      align: "end",
      onPhone: "none",
      cell: ({ ledger }) => money(ledger?.fee),
    },
    {
      id: "taken",
      width: 112,
      header: "Fee taken",
      align: "end",
      onPhone: "none",
      cell: ({ settlement }) => money(settlement?.fee),
    },
    {
      id: "state",
      width: "rest",
      header: "What is to be said",
      onPhone: "status",
      cell: ({ state }) => (
        <StatusText tone={stateWords[state].tone}>{stateWords[state].word}</StatusText>
      ),
    },
  ];
}

/** What became of the money: every cent received is a fee, given back, paid out, or still there. */
function CardMatchSums(props: { match: CardMatchList }) {
  const { summary, currency, deposits } = props.match;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const { received, fees, refunded, other, paidOut, left } = summary;
  const rate = received === 0 ? "" : ` (${((fees * 100) / received).toFixed(2)}\u00a0%)`;
  return (
    <div className={classes.sums}>
      <section className={classes.way} aria-labelledby="card-money">
        <h2 id="card-money" className={classes.heading}>
          What the provider did with the money
        </h2>
        <Facts
          amounts
          facts={[
            { name: "Received", value: money(received) },
            { name: `Fees${rate}`, value: money(0 - fees) },
            { name: "Given back", value: money(0 - refunded) },
            ...(other === 0 ? [] : [{ name: "Other", value: money(other) }]),
            { name: "Paid out to the bank", value: money(0 - paidOut) },
            { name: "Still with the provider of these days", value: money(left), isSum: true },
          ]}
        />
      </section>
      <section className={classes.way} aria-labelledby="card-payouts">
        <h2 id="card-payouts" className={classes.heading}>
          Payouts to the bank
        </h2>
        {deposits.length === 0 && <p className={classes.hint}>No payout in these days.</p>}
        <ul className={classes.deposits}>
          {deposits.map((deposit) => (
            <li key={`${deposit.payoutDay} ${deposit.bankDay} ${deposit.amount}`}>
              <span>
                {money(deposit.amount)} <DepositDays deposit={deposit} />
              </span>
              <StatusText tone={depositWords[deposit.state].tone}>
                {depositWords[deposit.state].word}
              </StatusText>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function DepositDays(props: { deposit: MatchedDeposit }) {
  const { payoutDay, bankDay } = props.deposit;
  return (
    <>
      {payoutDay !== null && (
        <>
          of <DayText value={payoutDay} />
        </>
      )}
      {bankDay !== null && (
        <>
          , on the statement of <DayText value={bankDay} />
        </>
      )}
    </>
  );
}

const answerSchema = z.union([
  z.object({ success: z.literal(true), data: z.object({ added: z.number(), known: z.number() }) }),
  z.object({ success: z.literal(false), error: z.string() }),
]);

/** Takes the card provider's transaction history; nothing is booked by it. */
function UploadSettlement(props: { onUploaded: () => Promise<unknown> }) {
  return (
    <UploadFile
      id="card-settlement"
      label="Card settlement"
      button="Upload a settlement"
      accept=".csv,text/csv"
      hint="The transaction history of PayFast as CSV. Lines that are here already are not added again, and names in it are not kept."
      send={async (file) => {
        const failure = await send(file);
        if (failure === null) await props.onUploaded();
        return failure;
      }}
    />
  );
}

/** @returns what went wrong, in words, or null. */
async function send(file: File): Promise<string | null> {
  if (file.size > statementBytesMax) return "The file is larger than 5 MB.";
  try {
    const response = await fetch(`/office/card-settlements?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    });
    const answer = answerSchema.parse(await response.json());
    if (!answer.success) return answer.error;
    showToast(`${answer.data.added} new, ${answer.data.known} known`);
    return null;
  } catch {
    return "We could not reach the shop. Please try again.";
  }
}
