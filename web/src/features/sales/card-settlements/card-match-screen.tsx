import { Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { type CardMatchFilter, cardMatchFilters } from "@portal/shared/sales/card-match.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { sendStatement } from "../../../ui/send-statement.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { AcceptedDifference } from "../accepted-differences/accepted-difference.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts, StatusText } from "../../../ui/facts.tsx";
import { showToast } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { dayParam, given, useListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { periodFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { useOpenRow } from "../../../ui/list/use-open-row.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { usePageUpload } from "../../../ui/upload-file.tsx";
import { BookedFeesApart, FeesToBook } from "./card-fees.tsx";
import {
  type CardMatchList,
  CardMatchSheet,
  depositWords,
  filterWords,
  type MatchedDeposit,
  type MatchedPayment,
  wordsOf,
} from "./card-match-sheet.tsx";
import { useReadAgain } from "../../../api/read-again.ts";

const uploadedSchema = z.object({ added: z.number(), known: z.number() });

const emptyWords: Record<CardMatchFilter, string> = {
  exceptions: "No exceptions",
  ignored: "No ignored exceptions in this period",
  waiting: "No payments waiting for a settlement file",
  matched: "No matched payments in this period",
  all: "No card payments in this period",
};

/** Reconciles card payments across order, notification, settlement and bank; exceptions are the first view. */
export function CardMatchScreen() {
  const list = useListState();
  const mayUpload = useMayCall()("cardMatch.ignore");
  const readScreenAgain = useReadAgain();
  // An upload of the provider's transaction history records no payments.
  const upload = usePageUpload({
    id: "card-settlement",
    label: "Card settlement",
    button: "Upload settlement file",
    accept: ".csv,text/csv",
    isClosed: !mayUpload,
    send: async (file) => {
      const sent = await sendStatement("/office/card-settlements", file, uploadedSchema);
      if ("failure" in sent) return sent.failure;
      showToast(`${sent.data.added} new, ${sent.data.known} already here`);
      await readScreenAgain();
      return null;
    },
  });
  const [openKey, setOpenKey] = useState<string | null>(null);
  const show = cardMatchFilters.find((known) => known === list.param("show")) ?? "exceptions";
  const [from, to] = [dayParam(list.param("from")), dayParam(list.param("to"))];
  const answer = api.cardMatch.list.useQuery(
    {
      page: list.page,
      pageSize: list.pageSize,
      show,
      ...given({ from, to, search: list.search }),
    },
    { placeholderData: keepPreviousData },
  );
  const { data } = answer;
  const open = useOpenRow(openKey, data?.rows, keyOf);

  return (
    <Stack gap="sm">
      <PageHeader
        title="Card reconciliation"
        note={
          mayUpload &&
          "Transaction history of PayFast, or payout reconciliation of Stripe (CSV). Lines already here are skipped. Names are not stored."
        }
      >
        {upload.button}
      </PageHeader>
      {upload.failure}
      {data && (data.summary.received !== 0 || data.deposits.length > 0) && (
        <CardMatchSums match={data} />
      )}
      {mayUpload && data && <FeesToBook match={data} />}
      {data && <BookedFeesApart match={data} />}
      <ListViews
        label="Show"
        chosen={show}
        views={cardMatchFilters.map((value) => ({
          value,
          label: filterWords[value],
          count: data?.counts[value],
        }))}
        onChosen={(value) => list.change({ show: value })}
      />
      <ListTools
        label="card payments"
        total={data?.total}
        search={
          <ListSearch
            list={list}
            label="Search card payments"
            placeholder="Order or payment number"
          />
        }
        filters={[
          // Without days in the address, the server chooses the period.
          periodFilter({
            from: from || (data?.from ?? ""),
            to: to || (data?.to ?? ""),
            onChange: list.change,
          }),
        ]}
      />
      <DataList
        label="card payments"
        columns={columnsFor(data?.currency ?? "ZAR")}
        rowKey={keyOf}
        rowName={(row) => `the card payment ${nameOf(row)}`}
        answer={answer}
        list={list}
        onOpen={(row) => setOpenKey(keyOf(row))}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={
          <Empty title={emptyWords[show]}>
            {mayUpload && show === "exceptions" && <NextStep waiting={data?.counts.waiting ?? 0} />}
          </Empty>
        }
      />
      {open && data && (
        <CardMatchSheet
          key={openKey}
          payment={open}
          match={data}
          onClose={() => setOpenKey(null)}
        />
      )}
    </Stack>
  );
}

function NextStep(props: { waiting: number }) {
  if (props.waiting === 0) return <p>Upload the next settlement file to continue.</p>;
  const payments = props.waiting === 1 ? "1 payment is" : `${props.waiting} payments are`;
  return <p>{payments} waiting for a settlement file. Upload it to continue.</p>;
}

function keyOf({ paymentId, orderId, day, settlement }: MatchedPayment): string {
  return [paymentId, orderId, day, settlement?.lineId].join(" ");
}

function nameOf({ orderNumber, paymentId, type }: MatchedPayment): string {
  if (orderNumber !== null) return `${eftPrefix}${orderNumber}`;
  return paymentId ?? (type || "without a number");
}

function columnsFor(currency: Currency): readonly ListColumn<MatchedPayment>[] {
  const money = (minor: number | undefined) =>
    minor === undefined ? "–" : <MoneyText minor={minor} currency={currency} />;
  return [
    { id: "order", width: 116, header: "Order", onPhone: "title", cell: nameOf },
    {
      id: "day",
      width: 116,
      header: "Date",
      onPhone: "fact",
      cell: ({ day }) => <DayText value={day} />,
    },
    {
      id: "ledger",
      width: 124,
      header: "Ledger amount",
      align: "end",
      onPhone: "amount",
      cell: ({ ledger }) => money(ledger?.amount),
    },
    {
      id: "settled",
      width: 148,
      header: "Settlement amount",
      align: "end",
      onPhone: "none",
      cell: ({ settlement }) => money(settlement?.amount),
    },
    {
      id: "notified",
      width: 112,
      header: "Expected fee",
      onlyWide: true,
      align: "end",
      onPhone: "none",
      cell: ({ ledger }) => money(ledger?.fee),
    },
    {
      id: "taken",
      width: 112,
      header: "Fee charged",
      align: "end",
      onPhone: "none",
      cell: ({ settlement }) => money(settlement?.fee),
    },
    {
      id: "state",
      width: "rest",
      header: "Status",
      onPhone: "status",
      cell: (row) =>
        row.ignored ? (
          <StatusText tone="neutral">Ignored: {row.ignored.note}</StatusText>
        ) : (
          <StatusText tone={wordsOf(row).tone}>{wordsOf(row).word}</StatusText>
        ),
    },
  ];
}

/** The received money by its use: fees, refunds, payouts to the bank, and the rest. */
function CardMatchSums(props: { match: CardMatchList }) {
  const { summary, currency, deposits } = props.match;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const { received, fees, refunded, other, paidOut, left } = summary;
  const rate = received === 0 ? "" : ` (${((fees * 100) / received).toFixed(2)}%)`;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Card component="section" aria-labelledby="card-money">
        <Title order={2} id="card-money" mb="xs">
          Summary
        </Title>
        <Facts
          amounts
          facts={[
            { name: "Received", value: money(received) },
            { name: `Fees${rate}`, value: money(0 - fees) },
            { name: "Refunded", value: money(0 - refunded) },
            other !== 0 && { name: "Other", value: money(other) },
            { name: "Paid out to the bank", value: money(0 - paidOut) },
            { name: "Not yet paid out", value: money(left), isSum: true },
          ]}
        />
      </Card>
      <Card component="section" aria-labelledby="card-payouts">
        <Title order={2} id="card-payouts" mb="xs">
          Payouts to the bank
        </Title>
        {deposits.length === 0 && (
          <Text size="sm" c="dimmed">
            No payouts in this period.
          </Text>
        )}
        <Stack component="ul" gap="sm" m={0} p={0}>
          {deposits.map((deposit) => (
            <Stack
              component="li"
              gap={4}
              align="flex-start"
              key={`${deposit.payoutDay} ${deposit.bankDay} ${deposit.amount}`}
            >
              <Group justify="space-between" wrap="nowrap" w="100%">
                <span>
                  {money(deposit.amount)}
                  <Text span display="block" size="sm" c="dimmed">
                    <DepositDays deposit={deposit} />
                  </Text>
                </span>
                <StatusText tone={deposit.accepted ? "neutral" : depositWords[deposit.state].tone}>
                  {depositWords[deposit.state].word}
                </StatusText>
              </Group>
              {depositWords[deposit.state].tone === "bad" && (
                <AcceptedDifference differenceKey={deposit.key} accepted={deposit.accepted} />
              )}
            </Stack>
          ))}
        </Stack>
      </Card>
    </SimpleGrid>
  );
}

function DepositDays(props: { deposit: MatchedDeposit }) {
  const { payoutDay, bankDay } = props.deposit;
  return (
    <>
      {payoutDay !== null && (
        <>
          Paid out <DayText value={payoutDay} />
        </>
      )}
      {bankDay !== null && (
        <>
          {payoutDay === null ? "In" : ", in"} the bank <DayText value={bankDay} />
        </>
      )}
    </>
  );
}
