import { Button } from "@mantine/core";
import { type BankLineState, bankLineStates } from "@portal/shared/sales/bank-lines.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { FilterTabs } from "../../../ui/list/filter-tabs.tsx";
import { SearchBox } from "../../../ui/list/search-box.tsx";
import { useListState } from "../../../ui/list/use-list-state.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { BankLineSheet } from "./bank-line-sheet.tsx";
import classes from "./bank-lines.module.css";
import { ProposalText } from "./proposal-text.tsx";
import { UploadStatement } from "./upload-statement.tsx";
import { useAllExact } from "./use-all-exact.ts";

export type ListedBankLine = ApiOutputs["bankLines"]["list"]["rows"][number];

const pageSize = 20;
const sorting = { sorts: ["day"], defaultSort: { by: "day", direction: "desc" } } as const;
const stateWords: Record<BankLineState, string> = {
  open: "To match",
  applied: "Applied",
  ignored: "Put aside",
};
const emptyWords: Record<BankLineState, string> = {
  open: "Nothing is waiting to be matched",
  applied: "No bank line was applied yet",
  ignored: "Nothing was put aside",
};

const columns: readonly ListColumn<ListedBankLine>[] = [
  {
    id: "day",
    header: "Date",
    onCard: "fact",
    cell: (line) => <DayText value={line.bookedOn} />,
  },
  {
    id: "description",
    header: "What the bank says",
    onCard: "title",
    cell: (line) => line.description,
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    onCard: "fact",
    cell: (line) => (
      <strong>
        <MoneyText minor={line.amount} currency={line.currency} />
      </strong>
    ),
  },
  { id: "for", header: "For", onCard: "status", cell: (line) => <ProposalText line={line} /> },
];

/** The office's desk for transfers: what came in, what it is probably for, and the person who decides. */
export function BankLinesScreen() {
  const list = useListState<"day">(sorting);
  const utils = api.useUtils();
  const [openId, setOpenId] = useState<number | null>(null);
  const state = bankLineStates.find((known) => known === list.param("state")) ?? "open";
  const lines = api.bankLines.list.useQuery(
    { page: list.page, pageSize, state, ...(list.search ? { search: list.search } : {}) },
    { placeholderData: keepPreviousData },
  );
  const rows = lines.data?.rows ?? [];
  const open = rows.find(({ id }) => id === openId) ?? null;

  return (
    <div className={classes.page}>
      <PageHeading title="Bank payments" area="Office" />
      <UploadStatement onUploaded={() => utils.bankLines.list.invalidate()} />
      <div className={classes.tools}>
        <FilterTabs
          label="Status"
          chosen={state}
          tabs={bankLineStates.map((value) => ({
            value,
            label: stateWords[value],
            count: lines.data?.counts[value],
          }))}
          onChosen={(value) => list.change({ state: value })}
        />
        <SearchBox
          label="Search bank lines"
          placeholder="What the bank says"
          value={list.search}
          onSearch={(search) => list.change({ search })}
        />
      </div>
      <SureLines rows={rows} />
      <DataList
        label="bank lines"
        columns={columns}
        rowKey={(line) => String(line.id)}
        rowName={(line) => `the bank line “${line.description}”`}
        answer={lines}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onOpen={(line) => setOpenId(line.id)}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={
          <Empty title={emptyWords[state]}>
            {state === "open" && <p>Upload the next statement of the bank to go on.</p>}
          </Empty>
        }
      />
      {open && <BankLineSheet key={open.id} line={open} onClose={() => setOpenId(null)} />}
    </div>
  );
}

/** Those that name an order and pay it in full can be taken at once; what fails is named. */
function SureLines(props: { rows: readonly ListedBankLine[] }) {
  const allExact = useAllExact(props.rows);
  return (
    <>
      {allExact.count > 0 && (
        <div className={classes.tools}>
          <p className={classes.hint}>
            {allExact.count} of these name an order and pay it in full.
          </p>
          <Button variant="default" loading={allExact.isBusy} onClick={() => void allExact.apply()}>
            Apply all {allExact.count}
          </Button>
        </div>
      )}
      {allExact.failures.length > 0 && (
        <Notice tone="bad" title="Some lines were not applied">
          <ul>
            {allExact.failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
