import { Box, Group, Stack, Text } from "@mantine/core";
import {
  type SalesFigureName,
  salesFigures,
  salesFigureWords,
} from "@portal/shared/office/reports/sales-figures.ts";
import {
  type SalesGroup,
  salesGroupWords,
  salesLevelWord,
  type SalesSort,
  salesSorts,
} from "@portal/shared/office/reports/sales-terms.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Region, regionWords } from "@portal/shared/platform/region.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import "../../../theme/mantine-forms.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { useSortedListState } from "../../../ui/list/list-controls.tsx";
import { useShownColumns } from "../../../ui/list/list-tools.tsx";
import { grouped } from "../../../digit-groups.ts";

import { MoneyText } from "../../../ui/money-text.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import {
  CountNote,
  groupName,
  groupPlurals,
  LateSales,
  PeriodDays,
  SalesFigure,
} from "./report-parts.tsx";
import { exportAddress, questionIn, SalesFilters } from "./sales-filters.tsx";
import { PersonName } from "../../../ui/person-name.tsx";

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

/** The sales of a period, grouped and filtered, with totals and export. */
export function SalesReportScreen() {
  const list = useSortedListState(sorting);
  const region = useShopSettings()?.region ?? "za";
  const { period, ...question } = questionIn(list, region);
  const report = api.reports.sales.useQuery(
    { ...question, page: list.page, pageSize },
    { placeholderData: keepPreviousData },
  );
  // While another query loads, the rows are still those of the previous one.
  const groupBy = report.data?.groupBy ?? question.groupBy;
  const columns = useShownColumns(salesColumns(groupBy, region, useIsPhone()));
  const rows = useMemo(() => withTotals(report.data), [report.data]);
  const data = report.data && { rows, total: report.data.total };
  const isFiltered = Object.keys(noFilters).some((name) => list.param(name) !== null);

  return (
    <Stack gap="sm">
      <PageHeader
        title="Sales report"
        note={<PeriodDays {...period} />}
        actions={[
          {
            label: "Excel",
            icon: IconDownload,
            href: exportAddress(question, "xlsx"),
            isFile: true,
          },
          { label: "CSV", icon: IconDownload, href: exportAddress(question, "csv"), isFile: true },
        ]}
      />
      <SalesFilters
        list={list}
        question={question}
        period={period}
        total={report.data?.total}
        columns={columns}
        onClearAll={() => list.change({ ...noFilters, period: null, from: null, to: null })}
      />
      <CountNote behind={report.data?.behind ?? 0} />
      {report.data && <Sums report={report.data} />}
      <DataList
        label={groupPlurals[groupBy]}
        columns={columns.shown}
        rowKey={(row) => `${row.sumOf ?? row.key} ${row.currency}`}
        answer={{ ...report, data }}
        list={{ ...list, sort: question.sort }}
        pageSize={pageSize}
        onClearFilters={isFiltered ? () => list.change(noFilters) : undefined}
        empty={
          <Empty title="No sales in this period">
            Choose another period. An order counts on the day it is paid.
          </Empty>
        }
      />
      {report.data && <LateSales late={report.data.late} />}
      {report.data && <Meaning region={region} report={report.data} />}
    </Stack>
  );
}

/** The rows with delivery, which is no product, and the totals below them, on every page. */
function withTotals(report: Report | undefined): ShownRow[] {
  if (!report || report.rows.length + report.delivery.length === 0) return [];
  const sumsOf = (sums: Report["totals"], sumOf: "Delivery" | "Total") =>
    sums.map((each) => ({ ...each, key: "", name: null, memberLevel: null, sumOf }));
  return [
    ...report.rows.map((row) => ({ ...row, sumOf: null })),
    ...sumsOf(report.delivery, "Delivery"),
    ...sumsOf(report.totals, "Total"),
  ];
}

/** Total sales for each currency. */
function Sums({ report: { totals, before } }: { report: Report }) {
  return (
    <Group gap={48}>
      {totals.map(({ currency, totalSales, orders, units }) => (
        <SalesFigure
          key={currency}
          label="Total sales"
          now={totalSales}
          before={{
            ...before,
            total: before.totals.find((each) => each.currency === currency)?.totalSales ?? 0,
          }}
          valueText={(value) => formatMoney(value, currency)}
          note={`${counted(orders, "order", "orders")}, ${counted(units, "unit", "units")}.`}
        />
      ))}
    </Group>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Explains the columns, with the unit value of the specification (section 9). */
function Meaning({ region, report }: { region: Region; report: Report }) {
  const words = salesFigureWords(region);
  const unitValues = report.unitValues
    .map(({ unitValue, currency }) => formatMoney(unitValue, currency))
    .join(", ");
  const facts = salesFigures.flatMap((figure) => {
    const { heading, meaning } = words[figure];
    return meaning === undefined ? [] : [{ name: heading, value: meaning }];
  });
  return (
    <Box mt="lg" maw={760}>
      <Facts
        facts={[...facts, ...(unitValues ? [{ name: "Unit value", value: unitValues }] : [])]}
      />
    </Box>
  );
}

type SalesRow = Report["rows"][number];
/** A group, or the delivery or the sum of all groups in one currency. */
type ShownRow = SalesRow & Readonly<{ sumOf: "Delivery" | "Total" | null }>;

function salesColumns(
  groupBy: SalesGroup,
  region: Region,
  isPhone: boolean,
): readonly ListColumn<ShownRow, SalesSort>[] {
  const words = salesFigureWords(region);
  return [
    {
      id: "name",
      header: salesGroupWords[groupBy],
      sortBy: "name",
      width: "rest",
      onPhone: "title",
      cell: (row) => <Name groupBy={groupBy} row={row} />,
    },
    ...salesFigures.map((figure) => ({
      ...figureColumn(figure, words[figure]),
      ...shown[figure],
      // A phone's row has no column headers.
      ...(isPhone &&
        figure === "units" && {
          cell: (row: ShownRow) => <PhoneFact row={row} priceTax={regionWords(region).priceTax} />,
        }),
    })),
  ];
}

/** Of the figures that are not shown always, or on phones. */
const shown: Partial<
  Record<SalesFigureName, Partial<Pick<ListColumn<ShownRow, SalesSort>, "optional" | "onPhone">>>
> = {
  units: { onPhone: "fact" },
  totalSales: { onPhone: "amount" },
  charged: { optional: "hidden" },
  delivery: { optional: "hidden" },
  refunds: { optional: "shown-if-wide" },
  exclVat: { optional: "shown-if-wide" },
  vat: { optional: "shown-if-wide" },
};

/** Units; of delivery, which has none, what was charged. */
function PhoneFact(props: { row: ShownRow; priceTax: string }) {
  const { sumOf, units, inclVat, currency } = props.row;
  if (sumOf === "Delivery")
    return (
      <>
        <MoneyText minor={inclVat} currency={currency} /> incl. {props.priceTax}
      </>
    );
  return units === 0 ? null : counted(units, "unit", "units");
}

function Name(props: { groupBy: SalesGroup; row: ShownRow }) {
  const { groupBy, row } = props;
  if (row.sumOf === "Delivery") return "Delivery";
  if (row.sumOf === "Total")
    return <strong>Total{groupBy === "region" ? `, ${row.currency}` : ""}</strong>;
  return (
    <>
      <PersonName id={groupBy === "person" && row.name !== null ? Number(row.key) : null}>
        {groupName(groupBy, row)}
      </PersonName>
      {row.memberLevel !== null && (
        <Text span inherit c="dimmed">
          {" "}
          {row.memberLevel === 4 ? "Stockist" : salesLevelWord(row.memberLevel)}
        </Text>
      )}
    </>
  );
}

function figureColumn(
  id: SalesFigureName,
  { kind, heading }: ReturnType<typeof salesFigureWords>[SalesFigureName],
): ListColumn<ShownRow, SalesSort> {
  return {
    id,
    header: heading,
    sortBy: id,
    align: "end",
    width: kind === "money" ? 116 : 80,
    onPhone: "none",
    cell: (row) => (
      <Text span inherit fw={row.sumOf === "Total" ? 650 : 400}>
        {row[id] === 0 ? "–" : <Figure kind={kind} value={row[id]} currency={row.currency} />}
      </Text>
    ),
  };
}

function Figure(props: { kind: "whole" | "money"; value: number; currency: Currency }) {
  return props.kind === "money" ? (
    <MoneyText minor={props.value} currency={props.currency} />
  ) : (
    grouped(props.value)
  );
}
