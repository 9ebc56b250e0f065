import { Badge, Button, Card, Group, SegmentedControl, Stack, Table } from "@mantine/core";
import {
  fitsGraph,
  graphSeries,
  type GraphStep,
  graphSteps,
} from "@portal/shared/office/reports/sales-terms.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { Suspense, useCallback, useMemo, useRef } from "react";
import { api } from "../../../api/api.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { formatDay, today } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded, Loading, showToast } from "../../../ui/feedback.tsx";
import { type ListState, useListState } from "../../../ui/list/list-controls.tsx";
import { FilterPill } from "../../../ui/list/list-filters.tsx";
import { grouped } from "../../../digit-groups.ts";

import { PageHeader } from "../../../ui/page-header.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import {
  type ChosenPeriod,
  CountNote,
  LateSales,
  periodIn,
  PeriodDays,
  reportPeriodFilter,
  SalesFigure,
} from "./report-parts.tsx";
import {
  type Graph,
  graphCsv,
  type GraphData,
  graphData,
  graphMeasures,
  pictureOf,
} from "./graph-data.ts";
import { lazyPart } from "../../../ui/lazy-part.ts";

const SalesChart = lazyPart(async () => (await import("./sales-chart.tsx")).SalesChart);

const stepWords = { day: "By day", week: "By week", month: "By month" } as const;
const seriesWords = { level: "By level", product: "By product" } as const;
const measureWords = {
  totalSales: "Total sales",
  commissionable: "Commissionable",
  units: "Units",
} as const;
type Address = ListState;

/** Sales by day, week or month, stacked by level or product, with the previous period, as a chart and a table. */
export function SalesGraphScreen() {
  const list = useListState();
  const region = useShopSettings()?.region ?? "za";
  const period = periodIn(list.param, region, "tax-year");
  const view = viewIn(list, period);
  const { from, to } = period;
  const { step, series, measure } = view;
  const graph = api.reports.salesGraph.useQuery(
    { from, to, step, series },
    { placeholderData: keepPreviousData },
  );
  // Without future days.
  const now = today();
  const until = to > now && from <= now ? now : to;
  const data = useMemo(
    () => graph.data && graphData(graph.data, { from, to: until, step, series, measure }),
    [graph.data, from, until, step, series, measure],
  );

  return (
    <Stack gap="sm">
      <PageHeader title="Sales graph" note={<PeriodDays {...period} />} />
      <Views list={list} view={view} period={period} />
      <Loaded query={graph} what="sales" lines={8}>
        {(loaded) =>
          data && (
            <GraphAndTable graph={loaded} data={data} view={view} isFetching={graph.isFetching} />
          )
        }
      </Loaded>
    </Stack>
  );
}

type View = ReturnType<typeof viewIn>;

/** The view in the address; months where shorter steps would be too many. */
function viewIn({ param }: Pick<Address, "param">, { from, to, period }: ChosenPeriod) {
  const usual: GraphStep = period === "this-month" || period === "last-month" ? "day" : "month";
  const chosen = graphSteps.find((known) => known === param("step")) ?? usual;
  const step = fitsGraph({ from, to, step: chosen }) ? chosen : "month";
  const series = graphSeries.find((known) => known === param("series")) ?? "level";
  const measure = graphMeasures.find((known) => known === param("measure")) ?? "totalSales";
  return { step, series, measure };
}

function Views(props: { list: Address; view: View; period: ChosenPeriod }) {
  const { list, view, period } = props;
  return (
    <Group gap="xs">
      <FilterPill {...reportPeriodFilter(period, list.change)} />
      <SegmentedControl
        aria-label="Group by"
        value={view.step}
        data={graphSteps
          .filter((step) => fitsGraph({ from: period.from, to: period.to, step }))
          .map((value) => ({ value, label: stepWords[value] }))}
        onChange={(step) => list.change({ step })}
      />
      <SegmentedControl
        aria-label="Split by"
        value={view.series}
        data={graphSeries.map((value) => ({ value, label: seriesWords[value] }))}
        onChange={(series) => list.change({ series })}
      />
      <SegmentedControl
        aria-label="Figure"
        value={view.measure}
        data={graphMeasures.map((value) => ({ value, label: measureWords[value] }))}
        onChange={(measure) => list.change({ measure })}
      />
    </Group>
  );
}

function GraphAndTable(props: { graph: Graph; data: GraphData; view: View; isFetching: boolean }) {
  const { graph, data, view } = props;
  const box = useRef<HTMLDivElement>(null);
  const valueText = useCallback(
    (value: number) =>
      view.measure === "units" ? grouped(value) : formatMoney(value, graph.currency),
    [view.measure, graph.currency],
  );
  const stepName = useCallback((day: string) => stepNameOf(day, view.step), [view.step]);
  if (data.layers.length === 0 && data.totalBefore === 0)
    return (
      <Empty title="No sales in this period">
        Choose another period. An order counts on the day it is paid.
      </Empty>
    );
  return (
    <Stack aria-busy={props.isFetching}>
      <CountNote behind={graph.behind} />
      <SalesFigure
        label={measureWords[view.measure]}
        now={data.total}
        before={{ ...graph.before, total: data.totalBefore }}
        valueText={valueText}
      />
      <Keys data={data} valueText={valueText} />
      {/* The card clips the chart, which adapts to a narrower window with a delay. */}
      <Card ref={box} mih={352}>
        <Suspense fallback={<Loading what="the graph" lines={8} />}>
          <SalesChart
            data={data}
            stepName={stepName}
            valueText={valueText}
            axisText={(value) => valueText(value).replace(/\.00$/, "")}
          />
        </Suspense>
      </Card>
      <Group gap="xs">
        <Button variant="default" onClick={() => void savePicture(box.current)}>
          Save as PNG
        </Button>
        <Button
          variant="default"
          onClick={() =>
            saveFile(new Blob([graphCsv(data, view.measure)], { type: "text/csv" }), "sales.csv")
          }
        >
          Save as CSV
        </Button>
      </Group>
      <GraphTable
        data={data}
        caption={measureWords[view.measure]}
        stepName={stepName}
        valueText={valueText}
      />
      <LateSales late={graph.late} />
    </Stack>
  );
}

/** The legend, with sums. */
function Keys(props: { data: GraphData; valueText: (value: number) => string }) {
  const { data, valueText } = props;
  return (
    <Group gap="xs" role="list">
      {data.layers.map(({ id, name, color, total }) => (
        <Badge key={id} role="listitem" variant="dot" color={color}>
          {name} {valueText(total)}
        </Badge>
      ))}
      <Badge role="listitem" variant="dot" color="gray">
        Previous period {valueText(data.totalBefore)}
      </Badge>
    </Group>
  );
}

async function savePicture(box: HTMLDivElement | null): Promise<void> {
  const chart = box?.querySelector<SVGSVGElement>("svg.recharts-surface");
  const picture = chart ? await pictureOf(chart).catch(() => null) : null;
  if (picture) saveFile(picture, "sales.png");
  else showToast("The image could not be created.", "bad");
}

function stepNameOf(day: string, step: GraphStep): string {
  const words = formatDay(day);
  return step === "month" ? words.replace(/^\d+ /, "") : words.replace(/ \d{4}$/, "");
}

/** The first column, while the others scroll sideways. */
const inSight = { pos: "sticky", left: 0, bg: "var(--mantine-color-body)" } as const;

/** The chart's numbers, for copying and for screen readers. */
function GraphTable(props: {
  data: GraphData;
  caption: string;
  stepName: (day: string) => string;
  valueText: (value: number) => string;
}) {
  const { data, stepName, valueText } = props;
  const cellText = (value = 0) => (value === 0 ? "–" : valueText(value));
  return (
    <Table.ScrollContainer
      type="native"
      minWidth={480}
      maxHeight={480}
      role="region"
      aria-label="Numbers of the graph"
      tabIndex={0}
    >
      <Table stickyHeader verticalSpacing="xs" captionSide="top">
        <Table.Caption>{props.caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th {...inSight}>From</Table.Th>
            {data.layers.map(({ id, name }) => (
              <Table.Th key={id} ta="end">
                {name}
              </Table.Th>
            ))}
            <Table.Th ta="end">Total</Table.Th>
            <Table.Th ta="end">Previous period</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.steps.map((day, at) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" style={{ whiteSpace: "nowrap" }} {...inSight}>
                {stepName(day)}
              </Table.Th>
              {data.layers.map(({ id, values }) => (
                <Table.Td key={id} ta="end">
                  {cellText(values[at])}
                </Table.Td>
              ))}
              <Table.Td ta="end" fw={550}>
                {cellText(data.totals[at])}
              </Table.Td>
              <Table.Td ta="end">{cellText(data.before[at])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" {...inSight}>
              Total
            </Table.Th>
            {data.layers.map(({ id, total }) => (
              <Table.Td key={id} ta="end" fw={650}>
                {valueText(total)}
              </Table.Td>
            ))}
            <Table.Td ta="end" fw={650}>
              {valueText(data.total)}
            </Table.Td>
            <Table.Td ta="end" fw={650}>
              {valueText(data.totalBefore)}
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}
