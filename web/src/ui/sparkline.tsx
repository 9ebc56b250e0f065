const width = 120;

/** A small line chart, with the previous period as a dashed line. Decoration: the text beside it says the same. */
export function Sparkline(props: {
  values: readonly number[];
  before?: readonly number[];
  height?: number;
}) {
  const { values, before = [], height = 44 } = props;
  const max = Math.max(...values, ...before, 1);
  const line = (points: readonly number[]) =>
    points
      .map((value, at) => {
        const x = (at / Math.max(1, points.length - 1)) * width;
        return `${x.toFixed(1)},${(height - 2 - (value / max) * (height - 4)).toFixed(1)}`;
      })
      .join(" ");
  const shared = { fill: "none", vectorEffect: "non-scaling-stroke" } as const;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      display="block"
    >
      <polygon
        points={`0,${height} ${line(values)} ${width},${height}`}
        fill="var(--line)"
        opacity={0.1}
      />
      {before.length > 0 && (
        <polyline
          {...shared}
          points={line(before)}
          stroke="var(--mantine-color-dimmed)"
          strokeOpacity={0.5}
          strokeDasharray="3 3"
        />
      )}
      <polyline
        {...shared}
        points={line(values)}
        stroke="var(--line)"
        strokeWidth={1.75}
        strokeLinejoin="round"
      />
    </svg>
  );
}
