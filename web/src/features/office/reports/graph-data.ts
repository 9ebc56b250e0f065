import {
  type GraphSeries,
  type GraphStep,
  salesLevelWord,
} from "@portal/shared/office/reports/sales-terms.ts";
import { addDays, firstDayOf, nextMonth, weekdayOf } from "@portal/shared/platform/calendar.ts";
import { csvField, harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { colors } from "../../../theme/colors.ts";

export type Graph = ApiOutputs["reports"]["salesGraph"];

export const graphMeasures = ["totalSales", "commissionable", "units"] as const;
export type GraphMeasure = (typeof graphMeasures)[number];

/** One layer of the stacked bars; layers are listed from the bottom. One value per step. */
export type GraphLayer = Readonly<{
  id: string;
  name: string;
  color: string;
  values: readonly number[];
  total: number;
}>;

export type GraphData = Readonly<{
  /** The first day of each step. */
  steps: readonly string[];
  layers: readonly GraphLayer[];
  totals: readonly number[];
  total: number;
  /** The same steps of the previous period; 0 where it has fewer. */
  before: readonly number[];
  totalBefore: number;
}>;

type GraphQuery = Readonly<{
  from: string;
  to: string;
  step: GraphStep;
  series: GraphSeries;
  measure: GraphMeasure;
}>;

const levelOrder = [1, 2, 3, 4, 0];
const levelColors: Readonly<Record<number, string>> = {
  1: colors.levelOne,
  2: colors.levelTwo,
  3: colors.levelThree,
  4: colors.stockist,
  0: colors.fieldBorder,
};
const productColors = [
  colors.levelOne,
  colors.levelTwo,
  colors.levelThree,
  colors.stockist,
  colors.fynbos,
  colors.sulphur,
];

/** The numbers of both the chart and the table. */
export function graphData(graph: Graph, query: GraphQuery): GraphData {
  const { from, to, measure, step } = query;
  const steps = stepsOf(from, to, step);
  const layers =
    query.series === "level" ? levels(graph, steps, measure) : products(graph, steps, measure);
  const totals = steps.map((_, at) => sum(layers.map(({ values }) => values[at] ?? 0)));
  const former = stepsOf(graph.before.from, graph.before.to, step);
  const valuesBefore = former.map((day) =>
    sum(graph.before.points.filter((point) => point.day === day).map((point) => point[measure])),
  );
  return {
    steps,
    layers,
    totals,
    total: sum(totals),
    before: steps.map((_, at) => valuesBefore[at] ?? 0),
    totalBefore: sum(valuesBefore),
  };
}

function levels(graph: Graph, steps: readonly string[], measure: GraphMeasure): GraphLayer[] {
  return levelOrder
    .map((level) => ({
      id: `level-${level}`,
      name: salesLevelWord(level),
      color: levelColors[level] ?? colors.muted,
      ...valuesOf(graph, steps, measure, new Set([level])),
    }))
    .filter(({ total }) => total !== 0);
}

/** The six best-selling products; the others are one layer, because more colours could not be told apart. */
function products(graph: Graph, steps: readonly string[], measure: GraphMeasure): GraphLayer[] {
  const keys = [...new Set(graph.points.map(({ key }) => key))];
  const sorted = keys
    .map((key) => ({ key, ...valuesOf(graph, steps, measure, new Set([key])) }))
    .filter(({ total }) => total !== 0)
    .toSorted((one, other) => other.total - one.total);
  const best = sorted.slice(0, productColors.length).map(({ key, ...values }, at) => ({
    id: `product-${key}`,
    name: graph.names.find((known) => known.key === key)?.name ?? `Removed product ${key}`,
    color: productColors[at] ?? colors.muted,
    ...values,
  }));
  const others = new Set(sorted.slice(productColors.length).map(({ key }) => key));
  if (others.size === 0) return best;
  const rest = valuesOf(graph, steps, measure, others);
  return [
    ...best,
    { id: "product-others", name: "Other products", color: colors.fieldBorder, ...rest },
  ];
}

/** The values of some levels or products together. */
function valuesOf(
  { points }: Graph,
  steps: readonly string[],
  measure: GraphMeasure,
  keys: ReadonlySet<number>,
): Pick<GraphLayer, "values" | "total"> {
  const byDay = new Map<string, number>();
  for (const point of points)
    if (keys.has(point.key)) byDay.set(point.day, (byDay.get(point.day) ?? 0) + point[measure]);
  const values = steps.map((day) => byDay.get(day) ?? 0);
  return { values, total: sum(values) };
}

/** The first days of all steps that overlap the period; weeks begin on Monday. */
export function stepsOf(from: string, to: string, step: GraphStep): string[] {
  const steps: string[] = [];
  for (let day = startOf(from, step); day <= to; day = nextOf(day, step)) steps.push(day);
  return steps;
}

function startOf(day: string, step: GraphStep): string {
  if (step === "month") return firstDayOf(day.slice(0, 7));
  return step === "week" ? addDays(day, -((weekdayOf(day) + 6) % 7)) : day;
}

function nextOf(day: string, step: GraphStep): string {
  if (step === "month") return firstDayOf(nextMonth(day.slice(0, 7)));
  return addDays(day, step === "week" ? 7 : 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The graph's table as CSV; amounts with a decimal point. */
export function graphCsv(data: GraphData, measure: GraphMeasure): string {
  const text = (value: number) => (measure === "units" ? String(value) : decimalText(value));
  const heading = ["From", ...data.layers.map(({ name }) => name), "Total", "Previous period"];
  const lines = data.steps.map((day, at) => [
    day,
    ...data.layers.map(({ values }) => text(values[at] ?? 0)),
    text(data.totals[at] ?? 0),
    text(data.before[at] ?? 0),
  ]);
  const table = [heading.map(harmlessCsvText), ...lines];
  return `\uFEFF${table.map((line) => line.map(csvField).join(",")).join("\r\n")}\r\n`;
}

/** The CSS properties that are copied into the exported picture, which has no style sheets. */
const copiedStyles = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font-size",
  "font-family",
  "opacity",
];
const scale = 2;

/** The chart as a PNG on white, at twice the screen's resolution; null where the browser cannot render it. */
export async function pictureOf(chart: SVGSVGElement): Promise<Blob | null> {
  const { width, height } = chart.getBoundingClientRect();
  const copy = withStyles(chart);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function withStyles(chart: SVGSVGElement): SVGSVGElement {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy of an element is of its kind
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>("*");
  for (const [at, original] of chart.querySelectorAll<SVGElement>("*").entries()) {
    const styles = getComputedStyle(original);
    for (const name of copiedStyles)
      copies[at]?.style.setProperty(name, styles.getPropertyValue(name));
  }
  return copy;
}
