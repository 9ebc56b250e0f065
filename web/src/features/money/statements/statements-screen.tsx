import { Button, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { monthInWords } from "@portal/shared/platform/calendar.ts";
import { lazy, Suspense, useMemo, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import "../../../theme/mantine-forms.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Failure, Loading, showToast } from "../../../ui/feedback.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { MemberStatements } from "./member-statements.tsx";

const MonthField = lazy(async () => ({
  default: (await import("../../../ui/dates/month-field.tsx")).MonthField,
}));

/** Month end for the office: what is closed, what can be, and anybody's statements. */
export function StatementsScreen() {
  const [params] = useSearchParams();
  const memberId = Number(params.get("member"));
  if (Number.isInteger(memberId) && memberId > 0)
    return (
      <MemberStatements
        title="Statements"
        memberId={memberId}
        top={
          <Text size="sm" c="dimmed">
            <Link href="/admin/statements">All months</Link>
          </Text>
        }
      />
    );
  return (
    <Stack gap="lg">
      <PageHeader title="Statements" />
      <Text size="sm" c="dimmed">
        To see one person’s statements, open them in{" "}
        <Link href="/admin/distributors">Distributors</Link>.
      </Text>
      <CloseMonth />
      <Cents />
    </Stack>
  );
}

type Closings = ApiOutputs["statements"]["closings"];
type Closing = Closings["closings"][number];

/** Which months are closed, and the next one that can be. */
function CloseMonth() {
  const answer = api.statements.closings.useQuery();
  if (!answer.data)
    return answer.error ? (
      <Failure
        what="the closed months"
        error={answer.error}
        onRetry={() => void answer.refetch()}
      />
    ) : (
      <Loading what="the closed months" lines={4} />
    );
  return (
    <>
      <NextMonth closings={answer.data} />
      <ClosedMonths closings={answer.data} />
    </>
  );
}

function NextMonth({ closings: { closable, closings } }: { closings: Closings }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const month = closable.find((each) => each === chosen) ?? closable.at(-1);
  if (month === undefined)
    return (
      <Text size="sm" c="dimmed">
        {closings.length > 0
          ? "All finished months are closed."
          : "No month to close yet. A month can be closed once it is over and has commission."}
      </Text>
    );
  return (
    <Paper component="section" p="md" aria-labelledby="next-month">
      <Title order={2} mb="xs" id="next-month">
        {closings.length > 0 ? `${monthInWords(month)} is ready to close` : "Close the first month"}
      </Title>
      {closable.length > 1 && (
        <Suspense fallback={<Skeleton h={84} maw={300} />}>
          <MonthField
            label="Month"
            description="Earlier open months are closed too."
            min={closable[0] ?? month}
            max={closable.at(-1) ?? month}
            value={month}
            onChange={setChosen}
          />
        </Suspense>
      )}
      <Text size="sm" c="dimmed">
        Closing makes the statements final and emails everyone who earned commission. You cannot
        reopen a month.
      </Text>
      <Button mt="sm" onClick={() => setIsAsked(true)}>
        Close {monthInWords(month)}
      </Button>
      {isAsked && <CloseDialog month={month} onDone={() => setIsAsked(false)} />}
    </Paper>
  );
}

function CloseDialog({ month, onDone }: { month: string; onDone: () => void }) {
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const close = api.statements.close.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.statements.invalidate(), utils.wallet.statement.invalidate()]);
      showToast(`${monthInWords(month)} closed.`);
      onDone();
    },
    onError: () => utils.statements.closings.invalidate(),
  });
  const request = { month };
  return (
    <ConfirmDialog
      title={`Close ${monthInWords(month)}?`}
      confirmLabel={`Close ${monthInWords(month)}`}
      isBusy={close.isPending}
      error={close.error}
      onConfirm={() => close.mutate({ ...request, commandId: commandIdFor(request) })}
      onCancel={onDone}
    >
      <p>
        Its statements become final. Later events, such as refunds, go into the next month with
        their own date. You cannot undo this.
      </p>
    </ConfirmDialog>
  );
}

function ClosedMonths({ closings: { closings } }: { closings: Closings }) {
  return (
    <section aria-labelledby="closed-months">
      <Title order={2} mb="xs" id="closed-months">
        Closed months
      </Title>
      <DataList
        label="closed months"
        columns={closingColumns}
        rowKey={({ month }) => month}
        answer={{
          data: { rows: closings, total: closings.length },
          error: null,
          isFetching: false,
          refetch: () => {},
        }}
        page={1}
        pageSize={Math.max(1, closings.length)}
        onPage={() => {}}
        empty={<Empty title="No closed months yet" />}
      />
    </section>
  );
}

const closingColumns: readonly ListColumn<Closing>[] = [
  {
    id: "month",
    width: "rest",
    header: "Month",
    onPhone: "title",
    cell: ({ month }) => monthInWords(month),
  },
  {
    id: "closedAt",
    width: 172,
    header: "Closed on",
    onPhone: "fact",
    cell: ({ closedAt }) => <DayText value={closedAt} withTime />,
  },
  {
    id: "position",
    width: 132,
    header: "Ledger position",
    align: "end",
    onPhone: "fact",
    cell: ({ throughPosition }) => String(throughPosition),
  },
  {
    id: "seal",
    header: "Seal",
    onPhone: "none",
    cell: ({ seal }) => (
      <Text span inherit ff="monospace">
        {seal.root.slice(0, 16)}…
      </Text>
    ),
  },
];

type RoundingResiduals = ApiOutputs["statements"]["cents"];
type Row = RoundingResiduals["months"][number] & Pick<RoundingResiduals, "currency">;

const pageSize = 12;

/** What rounding to whole cents or pence left over, month by month. */
function Cents() {
  const answer = api.statements.cents.useQuery();
  const [page, setPage] = useState(1);
  const report = answer.data;
  const { cents } = useRegionWords();
  const columns = useMemo(() => columnsIn(cents), [cents]);
  return (
    <section aria-labelledby="cents">
      <Title order={2} mb="xs" id="cents">
        Rounding differences
      </Title>
      <Text size="sm" c="dimmed">
        Exact commission minus rounded amounts. Above zero: members received slightly less than the
        exact share. Below zero: slightly more.
      </Text>
      {report ? (
        <DataList
          label="months"
          columns={columns}
          rowKey={({ month }) => month}
          answer={{
            error: answer.error,
            isFetching: answer.isFetching,
            refetch: answer.refetch,
            data: {
              total: report.months.length,
              rows: report.months
                .toReversed()
                .slice((page - 1) * pageSize, page * pageSize)
                .map((row) => ({ ...row, currency: report.currency })),
            },
          }}
          page={page}
          pageSize={pageSize}
          onPage={setPage}
          empty={
            <Text size="sm" c="dimmed">
              No commission yet.
            </Text>
          }
        />
      ) : answer.error ? (
        <Failure
          what="the rounding differences"
          error={answer.error}
          onRetry={() => void answer.refetch()}
        />
      ) : (
        <Loading what="the rounding differences" lines={4} />
      )}
    </section>
  );
}

const columnsIn = (cents: string): readonly ListColumn<Row>[] => [
  {
    id: "month",
    width: "rest",
    header: "Month",
    onPhone: "title",
    cell: ({ month }) => monthInWords(month),
  },
  {
    id: "entries",
    width: 96,
    header: "Entries",
    align: "end",
    onPhone: "none",
    cell: ({ entries }) => String(entries),
  },
  {
    id: "amount",
    width: 124,
    header: "Commission",
    align: "end",
    onPhone: "amount",
    cell: ({ amount, currency }) => <MoneyText minor={amount} currency={currency} />,
  },
  {
    id: "residual",
    width: 148,
    header: `Difference (${cents})`,
    align: "end",
    onPhone: "fact",
    cell: ({ residual }) => residual.replace("-", "−").replace(/(\.\d\d)\d+$/, "$1"),
  },
];
