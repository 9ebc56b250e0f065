import type { Contest, Measured } from "./contest.ts";
import type { ContestResult } from "./report.ts";

export type Round = Readonly<{ limit: Measured; product: Measured }>;

type Judged = Omit<Contest, "limit" | "product">;

/**
 * A contest's rounds as medians, with the ratios of all of them. A verdict is given only where
 * commits were durable and windows long; `isJudged` says so.
 */
export function summarize(
  contest: Judged,
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
  const reached = ratio >= target ? "target" : "must";
  return {
    ...{ name, unit, limitName, productName, must, target, ratio, ratios, p95Ms, p95MaxMs },
    limit: median(rounds.map(({ limit }) => limit.perSecond)),
    product: median(rounds.map(({ product }) => product.perSecond)),
    memoryMb: memory.length === 0 ? null : Math.max(...memory),
    verdict: !isJudged ? null : ratio >= must && isQuickEnough ? reached : "missed",
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
