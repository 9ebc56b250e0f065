import { Button, Stack, Text } from "@mantine/core";
import { type BankLineState, bankLineStates } from "@portal/shared/sales/bank-lines.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayText, formatDay } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given, useListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { useOpenRow } from "../../../ui/list/use-open-row.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useAllExact, useByRules } from "./all-lines.ts";
import { BankLineSheet, ProposalText } from "./bank-line-sheet.tsx";
import type { ListedBankLine } from "./bank-line-match-form.tsx";
import { MissingLines } from "./missing-lines.tsx";
import { UploadedStatement } from "./uploaded-statement.tsx";
import { useStatementUpload } from "./use-statement-upload.tsx";

const stateWords: Record<BankLineState, string> = {
  open: "To match",
  applied: "Matched",
  ignored: "Ignored",
};
const emptyWords: Record<BankLineState, string> = {
  open: "Nothing to match",
  applied: "No matched transactions yet",
  ignored: "No ignored transactions",
};

const columns: readonly ListColumn<ListedBankLine>[] = [
  {
    id: "day",
    width: 116,
    header: "Date",
    onPhone: "fact",
    cell: (line) => <DayText value={line.bookedOn} />,
  },
  {
    id: "description",
    width: "rest",
    header: "Description",
    onPhone: "title",
    cell: (line) => line.description,
  },
  {
    id: "amount",
    width: 124,
    header: "Amount",
    align: "end",
    onPhone: "amount",
    cell: (line) => (
      <Text span inherit fw={550}>
        <MoneyText minor={line.amount} currency={line.currency} />
      </Text>
    ),
  },
  {
    id: "for",
    width: "rest",
    header: "Order",
    onPhone: "status",
    cell: (line) => <ProposalText line={line} />,
  },
];

/** Bank transactions to match with orders, by hand or, where they match exactly, all at once. */
export function BankLinesScreen() {
  const list = useListState();
  const may = useMayCall();
  const mayMatch = may("bankLines.use");
  const [openId, setOpenId] = useState<number | null>(null);
  const state = bankLineStates.find((known) => known === list.param("state")) ?? "open";
  const lines = api.bankLines.list.useQuery(
    { page: list.page, pageSize: list.pageSize, state, ...given({ search: list.search }) },
    { placeholderData: keepPreviousData },
  );
  const rows = lines.data?.rows ?? [];
  const allExact = useAllExact(rows);
  const byRules = useByRules(rows);
  const upload = useStatementUpload(!mayMatch);
  const openKey = openId === null ? null : String(openId);
  const open = useOpenRow(openKey, lines.data?.rows, ({ id }) => String(id));

  return (
    <Stack gap="sm">
      <PageHeader
        title="Bank payments"
        note={
          mayMatch &&
          "CSV, Excel, OFX, QIF, MT940 or CAMT.053 from your bank. Transactions already here are skipped."
        }
      >
        {mayMatch && allExact.count > 0 && (
          <Button
            variant="default"
            loading={allExact.isBusy}
            title={
              allExact.count === 1
                ? "1 transaction matches an order exactly"
                : `${allExact.count} transactions match an order exactly`
            }
            onClick={() => void allExact.apply()}
          >
            {allExact.count === 1 ? "Match 1" : `Match all ${allExact.count}`}
          </Button>
        )}
        {mayMatch && byRules.count > 0 && (
          <Button variant="default" loading={byRules.isBusy} onClick={() => void byRules.apply()}>
            Ignore {byRules.count} by rules
          </Button>
        )}
        {upload.button}
      </PageHeader>
      {upload.failure}
      {upload.uploaded && <UploadedStatement uploaded={upload.uploaded} />}
      {lines.data && <MissingLines {...lines.data} />}
      {byRules.failure !== null && <Notice tone="bad">{byRules.failure}</Notice>}
      {allExact.failures.length > 0 && (
        <Notice tone="bad" title="Some transactions were not matched">
          <ul>
            {allExact.failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ListViews
        label="Status"
        chosen={state}
        views={bankLineStates.map((value) => ({
          value,
          label: stateWords[value],
          count: lines.data?.counts[value],
        }))}
        onChosen={(value) => list.change({ state: value })}
      />
      <ListTools
        label="bank transactions"
        search={
          <ListSearch list={list} label="Search bank transactions" placeholder="Description" />
        }
      />
      <DataList
        label="bank transactions"
        columns={columns}
        rowKey={(line) => String(line.id)}
        rowName={(line) =>
          `the bank transaction “${line.description}” of ${formatDay(line.bookedOn)}`
        }
        answer={lines}
        list={list}
        onOpen={(line) => setOpenId(line.id)}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={
          <Empty title={emptyWords[state]}>
            {mayMatch && state === "open" && <p>Upload the next bank statement to continue.</p>}
          </Empty>
        }
      />
      {upload.questions}
      {open && <BankLineSheet key={open.id} line={open} onClose={() => setOpenId(null)} />}
    </Stack>
  );
}
