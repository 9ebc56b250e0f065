import { Paper, Stack, Text, Textarea } from "@mantine/core";
import { answerEntryQuestionSchema } from "@portal/shared/money/wallet-entries.ts";
import { type QuestionState, questionStates } from "@portal/shared/money/wallet-terms.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given, useListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { useOpenRow } from "../../../ui/list/use-open-row.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { MoneyInput } from "../../../ui/number-inputs.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { exactProduct, kindWords } from "./entry-rules.ts";
import { Paragraphs } from "./entry-sheet.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { useCommand } from "../../../ui/use-command.ts";

export type ListedQuestion = ApiOutputs["wallet"]["questions"]["rows"][number];

const pageSize = 20;
const stateWords: Record<QuestionState, string> = { open: "To answer", answered: "Answered" };
const emptyWords: Record<QuestionState, string> = {
  open: "No questions to answer",
  answered: "No answered questions yet",
};

const columns: readonly ListColumn<ListedQuestion>[] = [
  {
    id: "person",
    header: "Person",
    width: 180,
    onPhone: "title",
    cell: (asked) => <PersonName id={asked.userId}>{asked.fullName}</PersonName>,
  },
  {
    id: "asked",
    header: "Asked",
    width: 120,
    onPhone: "fact",
    cell: (asked) => <DayText value={asked.askedAt} />,
  },
  {
    id: "order",
    header: "Order",
    width: 112,
    onPhone: "fact",
    cell: (asked) => `Order ${asked.orderNumber}`,
  },
  {
    id: "question",
    header: "Question",
    width: "rest",
    onPhone: "fact",
    cell: (asked) => asked.question,
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    width: 112,
    onPhone: "amount",
    cell: (asked) => <MoneyText minor={asked.amount} currency={asked.currency} />,
  },
];

/** Members' questions about single commission entries, and the office's answers. */
export function EntryQuestionsScreen() {
  const list = useListState();
  const [openId, setOpenId] = useState<number | null>(null);
  const state = questionStates.find((known) => known === list.param("state")) ?? "open";
  const questions = api.wallet.questions.useQuery(
    { page: list.page, pageSize, state, ...given({ search: list.search }) },
    { placeholderData: keepPreviousData },
  );
  const openKey = openId === null ? null : String(openId);
  const open = useOpenRow(openKey, questions.data?.rows, ({ id }) => String(id));
  return (
    <Stack gap="sm">
      <PageHeader title="Commission questions" />
      <ListViews
        label="Status"
        chosen={state}
        views={questionStates.map((value) => ({
          value,
          label: stateWords[value],
          count: questions.data?.counts[value],
        }))}
        onChosen={(value) => list.change({ state: value })}
      />
      <ListTools
        label="questions"
        search={
          <ListSearch
            list={list}
            label="Search questions"
            placeholder="Name, email or order number"
          />
        }
      />
      <DataList
        label="questions"
        columns={columns}
        rowKey={({ id }) => String(id)}
        rowName={(asked) => `the question from ${asked.fullName} about order ${asked.orderNumber}`}
        answer={questions}
        list={list}
        pageSize={pageSize}
        onOpen={({ id }) => setOpenId(id)}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={
          <Empty title={emptyWords[state]}>
            {state === "open" && "Questions distributors ask in their wallet appear here."}
          </Empty>
        }
      />
      {open && <QuestionSheet key={open.id} asked={open} onClose={() => setOpenId(null)} />}
    </Stack>
  );
}

/** A question with its entry, and its answer or the form to answer it. */
function QuestionSheet(props: { asked: ListedQuestion; onClose: () => void }) {
  const { asked, onClose } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={asked.currency} />;
  return (
    <Sheet title={`Question from ${asked.fullName}`} onClose={onClose}>
      <Stack gap="lg">
        <div>
          <Paragraphs text={asked.question} />
        </div>
        <Facts
          facts={[
            { name: "Asked", value: <DayText value={asked.askedAt} withTime /> },
            { name: "Email", value: <a href={`mailto:${asked.email}`}>{asked.email}</a> },
            {
              name: "Order",
              value: (
                <Link href={`/admin/orders?search=${asked.orderNumber}`}>{asked.orderNumber}</Link>
              ),
            },
            { name: "Type", value: kindWords(asked.kind) },
            { name: "Amount", value: money(asked.amount) },
            {
              name: "Calculation",
              value: exactProduct(asked.value, asked.rateBps, asked.currency),
            },
            asked.cappedBy !== null && {
              name: "Reduced by the order’s limit",
              value: money(asked.cappedBy),
            },
            { name: "Earned", value: <DayText value={asked.occurredAt} withTime /> },
            { name: "Ledger position", value: `${asked.position}, entry ${asked.entryNo}` },
          ]}
        />
        {asked.answer === null ? (
          <AnswerForm asked={asked} onDone={onClose} />
        ) : (
          <Paper component="section" p="sm" bg="var(--ground)" aria-label="Answer">
            <Paragraphs text={asked.answer} />
            {asked.credit !== null && <Text>Store credit added: {money(asked.credit)}</Text>}
            <Text size="sm" c="dimmed">
              By {asked.answeredByName ?? "someone"}
              {asked.answeredAt !== null && (
                <>
                  {" "}
                  on <DayText value={asked.answeredAt} withTime />
                </>
              )}
            </Text>
          </Paper>
        )}
      </Stack>
    </Sheet>
  );
}

/** Answers a question, with store credit where some is owed. */
function AnswerForm(props: { asked: ListedQuestion; onDone: () => void }) {
  const { id, currency } = props.asked;
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "answer",
    schema: z.pick(answerEntryQuestionSchema, { answer: true, credit: true }),
    initialValues: { answer: "", credit: null },
  });
  const answer = useCommand(api.wallet.answerQuestion, {
    done: ({ proposalId }) => doneWords(proposalId, "Answer sent."),
    form: { showErrors },
    onDone: props.onDone,
  });
  return (
    <FormPage
      onSubmit={onSubmit((typed) => answer.send({ id, ...typed }))}
      submitLabel="Send answer"
      isDirty={form.isDirty()}
      isBusy={answer.isPending}
      failure={answer.error}
    >
      <Textarea
        label="Your answer"
        description="The distributor sees this in their wallet and by email."
        required
        rows={4}
        maxLength={1000}
        {...form.getInputProps("answer")}
      />
      <MoneyInput
        label="Store credit to add (optional)"
        description="Add credit only if we owe it. It is linked to this commission."
        currency={currency}
        {...form.getInputProps("credit")}
      />
    </FormPage>
  );
}
