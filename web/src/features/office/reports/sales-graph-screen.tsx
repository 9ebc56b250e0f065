import { Button, NativeSelect } from "@mantine/core";
import {
  fitsGraph,
  graphSeries,
  type GraphStep,
  graphSteps,
} from "@portal/shared/office/reports/sales-terms.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useRef } from "react";
import { api } from "../../../api/api.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import "../../../theme/mantine-forms.ts";
import { formatDay } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Failure, Loading, showToast } from "../../../ui/feedback.tsx";
import { type ListState, useListState } from "../../../ui/list/list-controls.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import {
  type ChosenPeriod,
  CountNote,
  periodIn,
  PeriodPicker,
  wholeNumber,
} from "./report-parts.tsx";
import {
  comparison,
  type Graph,
  graphCsv,
  type GraphData,
  graphData,
  graphMeasures,
  pictureOf,
} from "./graph-data.ts";
import classes from "./reports.module.css";

const SalesChart = lazy(async () => ({ default: (await import("./sales-chart.tsx")).SalesChart }));

const stepWords = { day: "By day", week: "By week", month: "By month" } as const;
const seriesWords = { level: "By level", product: "By product" } as const;
const measureWords = {
  totalSales: "Total sales",
  commissionable: "Commissionable",
  units: "Units",
} as const;
const noSorts = { sorts: ["day"], defaultSort: { by: "day", direction: "asc" } } as const;
type Address = ListState<"day">;

/** Sales per step of time, stacked by level or product, beside the period before; and the same numbers. */
export function SalesGraphScreen() {
  const list = useListState(noSorts);
  const region = useShopSettings()?.region ?? "za";
  const period = periodIn(list.param, region, "tax-year");
  const view = viewIn(list, period);
  const { from, to } = period;
  const { step, series, measure } = view;
  const graph = api.reports.salesGraph.useQuery(
    { from, to, step, series },
    { placeholderData: keepPreviousData },
  );
  const data = useMemo(
    () => graph.data && graphData(graph.data, { from, to, step, series, measure }),
    [graph.data, from, to, step, series, measure],
  );

  return (
    <div className={classes.page}>
      <PageHeader title="Sales graph" />
      <PeriodPicker chosen={period} onChange={list.change} />
      <Views list={list} view={view} period={period} />
      {graph.data && data ? (
        <Drawn graph={graph.data} data={data} view={view} isFetching={graph.isFetching} />
      ) : graph.error ? (
        <Failure what="sales" error={graph.error} onRetry={() => void graph.refetch()} />
      ) : (
        <div className={classes.chart}>
          <Loading what="sales" lines={8} />
        </div>
      )}
    </div>
  );
}

type View = ReturnType<typeof viewIn>;

/** Steps that would be too many become longer ones by themselves. */
function viewIn({ param }: Pick<Address, "param">, { from, to, period }: ChosenPeriod) {
  const usual: GraphStep = period === "this-month" || period === "last-month" ? "day" : "month";
  const asked = graphSteps.find((known) => known === param("step")) ?? usual;
  const step = fitsGraph({ from, to, step: asked }) ? asked : "month";
  const series = graphSeries.find((known) => known === param("series")) ?? "level";
  const measure = graphMeasures.find((known) => known === param("measure")) ?? "totalSales";
  return { step, series, measure };
}

function Views(props: { list: Address; view: View; period: ChosenPeriod }) {
  const { list, view, period } = props;
  return (
    <div className={classes.tools}>
      <ListViews
        label="Group by"
        chosen={view.step}
        views={graphSteps
          .filter((step) => fitsGraph({ from: period.from, to: period.to, step }))
          .map((value) => ({ value, label: stepWords[value], count: undefined }))}
        onChosen={(step) => list.change({ step })}
      />
      <ListViews
        label="Split by"
        chosen={view.series}
        views={graphSeries.map((value) => ({ value, label: seriesWords[value], count: undefined }))}
        onChosen={(series) => list.change({ series })}
      />
      <NativeSelect
        aria-label="Figure"
        value={view.measure}
        data={graphMeasures.map((value) => ({ value, label: measureWords[value] }))}
        onChange={(event) => list.change({ measure: event.currentTarget.value })}
      />
    </div>
  );
}

function Drawn(props: { graph: Graph; data: GraphData; view: View; isFetching: boolean }) {
  const { graph, data, view } = props;
  const box = useRef<HTMLDivElement>(null);
  const valueText = useCallback(
    (value: number) =>
      view.measure === "units" ? wholeNumber(value) : formatMoney(value, graph.currency),
    [view.measure, graph.currency],
  );
  const stepName = useCallback((day: string) => stepNameOf(day, view.step), [view.step]);
  if (data.layers.length === 0 && data.totalBefore === 0)
    return (
      <Empty title="No sales in this period">
        <p>Choose another period. An order counts on the day it is paid.</p>
      </Empty>
    );
  return (
    <div className={classes.page} aria-busy={props.isFetching}>
      <CountNote behind={graph.behind} />
      <p className={classes.finding}>
        <strong>
          {measureWords[view.measure]}: {valueText(data.total)}
        </strong>
        , {comparison(data)} ({formatDay(graph.before.from)} to {formatDay(graph.before.to)}).
      </p>
      <Keys data={data} valueText={valueText} />
      <div ref={box}>
        <Suspense
          fallback={
            <div className={classes.chart}>
              <Loading what="the graph" lines={8} />
            </div>
          }
        >
          <SalesChart data={data} stepName={stepName} valueText={valueText} />
        </Suspense>
      </div>
      <div className={classes.files}>
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
      </div>
      <GraphTable
        data={data}
        caption={measureWords[view.measure]}
        stepName={stepName}
        valueText={valueText}
      />
    </div>
  );
}

/** What each colour is, with its sum: read before the colours, and without them. */
function Keys(props: { data: GraphData; valueText: (value: number) => string }) {
  const { data, valueText } = props;
  return (
    <ul className={classes.keys}>
      {data.layers.map(({ id, name, color, total }) => (
        <li key={id} className={classes.key}>
          <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
          {name} <span className="tabular">{valueText(total)}</span>
        </li>
      ))}
      <li className={classes.key}>
        <span className={classes.swatch} data-line aria-hidden="true" />
        Previous period <span className="tabular">{valueText(data.totalBefore)}</span>
      </li>
    </ul>
  );
}

async function savePicture(box: HTMLDivElement | null): Promise<void> {
  const chart = box?.querySelector<SVGSVGElement>("svg.recharts-surface");
  const picture = chart ? await pictureOf(chart).catch(() => null) : null;
  if (picture) saveFile(picture, "sales.png");
  else showToast("The image could not be created.");
}

function stepNameOf(day: string, step: GraphStep): string {
  const words = formatDay(day);
  return step === "month" ? words.replace(/^\d+ /, "") : words.replace(/ \d{4}$/, "");
}

/** The numbers of the graph, always: what is drawn can be read, copied and heard. */
function GraphTable(props: {
  data: GraphData;
  caption: string;
  stepName: (day: string) => string;
  valueText: (value: number) => string;
}) {
  const { data, stepName, valueText } = props;
  return (
    <div className={classes.scroll} role="region" aria-label="Numbers of the graph" tabIndex={0}>
      <table className={classes.table}>
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            {data.layers.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Total</th>
            <th scope="col">Previous period</th>
          </tr>
        </thead>
        <tbody>
          {data.steps.map((day, at) => (
            <tr key={day}>
              <th scope="row">{stepName(day)}</th>
              {data.layers.map(({ id, values }) => (
                <td key={id}>{valueText(values[at] ?? 0)}</td>
              ))}
              <td>{valueText(data.totals[at] ?? 0)}</td>
              <td>{valueText(data.before[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {data.layers.map(({ id, total }) => (
              <td key={id}>{valueText(total)}</td>
            ))}
            <td>{valueText(data.total)}</td>
            <td>{valueText(data.totalBefore)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
