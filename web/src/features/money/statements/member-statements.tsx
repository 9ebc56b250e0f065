import { Anchor, Stack, Table, Text, Title } from "@mantine/core";
import { taxYearNotes } from "@portal/shared/money/statements.ts";
import { monthInWords, taxYearOf } from "@portal/shared/platform/calendar.ts";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { monthParam, useListState } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StatementPage } from "./statement-page.tsx";

type MemberMonths = ApiOutputs["statements"]["months"];
type Row = MemberMonths["months"][number] & Pick<MemberMonths, "currency">;

const pageSize = 12;

/** The statements of the signed-in member. */
export function MyStatementsScreen() {
  return <MemberStatements />;
}

/** The months of a member, newest first, or the statement of the month in the address. */
export function MemberStatements(props: {
  /** For the office; left out for the caller's own statements. */
  memberId?: number;
}) {
  const { memberId } = props;
  const list = useListState();
  const month = monthParam(list.param("month"));
  const member = memberId === undefined ? {} : { memberId };
  const query = api.statements.months.useQuery(member);

  if (month !== "")
    return <StatementPage {...member} month={month} onBack={() => list.openAs("month", null)} />;
  return (
    <Stack gap="lg">
      {memberId === undefined ? (
        <PageHeader title="My statements" />
      ) : (
        <>
          <PageHeader
            title="Statements"
            heading={query.data && `Statements for ${query.data.name}`}
          />
          <Text size="sm" c="dimmed">
            <Link href="/admin/statements">All months</Link>
          </Text>
        </>
      )}
      <Loaded what="the statements" query={query} lines={6}>
        {(months) => (
          <>
            <Text size="sm" c="dimmed">
              Closed months are final. Later changes appear in the next month with their own date.
            </Text>
            <DataList
              label="statements"
              columns={columnsFor(months)}
              rowKey={(row) => row.month}
              rowName={(row) => `the statement for ${monthInWords(row.month)}`}
              answer={{
                ...query,
                data: { rows: rowsOf(months, list.page), total: months.months.length },
              }}
              list={list}
              pageSize={pageSize}
              onOpen={(row) => list.openAs("month", row.month)}
              empty={
                <Empty title="No statements yet">
                  You’ll get one for each month from your first commission.
                </Empty>
              }
            />
            {months.months.length > 0 && <TaxYears months={months} />}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

/** Without the column of withheld tax where there is none. */
function columnsFor({ months }: MemberMonths): readonly ListColumn<Row>[] {
  const hasTax = months.some(({ withheld }) => withheld !== 0);
  return hasTax ? columns : columns.filter(({ id }) => id !== "withheld");
}

function rowsOf({ months, currency }: MemberMonths, page: number): Row[] {
  return months
    .toReversed()
    .slice((page - 1) * pageSize, page * pageSize)
    .map((row) => ({ ...row, currency }));
}

const columns: readonly ListColumn<Row>[] = [
  {
    id: "month",
    header: "Month",
    width: "rest",
    onPhone: "title",
    cell: ({ month }) => monthInWords(month),
  },
  {
    id: "earned",
    header: "Earned",
    width: 128,
    align: "end",
    onPhone: "fact",
    cell: ({ earned, currency }) => (
      <>
        <MoneyText minor={earned} currency={currency} />
        <Text span inherit hiddenFrom="sm">
          {" "}
          earned
        </Text>
      </>
    ),
  },
  payoutColumn("cash", "Paid out"),
  payoutColumn("withheld", "Tax withheld"),
  payoutColumn("converted", "Used as credit"),
  {
    id: "balance",
    header: "Closing balance",
    width: 128,
    align: "end",
    onPhone: "amount",
    cell: ({ closing, currency }) => <MoneyText minor={closing.balance} currency={currency} />,
  },
  {
    id: "state",
    header: "Status",
    onPhone: "status",
    cell: ({ isClosed }) => (
      <StatusText tone={isClosed ? "good" : "waiting"}>{isClosed ? "Closed" : "Open"}</StatusText>
    ),
  },
];

function payoutColumn(id: "cash" | "withheld" | "converted", header: string): ListColumn<Row> {
  return {
    id,
    header,
    width: 128,
    align: "end",
    onPhone: "none",
    // Most months have no payout; a column of zeros would hide those that have.
    cell: ({ [id]: amount, currency }) =>
      amount === 0 ? "–" : <MoneyText minor={amount} currency={currency} />,
  };
}

/** Four columns fit the narrowest phone. */
const cellGap = { base: 4, sm: "sm" };

/** The totals and documents of each tax year. */
function TaxYears({ months: { months, region, currency, memberId } }: { months: MemberMonths }) {
  const years = new Map<number, { earned: number; cash: number }>();
  for (const { month, earned, cash } of months) {
    const year = taxYearOf(month, region);
    const before = years.get(year) ?? { earned: 0, cash: 0 };
    years.set(year, { earned: before.earned + earned, cash: before.cash + cash });
  }
  return (
    <section aria-labelledby="tax-years">
      <Title order={2} mb="xs" id="tax-years">
        Tax years
      </Title>
      <Text size="sm" c="dimmed">
        {taxYearNotes[region]}
      </Text>
      <Table verticalSpacing="sm" mt="sm" highlightOnHover={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th px={cellGap}>Tax year</Table.Th>
            <Table.Th ta="end" px={cellGap}>
              Earned
            </Table.Th>
            <Table.Th ta="end" px={cellGap}>
              Paid out
            </Table.Th>
            <Table.Th ta="end" px={cellGap}>
              Documents
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...years].toReversed().map(([year, { earned, cash }]) => (
            <Table.Tr key={year}>
              <Table.Th scope="row" px={cellGap}>
                {year}
              </Table.Th>
              <Table.Td ta="end" px={cellGap}>
                <MoneyText minor={earned} currency={currency} />
              </Table.Td>
              <Table.Td ta="end" px={cellGap}>
                <MoneyText minor={cash} currency={currency} />
              </Table.Td>
              <Table.Td ta="end" px={cellGap}>
                <Anchor
                  inherit
                  href={`/statements/${memberId}/tax/${year}/tax-pack.pdf`}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`Tax year ${year} as PDF`}
                >
                  PDF
                </Anchor>{" "}
                ·{" "}
                <Anchor
                  inherit
                  href={`/statements/${memberId}/tax/${year}/tax-pack.csv`}
                  download
                  aria-label={`Tax year ${year} as CSV`}
                >
                  CSV
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
