import { setTimeout as delay } from "node:timers/promises";
import type { Stay } from "./embedded-use.ts";

const pauseMs = 500;

/**
 * A portal that runs for months starts its database server again when that was killed; requests fail meanwhile, and
 * the pool connects anew by itself. Gives back the way out.
 */
export function keepRunning(first: Stay, enterAgain: () => Promise<Stay>): () => Promise<void> {
  const leaving = new AbortController();
  const stays = [first];
  const watching = watch(first);

  async function watch(stay: Stay): Promise<void> {
    await stay.lost;
    if (leaving.signal.aborted) return;
    console.error("The embedded database server is gone and is being started again.");
    const next = await revive();
    if (!next) return;
    // Somebody wanted to leave just while it came back.
    if (leaving.signal.aborted) return next.leave();
    console.error("The embedded database server runs again.");
    stays.push(next);
    await watch(next);
  }

  async function revive(): Promise<Stay | null> {
    while (!leaving.signal.aborted) {
      try {
        return await enterAgain();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        await delay(pauseMs);
      }
    }
    return null;
  }

  return async () => {
    leaving.abort();
    await stays.at(-1)?.leave();
    await watching;
  };
}
