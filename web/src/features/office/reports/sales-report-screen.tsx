import "../../../theme/mantine-forms.ts";
import { Button } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { salesSorts } from "@portal/shared/office/reports/sales-terms.ts";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Empty } from "../../../ui/empty.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import { useListState } from "../../../ui/list/use-list-state.ts";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { CountNote } from "./count-note.tsx";
import { PeriodPicker } from "./period-picker.tsx";
import { groupPlurals } from "./report-words.ts";
import { salesColumns, type ShownRow } from "./sales-columns.tsx";
import { SalesFilters } from "./sales-filters.tsx";
import { exportAddress, questionIn } from "./sales-question.ts";
import classes from "./reports.module.css";

type Report = ApiOutputs["reports"]["sales"];

const pageSize = 20;
const sorting = {
  sorts: salesSorts,
  defaultSort: { by: "totalSales", direction: "desc" },
} as const;
const noFilters = {
  search: null,
  region: null,
  role: null,
  seller: null,
  product: null,
  method: null,
};

/** What was sold in some days, grouped and narrowed as one likes, with its sum and as a file. */
export function SalesReportScreen() {
  const list = useListState(sorting);
  const region = useShopSettings()?.region ?? "za";
  const { period, ...question } = questionIn(list, region);
  const report = api.reports.sales.useQuery(
    { ...question, page: list.page, pageSize },
    { placeholderData: keepPreviousData },
  );
  // Until the answer to another question is here, the rows are still those of the one before.
  const groupBy = report.data?.groupBy ?? question.groupBy;
  const columns = useMemo(() => salesColumns(groupBy), [groupBy]);
  const rows = useMemo(() => withTotals(report.data), [report.data]);
  const data = report.data && { rows, total: report.data.total };
  const isFiltered = Object.keys(noFilters).some((name) => list.param(name) !== null);

  return (
    <div className={classes.page}>
      <PageHeading title="Sales report" area="Office" action={<Files question={question} />} />
      <PeriodPicker chosen={period} onChange={list.change} />
      <SalesFilters list={list} question={question} />
      <CountNote behind={report.data?.behind ?? 0} />
      <DataList
        label={groupPlurals[groupBy]}
        columns={columns}
        rowKey={(row) => `${row.isTotal ? "total" : row.key} ${row.currency}`}
        answer={{ ...report, data }}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        sort={list.sort}
        onSort={list.sortBy}
        onClearFilters={isFiltered ? () => list.change(noFilters) : undefined}
        empty={
          <Empty title="Nothing was sold in these days">
            <p>Choose another period. An order counts on the day it is paid.</p>
          </Empty>
        }
      />
      {report.data && <Meaning report={report.data} />}
    </div>
  );
}

/** The sums stand below the rows of every page; where nothing was found there is nothing to add up. */
function withTotals(report: Report | undefined): ShownRow[] {
  if (!report || report.rows.length === 0) return [];
  return [
    ...report.rows.map((row) => ({ ...row, isTotal: false })),
    ...report.totals.map((total) => ({
      ...total,
      key: "",
      name: null,
      memberLevel: null,
      isTotal: true,
    })),
  ];
}

function Files(props: { question: Parameters<typeof exportAddress>[0] }) {
  return (
    <div className={classes.files}>
      {(["xlsx", "csv"] as const).map((format) => (
        <Button
          key={format}
          component="a"
          variant="default"
          href={exportAddress(props.question, format)}
          download
          leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
        >
          {format === "xlsx" ? "Excel" : "CSV"}
        </Button>
      ))}
    </div>
  );
}

/** What the columns mean, with the constant of the specification by its name (section 9). */
function Meaning(props: { report: Report }) {
  const unitValues = props.report.unitValues
    .map(({ unitValue, currency }) => formatMoney(unitValue, currency))
    .join(", ");
  return (
    <dl className={classes.meaning}>
      <dt>Total sales</dt>
      <dd>Units at the unit value{unitValues && ` of ${unitValues}`}, without VAT.</dd>
      <dt>Commissionable</dt>
      <dd>Goods without VAT, as commission is reckoned on; stockists’ before their margin.</dd>
      <dt>Charged</dt>
      <dd>Goods as charged, VAT included. Delivery is beside it, VAT included too.</dd>
      <dt>Refunds</dt>
      <dd>
        Money given back in these days, VAT included. The goods of it are off the other columns
        already.
      </dd>
    </dl>
  );
}
