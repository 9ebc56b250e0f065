import type { Contest } from "./contest.ts";
import type { Conditions } from "./durability.ts";

/** The summary of a contest's rounds. */
export type ContestResult = Readonly<{
  name: string;
  unit: Contest["unit"];
  limitName: string;
  productName: string;
  /** Medians per second. */
  limit: number;
  product: number;
  ratio: number;
  ratios: readonly number[];
  must: number;
  target: number;
  p95Ms: number | null;
  p95MaxMs: number | null;
  memoryMb: number | null;
  /** Null if not judged: in a quick run or without durable commits. */
  verdict: "target" | "must" | "missed" | null;
}>;

export type BenchResults = Readonly<{
  measuredAt: string;
  isQuick: boolean;
  conditions: Conditions;
  /** Measurements that started although the machine was busy. */
  busyWindows: number;
  notes: readonly string[];
  contests: readonly ContestResult[];
}>;

/** The report in Markdown. */
export function reportText({ measuredAt, isQuick, conditions, ...rest }: BenchResults): string {
  const { node, postgres, cores, processor, settings, isDurable } = conditions;
  const shown = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return [
    "# Measured speed",
    "",
    `\`npm run bench\`${isQuick ? " `--quick`" : ""} of ${measuredAt.slice(0, 10)}: Node ${node}, PostgreSQL ${postgres}, ${cores} cores (${processor}).`,
    `Settings: ${shown.join(", ")}.`,
    ...(isDurable ? [] : ["Commits are not durable with these settings, so nothing is judged."]),
    "",
    "Each number of the product stands beside a limit that was measured in turn with it, in the same run on the same machine;",
    "a ratio is the median of the rounds, with the lowest and the highest in brackets.",
    "",
    "| what | limit | product | ratio | must | target | p95 | memory |",
    "|---|---|---|---|---|---|---|---|",
    ...rest.contests.map(rowOf),
    "",
    ...rest.notes.map((note) => `- ${note}`),
    ...(rest.busyWindows === 0
      ? []
      : [`- ${rest.busyWindows} windows began although the machine was busy with something else`]),
    "",
  ].join("\n");
}

function rowOf(result: ContestResult): string {
  const { name, unit, ratio, ratios, must, target, p95Ms, p95MaxMs, memoryMb, verdict } = result;
  const spread = `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
  const judged =
    verdict === null ? "" : verdict === "missed" ? " ✗" : verdict === "must" ? " ✓" : " ✓✓";
  const p95 =
    p95Ms === null ? "" : `${p95Ms.toFixed(1)} ms${p95MaxMs === null ? "" : ` (≤ ${p95MaxMs})`}`;
  const cells = [
    name,
    `${whole(result.limit)} ${unit}/s, ${result.limitName}`,
    `${whole(result.product)} ${unit}/s, ${result.productName}`,
    `${spread}${judged}`,
    must === 0 ? "" : String(must),
    target === 0 ? "" : String(target),
    p95,
    memoryMb === null ? "" : `${memoryMb} MB`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function whole(perSecond: number): string {
  return String(Math.round(perSecond)).replace(/\B(?=(\d{3})+$)/g, ",");
}
