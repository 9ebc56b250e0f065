import type { Contest, Measured } from "./contest.ts";
import type { ContestResult } from "./report.ts";

export type Round = Readonly<{ limit: Measured; product: Measured }>;

/** Medians of a contest's rounds. `isJudged` is false for quick runs and without durable commits. */
export function summarize(
  contest: Omit<Contest, "limit" | "product">,
  rounds: readonly Round[],
  isJudged: boolean,
): ContestResult {
  const { name, unit, limitName, productName, must, target } = contest;
  const ratios = rounds.map(({ limit, product }) => product.perSecond / limit.perSecond);
  const ratio = median(ratios);
  const p95s = rounds.flatMap(({ product }) => product.p95Ms ?? []);
  const p95Ms = p95s.length === 0 ? null : median(p95s);
  const p95MaxMs = contest.p95MaxMs ?? null;
  const memory = rounds.flatMap(({ product }) => product.memoryMb ?? []);
  const isQuickEnough = p95Ms === null || p95MaxMs === null || p95Ms <= p95MaxMs;
  const isOnTarget = ratio >= target && (p95Ms ?? 0) <= (contest.p95TargetMs ?? Infinity);
  const reached = isOnTarget ? "target" : "must";
  return {
    name,
    unit,
    limitName,
    productName,
    must,
    target,
    ratio,
    ratios,
    p95Ms,
    p95MaxMs,
    limit: median(rounds.map(({ limit }) => limit.perSecond)),
    product: median(rounds.map(({ product }) => product.perSecond)),
    memoryMb: memory.length === 0 ? null : Math.max(...memory),
    verdict: !isJudged ? null : ratio >= must && isQuickEnough ? reached : "missed",
  };
}

/** @param part 0 to 1 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
