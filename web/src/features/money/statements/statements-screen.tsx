import { NativeSelect, Stack, Text, Title } from "@mantine/core";
import { IconCalendarCheck } from "@tabler/icons-react";
import { monthInWords, taxYearOf } from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { residualText } from "../../../ui/amount.ts";
import { Archives } from "../archives/archives.tsx";
import { DayText, today } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { idParam } from "../../../ui/list/list-controls.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { RegisterOfMonth } from "./commission-register.tsx";
import { MemberStatements } from "./member-statements.tsx";

const views = [
  { value: "months", label: "Closed months" },
  { value: "register", label: "Commission register" },
] as const;

/**
 * The office's closed months and rounding residuals, the commission register of a month, or the statements of the member in
 * the address.
 */
export function StatementsScreen() {
  const [params, change] = useUrlParams();
  const may = useMayCall();
  const memberId = idParam(params.get("member"));
  if (memberId !== null) return <MemberStatements memberId={memberId} />;
  const view = views.find(({ value }) => value === params.get("view"))?.value ?? "months";
  const tabs = (
    <ListViews
      label="View"
      chosen={view}
      views={views}
      onChosen={(value) => change({ view: value === "months" ? null : value, page: null })}
    />
  );
  return view === "register" ? (
    <RegisterOfMonth tabs={tabs} />
  ) : (
    <Stack gap="lg">
      <PageHeader
        title="Statements"
        actions={[{ label: "Month end", icon: IconCalendarCheck, href: "/admin/month-end" }]}
      />
      {tabs}
      <Text size="sm" c="dimmed">
        {may("network.tree") ? (
          <>
            To see one person’s statements, open them in{" "}
            <Link href="/admin/distributors">Distributors</Link>.
          </>
        ) : (
          "To see one person’s statements, open them in the commission register."
        )}
      </Text>
      <ClosedMonths />
      <TaxYears />
      <RoundingDifferences />
    </Stack>
  );
}

type Closing = ApiOutputs["statements"]["closings"]["closings"][number];

function ClosedMonths() {
  const answer = api.statements.closings.useQuery(undefined, {
    select: ({ closings }) => ({ rows: closings, total: closings.length }),
  });
  return (
    <Loaded what="the closed months" query={answer} lines={4}>
      {() => (
        <section aria-labelledby="closed-months">
          <Title order={2} mb="xs" id="closed-months">
            Closed months
          </Title>
          <DataList
            label="closed months"
            columns={closingColumns}
            rowKey={({ month }) => month}
            answer={answer}
            empty={<Empty title="No closed months yet" />}
          />
        </section>
      )}
    </Loaded>
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

/** How many tax years can be chosen, with the present one. */
const yearsShown = 7;

/** The tax years of all members as one file; the last one that ended is chosen first. */
function TaxYears() {
  const region = useShopSettings()?.region ?? "za";
  const present = taxYearOf(today().slice(0, 7), region);
  const years = Array.from({ length: yearsShown }, (_, index) => present - index);
  const [chosen, choose] = useState<number | null>(null);
  const year = chosen ?? present - 1;
  return (
    <Archives
      title="Tax years of all members"
      note={`We write the tax year of every member who earned or was paid in it as a PDF, with a table of all months and a list of all files. ${certificateNotes[region]}`}
      choices={[{ label: "Export tax years", asked: { kind: "tax-packs", year } }]}
    >
      <NativeSelect
        label="Tax year"
        value={String(year)}
        data={years.map(String)}
        onChange={({ currentTarget: { value } }) => choose(Number(value))}
      />
    </Archives>
  );
}

/** Registers and tax years go by the day of recording. */
const byPayment =
  "Certificates count a payout in the year in which it was paid. If it was recorded in another year, a separate file lists it.";

/** What the file of certificates is, and what nobody but an accountant can say. */
const certificateNotes: Readonly<Record<Region, string>> = {
  za: `A table has the data for IRP5 and IT3(a) certificates. ${byPayment} Your accountant decides between codes 3606 and 3616, and adds what SARS asks for beyond it. Income and tax withheld include VAT where a member charges it. The table also has that VAT, by your tax invoices, and the income without it. Ask your accountant which one counts.`,
  uk: "There are no certificates for members in the United Kingdom.",
  usa: `A table has the data for forms 1099-NEC, also of members who only bought for $5,000 or more. ${byPayment} Box 2 counts all goods that a member bought: check whether they were for resale.`,
};

type RoundingResiduals = ApiOutputs["statements"]["cents"];
type Row = RoundingResiduals["months"][number] & Pick<RoundingResiduals, "currency">;

const pageSize = 12;

/** What rounding to whole cents or pence left over, month by month. */
function RoundingDifferences() {
  const [page, setPage] = useState(1);
  const answer = api.statements.cents.useQuery(undefined, {
    select: ({ months, currency }) => ({
      rows: months
        .toReversed()
        .slice((page - 1) * pageSize, page * pageSize)
        .map((row) => ({ ...row, currency })),
      total: months.length,
    }),
  });
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
      <Loaded what="the rounding differences" query={answer} lines={4}>
        {() => (
          <DataList
            label="months"
            columns={columns}
            rowKey={({ month }) => month}
            answer={answer}
            list={{ page, goToPage: setPage }}
            pageSize={pageSize}
            empty={
              <Text size="sm" c="dimmed">
                No commission yet.
              </Text>
            }
          />
        )}
      </Loaded>
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
        {/* A row on a phone has no header for the unit. */}
        <Text span inherit hiddenFrom="sm">
          {" "}
          {cents}
        </Text>
      </>
    ),
  },
];
