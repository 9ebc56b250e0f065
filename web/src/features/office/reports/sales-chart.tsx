import "@mantine/core/styles/ColorSwatch.layer.css";
import "@mantine/charts/styles.layer.css";
import { CompositeChart } from "@mantine/charts";
import { useMemo } from "react";
import type { GraphData } from "./graph-data.ts";

const beforeName = "Previous period";

/** Stacked bars, with the previous period as a line. Hidden from screen readers, which have the table. */
export function SalesChart(props: {
  data: GraphData;
  stepName: (day: string) => string;
  valueText: (value: number) => string;
  axisText: (value: number) => string;
}) {
  const { data, stepName } = props;
  const rows = useMemo(
    () =>
      data.steps.map((day, at) => ({
        step: stepName(day),
        ...Object.fromEntries(data.layers.map(({ id, values }) => [id, values[at] ?? 0])),
        before: data.before[at] ?? 0,
      })),
    [data, stepName],
  );
  return (
    <div aria-hidden="true">
      <CompositeChart
        h={320}
        data={rows}
        dataKey="step"
        series={[
          ...data.layers.map(({ id, name, color }) => ({
            name: id,
            label: name,
            color,
            type: "bar" as const,
          })),
          {
            name: "before",
            label: beforeName,
            color: "var(--mantine-color-dimmed)",
            type: "line" as const,
            strokeDasharray: "5 4",
          },
        ]}
        barProps={{ stackId: "sales", isAnimationActive: false }}
        lineProps={{ isAnimationActive: false }}
        maxBarWidth={56}
        // Hidden from screen readers, so it must not be focusable either.
        composedChartProps={{ accessibilityLayer: false }}
        withDots={data.steps.length <= 31}
        curveType="linear"
        valueFormatter={props.valueText}
        yAxisProps={{ width: 96, allowDecimals: false, tickFormatter: props.axisText }}
      />
    </div>
  );
}
