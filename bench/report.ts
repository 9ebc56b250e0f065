import type { Contest, Goal } from "./contest.ts";
import type { Conditions } from "./durability.ts";

type Judged<Value> = Readonly<{ value: Value; goal: Goal | null }>;

/** The summary of a contest's rounds. */
export type ContestResult = Readonly<{
  name: string;
  unit: Contest["unit"];
  limitName: string;
  productName: string;
  /** Medians per second. */
  limit: number;
  product: number;
  ratio: Judged<number>;
  ratios: readonly number[];
  p95Ms: Judged<number | null>;
  cpuMs: Judged<number | null>;
  memoryMb: number | null;
  /** Null if not judged: in a quick run or without durable commits. */
  verdict: Verdict | null;
}>;

type Verdict = "target" | "must" | "missed";

/** The summary of a wait's rounds, in milliseconds. */
export type WaitResult = Readonly<{
  name: string;
  rounds: readonly number[];
  ms: Judged<number>;
  verdict: Verdict | null;
}>;

export type BenchResults = Readonly<{
  measuredAt: string;
  isQuick: boolean;
  conditions: Conditions;
  /** Measurements that started although the machine was busy. */
  busyWindows: number;
  notes: readonly string[];
  contests: readonly ContestResult[];
  waits: readonly WaitResult[];
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
    "a ratio is the median of the rounds, with the lowest and the highest in brackets. CPU is the time of server and PostgreSQL",
    "together for one request. Behind a number stand what it must be and what it is to be: ✗ misses a must, ✓ holds all of them,",
    "✓✓ reaches every target.",
    "",
    "| what | limit | product | ratio | p95 | CPU | memory | |",
    "|---|---|---|---|---|---|---|---|",
    ...rest.contests.map(rowOf),
    "",
    ...(rest.waits.length === 0 ? [] : waitsText(rest.waits)),
    ...rest.notes.map((note) => `- ${note}`),
    ...(rest.busyWindows === 0
      ? []
      : [`- ${rest.busyWindows} windows began although the machine was busy with something else`]),
    "",
  ].join("\n");
}

function rowOf(result: ContestResult): string {
  const { name, unit, ratio, ratios, p95Ms, cpuMs, memoryMb, verdict } = result;
  const spread = `${digits(ratio.value)} (${digits(Math.min(...ratios))}–${digits(Math.max(...ratios))})`;
  const cells = [
    name,
    `${whole(result.limit)} ${unit}/s, ${result.limitName}`,
    `${whole(result.product)} ${unit}/s, ${result.productName}`,
    `${spread}${goalText("≥", ratio.goal)}`,
    millisecondsText(p95Ms),
    millisecondsText(cpuMs),
    memoryMb === null ? "" : `${memoryMb} MB`,
    verdict === null ? "" : signs[verdict],
  ];
  return `| ${cells.join(" | ")} |`;
}

function waitsText(waits: readonly WaitResult[]): readonly string[] {
  return [
    "What somebody on a phone waits for, with nothing in the browser's cache but at a second visit: on a line of 1.6 Mbit/s and 150 ms,",
    "or with a processor that is four times slower as well. Median, with the lowest and the highest in brackets; at most what stands behind it.",
    "",
    "| what | ms | |",
    "|---|---|---|",
    ...waits.map(({ name, rounds, ms, verdict }) => {
      const [median, lowest, highest] = [ms.value, Math.min(...rounds), Math.max(...rounds)].map(
        whole,
      );
      const sign = verdict === null ? "" : signs[verdict];
      return `| ${name} | ${median} (${lowest}–${highest})${goalText("≤", ms.goal)} | ${sign} |`;
    }),
    "",
  ];
}

const signs = { missed: "✗", must: "✓", target: "✓✓" } as const;

function millisecondsText({ value, goal }: Judged<number | null>): string {
  return value === null ? "" : `${value.toFixed(1)} ms${goalText("≤", goal)}`;
}

function goalText(sign: "≥" | "≤", goal: Goal | null): string {
  return goal === null ? "" : `, ${sign} ${goal.must}, ${goal.target}`;
}

/** A small ratio has three digits. */
function digits(ratio: number): string {
  return ratio.toFixed(ratio < 0.1 ? 3 : 2);
}

function whole(perSecond: number): string {
  return String(Math.round(perSecond)).replace(/\B(?=(\d{3})+$)/g, ",");
}
