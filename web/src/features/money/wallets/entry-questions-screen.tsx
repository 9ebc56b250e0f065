import { type QuestionState, questionStates } from "@portal/shared/money/wallet-terms.ts";
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
import { PageHeading } from "../../../ui/page-heading.tsx";
import { QuestionSheet } from "./question-sheet.tsx";
import classes from "./wallet.module.css";

export type ListedQuestion = ApiOutputs["wallet"]["questions"]["rows"][number];

const pageSize = 20;
const sorting = { sorts: [], defaultSort: { by: "asked", direction: "asc" } } as const;
const stateWords: Record<QuestionState, string> = { open: "To answer", answered: "Answered" };
const emptyWords: Record<QuestionState, string> = {
  open: "Nobody waits for an answer",
  answered: "No question was answered yet",
};

const columns: readonly ListColumn<ListedQuestion>[] = [
  {
    id: "asked",
    header: "Asked",
    onCard: "fact",
    cell: (asked) => <DayText value={asked.askedAt} />,
  },
  { id: "person", header: "Person", onCard: "title", cell: (asked) => asked.fullName },
  {
    id: "order",
    header: "Entry of",
    onCard: "fact",
    cell: (asked) => `Order ${asked.orderNumber}`,
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    onCard: "status",
    cell: (asked) => <MoneyText minor={asked.amount} currency={asked.currency} />,
  },
  {
    id: "question",
    header: "Question",
    onCard: "fact",
    cell: (asked) => <span className={classes.beginning}>{asked.question}</span>,
  },
];

/** What people ask about single entries of their commission, and the office's answers. */
export function EntryQuestionsScreen() {
  const list = useListState<"asked">(sorting);
  const [openId, setOpenId] = useState<number | null>(null);
  const state = questionStates.find((known) => known === list.param("state")) ?? "open";
  const questions = api.wallet.questions.useQuery(
    { page: list.page, pageSize, state, ...(list.search && { search: list.search }) },
    { placeholderData: keepPreviousData },
  );
  const open = questions.data?.rows.find(({ id }) => id === openId) ?? null;
  return (
    <div className={classes.page}>
      <PageHeading title="Entry questions" area="Office" />
      <div className={classes.tools}>
        <FilterTabs
          label="Status"
          chosen={state}
          tabs={questionStates.map((value) => ({
            value,
            label: stateWords[value],
            count: questions.data?.counts[value],
          }))}
          onChosen={(value) => list.change({ state: value })}
        />
        <SearchBox
          label="Search questions"
          placeholder="Name, email or order number"
          value={list.search}
          onSearch={(search) => list.change({ search })}
        />
      </div>
      <DataList
        label="questions"
        columns={columns}
        rowKey={({ id }) => String(id)}
        rowName={(asked) => `the question of ${asked.fullName} about order ${asked.orderNumber}`}
        answer={questions}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onOpen={({ id }) => setOpenId(id)}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={
          <Empty title={emptyWords[state]}>
            {state === "open" && <p>What people ask in their wallet comes here.</p>}
          </Empty>
        }
      />
      {open && <QuestionSheet key={open.id} asked={open} onClose={() => setOpenId(null)} />}
    </div>
  );
}
