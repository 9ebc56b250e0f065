import { type PayoutBatchState, payoutBatchStates } from "@portal/shared/money/payouts.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { type ListState, SearchBox, useListState } from "../../../ui/list/list-controls.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { BatchSheet } from "./batch-sheet.tsx";
import { PayoutsStopped } from "./payouts-stopped.tsx";
import classes from "./payouts.module.css";

export type ListedBatch = ApiOutputs["payoutBatches"]["list"]["rows"][number];

const pageSize = 20;
const sorting = { sorts: ["made"], defaultSort: { by: "made", direction: "desc" } } as const;
export const batchWords: Readonly<Record<PayoutBatchState, string>> = {
  open: "Open",
  paid: "Paid",
  cancelled: "Cancelled",
};
const tones = { open: "waiting", paid: "good", cancelled: "neutral" } as const;

const columns: readonly ListColumn<ListedBatch>[] = [
  {
    id: "number",
    width: "rest",
    header: "Batch",
    onPhone: "title",
    cell: ({ id }) => `Payout batch ${id}`,
  },
  {
    id: "payOn",
    width: 124,
    header: "Pay on",
    onPhone: "fact",
    cell: (batch) => <DayText value={batch.payOn} />,
  },
  {
    id: "count",
    width: 88,
    header: "Payouts",
    align: "end",
    onPhone: "fact",
    cell: (batch) => batch.itemCount,
  },
  {
    id: "total",
    width: 124,
    header: "Total",
    align: "end",
    onPhone: "amount",
    cell: (batch) => (
      <strong>
        <MoneyText minor={batch.total} currency={batch.currency} />
      </strong>
    ),
  },
  {
    id: "madeBy",
    width: "rest",
    header: "Created by",
    onPhone: "none",
    cell: (batch) => batch.madeByName,
  },
  {
    id: "state",
    width: 124,
    header: "Status",
    onPhone: "status",
    cell: ({ state }) => <StatusText tone={tones[state]}>{batchWords[state]}</StatusText>,
  },
];

/** Every file that was made for the bank, the newest first; each opens to what is in it. */
export function BatchesScreen() {
  const list = useListState<"made">(sorting);
  const chosen = payoutBatchStates.find((known) => known === list.param("state"));
  const openId = Number(list.param("batch")) || null;
  const page = list.page > 1 ? String(list.page) : null;
  const batches = api.payoutBatches.list.useQuery(
    {
      page: list.page,
      pageSize,
      ...(chosen ? { state: chosen } : {}),
      ...(list.search ? { search: list.search } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = Boolean(list.search) || chosen !== undefined;

  return (
    <div className={classes.page}>
      <PageHeading title="Payout batches" area="Office" />
      <PayoutsStopped />
      <Tools list={list} chosen={chosen} />
      <DataList
        label="payout batches"
        columns={columns}
        rowKey={({ id }) => String(id)}
        rowName={({ id }) => `payout batch ${id}`}
        answer={batches}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onOpen={({ id }) => list.change({ batch: String(id), page })}
        onClearFilters={isFiltered ? () => list.change({ search: null, state: null }) : undefined}
        empty={
          <Empty title="No payout batches yet">
            <p>Select payout requests and create a batch.</p>
          </Empty>
        }
      />
      {openId !== null && (
        <BatchSheet
          key={openId}
          batchId={openId}
          onClose={() => list.change({ batch: null, page })}
        />
      )}
    </div>
  );
}

function Tools(props: { list: ListState<"made">; chosen: PayoutBatchState | undefined }) {
  const { list, chosen } = props;
  return (
    <div className={classes.tools}>
      <ListViews
        label="Status"
        chosen={chosen ?? "all"}
        views={[
          { value: "all", label: "All", count: undefined },
          ...payoutBatchStates.map((value) => ({
            value,
            label: batchWords[value],
            count: undefined,
          })),
        ]}
        onChosen={(value) => list.change({ state: value === "all" ? null : value })}
      />
      <SearchBox
        label="Search payout batches"
        placeholder="Number or name"
        value={list.search}
        onSearch={(search) => list.change({ search })}
      />
    </div>
  );
}
