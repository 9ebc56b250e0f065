import type { Measured } from "./contest.ts";
import { percentile } from "./summary.ts";

/** Each client sends its next request as soon as the previous one is answered. */
export async function closedLoop(
  { clients, seconds }: Readonly<{ clients: number; seconds: number }>,
  send: () => Promise<void>,
): Promise<Measured & { requests: number }> {
  const tookMs: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      await send();
      tookMs.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return {
    requests: tookMs.length,
    perSecond: (tookMs.length * 1000) / (performance.now() - start),
    p95Ms: percentile(tookMs, 0.95),
  };
}
