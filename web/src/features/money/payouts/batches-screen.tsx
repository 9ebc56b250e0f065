import { Stack, Text } from "@mantine/core";
import { payoutBatchStates } from "@portal/shared/money/payouts.ts";
import { keepPreviousData } from "@tanstack/react-query";
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
import { BatchSheet, BatchStatus, batchWords } from "./batch-sheet.tsx";
import { PayoutsStopped } from "./payout-parts.tsx";

type ListedBatch = ApiOutputs["payoutBatches"]["list"]["rows"][number];

const pageSize = 20;
const columns: readonly ListColumn<ListedBatch>[] = [
  {
    id: "number",
    header: "Batch",
    width: "rest",
    onPhone: "title",
    cell: ({ id }) => `Payout batch ${id}`,
  },
  {
    id: "payOn",
    header: "Pay on",
    width: 120,
    onPhone: "fact",
    cell: (batch) => <DayText value={batch.payOn} />,
  },
  {
    id: "count",
    header: "Payouts",
    align: "end",
    width: 96,
    onPhone: "none",
    cell: ({ itemCount }) => itemCount,
  },
  {
    id: "total",
    header: "Total",
    align: "end",
    width: 124,
    onPhone: "amount",
    cell: (batch) => (
      <Text span inherit fw={550}>
        <MoneyText minor={batch.total} currency={batch.currency} />
      </Text>
    ),
  },
  {
    id: "madeBy",
    header: "Created by",
    width: "rest",
    onPhone: "none",
    cell: (batch) => batch.madeByName,
  },
  {
    id: "state",
    header: "Status",
    width: 124,
    onPhone: "status",
    cell: ({ state }) => <BatchStatus state={state} />,
  },
];

/** All payout batches, newest first; a row opens the batch. */
export function BatchesScreen() {
  const list = useListState();
  const chosen = payoutBatchStates.find((known) => known === list.param("state"));
  const openId = Number(list.param("batch")) || null;
  const batches = api.payoutBatches.list.useQuery(
    { page: list.page, pageSize, ...given({ state: chosen, search: list.search }) },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = Boolean(list.search) || chosen !== undefined;

  return (
    <Stack gap="sm">
      <PageHeader title="Payout batches" />
      <PayoutsStopped />
      <ListViews
        label="Status"
        chosen={chosen ?? "all"}
        views={[
          { value: "all", label: "All" },
          ...payoutBatchStates.map((value) => ({ value, label: batchWords[value] })),
        ]}
        onChosen={(value) => list.change({ state: value === "all" ? null : value })}
      />
      <ListTools
        label="payout batches"
        search={
          <ListSearch list={list} label="Search payout batches" placeholder="Number or name" />
        }
      />
      <DataList
        label="payout batches"
        columns={columns}
        rowKey={({ id }) => String(id)}
        rowName={({ id }) => `payout batch ${id}`}
        answer={batches}
        list={list}
        pageSize={pageSize}
        onOpen={({ id }) => list.openAs("batch", String(id), "over")}
        onClearFilters={isFiltered ? () => list.change({ search: null, state: null }) : undefined}
        empty={
          <Empty title="No payout batches yet">Select payout requests and create a batch.</Empty>
        }
      />
      {openId !== null && (
        <BatchSheet key={openId} batchId={openId} onClose={() => list.openAs("batch", null)} />
      )}
    </Stack>
  );
}
