import type { GraphSeries, GraphStep } from "@portal/shared/office/reports/sales-terms.ts";
import { addDays, firstDayOf, nextMonth, weekdayOf } from "@portal/shared/platform/calendar.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { colors } from "../../../theme/colors.ts";
import { levelWord } from "./report-words.ts";

export type Graph = ApiOutputs["reports"]["salesGraph"];

export const graphMeasures = ["totalSales", "commissionable", "units"] as const;
export type GraphMeasure = (typeof graphMeasures)[number];

/** One layer of the bars, from the lowest up; `values` go with the steps. */
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
  /** The same step of the period before; steps that it has fewer of are 0. */
  before: readonly number[];
  totalBefore: number;
}>;

type Asked = Readonly<{
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

/** What is drawn, and what stands in the table below: the same numbers. */
export function graphData(graph: Graph, asked: Asked): GraphData {
  const steps = stepsOf(asked.from, asked.to, asked.step);
  const layers =
    asked.series === "level" ? levels(graph, steps, asked) : products(graph, steps, asked);
  const totals = steps.map((_, at) => sum(layers.map(({ values }) => values[at] ?? 0)));
  const { measure, step } = asked;
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

function levels(graph: Graph, steps: readonly string[], { measure }: Asked): GraphLayer[] {
  return levelOrder
    .map((level) => layerOf(graph, steps, measure, new Set([level]), `level-${level}`))
    .filter(({ total }) => total !== 0)
    .map((layer) => {
      const level = Number(layer.id.replace("level-", ""));
      return { ...layer, name: levelWord(level), color: levelColors[level] ?? colors.muted };
    });
}

/** The six that sold best; more could not be told apart, so the others are one layer. */
function products(graph: Graph, steps: readonly string[], { measure }: Asked): GraphLayer[] {
  const keys = [...new Set(graph.points.map(({ key }) => key))];
  const sorted = keys
    .map((key) => ({
      key,
      layer: layerOf(graph, steps, measure, new Set([key]), `product-${key}`),
    }))
    .filter(({ layer }) => layer.total !== 0)
    .toSorted((one, other) => other.layer.total - one.layer.total);
  const best = sorted.slice(0, productColors.length);
  const others = new Set(sorted.slice(productColors.length).map(({ key }) => key));
  const named = best.map(({ key, layer }, at) => ({
    ...layer,
    name: graph.names.find((known) => known.key === key)?.name ?? `Removed product ${key}`,
    color: productColors[at] ?? colors.muted,
  }));
  return others.size === 0
    ? named
    : [
        ...named,
        {
          ...layerOf(graph, steps, measure, others, "product-others"),
          name: "Other products",
          color: colors.fieldBorder,
        },
      ];
}

function layerOf(
  { points }: Graph,
  steps: readonly string[],
  measure: GraphMeasure,
  keys: ReadonlySet<number>,
  id: string,
): GraphLayer {
  const byDay = new Map<string, number>();
  for (const point of points)
    if (keys.has(point.key)) byDay.set(point.day, (byDay.get(point.day) ?? 0) + point[measure]);
  const values = steps.map((day) => byDay.get(day) ?? 0);
  return { id, name: id, color: colors.muted, values, total: sum(values) };
}

/** First days of all steps that the days touch; weeks begin on Monday. */
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

/** "12% more than the period before", or why there is nothing to compare with. */
export function comparison({ total, totalBefore }: GraphData): string {
  if (totalBefore <= 0) return "nothing in the period before";
  const percent = Math.round(((total - totalBefore) * 100) / totalBefore);
  if (percent === 0) return "as much as in the period before";
  return `${Math.abs(percent)}% ${percent > 0 ? "more" : "less"} than in the period before`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
