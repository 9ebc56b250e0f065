import { Stack, Text, Title } from "@mantine/core";
import { IconCalendarCheck } from "@tabler/icons-react";
import { monthInWords } from "@portal/shared/platform/calendar.ts";
import { useMemo, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { residualText } from "../../../ui/amount.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { MemberStatements } from "./member-statements.tsx";

/** The closed months for the office, what rounding left over, and anybody's statements. */
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
      <PageHeader
        title="Statements"
        actions={[{ label: "Month end", icon: IconCalendarCheck, href: "/admin/month-end" }]}
      />
      <Text size="sm" c="dimmed">
        To see one person’s statements, open them in{" "}
        <Link href="/admin/distributors">Distributors</Link>.
      </Text>
      <Closed />
      <Cents />
    </Stack>
  );
}

type Closings = ApiOutputs["statements"]["closings"];
type Closing = Closings["closings"][number];

function Closed() {
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
  return <ClosedMonths closings={answer.data} />;
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
    onPhone: "none",
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
      <Text size="sm" c="dimmed" mb="md">
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
    cell: ({ residual }) => (
      <>
        {residualText(residual)}
        {/* A phone's row has no header that says it. */}
        <Text span inherit hiddenFrom="sm">
          {" "}
          {cents}
        </Text>
      </>
    ),
  },
];
