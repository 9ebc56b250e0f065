import type { Contest, Goal, Measured, Wait } from "./contest.ts";
import type { ContestResult, WaitResult } from "./report.ts";

export type Round = Readonly<{ limit: Measured; product: Measured }>;

/**
 * Medians of a contest's rounds. `isJudged` is false for quick runs and without durable commits; a contest without a goal has no
 * verdict either.
 */
export function summarize(
  contest: Omit<Contest, "limit" | "product">,
  rounds: readonly Round[],
  isJudged: boolean,
): ContestResult {
  const { name, unit, limitName, productName } = contest;
  const ratios = rounds.map(({ limit, product }) => product.perSecond / limit.perSecond);
  const ratio = median(ratios);
  const p95Ms = medianOf(rounds.map(({ product }) => product.p95Ms));
  const cpuMs = medianOf(rounds.map(({ product }) => product.cpuMs));
  const memory = rounds.flatMap(({ product }) => product.memoryMb ?? []);
  const reaches = (which: keyof Goal): boolean =>
    ratio >= (contest.ratio?.[which] ?? 0) &&
    (p95Ms ?? 0) <= (contest.p95Ms?.[which] ?? Infinity) &&
    (cpuMs ?? 0) <= (contest.cpuMs?.[which] ?? Infinity);
  const hasGoal = [contest.ratio, contest.p95Ms, contest.cpuMs].some((goal) => goal !== undefined);
  const reached = reaches("target") ? "target" : reaches("must") ? "must" : "missed";
  return {
    name,
    unit,
    limitName,
    productName,
    ratio: { value: ratio, goal: contest.ratio ?? null },
    ratios,
    p95Ms: { value: p95Ms, goal: contest.p95Ms ?? null },
    cpuMs: { value: cpuMs, goal: contest.cpuMs ?? null },
    limit: median(rounds.map(({ limit }) => limit.perSecond)),
    product: median(rounds.map(({ product }) => product.perSecond)),
    memoryMb: memory.length === 0 ? null : Math.max(...memory),
    verdict: isJudged && hasGoal ? reached : null,
  };
}

/** The median of a wait's rounds. */
export function summarizeWait({ name, rounds, goal }: Wait, isJudged: boolean): WaitResult {
  const ms = median(rounds);
  const reached = (most: Goal) =>
    ms <= most.target ? "target" : ms <= most.must ? "must" : "missed";
  return {
    name,
    rounds,
    ms: { value: ms, goal },
    verdict: isJudged && goal ? reached(goal) : null,
  };
}

/** @param part 0 to 1 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Null without any. */
function medianOf(values: readonly (number | undefined)[]): number | null {
  const measured = values.flatMap((value) => value ?? []);
  return measured.length === 0 ? null : median(measured);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
